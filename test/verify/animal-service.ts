/** The animal store, written by hand with `node:http`, and with bugs on demand. It shares no code with the engine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const bugs = [
  'created-with-200',
  'list-with-206',
  'missing-property',
  'missing-property-in-list',
  'wrong-content-type',
  'body-without-name-accepted',
  'wrong-types-accepted',
  'unlisted-status-accepted',
  'broken-json-accepted',
  'no-authentication',
  'any-credential-accepted',
  'no-authentication-for-reading',
  'error-as-text',
  'error-without-code',
  'error-with-text-status',
  'id-as-text',
  'value-outside-enum',
  'write-lost',
  'write-not-listed',
  'write-changed',
  'limit-ignored',
  'filter-ignored',
  'filter-empty',
  'failure-on-odd-text',
  'failure-on-long-text',
  'failure-on-odd-id',
  'failure-on-big-limit',
  'failure-on-null',
  'failure-on-negative-id',
  'any-item-found',
  'valid-request-rejected',
  'connection-lost',
] as const;

export type Bug = (typeof bugs)[number];

interface Animal {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

export interface AnimalService {
  readonly url: string;
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

export interface AnimalServiceOptions {
  readonly bug?: Bug;
  /** Invalid limits are clamped instead of rejected, for which the document has no status. */
  readonly isLenient?: boolean;
  /** The only accepted key; default: any that does not begin with `invalid`. */
  readonly key?: string;
}

const statuses = ['available', 'pending', 'sold'];

export const startAnimalService = async ({
  bug,
  isLenient = false,
  key,
}: AnimalServiceOptions = {}): Promise<AnimalService> => {
  const animals: Animal[] = [
    { id: 1, name: 'Luna', categoryId: 1, status: 'available' },
    { id: 2, name: 'Biscuit', categoryId: 2, status: 'sold' },
    { id: 3, name: 'Pepper', categoryId: 1 },
  ];
  let lastId = 3;
  const requests: string[] = [];

  const send = (response: ServerResponse, status: number, value: unknown): void => {
    const isText = bug === 'wrong-content-type' && status < 300;
    response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
    response.end(JSON.stringify(value));
  };
  const fail = (response: ServerResponse, status: number, code: string, message: string): void => {
    if (bug === 'error-as-text') {
      response.writeHead(status, { 'Content-Type': 'text/plain' });
      response.end(message);
    } else
      send(response, status, {
        ...(bug !== 'error-without-code' && { code }),
        message,
        status: bug === 'error-with-text-status' ? String(status) : status,
      });
  };
  const show = (animal: Animal): unknown => ({
    ...animal,
    ...(bug === 'id-as-text' && { id: String(animal.id) }),
    ...(bug === 'value-outside-enum' && animal.status === 'sold' && { status: 'gone' }),
  });
  const withoutName = (value: unknown): unknown => ({ ...(value as object), name: undefined });

  const isAuthorized = (request: IncomingMessage): boolean => {
    if (bug === 'no-authentication' || (bug === 'no-authentication-for-reading' && request.method === 'GET'))
      return true;
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return false;
    if (bug === 'any-credential-accepted') return true;
    return key === undefined ? !token.startsWith('invalid') : token === key;
  };

  const list = (response: ServerResponse, query: URLSearchParams): unknown => {
    const limitText = query.get('limit');
    const limit = limitText === null ? 20 : Number(limitText);
    const status = query.get('status');
    if (bug === 'failure-on-big-limit' && limit >= 1_000_000) return fail(response, 500, 'oops', 'Out of memory.');
    const isValid = Number.isInteger(limit) && limit >= 1 && limit <= 100;
    if (!isLenient && (!isValid || limitText === '')) return fail(response, 400, 'invalid', 'limit must be 1 to 100.');
    if (!isLenient && status !== null && !statuses.includes(status))
      return fail(response, 400, 'invalid', 'status is unknown.');
    const isFiltered = status !== null && bug !== 'filter-ignored';
    const found = isFiltered ? animals.filter((animal) => animal.status === status) : animals;
    const filtered = bug === 'filter-empty' && status !== null ? [] : found;
    const size = bug === 'limit-ignored' ? filtered.length : isValid ? limit : 100;
    const listed = bug === 'write-not-listed' ? filtered.filter(({ id }) => id <= 3) : filtered;
    const page = listed.slice(0, size).map(show);
    send(
      response,
      bug === 'list-with-206' ? 206 : 200,
      bug === 'missing-property-in-list' ? page.map(withoutName) : page,
    );
  };

  const create = (response: ServerResponse, text: string): unknown => {
    if (bug === 'valid-request-rejected') return fail(response, 400, 'invalid', 'No.');
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(text);
    } catch {
      if (bug !== 'broken-json-accepted') return fail(response, 400, 'invalid', 'The body is not JSON.');
      body = { name: 'Unknown', categoryId: 1 };
    }
    if (bug === 'failure-on-null' && body === null) return fail(response, 500, 'oops', 'Cannot read null.');
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return fail(response, 400, 'invalid', 'The body is not an object.');
    const { name = bug === 'body-without-name-accepted' ? 'Unknown' : undefined, categoryId, status } = body;
    if (bug === 'failure-on-odd-text' && String(name).includes('"')) return fail(response, 500, 'oops', 'SQL error.');
    if (bug === 'failure-on-long-text' && String(name).length > 1000) return fail(response, 500, 'oops', 'Too long.');
    const hasTypes = typeof name === 'string' && Number.isInteger(categoryId);
    const isTyped = hasTypes || (bug === 'wrong-types-accepted' && name !== undefined && categoryId !== undefined);
    const isListed = status === undefined || statuses.includes(String(status));
    if (!isTyped || !(isListed || bug === 'unlisted-status-accepted'))
      return fail(response, 400, 'invalid', 'A property is missing or has a wrong type.');
    const animal: Animal = {
      id: ++lastId,
      name: bug === 'wrong-types-accepted' ? String(name) : (name as string),
      categoryId: bug === 'wrong-types-accepted' ? Number(categoryId) || 1 : (categoryId as number),
      ...(isListed && status !== undefined && { status: String(status) }),
    };
    if (bug !== 'write-lost') animals.push(bug === 'write-changed' ? { ...animal, name: 'Changed' } : animal);
    return send(
      response,
      bug === 'created-with-200' ? 200 : 201,
      bug === 'missing-property' ? withoutName(show(animal)) : show(animal),
    );
  };

  const read = (response: ServerResponse, text: string): unknown => {
    if (bug === 'failure-on-odd-id' && text.includes('%00')) return fail(response, 500, 'oops', 'NUL in a text.');
    if (bug === 'failure-on-negative-id' && text.startsWith('-')) return fail(response, 500, 'oops', 'Out of range.');
    const id = /^-?\d+$/.test(text) ? Number(text) : undefined;
    const found = animals.find((animal) => animal.id === id);
    const animal =
      found ?? (bug === 'any-item-found' && id !== undefined ? { id: 1, name: 'Any', categoryId: 1 } : undefined);
    if (animal === undefined) return fail(response, 404, 'not_found', 'No animal has this id.');
    return send(response, 200, show(animal));
  };

  const handle = (request: IncomingMessage, response: ServerResponse, text: string): unknown => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${pathname}${search}`);
    if (bug === 'connection-lost' && request.method === 'POST') {
      return request.socket.destroy();
    }
    const path = pathname.startsWith('/v1/') ? pathname.slice('/v1'.length) : '';
    const id = /^\/pets\/([^/]+)$/.exec(path)?.[1];
    const isKnown = path === '/pets' || path === '/store/orders' || id !== undefined;
    if (!isKnown) return fail(response, 404, 'not_found', 'There is nothing here.');
    if (!isAuthorized(request)) return fail(response, 401, 'unauthorized', 'Send a valid key.');
    if (path === '/pets' && request.method === 'GET') return list(response, searchParams);
    if (path === '/pets' && request.method === 'POST') return create(response, text);
    if (id !== undefined && request.method === 'GET') return read(response, id);
    return fail(response, 405, 'method', 'Another method is needed.');
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
