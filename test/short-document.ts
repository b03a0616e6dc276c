/** Documents in short: what most documents of tests have in common. */
import type { JsonObject } from '../src/core/primitives/json.ts';

const json = <Value extends object>(value: Value): Value & JsonObject => value as Value & JsonObject;

export const text = json({ type: 'string' });
export const integer = json({ type: 'integer' });
export const boolean = json({ type: 'boolean' });
export const object = (properties: object, required: readonly string[] = []) =>
  json({ type: 'object', properties, ...(required.length > 0 && { required }) });
/** All of its properties are required, or those that are named. */
export const fullObject = (properties: object, required = Object.keys(properties)) => object(properties, required);
export const listOf = (items: object) => json({ type: 'array', items });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const inQuery = (name: string, schema: object = text, rest: object = {}) =>
  json({ name, in: 'query', schema, ...rest });
export const inPath = (name: string, schema: object = integer, rest: object = {}) =>
  json({ name, in: 'path', required: true, schema, ...rest });

/** These paths, with this schema for the parameters in them, where a path has no `parameters` of its own. */
export const declared = (paths: object, schema: object = integer): JsonObject =>
  json(
    Object.fromEntries(
      Object.entries(paths).map(([path, item]) => {
        const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
        return [path, names.length === 0 ? item : { parameters: names.map((name) => inPath(name, schema)), ...item }];
      }),
    ),
  );

/** The content of a body in JSON. */
export const jsonBody = (schema: object) => json({ 'application/json': { schema } });

/** A response; undefined: without a body. */
const response = (schema: object | undefined) =>
  json({ description: 'Fine.', ...(schema !== undefined && { content: jsonBody(schema) }) });

export interface Rest {
  readonly status?: number;
  /** The schema of the request's body. */
  readonly takes?: object | undefined;
  readonly parameters?: readonly object[];
  readonly mediaType?: string;
  /** Other responses, by their statuses; undefined: without a body. */
  readonly others?: Readonly<Record<number, object | undefined>>;
  readonly [property: string]: unknown;
}

/** `answer`: the schema of the response body; undefined: no body. */
export const operation = (
  answer: object | undefined,
  {
    status = answer === undefined ? 204 : 200,
    takes,
    parameters = [],
    mediaType = 'application/json',
    others = {},
    ...rest
  }: Rest = {},
) =>
  json({
    parameters,
    ...(takes !== undefined && { requestBody: { content: { [mediaType]: { schema: takes } } } }),
    responses: {
      [status]: response(answer),
      ...Object.fromEntries(Object.entries(others).map(([other, schema]) => [other, response(schema)])),
    },
    ...rest,
  });

/** `name`: of an operation that is not named after its method and its path. */
export const named = (operationId: string, answer: object | undefined, rest: Rest = {}) =>
  operation(answer, { operationId, ...rest });

/** Path parameters that a path does not declare are integers. */
export const documentOf = (title: string, paths: object, schemas: object = {}, rest: object = {}): JsonObject =>
  json({ openapi: '3.1.0', info: { title, version: '1' }, paths: declared(paths), components: { schemas }, ...rest });
