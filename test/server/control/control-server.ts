/** A server for calls of the control API. Every response is checked against spec/control.yaml. */
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../src/core/primitives/json.ts';
import { createVivarium, type VivariumOptions } from '../../../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read single properties of a response, and compare them
export type Loose = any;

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Null if the body is not JSON. */
  readonly body: Loose;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes as they are; anything else as JSON. */
  readonly body?: unknown;
}

export interface TestServer {
  readonly port: number;
  readonly token: string | undefined;
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answered>;
  /** Below `/_vivarium/api`, with the token. */
  readonly api: (method: string, path: string, body?: unknown, headers?: Sent['headers']) => Promise<Answered>;
  /** A call of the service, with a credential. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Sent['headers']) => Promise<Answered>;
  readonly vivarium: Awaited<ReturnType<typeof createVivarium>>;
}

export const startServer = async (options: VivariumOptions = {}, host = '127.0.0.1'): Promise<TestServer> => {
  const vivarium = await createVivarium(options);
  const { url, token } = await vivarium.listen({ port: 0, host });
  const port = Number(new URL(url).port);
  const send: TestServer['send'] = (method, path, sent) => sendTo(port, method, path, sent);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    vivarium,
    port,
    token,
    send,
    api: async (method, path, body, headers = {}) => {
      const answer = await send(method, `/_vivarium/api${path}`, { body, headers: { ...authorization, ...headers } });
      judge(method, path.split('?')[0] as string, answer);
      return answer;
    },
    call: (method, path, body, headers) =>
      send(method, path, { body, headers: { authorization: 'Bearer demo', ...headers } }),
  };
};

/** A server that is closed after the tests of the file, or of the group. */
export const useServer = async (options?: VivariumOptions, host?: string): Promise<TestServer> => {
  const server = await startServer(options, host);
  afterAll(() => server.vivarium.close());
  return server;
};

/** A server that is closed at the end of the test. */
export const startForTest = async (options?: VivariumOptions, host?: string): Promise<TestServer> => {
  const server = await startServer(options, host);
  onTestFinished(() => server.vivarium.close());
  return server;
};

/** `detail`: a text, or what it must match. */
export const expectProblem = ({ status, body }: Answered, expected: number, detail: unknown): void =>
  expect({ status, detail: body.detail }).toEqual({ status: expected, detail });

/** One server for the tests of a file, and a new open world before each test. */
export const useWorlds = (prefix: string, use: (server: TestServer, world: string) => void): void => {
  let server: TestServer;
  let number = 0;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.vivarium.close());
  beforeEach(async () => {
    const world = `${prefix}-${++number}`;
    await server.api('PUT', `/worlds/${world}`);
    use(server, world);
  });
};

/** A service whose credential is in the query. */
export const queryKeyDocument: JsonObject = {
  openapi: '3.1.1',
  info: { title: '', version: '' },
  security: [{ key: [] }],
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: '' } } } } },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
};

/** Unlike `fetch`, it allows every header, as a hostile client does. */
export const sendTo = (
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const bytes =
      body === undefined
        ? undefined
        : typeof body === 'string' || body instanceof Uint8Array
          ? body
          : stringifyJson(body as Json);
    const type =
      bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) };
    const call = request(
      { host: '127.0.0.1', port, method, path, headers: { ...type, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const parsed = parseJson(text);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: parsed.ok ? parsed.value : null,
          });
        });
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });

const document = parse(readFileSync('spec/control.yaml', 'utf8')) as JsonObject;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document as object, 'control');

interface Documented {
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

/** Throws if a response violates the description of the control API. */
const judge = (method: string, path: string, { status, headers, body }: Answered): void => {
  const found = Object.entries(document.paths as JsonObject).find(([template]) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  // Any path can respond with 405 and 500; an unknown path has no description.
  if (found === undefined || status === 405) return;
  const [template, item] = found as unknown as [string, Readonly<Record<string, Documented>>];
  const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${template} is not documented`);
  let pointer = `/paths/${template.replaceAll('~', '~0').replaceAll('/', '~1')}/${method === 'HEAD' ? 'get' : method.toLowerCase()}/responses/${status}`;
  let response = operation.responses[status];
  if (response === undefined && status === 500) return;
  if (response === undefined) throw new Error(`${method} ${template}: status ${status} is not documented`);
  if (response.$ref !== undefined) {
    pointer = response.$ref.slice(1);
    response = (document as Loose).components.responses[response.$ref.split('/').at(-1) as string] as typeof response;
  }
  const type = headers['content-type'];
  const types = Object.keys(response?.content ?? {});
  if (types.length === 0 ? type !== undefined : !types.includes(type ?? ''))
    throw new Error(`${method} ${template} ${status}: ${type} is not documented`);
  if (type?.includes('json') !== true || method === 'HEAD') return;
  const schema = `control#${pointer}/content/${(type as string).replaceAll('/', '~1')}/schema`;
  const validate = ajv.getSchema(encodeURI(schema).replaceAll('{', '%7B').replaceAll('}', '%7D'));
  if (validate === undefined) throw new Error(`${method} ${template} ${status}: there is no schema at ${schema}`);
  if (!validate(withoutBigints(body as Json)))
    throw new Error(
      `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(withoutBigints(body as Json))}`,
    );
};

/** ajv does not accept bigint. */
const withoutBigints = (value: Json): unknown => JSON.parse(stringifyJson(value));
