/** Drafts an OpenAPI document from the requests of a recording. */

import { decodePercent } from '../../../core/http/http.ts';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import { isPlural } from '../../../core/primitives/words.ts';
import { isLoopback } from '../../../server/edge/caller.ts';
import { wordLists } from '../../words/index.ts';
import { recordedWords } from '../../words/recorded.ts';
import type { Seen } from '../recording.ts';
import { emptyListIn, isSecret, itemShape, itemShapes, type MediaBody, schemaOf, Texts, ValueShape } from './bodies.ts';
import {
  createOperationWriter,
  type DraftOperation,
  errorsOf,
  operationsOf,
  type PathKind,
  parentWords,
  securityOf,
} from './operations.ts';
import {
  createNames,
  type DraftPath,
  exemplary,
  isIdForm,
  isParameter,
  isVerbWord,
  maxDraftedLength,
  methods,
  nounOf,
  pascalCase,
  pathsOf,
  recordedOf,
  serviceRequests,
  singularWords,
  type TakeName,
} from './paths.ts';

interface Resource {
  /** `Book`, or `UserPost` where there is another `Post`. */
  readonly names: readonly string[];
  /** The paths of its collections, without the names of parameters. */
  readonly paths: string[];
  readonly shape: ValueShape;
  /** The parts of bodies that it stands for. */
  readonly parts: ValueShape[];
  readonly sent: { readonly whole: ValueShape[]; readonly change: ValueShape[] };
}

/** Objects less alike than this are not of one resource. */
const alike = 0.6;
/** The same, where only the objects tell, and not the paths. */
const surelyAlike = 0.8;
const fewNames = 3;

/** `operations`: those of the path. */
const kindOf = ({ segments, hasItems }: DraftPath, operations: readonly DraftOperation[]): PathKind => {
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

/** The resources of the service: what all bodies that show one of their items have in common. `kinds`: by path. */
const resourcesOf = (
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

const collectionPath = (segments: DraftPath['segments']) =>
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
      if (part !== undefined && (resource.shape.kinds.object === 0 || isAlike(resource.shape, part, alike)))
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
  body.kinds.array > 0 ? itemShapes(body, noun) : itemShape(body, noun);

/** Adds the items an empty list would have. */
const addEmptyList = (resource: Resource, body: ValueShape, noun: string) => {
  const list = emptyListIn(body, noun);
  if (list === undefined) return;
  list.items = new ValueShape();
  resource.parts.push(list.items);
};

/** Adds what an action, a search or a single object shows to a resource, maybe a new one. */
const addOther = (operation: DraftOperation, resources: Resource[]) => {
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

const add = (resource: Resource, part: ValueShape) => {
  resource.shape.join(part);
  resource.parts.push(part);
};

const merge = (resource: Resource, { parts, sent, paths }: Resource) => {
  resource.paths.push(...paths);
  for (const part of parts) add(resource, part);
  resource.sent.whole.push(...sent.whole);
  resource.sent.change.push(...sent.change);
};

/** Whether two objects may be of one resource. `least`: the share of the names of the smaller one that the other one has too. */
const isAlike = (left: ValueShape, right: ValueShape, least: number) => {
  const [few, many] = left.properties.size < right.properties.size ? [left, right] : [right, left];
  const { size } = few.properties;
  const shared = [...few.properties.keys()].filter((name) => many.properties.has(name)).length;
  return shared >= least * size && (size > 1 || (size === 1 && many.properties.size === 1));
};

/** Whole items come first: a body unlike them shows none. */
const byWeight = (left: DraftOperation, right: DraftOperation) => weightOf(left) - weightOf(right);
const weightOf = ({ at, method }: DraftOperation): number =>
  methods.indexOf(method) * 2 + (isParameter(at.segments.at(-1)) ? 0 : 1);

const shownBodies = ({ responses }: DraftOperation): readonly ValueShape[] =>
  [...responses].flatMap(([status, contents]) =>
    status < 300
      ? contents
          .list()
          .flatMap((content) => (content.shape !== undefined && isItemType(content) ? [content.shape] : []))
      : [],
  );

/** Whether a body of this type may be an item: JSON, but not a JSON Patch. */
const isItemType = ({ type }: Pick<MediaBody, 'type'>) =>
  /[/+]json$/.test(type) && !/json-patch|json-seq|problem/.test(type);

/** Operations of a draft: those that were seen most often. */
const maxOperations = 1000;

/**
 * `seen`: of one host. `title`: what the source calls the service. `name`: of the file, for a service without a title. Undefined: no
 * request shows an operation.
 */
export const draftDocument = (seen: readonly Seen[], title: string | undefined, name: string) => {
  const requests = serviceRequests(seen);
  const found = requests.filter(isFound);
  const server = serverOf(found.length > 0 ? found : requests);
  const operations = mostFrequent(operationsOf(pathsOf(recordedOf(requests, server.base))));
  if (operations.length === 0) return undefined;
  const known = new Set(operations.flatMap((operation) => operation.requests.map((request) => request.seen)));
  const byPath = Map.groupBy(operations, ({ at }) => at);
  const kinds = new Map([...byPath].map(([at, own]) => [at.path, kindOf(at, own)]));
  const names = createNames();
  const errors = errorsOf(operations, names);
  const { schemas, references } = componentsOf(resourcesOf(operations, kinds), names);
  const security = securityOf(operations);
  const write = createOperationWriter({ kinds, references, errors, security, tags: tagsOf(operations) });
  return {
    document: {
      openapi: '3.1.0',
      info: {
        title: title ?? server.host ?? name,
        version: '0.1.0',
        description: 'Drafted by `vivarium import` from recorded requests: it states what was seen, and no more.',
      },
      servers: [{ url: server.url }],
      security: security.usual,
      paths: writePaths(byPath, write),
      components: {
        ...(Object.keys(security.schemes).length > 0 && { securitySchemes: security.schemes }),
        responses: errors.responses,
        schemas: { ...schemas, ...errors.schemas },
      },
    },
    /** The requests of no operation: the service did not know them. */
    unknown: new Set(requests.filter((one) => !isFound(one) && !known.has(one))),
  };
};

const isFound = ({ response }: Seen) => response?.status !== 404;

const mostFrequent = (operations: readonly DraftOperation[]): readonly DraftOperation[] => {
  const byCount = operations.toSorted((left, right) => right.requests.length - left.requests.length);
  const kept = new Set(byCount.slice(0, maxOperations));
  return operations.filter((operation) => kept.has(operation));
};

const writePaths = (
  byPath: ReadonlyMap<DraftPath, readonly DraftOperation[]>,
  write: (operation: DraftOperation) => JsonObject,
): JsonObject => {
  const items = [...byPath].map(([at, own]) => {
    const parameters = pathParameters(at);
    const operations = own.map((operation) => [operation.method.toLowerCase(), write(operation)]);
    return [at.path, { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) }];
  });
  return Object.fromEntries(items);
};

/** `used`: names that are taken. */
const componentsOf = (resources: readonly Resource[], used: TakeName) => {
  const references = new Map<ValueShape, string>();
  const schemas: Record<string, JsonObject> = {};
  const options = { references: new Map<ValueShape, string>() };
  for (const { names, shape, parts, sent } of resources) {
    const name = used(...names);
    for (const part of parts) references.set(part, name);
    if (parts.length > 0) schemas[name] = withoutNull(schemaOf(shape, options));
    // A client may send what the items have.
    const enums = (property: string) => shape.properties.get(property)?.texts.repeated;
    for (const [suffix, list, isPartial] of [
      ['Input', sent.whole, false],
      ['Patch', sent.change, true],
    ] as const) {
      if (list.length === 0) continue;
      const own = used(`${name}${suffix}`);
      const whole = new ValueShape();
      for (const part of list) {
        whole.join(part);
        references.set(part, own);
      }
      schemas[own] = withoutNull(schemaOf(whole, { ...options, enums, isPartial }));
    }
  }
  return { schemas, references };
};

/** Null is stated where the component is used. */
const withoutNull = (schema: JsonObject): JsonObject => ({ ...schema, type: 'object' });

/** The outermost folder of each operation in which not all operations are. */
const tagsOf = (operations: readonly DraftOperation[]): ReadonlyMap<DraftOperation, string> => {
  const folders = operations.map(({ requests }) => requests.find(({ seen }) => seen.tags?.length)?.seen.tags ?? []);
  const [first = [], ...others] = folders;
  const differs = first.findIndex((folder, depth) => others.some((path) => path[depth] !== folder));
  const depth = others.length === 0 ? 0 : differs < 0 ? first.length : differs;
  return new Map(
    operations.flatMap((operation, index) => {
      const path = folders[index] as readonly string[];
      const tag = path[depth] ?? path.at(-1);
      return tag === undefined || tag.trim() === '' ? [] : [[operation, tag.trim()] as const];
    }),
  );
};

const pathParameters = ({ segments, requests }: DraftPath): readonly JsonObject[] => {
  const shown = exemplary(requests);
  return segments.flatMap((segment, index): readonly JsonObject[] => {
    if (!isParameter(segment)) return [];
    const texts = shown.map((request) => decodePercent(request.segments[index] as string));
    const schema = schemaFor(texts);
    const example = isSecret(segment.parameter) ? undefined : exampleFor(texts[0] ?? '', schema.type === 'integer');
    return [{ name: segment.parameter, in: 'path', required: true, schema, ...(example !== undefined && { example }) }];
  });
};

const schemaFor = (texts: readonly string[]): JsonObject => {
  if (texts.every((text) => /^(?:0|[1-9]\d{0,14})$/.test(text))) return { type: 'integer' };
  const all = new Texts();
  for (const text of texts) all.add(text, '');
  return { type: 'string', ...(all.format === 'uuid' && { format: 'uuid' }) };
};

/** A long text that no one chose may be a secret. */
const exampleFor = (text: string, isNumber: boolean): Json | undefined => {
  if (isNumber) return Number(text);
  const isRandom = isIdForm(text) && text.length > 40;
  return text === '' || text.length > maxDraftedLength || isRandom ? undefined : text;
};

/** Whether a segment marks the base path, which the last of these ends. */
const isMark = (segment: string) =>
  wordLists.bases.has(segment) ||
  recordedWords.maybeBases.has(segment) ||
  /^(?:v\d+(?:[._-]?\d+)*(?:alpha\d*|beta\d*)?|\d{4}-\d\d(?:-\d\d)?)$/i.test(segment);

/**
 * The server of the drafted document. `base`: the path with which all requests begin. If the source names no host but this machine, `url` is
 * that path alone.
 */
const serverOf = (seen: readonly Seen[]) => {
  const base = baseOf(seen.map(({ path, template }) => (template ?? path).split('/').slice(1)));
  const origin = seen.find((one) => one.origin !== '')?.origin ?? '';
  const url = URL.parse(origin);
  const path = base.replace(/\/+$/, '');
  if (url === null || isLoopback(url.hostname)) return { base, url: path || '/', host: undefined };
  return { base, url: `${origin}${path}`, host: url.host };
};

const baseOf = (paths: readonly (readonly string[])[]): string => {
  const [first = []] = paths;
  const differs = first.findIndex((segment, index) => paths.some((path) => path[index] !== segment));
  const shared = differs < 0 ? first.length : differs;
  let end = first.slice(0, shared).findLastIndex(isMark) + 1;
  // A version alone, as in `/3/movies`.
  if (end === 0 && shared > 0 && /^\d{1,2}$/.test(first[0] as string) && paths.every(({ length }) => length > 1))
    end = 1;
  while (end > 0 && end < shared && first[end] === '') end++;
  const isWhole = paths.every(({ length }) => length === end);
  return end === 0 || isWhole ? '' : `/${first.slice(0, end).join('/')}`;
};
