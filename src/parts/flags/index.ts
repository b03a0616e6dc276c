/** The door of the part: flags of which each caller has a value of their own. Whom one follows, and what one has starred, nobody else does. */
import { fingerprint } from '../../core/primitives/fingerprint.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/singular.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  valuesOf,
} from '../../core/primitives/sorted-map.ts';
import { singularOf } from '../../core/primitives/words.ts';
import { sentCredentials } from '../../core/request/authenticate.ts';
import { subjectIn } from '../../core/request/issued-token.ts';
import { judgeOf } from '../../core/request/login.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { CallersPart } from '../../core/simulate/execute.ts';
import { type Collection, findItem, putItem } from '../../core/state/collection.ts';
import { type Change, copyState, definePart, type PartStateKind, valueOfPart } from '../../core/state/state.ts';
import { wordLists } from '../../openapi/resources/describe/word-lists.ts';

/** What one caller has set of the items of one collection. */
interface OwnFlags {
  readonly caller: string;
  readonly collection: string;
  readonly items: SortedMap<string, FlaggedItem>;
}

interface FlaggedItem {
  readonly key: string;
  readonly flags: JsonObject;
}

/** The flags of all, by caller and collection. */
type Flags = SortedMap<string, OwnFlags>;

/** Without flags, all callers forget the item. */
interface FlagChange {
  readonly caller: string;
  readonly collection: string;
  readonly key: string;
  readonly flags?: JsonObject;
}

const partName = 'flags';

const verbs = 'follow|star|lik|favou?rit|subscri|watch|bookmark|block|mut';

/** The flags of one caller: `following`, `isStarred`, `favorited_by_me`. */
const ownFlag = new RegExp(
  `^(?:viewer|user|currentuser|me)?(?:is|has)?(${verbs})[rb]?(?:e|e?d|ing)?(?:by(?:me|you|user|viewer|currentuser))?$`,
);

/** What a path names after the verb: `starred`, `subscriptions`, `watchlist`, but not the `followers`, who do it to the caller. */
const ownList = new RegExp(`^(${verbs})[rb]?(?:e?s|e?d|ing|ptions|list)?$`);

/** Whether the list with this name is of the items whose flag is set. */
export const isListOfFlag = (flag: string, list: string): boolean => {
  const verb = verbOfFlag(flag);
  return verb !== undefined && ownList.exec(plainName(list))?.[1]?.slice(0, 4) === verb.slice(0, 4);
};

/** The verb of a flag, without its ending; undefined: it is no flag of a caller. */
const verbOfFlag = (flag: string): string | undefined => ownFlag.exec(plainName(flag))?.[1];

/** The flags that an operation sets for its caller alone. Who is blocked is of the caller among people; whatever an administrator does is for all. */
export const ownFlagsOf = ({ path, binding }: Pick<Operation, 'path' | 'binding'>): readonly string[] => {
  if (binding?.action !== 'act' || binding.bulk !== undefined || /\badmin/i.test(path)) return [];
  const isOfPerson = wordLists.people.has(singularOf(binding.collection.localName));
  return binding.effects.flatMap(({ path: [flag = '', ...inner], to }) => {
    const verb = verbOfFlag(flag);
    const isSet = to.type === 'value' && typeof to.value === 'boolean' && inner.length === 0;
    return isSet && verb !== undefined && (verb !== 'block' || isOfPerson) ? [flag] : [];
  });
};

/** Returns an empty list if no operation sets such a flag. */
export const createFlags = (operations: readonly Operation[]): readonly PartStateKind[] => {
  const setting = operations.filter((operation) => ownFlagsOf(operation).length > 0);
  const flags = new Map<string, Set<string>>();
  for (const operation of setting) {
    const { name } = (operation.binding as NonNullable<Operation['binding']>).collection;
    flags.set(name, new Set([...(flags.get(name) ?? []), ...ownFlagsOf(operation)]));
  }
  const part: PartStateKind & CallersPart = {
    ...kind,
    enter: createView(
      flags,
      setting.flatMap(({ security }) => security),
    ),
  };
  return setting.length === 0 ? [] : [part];
};

const groupOf = ({ caller, collection }: Pick<FlagChange, 'caller' | 'collection'>): string =>
  `${caller} ${collection}`;

const withFlags = (all: Flags, { caller, collection, key, flags }: FlagChange): Flags => {
  if (flags === undefined) return withoutItem(all, collection, key);
  const name = groupOf({ caller, collection });
  const items = getFrom(all, name)?.items ?? emptySortedMap<string, FlaggedItem>();
  const own = { ...getFrom(items, key)?.flags, ...flags };
  return setIn(all, name, { caller, collection, items: setIn(items, key, { key, flags: own }) });
};

const withoutItem = (all: Flags, collection: string, key: string): Flags => {
  let left = all;
  for (const group of valuesOf(all))
    if (group.collection === collection && getFrom(group.items, key) !== undefined)
      left = setIn(left, groupOf(group), { ...group, items: deleteFrom(group.items, key) });
  return left;
};

const kind = definePart<Flags>({
  name: partName,
  start: () => emptySortedMap(),
  apply: (all, change) => withFlags(all, change as unknown as FlagChange),
  save: (all) => {
    const saved = [...valuesOf(all)].flatMap(({ caller, collection, items }) =>
      [...valuesOf(items)].map(({ key, flags }) => ({ caller, collection, key, flags })),
    );
    return saved.length === 0 ? undefined : saved;
  },
  restore: (saved) =>
    (Array.isArray(saved) ? (saved as readonly Json[]) : [])
      .filter((one) => isJsonObject(one))
      .reduce<Flags>((all, one) => withFlags(all, one as unknown as FlagChange), emptySortedMap()),
});

/** The flags of each collection that has some, by its name. */
type FlagNames = ReadonlyMap<string, ReadonlySet<string>>;

const createView = (names: FlagNames, security: Operation['security']): CallersPart['enter'] => {
  // A caller reads more often than the items change.
  const known = new WeakMap<Collection['items'], WeakMap<OwnFlags['items'], Collection>>();
  const seenBy = (collection: Collection, items: OwnFlags['items']): Collection => {
    const views = known.get(collection.items) ?? new WeakMap<OwnFlags['items'], Collection>();
    known.set(collection.items, views);
    const seen = views.get(items) ?? withOwn(collection, items);
    views.set(items, seen);
    return seen;
  };
  return (context) => {
    const caller = callerOf(context, security);
    if (caller === undefined) return undefined;
    const state = copyState(context.state);
    const all = valueOfPart<Flags>(state, partName) ?? emptySortedMap<string, OwnFlags>();
    for (const name of names.keys()) {
      const own = getFrom(all, groupOf({ caller, collection: name }));
      const collection = own && state.collections.get(name);
      if (own !== undefined && collection !== undefined) state.collections.set(name, seenBy(collection, own.items));
    }
    return {
      state,
      keep: ({ changes }) =>
        changes.flatMap((change) => keptOf(change, { caller, names, shared: context.state, seen: state })),
    };
  };
};

/** The credential without its password or signature; undefined: nobody has logged in. */
const callerOf = (context: RequestContext, security: Operation['security']): string | undefined => {
  const { request, query } = context;
  const subject = subjectIn(context);
  if (subject !== undefined) return `${subject.collection}/${subject.id}`;
  const sent = sentCredentials({ security }, request.headers, query).join('\n');
  if (sent === '') return undefined;
  const judged = judgeOf(context)?.(sent);
  const name = judged?.type === 'accepted' ? judged.claims.sub : undefined;
  return fingerprint(typeof name === 'string' ? name : sent);
};

const withOwn = (collection: Collection, items: OwnFlags['items']): Collection => {
  let seen = collection;
  for (const { key, flags } of valuesOf(items)) {
    const item = findItem(collection, key);
    if (item !== undefined) seen = putItem(seen, key, { ...item.value, ...flags }, item.version ?? 0);
  }
  return { ...seen, nextVersion: collection.nextVersion };
};

interface Seen {
  readonly caller: string;
  readonly names: FlagNames;
  readonly shared: RequestContext['state'];
  readonly seen: RequestContext['state'];
}

/** The change without the flags of the caller, and what it changes of these. */
const keptOf = (change: Change, { caller, names, shared, seen }: Seen): readonly Change[] => {
  const own = change.type === 'put' || change.type === 'delete' ? names.get(change.collection) : undefined;
  if (own === undefined || (change.type !== 'put' && change.type !== 'delete')) return [change];
  const { collection, key } = change;
  const asPart = (flags?: JsonObject): Change => ({
    type: 'part',
    part: partName,
    change: { caller, collection, key, ...(flags && { flags }) },
  });
  if (change.type === 'delete') return [change, asPart()];
  const [before, shown] = [shared, seen].map(({ collections }) => {
    const items = collections.get(collection);
    return items && findItem(items, key)?.value;
  });
  if (before === undefined || shown === undefined) return [change];
  const value: Record<string, Json> = { ...change.value };
  const flags: Record<string, Json> = {};
  for (const name of own) {
    const [after, usual] = [getProperty(value, name), getProperty(before, name)];
    if (typeof after === 'boolean' && after !== (getProperty(shown, name) ?? false)) setProperty(flags, name, after);
    if (usual === undefined) delete value[name];
    else setProperty(value, name, usual);
  }
  const put: Change = { ...change, value };
  return Object.keys(flags).length === 0 ? [put] : [put, asPart(flags)];
};
