/** Finds the properties with the number of items that belong to an item: `taskCount` of a project, whose tasks are a collection. */
import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { ItemCount } from '../../core/service/collection-facts.ts';
import { isSentIn, type SentContext } from '../../openapi/resources/bind/request-mapping.ts';
import { statedBy } from '../../openapi/resources/describe/filters.ts';
import { createParents, type ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import { propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import { pathOf } from '../../openapi/resources/describe/unbound-operation.ts';
import { firstOf, isNumeric, partsOf } from '../../openapi/schema/applicable-schemas.ts';
import { wholeOf } from '../agreement/index.ts';
import { wordLists } from '../words/index.ts';

/** A count before the collections have names. */
export interface FoundCount
  extends Pick<
    ItemCount,
    'property' | 'by' | 'isList' | 'isPlaced' | 'isLast' | 'isShallow' | 'where' | 'parts' | 'sent'
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
      const isList = owner.itemSchema.typesOf(property)?.has('array') === true;
      const last = wordLists.lastOnes.behind(property) || undefined;
      const noun = isList ? property : (last?.replaceAll(' ', '_') ?? countedNoun(property));
      const [own, short] = [singularOf(noun ?? ''), singularOf(owner.noun)];
      // `orderItems` beside `/orders/{id}/items`, and `lines` beside `/invoices/{id}/invoice-lines`.
      const others = isList ? [own.startsWith(short) ? own.slice(short.length) : short + own] : [];
      const named = [own, ...others].map((one) => byNoun.get(one)).find((groups) => groups !== undefined) ?? [];
      const ofNoun: readonly Counted[] = named.map((counted) => ({ counted }));
      const isPart = ofNoun.length === 0 && last === undefined && isPlainNumber(owner, property, context);
      const all = isPart ? statedIn(property, byNoun, context.compilation) : ofNoun;
      if (all.length === 0) return [];
      const isLast = last === undefined ? undefined : lastWithout(owner, property);
      const one = isLast && owner.itemSchema.innerOf(property);
      const inner = isList ? shownIn(owner, property, context) : one;
      if (inner === undefined && !isPlainNumber(owner, property, context)) return [];
      const found = all.flatMap(({ counted, where }) => {
        if (counted === owner || (inner && !isTwin(inner, counted.itemSchema))) return [];
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

type Counted = Pick<FoundCount, 'counted' | 'where'>;

/** A longer name is none of what is counted. */
const maxWords = 8;

/** Items behind words that state something of them: `open_issues`, `active_team_members`. */
export const statedIn = (
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
export const countedNoun = (property: string): string | undefined => {
  const words = wordsOf(property).join(' ');
  const [end = ''] = / \w+$/.exec(words) ?? [];
  const things = words.replace(/^total | total$/, '');
  if (wordLists.countEnds.has(end)) return things.slice(0, -end.length).replaceAll(' ', '_');
  const noun = wordLists.countStarts.behind(property) || (things !== words && isPlural(things) ? things : undefined);
  return noun?.replaceAll(' ', '_');
};

/** `booksReadCount` or `readBooks` beside `booksCount`. */
const partsOfCount = (owner: ResourceGroup, count: string, context: SentContext): readonly string[] => {
  const words = wordsOf(count).join(' ');
  const isWhole = (whole: string | undefined): boolean =>
    whole === words || (whole !== undefined && isPlural(whole) && isSameNoun(whole, countedNoun(count) ?? ''));
  return [...owner.itemSchema.properties].filter(
    (name) => isWhole(wholeOf(wordsOf(name).join(' '))) && isPlainNumber(owner, name, context),
  );
};

/** A number without limits: one with limits may be unable to be the count. */
const isPlainNumber = (
  { itemSchema }: ResourceGroup,
  property: string,
  { compilation: { schemas } }: SentContext,
): boolean => {
  if (!isNumeric(itemSchema.typesOf(property))) return false;
  const parts = partsOf(schemas, itemSchema.schemaOf(property) ?? true, 'some');
  const minimum = firstOf(parts, 'minimum');
  const hasOtherLimits = (['maximum', 'enum', 'const', 'exclusiveMinimum', 'multipleOf'] as const).some(
    (name) => firstOf(parts, name) !== undefined,
  );
  return !hasOtherLimits && (minimum === undefined || Number(minimum) <= 0);
};

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
    .filter(({ action, candidate }) => action === 'list' && pathOf(candidate).erased.startsWith(below))
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
const shownIn = (
  { itemSchema }: ResourceGroup,
  property: string,
  { compilation: { schemas }, describe }: SentContext,
): ItemSchema | undefined => {
  const parts = partsOf(schemas, itemSchema.schemaOf(property) ?? true, 'some');
  const items = firstOf(parts, 'items');
  const hasLimits = (['minItems', 'maxItems', 'enum', 'const'] as const).some(
    (name) => firstOf(parts, name) !== undefined,
  );
  return items === undefined || hasLimits ? undefined : describe(schemas.adopt(items, itemSchema.key));
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
