/** The resources of the service: what all bodies that show one of their items have in common. */

import { isPlural } from '../../../core/primitives/words.ts';
import type { MediaBody } from './bodies.ts';
import { emptyListIn, itemShape, itemShapes, similarity, ValueShape } from './bodies.ts';
import type { DraftOperation } from './operations.ts';
import { type PathKind, parentWords } from './operations.ts';
import { type DraftPath, isParameter, isVerbWord, nounOf, pascalCase, singularWords } from './paths.ts';

export interface Resource {
  /** `Book`, or `UserPost` where there is another `Post`. */
  readonly names: readonly string[];
  /** The paths of its collections, without the names of parameters. */
  readonly paths: string[];
  readonly shape: ValueShape;
  /** The parts of bodies that it stands for. */
  readonly parts: ValueShape[];
  /** What requests send: whole items, and changes. */
  readonly sent: { readonly whole: ValueShape[]; readonly change: ValueShape[] };
}

/** Below, two objects are not of one resource. */
const alike = 0.6;
/** The same, where only the objects tell, and not the paths. */
const surelyAlike = 0.8;
const fewNames = 3;

/** `operations`: those of the path. */
export const kindOf = ({ segments, hasItems }: DraftPath, operations: readonly DraftOperation[]): PathKind => {
  if (isParameter(segments.at(-1))) return 'item';
  if (hasItems) return 'collection';
  const noun = nounOf(segments);
  if (!isPlural(noun.at(-1) ?? '') || isVerbWord(noun[0] ?? '')) return 'other';
  const isList = (body: ValueShape) =>
    (itemShapes(body, noun.join(' ')) ?? emptyListIn(body, noun.join(' '))) !== undefined;
  const isCollection = operations.some(
    (operation) =>
      (operation.method === 'GET' && shownBodies(operation).some(isList)) ||
      (operation.method === 'POST' && operation.responses.has(201)),
  );
  return isCollection ? 'collection' : 'other';
};

/** `kinds`: by path. */
export const resourcesOf = (
  operations: readonly DraftOperation[],
  kinds: ReadonlyMap<string, PathKind>,
): readonly Resource[] => {
  const kindAt = ({ at }: DraftOperation): PathKind => kinds.get(at.path) ?? 'other';
  const grouped = Map.groupBy(
    operations.filter((operation) => kindAt(operation) !== 'other'),
    ({ at }) => collectionPath(at.segments),
  );
  const resources: Resource[] = [];
  // Those of short paths have the short names.
  for (const [, group] of [...grouped].sort(([left], [right]) => left.split('/').length - right.split('/').length)) {
    const found = resourceOf(group, kindAt);
    const same = resources.find(
      ({ names, shape }) => names[0] === found.names[0] && isAlike(shape, found.shape, alike),
    );
    if (same === undefined) resources.push(found);
    else merge(same, found);
  }
  const others = operations.filter((operation) => kindAt(operation) === 'other');
  for (const operation of [...others].sort(byWeight)) addOther(operation, resources);
  return resources;
};

const collectionPath = (segments: DraftPath['segments']): string =>
  segments
    .slice(0, segments.findLastIndex((segment) => !isParameter(segment)) + 1)
    .map((segment) => `/${isParameter(segment) ? '' : segment.literal}`)
    .join('');

const resourceOf = (operations: readonly DraftOperation[], kindAt: (one: DraftOperation) => PathKind): Resource => {
  const [{ at }] = operations as readonly [DraftOperation];
  const own = singularWords(nounOf(at.segments));
  const resource = create(
    [pascalCase(own), pascalCase([...parentWords(at.segments), ...own])],
    collectionPath(at.segments),
  );
  for (const operation of [...operations].sort(byWeight)) {
    const { method } = operation;
    const noun = nounOf(operation.at.segments).join(' ');
    const isList = kindAt(operation) === 'collection' && method !== 'POST';
    for (const body of shownBodies(operation)) {
      const part = isList ? itemShapes(body, noun) : partIn(body, noun);
      if (part !== undefined && (resource.shape.objects === 0 || isAlike(resource.shape, part, alike)))
        add(resource, part);
      else if (part === undefined && isList) addEmptyList(resource, body, noun);
    }
    for (const content of operation.sent.list()) {
      const part = content.shape !== undefined && isItemType(content) ? partIn(content.shape, noun) : undefined;
      if (part !== undefined) resource.sent[method === 'PATCH' ? 'change' : 'whole'].push(part);
    }
  }
  return resource;
};

const partIn = (body: ValueShape, noun: string): ValueShape | undefined =>
  body.lists > 0 ? itemShapes(body, noun) : itemShape(body, noun);

/** The items that it would have. */
const addEmptyList = (resource: Resource, body: ValueShape, noun: string): void => {
  const list = emptyListIn(body, noun);
  if (list === undefined) return;
  list.items = new ValueShape();
  resource.parts.push(list.items);
};

/** An action, a search or a single object: one of the resources, or one of its own. */
const addOther = (operation: DraftOperation, resources: Resource[]): void => {
  const { at, method } = operation;
  const noun = nounOf(at.segments);
  const before = collectionPath(at.segments.slice(0, -1));
  const searched = isParameter(at.segments.at(-2)) ? undefined : resources.find(({ paths }) => paths.includes(before));
  for (const body of shownBodies(operation)) {
    const items = itemShapes(body, noun.join(' '));
    const part = items ?? itemShape(body, noun.join(' '));
    if (searched !== undefined) addEmptyList(searched, body, noun.join(' '));
    if (part === undefined) continue;
    const known = resources.find(
      ({ shape }) =>
        part.properties.size >= fewNames && shape.properties.size >= fewNames && isAlike(shape, part, surelyAlike),
    );
    if (known !== undefined) add(known, part);
    else if (method === 'GET' && part.properties.size > 0 && items === undefined) {
      const single = create([pascalCase([...parentWords(at.segments), ...noun])], at.path);
      add(single, part);
      resources.push(single);
    }
  }
};

const create = (names: readonly string[], path: string): Resource => ({
  names: names.map((name) => name || 'Item'),
  paths: [path],
  shape: new ValueShape(),
  parts: [],
  sent: { whole: [], change: [] },
});

const add = (resource: Resource, part: ValueShape): void => {
  resource.shape.join(part);
  resource.parts.push(part);
};

const merge = (resource: Resource, { parts, sent, paths }: Resource): void => {
  resource.paths.push(...paths);
  for (const part of parts) add(resource, part);
  resource.sent.whole.push(...sent.whole);
  resource.sent.change.push(...sent.change);
};

const isAlike = (left: ValueShape, right: ValueShape, least: number): boolean => {
  const few = Math.min(left.properties.size, right.properties.size);
  return similarity(left, right) >= least && (few > 1 || left.properties.size === right.properties.size);
};

/** The whole items first: what is unlike them is none. */
const weights = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const byWeight = (left: DraftOperation, right: DraftOperation): number => weightOf(left) - weightOf(right);
const weightOf = ({ at, method }: DraftOperation): number =>
  weights.indexOf(method) * 2 + (isParameter(at.segments.at(-1)) ? 0 : 1);

const shownBodies = ({ responses }: DraftOperation): readonly ValueShape[] =>
  [...responses].flatMap(([status, contents]) =>
    status < 300
      ? contents
          .list()
          .flatMap((content) => (content.shape !== undefined && isItemType(content) ? [content.shape] : []))
      : [],
  );

/** A JSON Patch and a form are no items. */
const isItemType = ({ type }: Pick<MediaBody, 'type'>): boolean =>
  /[/+]json$/.test(type) && !/json-patch|json-seq|problem/.test(type);
