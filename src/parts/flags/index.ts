/** The door of the part: flags of which each caller has a value of their own. Whom one follows, and what one has starred, nobody else does. */
import { fingerprint } from '../../core/primitives/fingerprint.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  valuesOf,
} from '../../core/primitives/sorted-map.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { basicUserOf, sentCredentials } from '../../core/request/authenticate.ts';
import { judgeOf, subjectIn } from '../../core/request/login.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { CallersPart } from '../../core/simulate/execute.ts';
import { type Collection, findItem, putItem } from '../../core/state/collection.ts';
import {
  type Change,
  copyState,
  definePart,
  type Follower,
  type PartStateKind,
  valueOfPart,
} from '../../core/state/state.ts';
import { flagFormsOf } from '../effects/action-verbs.ts';
import { phrases, type WordList, wordLists } from '../words/index.ts';

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

interface FlagChange {
  readonly caller: string;
  readonly collection: string;
  readonly key: string;
  readonly flags: JsonObject;
}

/** All callers forget the item; without a key, all items of the collection. */
type Forgetting = Pick<FlagChange, 'collection'> & Partial<Pick<FlagChange, 'key'>>;

const partName = 'flags';

/** The verb with which a name begins, if nothing is behind it but one of these endings: `starred`. */
const verbWith = (name: string, endings: WordList): string | undefined =>
  wordLists.callerVerbs.all.find((verb) => {
    const ending = name.slice(verb.length).replace(/^[rb]/, '');
    return name.startsWith(verb) && (ending === '' || endings.has(ending));
  });

/** Whether the list with this name is of the items whose flag is set: not the `followers`, who do it to the caller. */
export const isListOfFlag = (flag: string, list: string, noun = ''): boolean => {
  const verb = verbOfFlag(flag);
  // `followed_tags` of tags.
  const words = wordsOf(list);
  const own =
    words.length > 1 && isSameNoun(words.at(-1) as string, noun) ? words.slice(0, -1).join('') : plainName(list);
  return verb !== undefined && verbWith(own, wordLists.flagLists)?.slice(0, 4) === verb.slice(0, 4);
};

/** The verb of a flag, without its ending; undefined: it is no flag of a caller. */
const verbOfFlag = (flag: string): string | undefined =>
  flagFormsOf(plainName(flag)).flatMap((form) => verbWith(form, wordLists.flagForms) ?? [])[0];

/** A binding with the names of the flags of which each caller has a value. */
interface OwnFlagged {
  readonly ownFlags?: readonly string[];
}

/** The same binding, with the flags of which each caller has a value of their own. */
export const withOwnFlags = (binding: Binding, ownFlags: readonly string[]): Binding & OwnFlagged => ({
  ...binding,
  ownFlags,
});

/**
 * The flags that an operation sets for its caller alone. Somebody blocks and mutes people for themselves, and conversations, unless it
 * is said to be an administrator, or those are of one place: moderators mute the participants of a call. A contact is subscribed for all.
 */
export const ownFlagsOf = (
  { path, tags, name }: Pick<Operation, 'path' | 'tags' | 'name'>,
  binding: Binding | undefined,
  description: string,
): readonly string[] => {
  if (binding?.action !== 'act' || binding.bulk !== undefined) return [];
  const { localName, parents } = binding.collection;
  const noun = singularOf(localName);
  const isOfPerson = wordLists.people.has(noun) && parents.length === 0;
  const isByOthers = wordLists.staff.isIn([path, name, ...tags].join(' '));
  const isOwn: Readonly<Record<string, () => boolean>> = {
    block: () => isOfPerson && !isForAll(description),
    mut: () => (isOfPerson || wordLists.talks.has(noun)) && !isForAll(description),
    subscri: () => !wordLists.subscribed.has(noun) && !isForAll(description),
  };
  return binding.effects.flatMap(({ path: [flag = '', ...inner], to }) => {
    const verb = verbOfFlag(flag);
    const isSet = to.type === 'value' && typeof to.value === 'boolean' && inner.length === 0;
    return isSet && verb !== undefined && !isByOthers && (isOwn[verb]?.() ?? true) ? [flag] : [];
  });
};

/** Whether a description says that somebody blocks people for all. */
const isForAll = (description: string): boolean =>
  wordLists.staff.isIn(description) || phrases.keptOut.test(description);

/** Returns an empty list if no operation sets such a flag. */
export const createFlags = (operations: readonly Operation[]): readonly PartStateKind[] => {
  const flags = new Map<string, Set<string>>();
  const security: Operation['security'][number][] = [];
  for (const operation of operations) {
    const { collection, ownFlags } = (operation.binding ?? {}) as Partial<Binding> & OwnFlagged;
    if (collection === undefined || ownFlags === undefined) continue;
    flags.set(collection.name, new Set([...(flags.get(collection.name) ?? []), ...ownFlags]));
    security.push(...operation.security);
  }
  const part: PartStateKind & CallersPart = { ...kind, enter: createView(flags, security) };
  return flags.size === 0 ? [] : [part];
};

const groupOf = ({ caller, collection }: Pick<FlagChange, 'caller' | 'collection'>): string =>
  `${caller} ${collection}`;

const withFlags = (all: Flags, { caller, collection, key, flags }: FlagChange): Flags => {
  const name = groupOf({ caller, collection });
  const items = getFrom(all, name)?.items ?? emptySortedMap<string, FlaggedItem>();
  const own = { ...getFrom(items, key)?.flags, ...flags };
  return setIn(all, name, { caller, collection, items: setIn(items, key, { key, flags: own }) });
};

const groupsWith = (all: Flags, { collection, key }: Forgetting): readonly OwnFlags[] =>
  [...valuesOf(all)].filter(
    (group) => group.collection === collection && (key === undefined || getFrom(group.items, key) !== undefined),
  );

const without = (all: Flags, forgotten: Forgetting): Flags =>
  groupsWith(all, forgotten).reduce((left, group) => {
    const items =
      forgotten.key === undefined ? emptySortedMap<string, FlaggedItem>() : deleteFrom(group.items, forgotten.key);
    return setIn(left, groupOf(group), { ...group, items });
  }, all);

const asPart = (change: FlagChange | Forgetting): Change => ({
  type: 'part',
  part: partName,
  change: change as unknown as Json,
});

/** What is deleted or replaced, by whomever, nobody follows any more. */
const forget: Follower['after'] = (before, { changes }) => {
  const all = valueOfPart<Flags>(before, partName) ?? emptySortedMap<string, OwnFlags>();
  return changes.flatMap((change): readonly Change[] => {
    if (change.type !== 'delete' && change.type !== 'fill') return [];
    const { collection } = change;
    const forgotten = change.type === 'fill' ? { collection } : { collection, key: change.key };
    return groupsWith(all, forgotten).length === 0 ? [] : [asPart(forgotten)];
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
    const saved = [...valuesOf(all)].flatMap(({ caller, collection, items }) =>
      [...valuesOf(items)].map(({ key, flags }) => ({ caller, collection, key, flags })),
    );
    return saved.length === 0 ? undefined : saved;
  },
  restore: (saved) =>
    (Array.isArray(saved) ? (saved as readonly Json[]) : [])
      .filter((one) => isJsonObject(one))
      .reduce<Flags>((all, one) => withFlags(all, one as unknown as FlagChange), emptySortedMap()),
  follower: { after: forget, dueAt: () => undefined, due: () => [] },
});

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
        changes.flatMap((change) => {
          const from = nameBefore(change, changes);
          return keptOf(change, { caller, names, shared: context.state, seen: state, from });
        }),
    };
  };
};

/** Who has logged in: the same one by each token of the server's own, and by each password; undefined: nobody. */
const callerOf = (context: RequestContext, security: Operation['security']): string | undefined => {
  const { request, query } = context;
  const subject = subjectIn(context);
  if (subject !== undefined) return `${subject.collection}/${subject.id}`;
  const sent = new Set(sentCredentials({ security }, request.headers, query));
  if (sent.size === 0) return undefined;
  const judge = judgeOf(context);
  const names = [...sent].map((one) => {
    const judged = judge?.(one);
    const name = judged?.type === 'accepted' ? judged.claims.sub : undefined;
    return typeof name === 'string' ? name : one;
  });
  return fingerprint(basicUserOf(request.headers) ?? names.join('\n'));
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
  /** The key that the item had before, if it is renamed. */
  readonly from: string | undefined;
}

/** A renamed item is deleted, and put under another key. */
const nameBefore = (change: Change, changes: readonly Change[]): string | undefined => {
  if (change.type !== 'put') return undefined;
  const deleted = changes.filter((one) => one.type === 'delete' && one.collection === change.collection);
  const put = changes.filter((one) => one.type === 'put' && one.collection === change.collection);
  const [only] = deleted.length === 1 && put.length === 1 ? deleted : [];
  return only?.type === 'delete' && only.key !== change.key ? only.key : undefined;
};

/** The change without the flags of the caller, and what it changes of these. */
const keptOf = (change: Change, { caller, names, shared, seen, from }: Seen): readonly Change[] => {
  const own = change.type === 'put' ? names.get(change.collection) : undefined;
  if (own === undefined || change.type !== 'put') return [change];
  const { collection, key } = change;
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
  return Object.keys(flags).length === 0 ? [put] : [put, asPart({ caller, collection, key, flags })];
};
