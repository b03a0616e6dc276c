/** The lines of carts and orders: parts of these that take facts from what they name, and make totals. */
import {
  equalsJson,
  filterProperties,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../core/primitives/json.ts';
import { isPlural, isSameNoun, plainName } from '../../core/primitives/words.ts';
import type { ItemStep } from '../../core/resources/item-steps.ts';
import type { CopiedText } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import { findItem, indexText } from '../../core/state/collection.ts';
import type { State } from '../../core/state/state.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, ofEach } from '../../openapi/resources/describe/item-schema.ts';
import { namesIn } from '../../openapi/resources/describe/property-names.ts';
import { isRead, nounOf, parentPath } from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import { amountsOf, isAmount } from '../agreement/index.ts';

const quantityIn = ({ properties }: ItemSchema): string | undefined =>
  [...properties].find((name) => isAmount(name, 'quantity'));

/** The lists of lines in an item, with what a line is. */
export const linesIn = ofEach((itemSchema): readonly (readonly [list: string, line: ItemSchema])[] =>
  namesIn(itemSchema).lists.flatMap((list) => {
    const line = itemSchema.elementOf(list);
    return line && quantityIn(line) ? [[list, line] as const] : [];
  }),
);

/** Whether items are the lines of one thing, which alone shows them: `/cart/items` of `GET /cart`. */
export const areLines = ({ path, noun, roles }: ResourceGroup, { byPath, shapes }: FinderContext): boolean => {
  const whole = parentPath(path);
  if (isPlural(nounOf(whole)) || roles.some(({ action }) => action === 'list' || action === 'read')) return false;
  const shown = shapes.oneIn(byPath.get(whole)?.find(isRead)?.success?.json?.key, nounOf(whole));
  return shown !== undefined && linesIn(shown).some(([list]) => isSameNoun(list, noun));
};

/** Names of no line: its price while amounts are made, and the whole of what it names. */
const [itsPrice, itself] = [' price', ' '];

/** The id of something in a line, and what the line takes from that. */
interface NamedByLine extends CopiedText {
  readonly taken: ReturnType<typeof takenFrom>;
}

export const followLines = (whole: ItemSchema, texts: readonly CopiedText[]): ItemStep | undefined => {
  const lists = linesIn(whole);
  if (lists.length === 0) return undefined;
  const total = amountsOf([...whole.properties], whole.typesOf);
  const each = lists.map(([list, line]) => ({
    ...{ list, amounts: amountsOf([...line.properties, itsPrice], line.typesOf), quantity: quantityIn(line) as string },
    named: texts.flatMap((text): readonly NamedByLine[] =>
      text.property === list ? [{ ...text, taken: takenFrom(line, text.source) }] : [],
    ),
  }));
  return (value, { value: sent, before }, { state }) => {
    let result = value;
    for (const { list, quantity, named, amounts } of each) {
      const [all, asked, old] = [result, sent, before].map((one) => objectsIn(one?.[list]));
      if (all === undefined || (before !== undefined && sent[list] === before[list])) continue;
      const known = new Set(old);
      const isNone = (one: JsonObject): boolean => one[quantity] === 0;
      const made = (old ? joinedLines(all, old, quantity) : all).map((one, at) => {
        const priced = withFacts(one, named, state);
        return known.has(one) ? priced : amounts(priced, statedIn(asked?.[at] ?? {}, old?.[at]), isNone(one));
      });
      const summed = total({ ...result, [list]: made }, statedIn(sent, before), made.every(isNone));
      result = { ...summed, [list]: made.map(({ [itsPrice]: _, ...line }) => line) };
    }
    return result;
  };
};

/** The lines with one that is added: the same again, with all that it states, raises the quantity of the one that is there. */
const joinedLines = (
  lines: readonly JsonObject[],
  old: readonly JsonObject[],
  quantity: string,
): readonly JsonObject[] => {
  const { [quantity]: more = 1, ...added } = lines[old.length] ?? {};
  if (lines.length !== old.length + 1) return lines;
  const stated = Object.entries(added).filter(([name]) => !isIdName(name));
  const isSame = (one: JsonObject): boolean =>
    stated.every(([name, own]) => equalsJson(own, getProperty(one, name) ?? null));
  const at = old.findIndex(isSame);
  const [was, before] = [old[at]?.[quantity], lines.slice(0, -1)];
  if (typeof was !== 'number' || typeof more !== 'number') return [...before, { ...added, [quantity]: more }];
  return before.with(at, { ...old[at], [quantity]: was + more });
};

const objectsIn = (list: Json | undefined): readonly JsonObject[] | undefined =>
  Array.isArray(list) && list.every(isJsonObject) ? list : undefined;

/** What a request states: an amount of 0 is none. */
const statedIn = (sent: JsonObject, before: JsonObject = {}): JsonObject =>
  filterProperties(sent, (name, own) => own !== 0 && !equalsJson(own, getProperty(before, name) ?? null));

/** What a line takes from what it names, by the plain names of both: `unit_price` and `product_name` of a product. */
const takenFrom = ({ properties, innerOf }: ItemSchema, source: string): ReadonlyMap<string, readonly string[]> => {
  const start = new RegExp(`^(unit|${plainName(source)})`);
  const taken = [...properties].filter(
    (name) => !/id$/i.test(name) && !isAmount(name, 'quantity', 'lineTotal', 'status'),
  );
  const names = [...taken, itsPrice].flatMap((name) => {
    const isWhole = innerOf(name) !== undefined && isSameNoun(name, source);
    const plain = isWhole ? [itself] : [plainName(name), plainName(name).replace(start, '')];
    return [...new Set(plain)].map((one) => ({ one, name }));
  });
  return new Map([...Map.groupBy(names, ({ one }) => one)].map(([plain, all]) => [plain, all.map(({ name }) => name)]));
};

/** The line with what it leaves out. */
const withFacts = (line: JsonObject, named: readonly NamedByLine[], state: State): JsonObject => {
  for (const { by, collection, taken } of named) {
    const items = state.collections.get(collection);
    const own = getProperty(line, by) ?? null;
    const id = isJsonObject(own) ? getProperty(own, items?.spec.idProperty ?? '') : own;
    const item = items && findItem(items, indexText(id) ?? '')?.value;
    if (item === undefined) continue;
    const facts = Object.entries({ ...item, [itself]: item }).flatMap(([one, fact]) =>
      (taken.get(one === itself ? one : plainName(one)) ?? []).map((name) => [name, fact] as const),
    );
    return { ...line, ...Object.fromEntries(facts), ...line };
  }
  return line;
};
