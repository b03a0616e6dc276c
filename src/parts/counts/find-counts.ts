/** The properties with the number of items that belong to an item, as `taskCount` of a project; and numbers that stored items make. */
import { getMember, getProperty, type Json, type JsonObject, numberOf } from '../../core/primitives/json.ts';
import { lazily, remembered } from '../../core/primitives/lazy.ts';
import { sizeOf, valuesOf } from '../../core/primitives/sorted-map.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { FoundBeside } from '../../core/response/lists-beside.ts';
import type { CollectionSpec, ItemCount, StatedValue } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import { hasStated, type Item } from '../../core/state/collection.ts';
import { isSentIn, type SentContext } from '../../openapi/resources/bind/request-mapping.ts';
import { statedBy } from '../../openapi/resources/describe/filters.ts';
import { createParents, type ResourceGroup, type Specs } from '../../openapi/resources/describe/group.ts';
import { countShared, type ItemSchema, isTwin, ofEach } from '../../openapi/resources/describe/item-schema.ts';
import { isOfReplies, ownParentIn } from '../../openapi/resources/describe/own-parent.ts';
import { namesIn, propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import { firstOf, isNumeric, mayBeNumber } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { isAmount, wholeOf } from '../agreement/index.ts';
import { wordLists } from '../words/index.ts';

/** A count before the collections have names. */
export interface FoundCount
  extends Pick<
    ItemCount,
    'property' | 'by' | 'isList' | 'isPlaced' | 'isLast' | 'isShallow' | 'averaged' | 'where' | 'parts' | 'sent'
  > {
  readonly owner: ResourceGroup;
  readonly counted: ResourceGroup;
}

export const countsIn = (groups: readonly ResourceGroup[], context: SentContext): readonly FoundCount[] => {
  const parentOf = createParents(groups);
  const byNoun = Map.groupBy(
    groups.filter(({ kind }) => kind === 'list'),
    ({ noun }) => singularOf(noun),
  );
  return groups.flatMap((owner) => {
    if (owner.idProperty === undefined) return [];
    const isSent = createIsSent(owner, context);
    return [...owner.itemSchema.properties].flatMap((property): readonly FoundCount[] => {
      const types = owner.itemSchema.typesOf(property);
      const isText = types !== undefined && !mayBeNumber(types) && !types.has('array') && !types.has('object');
      if (isText) return [];
      if (wordsOf(property).some(wordLists.averages.has) || isAmount(property, 'averaged'))
        return isSent(property) ? [] : averageIn(owner, property, groups, parentOf);
      const isList = types?.has('array') === true;
      const last = wordLists.lastOnes.behind(property) || undefined;
      const noun = isList ? property : (last?.replaceAll(' ', '_') ?? countedNoun(property));
      const [own, short] = [singularOf(noun ?? ''), singularOf(owner.noun)];
      // `orderItems` beside `/orders/{id}/items`, and `lines` beside `/invoices/{id}/invoice-lines`.
      const others = isList ? [own.startsWith(short) ? own.slice(short.length) : short + own] : [];
      const named = [own, ...others].map((one) => byNoun.get(one)).find((groups) => groups !== undefined) ?? [];
      const ofNoun: readonly Counted[] = named.map((counted) => ({ counted }));
      const reply =
        isOfReplies(own) && ofNoun.length === 0 && isPlainNumber(owner, property, context) && ownParentIn(owner);
      if (reply) return [{ owner, property, counted: owner, by: reply, isShallow: owner.parents.length > 0 }];
      const isPart = ofNoun.length === 0 && last === undefined && isPlainNumber(owner, property, context);
      const all = isPart ? statedIn(property, byNoun, context.compilation) : ofNoun;
      if (all.length === 0) return [];
      const isLast = last === undefined ? undefined : lastWithout(owner, property);
      const one = isLast && owner.itemSchema.innerOf(property);
      const inner = isList ? shownIn(owner, property, context) : one;
      if (inner === undefined && !isPlainNumber(owner, property, context)) return [];
      const found = all.flatMap(({ counted, where }) => {
        if (counted === owner || (inner && !canShow(inner, counted.itemSchema))) return [];
        const relation = relationOf(owner, counted, parentOf);
        const isShallow = owner.parents.length > 0 && counted.parents.length <= 1;
        return relation === undefined ? [] : [{ counted, where, by: relation.by, ...(isShallow && { isShallow }) }];
      });
      const only = theOnly(found);
      if (only === undefined) return [];
      if (isList || inner) {
        // Of others, a list that a client sends is kept.
        const isPlaced = isList && only.by === undefined && only.counted.idProperty !== undefined;
        return isPlaced || !isSent(property) ? [{ owner, property, ...only, isList, isLast, isPlaced }] : [];
      }
      const parts = partsOfCount(owner, property, context);
      const sent = parts.filter(isSent);
      return [{ owner, property, ...only, parts: parts.filter((name) => !sent.includes(name)), sent }];
    });
  });
};

/** `averageRating`: of the ratings of the reviews that belong to an item, if one collection alone has them. */
const averageIn = (
  owner: ResourceGroup,
  property: string,
  groups: readonly ResourceGroup[],
  parentOf: (group: ResourceGroup) => ResourceGroup | undefined,
): readonly FoundCount[] => {
  const types = owner.itemSchema.typesOf(property);
  const rest = wordsOf(property).filter((word) => !wordLists.averages.has(word));
  const found = groups.flatMap((counted): readonly FoundCount[] => {
    const [source] = namesIn(counted.itemSchema).scalarsByPlain.get(rest.join('')) ?? [];
    if (source === undefined || counted === owner || !isNumeric(counted.itemSchema.typesOf(source))) return [];
    const relation = relationOf(owner, counted, parentOf);
    const averaged = { property: source, none: types?.has('null') ? null : 0 };
    return relation ? [{ owner, counted, property, ...relation, averaged }] : [];
  });
  return types?.has('number') && found.length === 1 ? found : [];
};

/** Whether what a list has may be items: it has all that they have, and requires nothing else. */
const canShow = (inner: ItemSchema, items: ItemSchema) =>
  isTwin(inner, items) ||
  (items.properties.size > 1 &&
    countShared(inner, items) === items.properties.size &&
    inner.required.every((name) => items.properties.has(name)));

type Counted = Pick<FoundCount, 'counted' | 'where'>;

/** A name with more words is not that of a count. */
const maxWords = 8;

/** Items behind words that state something of them: `open_issues`, `active_team_members`. */
const statedIn = (
  property: string,
  byNoun: ReadonlyMap<string, readonly ResourceGroup[]>,
  finding: Parameters<typeof statedBy>[2],
): readonly Counted[] => {
  const noun = countedNoun(property);
  const words = wordsOf(noun ?? property);
  if (words.length > maxWords) return [];
  return words.flatMap((_, at): readonly Counted[] => {
    const rest = words.slice(at + 1).join('_');
    const ofNoun = noun !== undefined || isPlural(rest) ? (byNoun.get(singularOf(rest)) ?? []) : [];
    return ofNoun.flatMap((counted) => {
      const where = statedBy(words.slice(0, at + 1).join(''), counted.itemSchema, finding);
      return where === undefined ? [] : [{ counted, where }];
    });
  });
};

/** `task` for `taskCount`, `num_tasks` and `numberOfTasks`; a total is that of a plural, as an `order_total` is money. */
export const countedNoun = remembered((property): string | undefined => {
  const words = wordsOf(property).join(' ');
  const [end = ''] = / \w+$/.exec(words) ?? [];
  const things = words.replace(/^total | total$/, '');
  if (wordLists.countEnds.has(end)) return things.slice(0, -end.length).replaceAll(' ', '_');
  const noun = wordLists.countStarts.behind(property) || (things !== words && isPlural(things) ? things : undefined);
  return noun?.replaceAll(' ', '_');
});

/** `booksReadCount` or `readBooks` beside `booksCount`. */
const partsOfCount = (owner: ResourceGroup, count: string, context: SentContext): readonly string[] => {
  const words = wordsOf(count).join(' ');
  const isWhole = (whole: string | undefined) =>
    whole === words || (whole !== undefined && isPlural(whole) && isSameNoun(whole, countedNoun(count) ?? ''));
  return [...owner.itemSchema.properties].filter(
    (name) => isWhole(wholeOf(wordsOf(name).join(' '))) && isPlainNumber(owner, name, context),
  );
};

/** Whether a property is a number without limits: one with limits may be unable to be the count. */
const isPlainNumber = ({ itemSchema }: ResourceGroup, property: string, context: SentContext) => {
  const {
    compilation: { schemas },
  } = context;
  if (!isNumeric(itemSchema.typesOf(property))) return false;
  const parts = schemas.partsOf(itemSchema.schemaOf(property) ?? true, 'some');
  const isLimited = hasAny(parts, ['maximum', 'enum', 'const', 'exclusiveMinimum', 'multipleOf']);
  return !isLimited && Number(firstOf(parts, 'minimum') ?? 0) <= 0;
};

const hasAny = (parts: Parameters<typeof firstOf>[0], names: readonly Parameters<typeof firstOf>[1][]) =>
  names.some((name) => firstOf(parts, name) !== undefined);

/** How the counted items name their owner; undefined: they do not belong to it. */
const relationOf = (
  owner: ResourceGroup,
  counted: ResourceGroup,
  parentOf: (group: ResourceGroup) => ResourceGroup | undefined,
): { readonly by: string | undefined } | undefined => {
  if (counted.parents.length > 0)
    return parentOf(counted) === owner && [1, owner.parents.length + 1].includes(counted.parents.length)
      ? { by: undefined }
      : undefined;
  if (owner.parents.length > 0) return undefined;
  const below = `${owner.path}/{}/`;
  const listed = counted.roles
    .filter(({ action, candidate }) => action === 'list' && candidate.path.erased.startsWith(below))
    .flatMap(({ pathFilters }) => (pathFilters.length === 1 ? pathFilters : []))
    .find(({ comparison, property }) => comparison === 'equals' && !property.includes('.'));
  const by = listed?.property ?? propertyNamed(`${singularOf(owner.noun)}_id`, counted.itemSchema);
  return by === undefined || by === counted.idProperty ? undefined : { by };
};

/** What the property is when no item is left. */
const lastWithout = ({ itemSchema }: ResourceGroup, property: string): ItemCount['isLast'] => {
  if (itemSchema.typesOf(property)?.has('null')) return 'null';
  return itemSchema.required.includes(property) ? undefined : 'absent';
};

/** The schema of the items in a list of any length. */
const shownIn = ({ itemSchema }: ResourceGroup, property: string, context: SentContext): ItemSchema | undefined => {
  const {
    compilation: { schemas },
  } = context;
  const parts = schemas.partsOf(itemSchema.schemaOf(property) ?? true, 'some');
  return hasAny(parts, ['minItems', 'maxItems', 'enum', 'const']) ? undefined : itemSchema.elementOf(property);
};

/** Whether a request can set a property, also at a path of its own. */
const createIsSent = (group: ResourceGroup, context: SentContext): ((property: string) => boolean) => {
  const parts = new Set(group.roles.flatMap(({ part }) => part?.name ?? []));
  const isWritten = lazily(() => isSentIn(group, context));
  return (property) => {
    const schema = group.itemSchema.schemaOf(property);
    if (typeof schema === 'object' && schema.readOnly === true) return false;
    return parts.has(property) || isWritten()(property);
  };
};

/** A group of operations and its collection. */
type Owner = readonly [ResourceGroup, CollectionSpec];

/** The collections that responses count. */
export interface Countable {
  readonly specs: Specs;
  /** The collections that are lists, and their groups by their nouns. */
  readonly lists: readonly Owner[];
  readonly listed: ReadonlyMap<string, readonly ResourceGroup[]>;
  readonly schemas: SchemaSet;
}

type Measure = (items: readonly Item[]) => Json;

/** An object in an object in a response may have counts. */
const deepest = 3;

/** Numbers and objects, found once: a response may have as many lists as there are operations that show it. */
const countableIn = ofEach(({ properties, typesOf }) =>
  [...properties].filter((name) => mayBeNumber(typesOf(name)) || typesOf(name)?.has('object') !== false),
);

/** The properties of a response that count stored items. `scope`: what `/orders/stats` counts; null: each, as for `/stats`. */
export const countsShown = (
  body: ItemSchema,
  counted: Countable,
  scope?: Owner | null,
  at: readonly string[] = [],
): readonly FoundBeside[] =>
  countableIn(body).flatMap((name): readonly FoundBeside[] => {
    const path = [...at, name];
    if (mayBeNumber(body.typesOf(name))) {
      const measured = scope && measureOf(name, scope[0].itemSchema, counted);
      return scope && measured ? [measuredIn(path, scope, measured)] : totalOf(path, counted, scope !== undefined);
    }
    if (scope === undefined) return [];
    const groups = scope && groupsOf(name, body, scope[0].itemSchema, counted);
    if (scope && groups) return [measuredIn(path, scope, groups)];
    const inner = at.length < deepest ? body.innerOf(name) : undefined;
    // `{ orders: { total } }`, but `{ counts: { open } }`.
    const isOther = isPlural(name) && !wordLists.statistics.has(name);
    const named = isOther ? counted.lists.find(([{ noun }]) => isSameNoun(noun, name)) : scope;
    return inner === undefined ? [] : countsShown(inner, counted, named, path);
  });

const measuredIn = (path: readonly string[], [, { name }]: Owner, measure: Measure): FoundBeside => ({
  ...{ path, collection: name },
  show: (_about, { items }) => measure([...valuesOf(items)]),
});

/** What a name says of the items of one collection: all, those in a state, or the sum or the average of a property. */
export const measureOf = (name: string, itemSchema: ItemSchema, { schemas }: Countable): Measure | undefined => {
  const plain = plainName(name);
  if (wordLists.totals.has(plain) || wordLists.allValues.has(plain) || plain === 'count') return ({ length }) => length;
  const words = wordsOf(name);
  const rest = words.filter(isOwnWord).join('');
  const summed =
    words.length > 1 &&
    namesIn(itemSchema)
      .scalarsByPlain.get(rest)
      ?.find((one) => mayBeNumber(itemSchema.typesOf(one)));
  if (summed && !isIdName(summed)) {
    const isAverage = words.some(wordLists.averages.has);
    if (isAverage || words.some(wordLists.sums.has))
      return (items) => rounded(sumOf(items, summed) / (isAverage ? Math.max(items.length, 1) : 1));
  }
  const stated = statedBy(rest, itemSchema, { schemas }) ?? statedBy(singularOf(rest), itemSchema, { schemas });
  if (stated !== undefined) return countWhere(stated);
  // A status may be any text.
  const { waiting, working, done, failed } = wordLists;
  const isState = /ed$|^open$/.test(rest) || [waiting, working, done, failed].some((list) => list.has(rest));
  const status = isState ? statusOf(itemSchema) : undefined;
  return status !== undefined
    ? (items) => items.filter(({ value }) => plainName(String(getProperty(value, status))) === rest).length
    : undefined;
};

const statusOf = ofEach(({ properties, isScalar }) =>
  [...properties].find((name) => wordLists.states.has(name) && isScalar(name)),
);

/** Whether a word says what is measured, and not how. */
const isOwnWord = remembered((word) => !howMeasured.some((list) => wordLists[list].has(word)));

const howMeasured = ['sums', 'averages', 'perKind', 'countEnds', 'countStarts', 'countSides'] as const;

const countWhere =
  (stated: StatedValue): Measure =>
  (items) =>
    items.filter(({ value }) => hasStated(stated, value)).length;

const rounded = (number: number) => Math.round(number * 100) / 100;

/** `by_status` and `statusCounts`: how many items have each value of a property. */
const groupsOf = (name: string, body: ItemSchema, itemSchema: ItemSchema, counted: Countable): Measure | undefined => {
  const { schemas } = counted;
  const rest = singularOf(wordsOf(name).filter(isOwnWord).join(''));
  const [property] = namesIn(itemSchema).scalarsByPlain.get(rest) ?? [];
  const more = schemas.keywordOf(body.schemaOf(name) ?? true, 'additionalProperties', 'some');
  const isMap = typeof more === 'object' && mayBeNumber(schemas.typesOf(more));
  return property !== undefined && isMap ? (items) => groupsIn(items, property) : undefined;
};

const groupsIn = (items: readonly Item[], property: string): JsonObject => {
  const groups = new Map<string, number>();
  for (const { value } of items) {
    const own = getMember(value, property);
    if (own !== undefined && own !== null) groups.set(String(own), (groups.get(String(own)) ?? 0) + 1);
  }
  return Object.fromEntries(groups);
};

/** `total_books` counts all books. `total_sales` is the sum of their `sales`, where no collection is called so. */
const totalOf = (path: readonly string[], counted: Countable, isTold: boolean): readonly FoundBeside[] => {
  const { specs, lists, listed, schemas } = counted;
  const name = path.at(-1) as string;
  const stem = countedNoun(name);
  const noun = singularOf(stem ?? (isTold && isPlural(name) ? name : ''));
  const those = listed.has(noun) ? undefined : theOnly(statedIn(name, listed, { schemas }));
  if (those !== undefined) {
    const owner: Owner = [those.counted, specs.get(those.counted) as CollectionSpec];
    return [measuredIn(path, owner, countWhere(those.where as StatedValue))];
  }
  if (noun === '') return [];
  const tops = lists.filter(([, { parents }]) => parents.length === 0);
  const named = (listed.get(noun) ?? []).map((group): Owner => [group, specs.get(group) as CollectionSpec]);
  const countOf = ([, { name: collection }]: Owner): FoundBeside => ({
    ...{ path, collection },
    show: (_about, { items }) => sizeOf(items),
  });
  const top = named.find(([, { parents }]) => parents.length === 0);
  if (top !== undefined) return [countOf(top)];
  // Amounts of money are summed of something, such as a cart.
  const isSummed = (one: string, { typesOf: own }: ItemSchema) =>
    !isIdName(one) && own(one)?.has('integer') === true && !own(one)?.has('number');
  for (const owner of tops) {
    const { itemSchema } = owner[0];
    const summed = namesIn(itemSchema)
      .bySingular.get(noun)
      ?.find((one) => isSummed(one, itemSchema));
    if (summed !== undefined) return [measuredIn(path, owner, (items) => sumOf(items, summed))];
  }
  // Those below all parents.
  const below = theOnly(named);
  if (below !== undefined) return [countOf(below)];
  const told = lists.flatMap((owner) => {
    const stated = isTold && stem ? statedBy(stem.replaceAll('_', ''), owner[0].itemSchema, { schemas }) : undefined;
    return stated === undefined ? [] : [measuredIn(path, owner, countWhere(stated))];
  });
  return told.length === 1 ? told : [];
};

const sumOf = (items: readonly Item[], property: string): number =>
  items.reduce((sum, { value }) => sum + Number(numberOf(getProperty(value, property) ?? 0) ?? 0), 0);
