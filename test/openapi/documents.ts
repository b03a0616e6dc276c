/** Small documents to compile, and functions that read their parts. */
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { Check } from '../../src/core/service/check.ts';
import type { BodyContent, Content, Operation, Parameter, ParameterSource } from '../../src/core/service/operation.ts';
import type { Service } from '../../src/core/service/service.ts';
import { compileService } from '../../src/openapi/compile.ts';

const newest = '3.1.1';
export const old = '3.0.3';

export interface Parts {
  readonly version?: string;
  readonly schemas?: object;
  readonly components?: object;
  readonly [property: string]: unknown;
}

export const documentOf = (
  paths: object,
  { version = newest, schemas = {}, components = {}, ...rest }: Parts = {},
): JsonObject =>
  ({
    openapi: version,
    info: { title: 'Test', version: '1' },
    paths,
    components: { schemas, ...components },
    ...rest,
  }) as unknown as JsonObject;

export const serviceOf = (paths: object, parts?: Parts): Service => compileService(documentOf(paths, parts));

export const readyServiceOf = async (paths: object, parts?: Parts): Promise<Service> => {
  const service = serviceOf(paths, parts);
  await service.ready();
  return service;
};

export const operationOf = (service: Service, name: string): Operation => {
  const found = service.operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

const ok = { 200: { description: 'Fine.' } };

/** The request and response content of a service with one operation whose bodies have this schema. */
export const contentsOf = async (
  schema: unknown,
  parts?: Parts,
): Promise<{ readonly request: BodyContent; readonly response: Content; readonly service: Service }> => {
  const content = { 'application/json': { schema } };
  const service = await readyServiceOf(
    {
      '/echo': {
        post: { operationId: 'echo', requestBody: { content }, responses: { 200: { description: 'Fine.', content } } },
      },
    },
    parts,
  );
  const operation = operationOf(service, 'echo');
  return {
    request: operation.body?.contents[0] as BodyContent,
    response: operation.responses.get('200')?.contents[0] as Content,
    service,
  };
};

export const checkOf = async (schema: unknown, parts?: Parts): Promise<Check> =>
  (await contentsOf(schema, parts)).request.check;

/** `/name is required`, one for each problem. */
export const messagesOf = (check: Check, value: unknown): readonly string[] =>
  check(value as Parameters<Check>[0]).map(({ pointer, message }) => `${pointer} ${message}`.trim());

export const parameterOf = async (
  raw: object,
  parts?: Parts,
): Promise<{ readonly parameter: Parameter; readonly service: Service }> => {
  const { in: place, name } = raw as { in: string; name: string };
  const path = place === 'path' ? `/things/{${name}}` : '/things';
  const service = await readyServiceOf(
    { [path]: { get: { operationId: 'get', parameters: [raw], responses: ok } } },
    parts,
  );
  return { parameter: operationOf(service, 'get').parameters[0] as Parameter, service };
};

export const source = (given: {
  path?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
}): ParameterSource => ({
  path: new Map(Object.entries(given.path ?? {})),
  query: given.query === undefined ? undefined : new URLSearchParams(given.query),
  rawQuery: given.query ?? '',
  headers: given.headers ?? {},
});

export const now = Date.UTC(2030, 0, 31, 12);
