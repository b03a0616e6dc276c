/** Drafts an OpenAPI document from the requests of a recording. */

import { decodePercent } from '../../../core/http/http.ts';
import { type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import { isLoopback } from '../../../server/edge/loopback.ts';
import { wordLists } from '../../words/index.ts';
import { recordedWords } from '../../words/recorded.ts';
import type { Seen } from '../recording.ts';
import { isSecret, schemaOf, Texts, ValueShape } from './bodies.ts';
import { kindOf, type Resource, resourcesOf } from './draft-resources.ts';
import type { PathKind } from './operations.ts';
import { createOperationWriter, type DraftOperation, errorsOf, operationsOf, securityOf } from './operations.ts';
import {
  createNames,
  type DraftPath,
  exemplary,
  isIdForm,
  isParameter,
  maxDraftedLength,
  pathsOf,
  recordedOf,
  serviceRequests,
  type TakeName,
} from './paths.ts';

export interface Drafted {
  readonly document: JsonObject;
  /** The requests that are none of an operation: the service did not know them. */
  readonly unknown: ReadonlySet<Seen>;
}

/** Operations of a draft: those that were seen most often. */
const maxOperations = 1000;

/**
 * `seen`: of one host. `title`: what the source calls the service. `name`: of the file, for a service without a title. Undefined: no
 * request shows an operation.
 */
export const draftDocument = (seen: readonly Seen[], title: string | undefined, name: string): Drafted | undefined => {
  const requests = serviceRequests(seen);
  const found = requests.filter(isFound);
  const server = serverOf(found.length > 0 ? found : requests);
  const operations = mostFrequent(operationsOf(pathsOf(recordedOf(requests, server.base))));
  if (operations.length === 0) return undefined;
  const known = new Set(operations.flatMap((operation) => operation.requests.map((request) => request.seen)));
  const kinds = new Map<string, PathKind>();
  for (const [path, own] of Map.groupBy(operations, ({ at }) => at.path))
    kinds.set(path, kindOf((own[0] as DraftOperation).at, own));
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
      paths: writePaths(operations, write),
      components: {
        ...(Object.keys(security.schemes).length > 0 && { securitySchemes: security.schemes }),
        responses: errors.responses,
        schemas: { ...schemas, ...errors.schemas },
      },
    },
    unknown: new Set(requests.filter((one) => !isFound(one) && !known.has(one))),
  };
};

const isFound = ({ response }: Seen): boolean => response?.status !== 404;

const mostFrequent = (operations: readonly DraftOperation[]): readonly DraftOperation[] => {
  if (operations.length <= maxOperations) return operations;
  const kept = new Set(
    [...operations].sort((left, right) => right.requests.length - left.requests.length).slice(0, maxOperations),
  );
  return operations.filter((operation) => kept.has(operation));
};

const writePaths = (
  operations: readonly DraftOperation[],
  write: (operation: DraftOperation) => JsonObject,
): JsonObject => {
  const paths: Record<string, Json> = {};
  const byPath = Map.groupBy(operations, ({ at }) => at);
  for (const [at, own] of byPath) {
    const parameters = pathParameters(at);
    const item: Record<string, Json> = parameters.length > 0 ? { parameters } : {};
    for (const operation of own) item[operation.method.toLowerCase()] = write(operation);
    setProperty(paths, at.path, item);
  }
  return paths;
};

interface DraftedSchemas {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The names of the components that take the place of parts of bodies. */
  readonly references: ReadonlyMap<ValueShape, string>;
}

/** `used`: names that are taken. */
const componentsOf = (resources: readonly Resource[], used: TakeName): DraftedSchemas => {
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
  let depth = 0;
  while (
    folders.length > 1 &&
    folders[0]?.[depth] !== undefined &&
    folders.every((path) => path[depth] === folders[0]?.[depth])
  )
    depth++;
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
    return [
      {
        name: segment.parameter,
        in: 'path',
        required: true,
        schema,
        ...(example !== undefined && { example }),
      },
    ];
  });
};

const isInteger = (text: string): boolean => /^(?:0|[1-9]\d{0,14})$/.test(text);

const schemaFor = (texts: readonly string[]): JsonObject => {
  if (texts.every(isInteger)) return { type: 'integer' };
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

interface Server {
  /** Empty or `/api/v1`; with the slash at its end that all paths have twice. */
  readonly base: string;
  /** Relative where the address tells nothing to others: on this machine, and where the source does not tell it. */
  readonly url: string;
  /** It is undefined for a relative URL. */
  readonly host: string | undefined;
}

/** The last of these ends the base path. */
const isMark = (segment: string): boolean =>
  wordLists.bases.has(segment) ||
  recordedWords.maybeBases.has(segment) ||
  /^(?:v\d+(?:[._-]?\d+)*(?:alpha\d*|beta\d*)?|\d{4}-\d\d(?:-\d\d)?)$/i.test(segment);

/** The address of the service: where it was, and the base path that all its requests have. */
const serverOf = (seen: readonly Seen[]): Server => {
  const base = baseOf(seen.map(({ path, template }) => (template ?? path).split('/').slice(1)));
  const origin = seen.find((one) => one.origin !== '')?.origin ?? '';
  const url = URL.parse(origin);
  const path = base.replace(/\/+$/, '');
  if (url === null || isLoopback(url.hostname)) return { base, url: path || '/', host: undefined };
  return { base, url: `${origin}${path}`, host: url.host };
};

const baseOf = (paths: readonly (readonly string[])[]): string => {
  const [first = []] = paths;
  let shared = first.length;
  for (const path of paths) {
    let length = 0;
    while (length < shared && path[length] === first[length]) length++;
    shared = length;
  }
  let end = first.slice(0, shared).findLastIndex(isMark) + 1;
  // A version alone, as in `/3/movies`.
  if (end === 0 && shared > 0 && /^\d{1,2}$/.test(first[0] as string) && paths.every(({ length }) => length > 1))
    end = 1;
  while (end > 0 && end < shared && first[end] === '') end++;
  const isWhole = paths.every(({ length }) => length === end);
  return end === 0 || isWhole ? '' : `/${first.slice(0, end).join('/')}`;
};
