/** Formats a scenario document as YAML, part by part: a world may have a million items. */
import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { toData } from '../../core/state/item-key.ts';
import type { ScenarioDocument } from '../document/scenario-schema.ts';
import { type Data, isSingleItem } from './from-world.ts';

/**
 * Items, faults and small maps are on one line each, as in hand-written files. `data`: the items, in place of those of the
 * document.
 */
export function* scenarioToYaml(document: ScenarioDocument, data?: Data): Generator<string> {
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    if (name !== 'data') yield format({ [name]: value as Json });
    else
      yield* dataParts(data === undefined ? (Object.entries(value) as unknown as readonly Entry[]) : entriesOf(data));
  }
}

type Entry = readonly [name: string, value: JsonObject | Iterable<JsonObject>];

const entriesOf = (data: Data): readonly Entry[] =>
  [...data].map(([name, collection]) => {
    const { spec, items } = collection;
    const shown = valuesOf(items).map(({ key, value }) => toData(spec, key, value));
    return [name, isSingleItem(collection) ? (shown.next().value as JsonObject) : shown];
  });

function* dataParts(entries: readonly Entry[]): Generator<string> {
  yield entries.length === 0 ? 'data: {}\n' : 'data:\n';
  for (const [name, value] of entries) {
    if (!isIterable(value)) {
      yield formatEntry(name, value);
      continue;
    }
    let isFirst = true;
    for (const item of value) {
      // The library decides how a name is written, and where the first item begins.
      const empty = isFirst ? formatEntry(name, [{}]) : '';
      if (isFirst) yield empty.slice(0, empty.lastIndexOf('- {}'));
      yield isFirst ? formatItem(item).slice(indent.length) : formatItem(item);
      isFirst = false;
    }
    if (isFirst) yield formatEntry(name, []);
  }
}

const isIterable = (value: Entry[1]): value is Iterable<JsonObject> => Symbol.iterator in value;

const formatEntry = (name: string, value: Json): string => format({ data: { [name]: value } }).slice('data:\n'.length);

const indent = '    ';

const formatItem = (item: JsonObject): string => {
  const text = simpleText(item);
  return text === undefined ? formatEntry('a', [item]).slice('  a:\n'.length) : `${indent}- ${text}\n`;
};

/** Texts that YAML reads as texts without quotes, also in braces: words that begin with a letter, and dates. */
const plainText =
  /^(?!(?:true|false|null)$)[a-z](?:[\w./@+'!?()=&%:-]*[\w./@+'!?()=&%])?(?: [\w./@+'!?()=&%:-]*[\w./@+'!?()=&%])*$|^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/i;

/** Nearly every value, a hundred times as fast as the library; undefined if the library must decide. */
const simpleText = (value: Json): string | undefined => {
  switch (typeof value) {
    case 'string':
      return plainText.test(value) ? value : undefined;
    case 'number':
      return Object.is(value, -0) ? undefined : String(value);
    case 'object':
      return value === null ? 'null' : simpleCollection(value);
    default:
      return String(value);
  }
};

const simpleCollection = (value: JsonObject | readonly Json[]): string | undefined => {
  const isList = Array.isArray(value);
  const parts: string[] = [];
  for (const [name, child] of Object.entries(value as JsonObject)) {
    const text = simpleText(child);
    if (text === undefined || !(isList || plainText.test(name))) return undefined;
    parts.push(isList ? text : `${name}: ${text}`);
  }
  if (parts.length === 0) return isList ? '[]' : '{}';
  return isList ? `[ ${parts.join(', ')} ]` : `{ ${parts.join(', ')} }`;
};

const format = (value: JsonObject): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, schema: 'core' });
  visit(document, {
    Collection: (_key, node, path) => {
      node.flow =
        (isMap(node) && isSeq(path.at(-1))) ||
        (path.length > 1 &&
          node.items.length <= 4 &&
          node.items.every((item) => isScalar(isPair(item) ? item.value : item)));
      return node.flow ? visit.SKIP : undefined;
    },
  });
  // Width 0: lines are not folded.
  return document.toString({ lineWidth: 0 });
};
