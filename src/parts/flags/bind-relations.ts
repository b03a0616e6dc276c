/** Binds what callers state of items: who has a flag of their own, and which items and persons the lists of such flags have. */

import { getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import { findSubject } from '../../core/resources/act-on-resource.ts';
import type { Keeping } from '../../core/resources/filter.ts';
import type { Binding, ItemBinding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation, ParameterValues } from '../../core/service/operation.ts';
import { findItem } from '../../core/state/collection.ts';
import { nothingSent, withIdNamed } from '../../openapi/resources/bind/request-mapping.ts';
import { type FoundOperations, withClause } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { positionInPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { isNumeric } from '../../openapi/schema/schema.ts';
import { isCounterOf, participlesOf } from '../effects/action-verbs.ts';
import { phrases, wordLists } from '../words/index.ts';
import type { Stating, StatingRole } from './find-relations.ts';
import { isListOfFlag, verbOfFlag } from './flag-names.ts';
import { collectionIn, type OwnFlagged, personOf, statedIn } from './own-flags.ts';

/** Keeps in each list what callers have stated, and finds nothing where they have not. */
export const bindRelations = (found: FoundOperations): void => {
  const { bound, specs } = found;
  const { users, reads } = placesIn(found);
  const targets = new Map([...specs].map(([{ path }, spec]) => [path, spec] as const).reverse());
  for (const { candidate, stating } of statingIn(found)) {
    const own = bound.get(candidate.operation);
    const target = targets.get(stating.target);
    if (own?.binding === undefined || target === undefined) continue;
    const read = reads.get(stating.of ?? '');
    const more = bindingOf(own.binding, stating, { candidate, target, users, of: read && keyOf(candidate, read) });
    bound.set(candidate.operation, { ...own, binding: { ...own.binding, ...more } as Binding });
  }
};

type Found = Required<Pick<StatingRole, 'stating' | 'candidate'>> & { readonly spec: CollectionSpec };

const statingIn = ({ specs }: FoundOperations): readonly Found[] =>
  [...specs].flatMap(([{ roles }, spec]) =>
    roles.flatMap(({ candidate, stating }: StatingRole) => (stating ? [{ candidate, stating, spec }] : [])),
  );

interface Reading {
  readonly candidate: UnboundOperation;
  readonly binding: ItemBinding;
}

/** What reads the items of each path, and the users that the callers are: those who are listed, or whose path is that of what they have stated. */
const placesIn = (found: FoundOperations) => {
  const reads = new Map<string, Reading>();
  for (const candidate of found.candidates) {
    const binding = found.bound.get(candidate.operation)?.binding;
    const { erased } = candidate.path;
    if (binding?.action === 'read' && !reads.has(erased)) reads.set(erased, { candidate, binding });
  }
  const [users] = statingIn(found).flatMap(({ spec, stating: { side, of = '' } }) =>
    side === 'who' || side === 'all' ? [spec] : (reads.get(of)?.binding.collection ?? []),
  );
  return { reads, users };
};

/** The key of the item, or of the person, that a path names. */
type KeyOf = (context: RequestContext) => string | undefined;

const positionsIn = (candidate: UnboundOperation): readonly number[] =>
  candidate.path.parameters.map((name) => positionInPath(candidate, name));

const keyOf = (candidate: UnboundOperation, read: Reading): KeyOf => {
  const own = positionsIn(candidate);
  return (context) => {
    const parameters: ParameterValues[number][] = [];
    for (const [index, position] of positionsIn(read.candidate).entries()) {
      const sent = context.parameters[own[index] as number];
      parameters[position] = sent && 'value' in sent ? sent.value : undefined;
    }
    const input = { parameters, body: undefined, mediaType: undefined, violations: [], refusal: undefined };
    const found = findSubject(context, read.binding, input);
    return 'kind' in found ? undefined : found.item?.key;
  };
};

interface Place {
  readonly candidate: UnboundOperation;
  readonly target: CollectionSpec;
  readonly users: CollectionSpec | undefined;
  readonly of: KeyOf | undefined;
}

const bindingOf = (
  binding: Binding,
  stating: Stating,
  place: Place,
): Partial<ItemBinding & Keeping & OwnFlagged> | undefined => {
  const { side, flag, shows = [], idName } = stating;
  const { candidate, target, users, of } = place;
  const isSet: Keeping['keeps'] =
    () =>
    ({ value }) =>
      getProperty(value, flag) === true;
  if (side === 'who' || side === 'what')
    return { keeps: side === 'what' && stating.of === undefined ? isSet : keepStated(stating, place) };
  if (side === 'set') {
    const key = idName === undefined ? positionsIn(candidate).at(-1) : 'body';
    const mapping = idName === undefined ? nothingSent : withIdNamed(idName, target, nothingSent);
    const rest = { key, mapping, parentParameters: [], ...(of && { users, by: of }) } as const;
    return binding.action === 'read' ? { ...rest, keeps: isSet } : rest;
  }
  const { view } = binding as ItemBinding;
  const { projection } = view;
  const properties = new Set([target.idProperty ?? '', ...shows]);
  // What nobody has set is not there.
  const unset = Object.fromEntries(shows.map((name) => [name, false]));
  const strip = (value: Json): Json => ({ ...unset, ...(value as JsonObject) });
  return projection && { view: { ...view, projection: { ...projection, properties, isOpen: false, strip } } };
};

/** Keeps those who have set the flag of an item, or the items whose flag somebody has set, with what the caller sees. */
const keepStated =
  ({ side, flag }: Stating, { target, users: spec, of }: Place): Keeping['keeps'] =>
  (context) => {
    const items = collectionIn(context.state, target);
    const users = spec && collectionIn(context.state, spec);
    if (items === undefined || users === undefined) return undefined;
    const caller = personOf(context, users);
    const named = of === undefined ? caller : of(context);
    const stated = statedIn(context.state, { users, items, flag });
    const isSeen = (key = '') => getProperty(findItem(items, key)?.value ?? {}, flag) === true;
    if (side === 'who') {
      const persons = new Set(stated.flatMap(({ person, key }) => (key === named ? [person] : [])));
      return ({ key }) => persons.has(key) || (key === caller && isSeen(named));
    }
    const keys = new Set(stated.flatMap(({ person, key }) => (person === named ? [key] : [])));
    return ({ key }) => keys.has(key) || (named === caller && isSeen(key));
  };

/**
 * The flags that an operation sets for its caller alone: people and conversations are blocked and muted so, unless an administrator is named
 * or they are of one place: moderators mute the participants of a call. A contact is subscribed for all.
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
  const isByOthers = () => wordLists.staff.isIn([path, name, ...tags].join(' '));
  const isOwn: Readonly<Record<string, () => boolean>> = {
    block: () => isOfPerson && !isForAll(description),
    mute: () => (isOfPerson || wordLists.talks.has(noun)) && !isForAll(description),
    subscribe: () => !wordLists.subscribed.has(noun) && !isForAll(description),
  };
  return binding.effects.flatMap(({ path: [flag = '', ...inner], to }) => {
    const verb = verbOfFlag(flag);
    const isSet = to.type === 'value' && typeof to.value === 'boolean' && inner.length === 0;
    return isSet && verb !== undefined && !isByOthers() && (isOwn[verb]?.() ?? true) ? [flag] : [];
  });
};

/** Whether a description says that somebody blocks people for all. */
const isForAll = (description: string) => wordLists.staff.isIn(description) || phrases.keptOut.test(description);

/** Gives each caller the flags that operations set for their caller alone, also those that show something else than the item. */
export const bindFlags = (found: FoundOperations): void => {
  const { bound, candidates, specs } = found;
  const { users } = placesIn(found);
  const [person] = [...specs].find(([, spec]) => spec === users) ?? [];
  const reversed = person && reversedIn(person.itemSchema);
  for (const { operation, description } of candidates) {
    const own = bound.get(operation);
    const flags = ownFlagsOf(operation, own?.binding, description);
    if (own?.binding === undefined || flags.length === 0) continue;
    const reason = withClause(own.reason, `Each caller has a "${flags[0]}" of their own.`);
    const others = users?.name === own.binding.collection.name ? reversed : undefined;
    const ownFlags = [...flags, ...Object.keys(others ?? {})];
    const counter = person && counterOf(flags[0] as string, person.itemSchema, own.binding.collection.localName);
    bound.set(operation, {
      ...own,
      binding: { ...own.binding, ...{ users, ownFlags, counter, reversed: others } },
      reason,
    });
  }
};

/** What a user has stated, and not what others have of the user: `following_count`, `starred_repos_count`. */
const counterOf = (flag: string, { properties, typesOf }: ItemSchema, noun: string): string | undefined =>
  [...properties].find((name) => {
    const words = wordsOf(name);
    const isStated = isListOfFlag(flag, words.filter((word) => !wordLists.countEnds.has(word)).join('_'), noun);
    return isStated && isNumeric(typesOf(name)) && !isCounterOf(plainName(name), verbOfFlag(flag) ?? '');
  });

/** `followed_by` beside `following`. */
const reversedIn = ({ properties, typesOf }: ItemSchema): OwnFlagged['reversed'] => {
  const flags = [...properties].filter((name) => typesOf(name)?.has('boolean'));
  return Object.fromEntries(
    flags.flatMap((name) => {
      const [, done] = /^(?:is)?(.+)by$/.exec(plainName(name)) ?? [];
      const flag = flags.find((one) => done !== undefined && participlesOf(verbOfFlag(one) ?? '').has(done));
      return flag === undefined ? [] : [[name, flag]];
    }),
  );
};
