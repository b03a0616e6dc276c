/**
 * Binds what happens below one item, and shows something else: `GET /orders/{id}/invoice`, `POST /orders/{id}/ship`. The item must exist,
 * and an action has the effects that its path states.
 */
import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, lastWord, plainName, singularOf } from '../../core/primitives/words.ts';
import type { ItemBinding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { nothingSent, withIdNamed } from '../../openapi/resources/bind/request-mapping.ts';
import { isFixed } from '../../openapi/resources/describe/comparable-values.ts';
import {
  type BoundOperation,
  type FoundOperations,
  isPerId,
  itemPathsOf,
  type ResourceGroup,
  type Role,
  type Specs,
} from '../../openapi/resources/describe/group.ts';
import {
  isUpload,
  nounBefore,
  parentPath,
  pathShapeOf,
  positionInPath,
  takesFiles,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { effectsOf, isAnswer } from '../effects/index.ts';
import { wordLists } from '../words/index.ts';
import { listsBeside, returnsStatistics } from './find-lists-beside.ts';

/** Binds what nothing else has bound. */
export const bindAboutItems = ({
  bound,
  candidates,
  specs,
  binder,
}: FoundOperations & { readonly binder: Binder }): void => {
  if (binder.compilation.stateless) return;
  const aboutItem = createAboutItem(specs, binder);
  for (const candidate of candidates) {
    const { operation, hint, success } = candidate;
    const own = bound.get(operation) as BoundOperation;
    const about =
      own.binding === undefined && hint === undefined && success !== undefined ? aboutItem(candidate) : undefined;
    if (about !== undefined) bound.set(operation, { ...own, ...about, confidence: 'medium' });
  }
};

interface Known {
  readonly group: ResourceGroup;
  readonly spec: CollectionSpec;
}

/** `at`: the number of the path parameter with the id. `from`: that of the first of its parents. */
interface Place extends Known {
  readonly at: number;
  readonly from: number;
  /** The number of its parents in the path. */
  readonly parents: number;
}

/** `erased`: the path without the names of its parameters. */
type PlaceOf = (erased: string, parameters: readonly string[], template: string) => Place | undefined;

/** Finds the item above a path, else the one whose id a parameter names. */
const createPlaces = (specs: Specs): PlaceOf => {
  const byItemPath = new Map<string, Known>(
    [...specs].flatMap(([group, spec]) => {
      const paths = isPerId(group) ? [group.path] : isKnown(group) ? itemPathsOf(group) : [];
      return [...paths, ...elsewhere(group)].map((path): [string, Known] => [path, { group, spec }]);
    }),
  );
  // `/waiting-list/event/{eventId}/join` beside `/events/{id}`.
  const byName = Map.groupBy(
    [...byItemPath.values()].filter(({ spec }) => spec.parents.length === 0),
    ({ group }) => `${singularOf(group.noun)}id`,
  );
  return (erased, parameters, template) => {
    for (let path = parentPath(erased); path !== ''; path = parentPath(path)) {
      const known = byItemPath.get(path);
      if (known === undefined) continue;
      const above = path.split('{}').length - 2;
      return { ...known, at: above, from: 0, parents: known.spec.kind === 'singleton' ? above + 1 : above };
    }
    return [...parameters.keys()].reverse().flatMap((at): readonly Place[] => {
      const [known, ...others] = byName.get(plainName(parameters[at] as string)) ?? [];
      if (known === undefined || others.length > 0 || erased.startsWith(`${known.group.path}/{}`)) return [];
      // `/carts/{userId}` has carts.
      const before = nounBefore(template, parameters[at] as string);
      return isPlural(before) && !isSameNoun(before, known.group.noun) ? [] : [{ ...known, at, from: at, parents: 0 }];
    })[0];
  };
};

/** Whether its items begin as files. */
const takesUploads = ({ kind, parents, roles }: ResourceGroup) =>
  kind === 'list' &&
  parents.length === 0 &&
  roles.some(({ action, candidate }) => action === 'create' && (isUpload(candidate) || takesFiles(candidate)));

/** Whether an operation reads a file by its id at a path of its own: `/assets/{id}` beside `/files`. */
const isStoredFile = (candidate: UnboundOperation) => {
  const { parameters, noun, endsInParameter } = candidate.path;
  const isId = isIdName(lastWord(parameters[0] ?? ''));
  const isFile = candidate.method === 'GET' && candidate.success?.json === undefined;
  return isFile && endsInParameter && parameters.length === 1 && isId && wordLists.stored.has(singularOf(noun));
};

const ofUpload = ([group, spec]: readonly [ResourceGroup, CollectionSpec]): Place => ({
  group,
  spec,
  at: 0,
  from: 0,
  parents: 0,
});

/**
 * Finds the item that an operation is about: by its path, else by a parameter that names the id of one collection alone. Undefined if
 * there is none, or if clients cannot know its id.
 */
const createAboutItem = (
  specs: Specs,
  binder: Binder,
): ((candidate: UnboundOperation) => { readonly binding: ItemBinding; readonly reason: string } | undefined) => {
  const placeOf = createPlaces(specs);
  const counting = lazily(() => listsBeside(specs, binder));
  const uploaded = theOnly([...specs].filter(([group]) => takesUploads(group)));
  return (candidate) => {
    const { operation } = candidate;
    const own = pathShapeOf(operation.path);
    const { erased, parameters } = own.parameters.length === 0 ? candidate.path : own;
    const sent = candidate.verb?.idInBody;
    const stored = uploaded && isStoredFile(candidate) ? ofUpload(uploaded) : undefined;
    const place = placeOf(erased, parameters, operation.path) ?? stored;
    if (place === undefined) return undefined;
    const { group, spec, at, from, parents } = place;
    const positions = parameters.map((name) => positionInPath(candidate, name));
    const key = positions[at];
    const named = positions.slice(from, at + 1);
    const isNamed = named.every((one) => {
      const parameter = candidate.parameterKeys[one];
      return parameter !== undefined && !isFixed(parameter, binder.schemas);
    });
    const isSent =
      sent !== undefined &&
      spec.idProperty !== undefined &&
      spec.parents.length === 0 &&
      !isNewItem(candidate, group, binder);
    if (key === undefined || !(isNamed || isSent)) return undefined;
    const isRead = operation.method === 'GET';
    const isEnd = !isRead && isAnswer(candidate, group, binder.schemas);
    const isStream = isRead && streamsItem(candidate);
    const effects = isRead || isEnd ? [] : effectsOf(candidate, group.itemSchema, binder.schemas);
    // `/tickets/{id}/assign/{userId}` may show the ticket.
    const view = effects.length > 0 && positions.at(-1) !== key ? itemShown(candidate, group, binder) : undefined;
    const binding: ItemBinding = {
      // A read would show the item, as a stream of it does.
      action: isStream ? 'read' : isEnd ? 'delete' : 'act',
      collection: spec,
      parentParameters: positions.slice(0, parents),
      key: spec.kind === 'singleton' ? undefined : isSent ? 'body' : key,
      bulk: undefined,
      mapping: withIdNamed(sent, spec, nothingSent),
      view: view ?? { path: [], isInList: false, projection: undefined, isOther: true },
      upsert: false,
      effects,
      areEffectsStated: false,
    };
    return {
      binding: returnsStatistics(candidate) ? (counting()(binding, { candidate }, group) as ItemBinding) : binding,
      reason: isStream
        ? `Is the stream of one item of ${group.template}: with a lifecycle, its changes; else, events are generated.`
        : view !== undefined
          ? `Sets what its path ends with in one item of ${group.template}.`
          : `${isEnd ? 'Answers, and so removes,' : 'Is about'} one item of ${group.template}, which must exist; the response shows something else: it comes from examples or generated data.`,
    };
  };
};

/** The item in a response that shows it; undefined if it shows something else. */
const itemShown = (
  candidate: UnboundOperation,
  group: ResourceGroup,
  { shapes, projectionOf }: Binder,
): ItemBinding['view'] | undefined => {
  const shape = shapes.twinIn(candidate.success?.json?.key, group.noun, group.itemSchema);
  const role = { action: 'act', candidate, shape } as Role;
  return shape && { path: shape.at, isInList: false, projection: projectionOf(role, group) };
};

/** Whether its only response is a stream, and its path says that it is of the item: `/exports/{id}/events`. */
const streamsItem = ({ success, operation: { path } }: UnboundOperation) => {
  const contents = success?.spec.contents ?? [];
  const [, name = ''] = /\}\/([^/{}]+)$/.exec(path) ?? [];
  return (
    contents.length > 0 &&
    contents.every(({ mediaType }) => mediaType === 'text/event-stream') &&
    wordLists.streams.has(name)
  );
};

/** The paths of items without all their parents: `/messages/{id}` of those below `/channels/{id}`. */
const elsewhere = ({ kind, roles }: ResourceGroup): readonly string[] =>
  roles.flatMap(({ key, isInScope, isBeside, candidate }) => {
    const { erased, endsInParameter } = candidate.path;
    return kind === 'list' && key === 'path' && !isInScope && !isBeside && endsInParameter ? [erased] : [];
  });

/** Whether a path identifies its items, and a list or a creation shows their ids. */
const isKnown = (group: ResourceGroup) =>
  (group.idProperty !== undefined || group.aliases.length > 0) &&
  group.roles.some(({ key }) => key === 'path') &&
  group.roles.some(({ action, isInScope }) => isInScope && (action === 'list' || action === 'create'));

/** Whether an operation takes what creates an item: `POST /connections/test` asks about a connection that need not be stored. */
const isNewItem = ({ bodyKey }: UnboundOperation, { roles }: ResourceGroup, { describe }: Binder) => {
  const creation = roles.find(({ action }) => action === 'create')?.candidate.bodyKey;
  return bodyKey !== undefined && creation !== undefined && describe(bodyKey).key === describe(creation).key;
};
