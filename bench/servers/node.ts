/** The floor: node:http with a Map, without a framework, checks, a journal or isolation. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { report } from './report.ts';

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

const entries = new Map<number, Entry>();
for (let id = 1; id <= 24; id++) {
  const status = ['available', 'pending', 'sold'][(id - 1) % 3] as string;
  entries.set(id, { id, name: `Entry ${id}`, categoryId: ((id - 1) % 6) + 1, status });
}

const base = '/v1/pets';

const send = (response: ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value);
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
};

const list = (query: string): readonly Entry[] => {
  const parameters = query === '' ? undefined : new URLSearchParams(query);
  const limit = Number(parameters?.get('limit') ?? 20);
  const status = parameters?.get('status');
  const found: Entry[] = [];
  for (const entry of entries.values()) {
    if (found.length === limit) break;
    if (status === undefined || status === null || entry.status === status) found.push(entry);
  }
  return found;
};

const create = (request: IncomingMessage, response: ServerResponse): void => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    text += piece;
  });
  request.on('end', () => {
    const entry = { id: entries.size + 1, ...(JSON.parse(text) as Omit<Entry, 'id'>) };
    entries.set(entry.id, entry);
    send(response, 201, entry);
  });
};

const server = createServer((request, response) => {
  const { url = '', method } = request;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path === base && method === 'POST') create(request, response);
  else if (path === base) send(response, 200, list(mark < 0 ? '' : url.slice(mark + 1)));
  else {
    const found = entries.get(Number(path.slice(base.length + 1)));
    if (found === undefined) send(response, 404, { code: 'not_found', message: 'No such entry', status: 404 });
    else send(response, 200, found);
  }
});

server.listen(0, '127.0.0.1', () => report(server));
