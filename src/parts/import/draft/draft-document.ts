/** Drafts an OpenAPI document from the requests of a recording. */

import { type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import type { Seen } from '../recording/recording.ts';
import { schemaOf } from './bodies/draft-schema.ts';
import { ValueShape } from './bodies/value-shape.ts';
import { kindOf, type Resource, resourcesOf } from './draft-resources.ts';
import { securityOf } from './operations/draft-security.ts';
import { errorsOf } from './operations/errors.ts';
import type { PathKind } from './operations/operation-names.ts';
import { type DraftOperation, operationsOf } from './operations/operations.ts';
import { pathParameters } from './operations/path-parameters.ts';
import { tagsOf } from './operations/tags.ts';
import { createOperationWriter } from './operations/write-operation.ts';
import { UniqueNames } from './paths/path-words.ts';
import { pathsOf } from './paths/paths.ts';
import { recordedOf, serviceRequests } from './paths/recorded.ts';
import { serverOf } from './paths/server.ts';

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
  const names = new UniqueNames();
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
const componentsOf = (resources: readonly Resource[], used: UniqueNames): DraftedSchemas => {
  const references = new Map<ValueShape, string>();
  const schemas: Record<string, JsonObject> = {};
  const options = { references: new Map<ValueShape, string>() };
  for (const { names, shape, parts, sent } of resources) {
    const name = used.take(...names);
    for (const part of parts) references.set(part, name);
    if (parts.length > 0) schemas[name] = withoutNull(schemaOf(shape, options));
    // A client may send what the items have.
    const enums = (property: string) => shape.properties.get(property)?.texts.repeated;
    for (const [suffix, list, isPartial] of [
      ['Input', sent.whole, false],
      ['Patch', sent.change, true],
    ] as const) {
      if (list.length === 0) continue;
      const own = used.take(`${name}${suffix}`);
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
