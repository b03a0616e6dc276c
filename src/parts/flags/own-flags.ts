/** What each caller has stated of items for themselves: whom one follows, and what one has starred, nobody else does. It is a flag of the item. */
import { fingerprint } from '../../core/primitives/fingerprint.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  valuesOf,
} from '../../core/primitives/sorted-map.ts';
import { basicUserOf, sentCredentials } from '../../core/request/authenticate.ts';
import { judgeOf, subjectIn } from '../../core/request/login.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import { withMaker } from '../../core/resources/maker.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { qualifiedName } from '../../core/service/names.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { CallersPart } from '../../core/simulate/execute.ts';
import { type Collection, findItem, putItem } from '../../core/state/collection.ts';
import { idText, joinKey } from '../../core/state/item-key.ts';
import {
  type Change,
  copyState,
  definePart,
  type Follower,
  type PartStateKind,
  type State,
  valueOfPart,
} from '../../core/state/state.ts';

/** What one caller has set of the items of one collection. */
interface OwnFlags {
  readonly caller: string;
  /** The user that the caller is, where it is known: its collection and its key. */
  readonly person?: string | undefined;
  readonly collection: string;
  readonly items: SortedMap<string, FlaggedItem>;
}

interface FlaggedItem {
  readonly key: string;
  readonly flags: JsonObject;
}

/** The flags of all, by caller and collection. */
type Flags = SortedMap<string, OwnFlags>;

interface FlagChange {
  readonly caller: string;
  readonly person?: string | undefined;
  readonly collection: string;
  readonly key: string;
  readonly flags: JsonObject;
}

/** All callers forget the item; without a key, all items of the collection. */
type Forgetting = Pick<FlagChange, 'collection'> & Partial<Pick<FlagChange, 'key'>>;

const partName = 'flags';

/** A binding with the names of the flags of which each caller has a value. */
export interface OwnFlagged {
  readonly ownFlags: readonly string[];
  /** The users that the callers are; undefined: the document has none. */
  readonly users?: CollectionSpec | undefined;
  /** The number, in a user, of the items whose flag they have set: `following_count`. */
  readonly counter?: string | undefined;
  /** What others have set of the caller, by the flag that they set: `followed_by` by `following`. */
  readonly reversed?: Readonly<Record<string, string>>;
  /** The key of the user for whom the path says it is; undefined: the caller. */
  readonly by?: (context: RequestContext) => string | undefined;
}

/** Returns an empty list if no operation sets such a flag. */
export const createFlags = (operations: readonly Operation[]): readonly PartStateKind[] => {
  const flags = new Map<string, OwnNames>();
  const security: Operation['security'][number][] = [];
  for (const operation of operations) {
    const { collection, ownFlags, reversed } = (operation.binding ?? {}) as Partial<Binding & OwnFlagged>;
    if (collection === undefined || ownFlags === undefined) continue;
    const known = flags.get(collection.name);
    flags.set(collection.name, {
      names: new Set([...(known?.names ?? []), ...ownFlags]),
      reversed: { ...known?.reversed, ...reversed },
    });
    security.push(...operation.security);
  }
  const part: PartStateKind & CallersPart = { ...kind, enter: createView(flags, security) };
  return flags.size === 0 ? [] : [part];
};

const groupOf = ({ caller, collection }: Pick<FlagChange, 'caller' | 'collection'>) => `${caller} ${collection}`;

const withFlags = (all: Flags, { caller, person, collection, key, flags }: FlagChange): Flags => {
  const name = groupOf({ caller, collection });
  const items = getFrom(all, name)?.items ?? emptySortedMap<string, FlaggedItem>();
  const own = { ...getFrom(items, key)?.flags, ...flags };
  return setIn(all, name, { caller, person, collection, items: setIn(items, key, { key, flags: own }) });
};

const groupsWith = (all: Flags, { collection, key }: Forgetting): readonly OwnFlags[] =>
  [...valuesOf(all)].filter(
    (group) =>
      (group.collection === collection && (key === undefined || getFrom(group.items, key) !== undefined)) ||
      (key !== undefined && group.person === `${collection}/${key}`),
  );

const without = (all: Flags, forgotten: Forgetting): Flags =>
  groupsWith(all, forgotten).reduce((left, group) => {
    const { key } = forgotten;
    const isOne = key !== undefined && group.collection === forgotten.collection && getFrom(group.items, key);
    const items = isOne ? deleteFrom(group.items, key) : emptySortedMap<string, FlaggedItem>();
    return setIn(left, groupOf(group), { ...group, items });
  }, all);

const asPart = (change: FlagChange | Forgetting): Change => ({
  type: 'part',
  part: partName,
  change: change as unknown as Json,
});

/** What is deleted or replaced, by whomever, nobody follows any more. What is put again has another place. */
const forget: Follower['after'] = (before, { changes }) => {
  const all = flagsIn(before);
  const put = new Set(changes.flatMap((one) => (one.type === 'put' ? [`${one.collection} ${one.key}`] : [])));
  return changes.flatMap((change): readonly Change[] => {
    if (change.type !== 'delete' && change.type !== 'fill') return [];
    const { collection } = change;
    const forgotten: Forgetting = change.type === 'fill' ? { collection } : { collection, key: change.key };
    const isGone = !put.has(`${collection} ${forgotten.key}`) && groupsWith(all, forgotten).length > 0;
    return isGone ? [asPart(forgotten)] : [];
  });
};

const kind = definePart<Flags>({
  name: partName,
  start: () => emptySortedMap(),
  apply: (all, change) => {
    const stated = change as unknown as FlagChange | Forgetting;
    return 'flags' in stated ? withFlags(all, stated) : without(all, stated);
  },
  save: (all) => {
    const saved = [...valuesOf(all)].flatMap(({ caller, person, collection, items }) =>
      [...valuesOf(items)].map(({ key, flags }) => ({
        ...{ caller, collection, key, flags },
        ...(person && { person }),
      })),
    );
    return saved.length === 0 ? undefined : saved;
  },
  restore: (saved) =>
    (Array.isArray(saved) ? (saved as readonly Json[]) : [])
      .filter((one) => isJsonObject(one))
      .reduce<Flags>((all, one) => withFlags(all, one as unknown as FlagChange), emptySortedMap()),
  follower: { after: forget, dueAt: () => undefined, due: () => [] },
});

interface OwnNames extends Required<Pick<OwnFlagged, 'reversed'>> {
  readonly names: ReadonlySet<string>;
}

type FlagNames = ReadonlyMap<string, OwnNames>;

const flagsIn = (state: State): Flags => valueOfPart<Flags>(state, partName) ?? emptySortedMap<string, OwnFlags>();

/** The users and the items of which they have set a flag, as their keys. */
export const statedIn = (
  state: State,
  { users, items, flag }: { readonly users: Collection; readonly items: Collection; readonly flag: string },
): readonly { readonly person: string; readonly key: string }[] =>
  [...valuesOf(flagsIn(state))].flatMap(({ person = '', collection, items: own }) => {
    const start = `${users.spec.name}/`;
    if (collection !== items.spec.name || !person.startsWith(start)) return [];
    return [...valuesOf(own)].flatMap(({ key, flags }) =>
      getProperty(flags, flag) === true ? [{ person: person.slice(start.length), key }] : [],
    );
  });

/** The collection of a document, which may have another name beside other services. */
export const collectionIn = (state: State, { localName, service }: CollectionSpec): Collection | undefined =>
  [localName, qualifiedName({ localName, service })]
    .map((name) => state.collections.get(name))
    .find((one) => one?.spec.service === service);

/** The key of the user who sends a request: the one that `GET /me` would show, else the first. */
export const personOf = (context: RequestContext, { spec, items }: Collection): string | undefined => {
  const { idProperty } = spec;
  if (idProperty === undefined || spec.parents.length > 0) return undefined;
  const makers = [{ collection: spec.name, property: idProperty, from: [idProperty] }];
  const id = getProperty(withMaker(context, spec, {}, { isOwn: true, makers }), idProperty);
  const [first] = id === undefined ? valuesOf(items) : [];
  return id === undefined ? first?.key : joinKey(spec, { parents: [], id: idText(id) });
};

const createView = (names: FlagNames, security: Operation['security']): CallersPart['enter'] => {
  // A caller reads more often than the items change.
  const known = new WeakMap<Collection['items'], WeakMap<OwnFlags['items'], Collection>>();
  const seenBy = (collection: Collection, items: OwnFlags['items']): Collection => {
    const views = getOrInsert(known, collection.items, () => new WeakMap<OwnFlags['items'], Collection>());
    return getOrInsert(views, items, () => withOwn(collection, items));
  };
  return (context) => {
    const { users: spec, by, counter } = (context.operation?.binding ?? {}) as Partial<OwnFlagged>;
    const users = spec && collectionIn(context.state, spec);
    const named = users && by?.(context);
    const caller = named === undefined ? callerOf(context, security) : `${users?.spec.name}/${named}`;
    if (caller === undefined) return undefined;
    const state = copyState(context.state);
    const all = flagsIn(state);
    for (const [name, { reversed }] of names) {
      const own = getFrom(all, groupOf({ caller, collection: name }));
      const collection = state.collections.get(name);
      if (collection === undefined) continue;
      const seen = own === undefined ? collection : seenBy(collection, own.items);
      state.collections.set(name, withReversed(seen, reversed, context));
    }
    return {
      state,
      keep: ({ changes }) => {
        const key = users && (named ?? personOf(context, users));
        const person = key === undefined ? undefined : `${users?.spec.name}/${key}`;
        const whose = { caller, person, names, shared: context.state, seen: state, renamed: renamedIn(changes) };
        const kept = changes.flatMap((change) => keptOf(change, whose));
        const counted = users && key !== undefined && counter !== undefined ? recount(users, key, counter, kept) : [];
        return [...kept, ...counted];
      },
    };
  };
};

/** Counts in a user what is set for them, and what is not any more. */
const recount = (users: Collection, key: string, counter: string, changes: readonly Change[]): readonly Change[] => {
  const set = changes.flatMap((change) =>
    change.type === 'part' && change.part === partName
      ? Object.values((change.change as unknown as FlagChange).flags)
      : [],
  );
  const user = findItem(users, key)?.value;
  const sum = set.reduce<number>((count, is) => count + (is ? 1 : -1), Number(user?.[counter] ?? 0));
  return user === undefined || set.length === 0
    ? []
    : [{ type: 'put', collection: users.spec.name, key, value: { ...user, [counter]: Math.max(sum, 0) } }];
};

/** What others have set of the caller, in the items that they are. */
const withReversed = (collection: Collection, reversed: OwnNames['reversed'], context: RequestContext): Collection => {
  const pairs = Object.entries(reversed);
  const own = pairs.length > 0 && personOf(context, collection);
  let seen = collection;
  for (const [name, flag] of own ? pairs : [])
    for (const { person, key } of statedIn(context.state, { users: collection, items: collection, flag })) {
      const item = key === own ? findItem(seen, person) : undefined;
      if (item !== undefined) seen = putItem(seen, person, { ...item.value, [name]: true }, item.version ?? 0);
    }
  return seen === collection ? collection : { ...seen, nextVersion: collection.nextVersion };
};

/** Who has logged in: the same one by each token of the server's own, and by each password; undefined: nobody. */
const callerOf = (context: RequestContext, security: Operation['security']): string | undefined => {
  const subject = subjectIn(context);
  if (subject !== undefined) return `${subject.collection}/${subject.id}`;
  const sent = new Set(sentCredentials({ security }, context));
  if (sent.size === 0) return undefined;
  const judge = judgeOf(context);
  const names = [...sent].map((one) => {
    const judged = judge?.(one);
    const name = judged?.type === 'accepted' ? judged.claims.sub : undefined;
    return typeof name === 'string' ? name : one;
  });
  return fingerprint(basicUserOf(context.request.headers) ?? names.join('\n'));
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
  readonly person: string | undefined;
  readonly names: FlagNames;
  readonly shared: RequestContext['state'];
  readonly seen: RequestContext['state'];
  /** The key that the renamed item of a collection had before. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Finds renamed items: each is deleted and put under another key, and nothing else of its collection changes. */
const renamedIn = (changes: readonly Change[]): Seen['renamed'] => {
  const renamed = new Map<string, string>();
  for (const [name, own] of Map.groupBy(changes, (one) => ('collection' in one ? one.collection : ''))) {
    const gone = own.find((one) => one.type === 'delete');
    if (gone && own.length === 2 && own.some((one) => one.type === 'put' && one.key !== gone.key))
      renamed.set(name, gone.key);
  }
  return renamed;
};

/** The change without the flags of the caller, and what it changes of these. */
const keptOf = (change: Change, { caller, person, names, shared, seen, renamed }: Seen): readonly Change[] => {
  const own = change.type === 'put' ? names.get(change.collection)?.names : undefined;
  if (own === undefined || change.type !== 'put') return [change];
  const { collection, key } = change;
  const from = renamed.get(collection);
  const [before, shown] = [shared, seen].map(({ collections }) => {
    const items = collections.get(collection);
    return items && findItem(items, from ?? key)?.value;
  });
  if (before === undefined || shown === undefined) return [change];
  const value: Record<string, Json> = { ...change.value };
  const flags: Record<string, Json> = {};
  for (const name of own) {
    const [after, usual] = [getProperty(value, name), getProperty(before, name)];
    const known = from === undefined ? getProperty(shown, name) : usual;
    if (typeof after === 'boolean' && after !== (known ?? false)) setProperty(flags, name, after);
    if (usual === undefined) delete value[name];
    else setProperty(value, name, usual);
  }
  const put: Change = { ...change, value };
  return Object.keys(flags).length === 0 ? [put] : [put, asPart({ caller, person, collection, key, flags })];
};
