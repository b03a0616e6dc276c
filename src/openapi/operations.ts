/** The operations of a document, compiled one by one and then bound to resources. */
import { getMember, type Json } from '../core/json.ts';
import { lifecycleHeaders } from '../core/respond.ts';
import type { Operation, ResponseSpec } from '../core/service.ts';
import { compileBody } from './bodies.ts';
import type { Compilation } from './compilation.ts';
import { compileParameters } from './parameters.ts';
import { bindResources, type Candidate, type Resources } from './resources.ts';
import { type CompiledResponse, compileResponses } from './responses.ts';
import { createSecurityReader } from './security.ts';
import { entriesAt, type Located, listIn, type Source, stringIn } from './source.ts';

export interface CompiledOperations {
  readonly operations: readonly Operation[];
  readonly responses: readonly {
    readonly operation: Operation;
    readonly responses: ReadonlyMap<string, CompiledResponse>;
  }[];
  readonly collections: Resources['collections'];
  /** Path items and operations that have servers of their own. */
  readonly serverOwners: readonly Located[];
}

interface FoundOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly pathItem: Located;
  readonly located: Located;
}

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const compileOperations = (compilation: Compilation): CompiledOperations => {
  const found = findOperations(compilation.source);
  const paths = new Map(found.map(({ name, path }) => [name, path]));
  const readSecurity = createSecurityReader(compilation.source);
  const candidates = found.map((operation) => compileOperation(operation, paths, readSecurity, compilation));
  const { bound, collections } = bindResources(candidates, compilation);
  const operations = candidates.map((candidate): Operation => {
    const { binding, reason } = bound.get(candidate) ?? { binding: undefined, reason: '' };
    return { ...candidate.operation, binding, reason };
  });
  return {
    operations,
    collections,
    responses: candidates.map(({ responses }, at) => ({ operation: operations[at] as Operation, responses })),
    serverOwners: [...new Set(found.flatMap(({ pathItem, located }) => [pathItem, located]))].filter(({ value }) =>
      Object.hasOwn(value, 'servers'),
    ),
  };
};

const findOperations = (source: Source): readonly FoundOperation[] => {
  const found: FoundOperation[] = [];
  const names = new Set<string>();
  const add = (method: string, path: string, pathItem: Located, raw: Json, pointer: string): void => {
    const located = source.resolve(raw, pointer);
    if (located === undefined) return;
    const own = stringIn(located.value, 'operationId');
    const fallback = `${method} ${path}`;
    if (own !== undefined && names.has(own))
      source.report(
        `${pointer}/operationId`,
        `"${own}" is the operationId of another operation too; this one is called "${fallback}"`,
      );
    const name = own === undefined || own === '' || names.has(own) ? fallback : own;
    names.add(name);
    found.push({ name, method, path, pathItem, located });
  };
  for (const [path, raw, pointer] of entriesAt(getMember(source.document, 'paths'), '/paths')) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) {
      source.report(pointer, 'a path must start with a slash; it is left out');
      continue;
    }
    const pathItem = source.resolve(raw, pointer);
    if (pathItem === undefined) continue;
    const template = path.replace(/[?#].*$/, '');
    for (const method of methods) {
      const operation = getMember(pathItem.value, method);
      if (operation !== undefined)
        add(method.toUpperCase(), template, pathItem, operation, `${pathItem.pointer}/${method}`);
    }
    for (const [method, operation, place] of entriesAt(
      getMember(pathItem.value, 'additionalOperations'),
      `${pathItem.pointer}/additionalOperations`,
    )) {
      add(method.toUpperCase(), template, pathItem, operation, place);
    }
  }
  return found;
};

const compileOperation = (
  { name, method, path, pathItem, located }: FoundOperation,
  paths: ReadonlyMap<string, string>,
  readSecurity: (operation: Located) => Operation['security'],
  compilation: Compilation,
): Candidate => {
  const { source } = compilation;
  const { value, pointer } = located;
  const compiled = compileParameters(pathItem, located, compilation);
  const parameters = compiled.map(({ parameter }) => parameter);
  reportUndeclared(path, parameters, pointer, source);
  const body = compileBody(located, compilation);
  const responses = compileResponses(located, compilation);
  const success = successOf(method, responses);
  const successorPath = successorOf(located, path, paths, source);
  const sunset = instantOf(value, 'x-sunset', pointer, source);
  const deprecatedAt = instantOf(value, 'x-deprecated-at', pointer, source);
  const operation: Operation = {
    name,
    method,
    path,
    tags: listIn(value, 'tags').filter((tag): tag is string => typeof tag === 'string'),
    deprecated: getMember(value, 'deprecated') === true,
    sunset,
    deprecatedAt,
    lifecycleHeaders: lifecycleHeaders(deprecatedAt, sunset),
    successorPath,
    stability: stringIn(value, 'x-stability'),
    parameters,
    body: body?.spec,
    security: readSecurity(located),
    responses: new Map([...responses].map(([status, { spec }]): [string, ResponseSpec] => [status, spec])),
    success: success === undefined ? undefined : { status: success.status, response: success.response.spec },
    binding: undefined,
    reason: '',
  };
  return {
    operation,
    parameterKeys: compiled.map(({ key }) => key),
    responses,
    success: success?.response,
    bodyKey: body?.jsonKey,
  };
};

const reportUndeclared = (path: string, parameters: Operation['parameters'], pointer: string, source: Source): void => {
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g)) {
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      source.report(pointer, `the path parameter "${String(name)}" is not declared: any text is taken`);
    }
  }
};

const createdFirst = [201, 200, 202, 204];

const successOf = (
  method: string,
  responses: ReadonlyMap<string, CompiledResponse>,
): { readonly status: number; readonly response: CompiledResponse } | undefined => {
  const statuses = [...responses.keys()].filter((name) => /^2\d\d$/.test(name)).map(Number);
  const ordered = statuses.toSorted((one, other) => one - other);
  const status =
    (method === 'POST' ? createdFirst.find((candidate) => statuses.includes(candidate)) : undefined) ?? ordered[0];
  if (status !== undefined) return { status, response: responses.get(String(status)) as CompiledResponse };
  // Alone, `default` is all that is known about what the operation answers.
  const other = responses.get('2XX') ?? (responses.size === 1 ? responses.get('default') : undefined);
  return other && { status: 200, response: other };
};

/** The template of the operation that `x-successor` names; a link to it is filled in from the values of the own path. */
const successorOf = (
  { value, pointer }: Located,
  path: string,
  paths: ReadonlyMap<string, string>,
  source: Source,
): string | undefined => {
  const name = stringIn(value, 'x-successor');
  if (name === undefined) return undefined;
  const successor = paths.get(name);
  const missing = successor?.match(/\{[^{}]+\}/g)?.find((parameter) => !path.includes(parameter));
  if (successor === undefined) source.report(`${pointer}/x-successor`, `there is no operation "${name}"`);
  else if (missing !== undefined)
    source.report(
      `${pointer}/x-successor`,
      `the path of "${name}" needs ${missing}, which ${path} does not have: answers have no Link to it`,
    );
  return missing === undefined ? successor : undefined;
};

/** A date means its first moment, in UTC. */
const instantOf = (
  operation: Parameters<typeof getMember>[0],
  name: string,
  pointer: string,
  source: Source,
): number | undefined => {
  const raw: unknown = getMember(operation, name);
  if (raw === undefined) return undefined;
  const text = raw instanceof Date ? raw.toISOString() : String(raw);
  const instant = /^\d{4}-\d\d-\d\d(T.*)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  source.report(
    `${pointer}/${name}`,
    `"${text}" is neither a date such as 2030-01-31 nor a date-time such as 2030-01-31T12:00:00Z; it is left out`,
  );
  return undefined;
};
