/** The animal store, written by hand, and with bugs on demand. It shares no code with the engine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Bug =
  | 'created-with-200'
  | 'list-with-206'
  | 'missing-property'
  | 'missing-property-in-list'
  | 'wrong-content-type'
  | 'body-without-name-accepted'
  | 'wrong-types-accepted'
  | 'unlisted-status-accepted'
  | 'broken-json-accepted'
  | 'no-authentication'
  | 'any-credential-accepted'
  | 'no-authentication-for-reading'
  | 'error-as-text'
  | 'error-without-code'
  | 'error-with-text-status'
  | 'id-as-text'
  | 'value-outside-enum'
  | 'write-lost'
  | 'write-not-listed'
  | 'write-changed'
  | 'limit-ignored'
  | 'filter-ignored'
  | 'filter-empty'
  | 'failure-on-odd-text'
  | 'failure-on-long-text'
  | 'failure-on-odd-id'
  | 'failure-on-big-limit'
  | 'failure-on-null'
  | 'failure-on-negative-id'
  | 'any-item-found'
  | 'valid-request-rejected'
  | 'connection-lost';

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

/** A `fetch` that the animal store answers. */
export const fetchFromAnimals = ({ bug, isLenient = false, key }: AnimalServiceOptions = {}): typeof fetch => {
  const animals: Animal[] = [
    { id: 1, name: 'Luna', categoryId: 1, status: 'available' },
    { id: 2, name: 'Biscuit', categoryId: 2, status: 'sold' },
    { id: 3, name: 'Pepper', categoryId: 1 },
  ];
  let lastId = 3;

  const send = (status: number, value: unknown): Response => {
    const isText = bug === 'wrong-content-type' && status < 300;
    const headers = { 'Content-Type': isText ? 'text/html' : 'application/json' };
    return new Response(JSON.stringify(value), { status, headers });
  };
  const fail = (status: number, code: string, message: string): Response =>
    bug === 'error-as-text'
      ? new Response(message, { status, headers: { 'Content-Type': 'text/plain' } })
      : send(status, {
          ...(bug !== 'error-without-code' && { code }),
          message,
          status: bug === 'error-with-text-status' ? String(status) : status,
        });
  const show = (animal: Animal): unknown => ({
    ...animal,
    ...(bug === 'id-as-text' && { id: String(animal.id) }),
    ...(bug === 'value-outside-enum' && animal.status === 'sold' && { status: 'gone' }),
  });
  const withoutName = (value: unknown): unknown => ({ ...(value as object), name: undefined });

  const isAuthorized = (request: Request): boolean => {
    if (bug === 'no-authentication' || (bug === 'no-authentication-for-reading' && request.method === 'GET'))
      return true;
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return false;
    if (bug === 'any-credential-accepted') return true;
    return key === undefined ? !token.startsWith('invalid') : token === key;
  };

  const list = (query: URLSearchParams): Response => {
    const limitText = query.get('limit');
    const limit = limitText === null ? 20 : Number(limitText);
    const status = query.get('status');
    if (bug === 'failure-on-big-limit' && limit >= 1_000_000) return fail(500, 'oops', 'Out of memory.');
    const isValid = Number.isInteger(limit) && limit >= 1 && limit <= 100;
    if (!isLenient && (!isValid || limitText === '')) return fail(400, 'invalid', 'limit must be 1 to 100.');
    if (!isLenient && status !== null && !statuses.includes(status)) return fail(400, 'invalid', 'status is unknown.');
    const isFiltered = status !== null && bug !== 'filter-ignored';
    const found = isFiltered ? animals.filter((animal) => animal.status === status) : animals;
    const filtered = bug === 'filter-empty' && status !== null ? [] : found;
    const size = bug === 'limit-ignored' ? filtered.length : isValid ? limit : 100;
    const listed = bug === 'write-not-listed' ? filtered.filter(({ id }) => id <= 3) : filtered;
    const page = listed.slice(0, size).map(show);
    return send(bug === 'list-with-206' ? 206 : 200, bug === 'missing-property-in-list' ? page.map(withoutName) : page);
  };

  const create = (text: string): Response => {
    if (bug === 'valid-request-rejected') return fail(400, 'invalid', 'No.');
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(text);
    } catch {
      if (bug !== 'broken-json-accepted') return fail(400, 'invalid', 'The body is not JSON.');
      body = { name: 'Unknown', categoryId: 1 };
    }
    if (bug === 'failure-on-null' && body === null) return fail(500, 'oops', 'Cannot read null.');
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return fail(400, 'invalid', 'The body is not an object.');
    const { name = bug === 'body-without-name-accepted' ? 'Unknown' : undefined, categoryId, status } = body;
    if (bug === 'failure-on-odd-text' && String(name).includes('"')) return fail(500, 'oops', 'SQL error.');
    if (bug === 'failure-on-long-text' && String(name).length > 1000) return fail(500, 'oops', 'Too long.');
    const hasTypes = typeof name === 'string' && Number.isInteger(categoryId);
    const isTyped = hasTypes || (bug === 'wrong-types-accepted' && name !== undefined && categoryId !== undefined);
    const isListed = status === undefined || statuses.includes(String(status));
    if (!isTyped || !(isListed || bug === 'unlisted-status-accepted'))
      return fail(400, 'invalid', 'A property is missing or has a wrong type.');
    const animal: Animal = {
      id: ++lastId,
      name: bug === 'wrong-types-accepted' ? String(name) : (name as string),
      categoryId: bug === 'wrong-types-accepted' ? Number(categoryId) || 1 : (categoryId as number),
      ...(isListed && status !== undefined && { status: String(status) }),
    };
    if (bug !== 'write-lost') animals.push(bug === 'write-changed' ? { ...animal, name: 'Changed' } : animal);
    return send(
      bug === 'created-with-200' ? 200 : 201,
      bug === 'missing-property' ? withoutName(show(animal)) : show(animal),
    );
  };

  const read = (text: string): Response => {
    if (bug === 'failure-on-odd-id' && text.includes('%00')) return fail(500, 'oops', 'NUL in a text.');
    if (bug === 'failure-on-negative-id' && text.startsWith('-')) return fail(500, 'oops', 'Out of range.');
    const id = /^-?\d+$/.test(text) ? Number(text) : undefined;
    const found = animals.find((animal) => animal.id === id);
    const animal =
      found ?? (bug === 'any-item-found' && id !== undefined ? { id: 1, name: 'Any', categoryId: 1 } : undefined);
    if (animal === undefined) return fail(404, 'not_found', 'No animal has this id.');
    return send(200, show(animal));
  };

  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    if (bug === 'connection-lost' && request.method === 'POST') throw new TypeError('terminated');
    const path = pathname.startsWith('/v1/') ? pathname.slice('/v1'.length) : '';
    const id = /^\/pets\/([^/]+)$/.exec(path)?.[1];
    const isKnown = path === '/pets' || path === '/store/orders' || id !== undefined;
    if (!isKnown) return fail(404, 'not_found', 'There is nothing here.');
    if (!isAuthorized(request)) return fail(401, 'unauthorized', 'Send a valid key.');
    if (path === '/pets' && request.method === 'GET') return list(searchParams);
    if (path === '/pets' && request.method === 'POST') return create(text);
    if (id !== undefined && request.method === 'GET') return read(id);
    return fail(405, 'method', 'Another method is needed.');
  };
};

/** The same with a socket. */
export const startAnimalService = async (options?: AnimalServiceOptions): Promise<AnimalService> => {
  const answer = fetchFromAnimals(options);
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    try {
      const answered = await answer(await toRequest(request));
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
    } catch {
      request.socket.destroy();
    }
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

const toRequest = async (request: IncomingMessage): Promise<Request> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return new Request(`http://localhost${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization: request.headers.authorization ?? '' },
    ...(body.length > 0 && { body }),
  });
};
