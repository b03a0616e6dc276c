/** A half-built service of the animal store: it lists and adds animals, and does nothing else yet. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Service {
  readonly url: string;
  readonly close: () => void;
}

/** `release`: 2 has changed in a way that its clients do not expect. */
export const startService = async (release: 1 | 2 = 1, port = 0): Promise<Service> => {
  const pets = [{ id: 1, name: 'Luna', categoryId: 1 }];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const show = ({ id, ...pet }: (typeof pets)[number]) => ({ id: release === 1 ? id : `pet-${id}`, ...pet });
    const sent = parse(text);
    const { pathname } = new URL(request.url ?? '', 'http://service');
    if (pathname !== '/v1/pets') send(501, { code: 'later', message: 'Not built yet.', status: 501 });
    else if (request.method === 'GET') send(200, pets.map(show));
    else if (sent === undefined) send(400, { code: 'invalid', message: 'The body is no JSON.', status: 400 });
    else {
      const pet = { ...sent, id: pets.length + 1 };
      pets.push(pet);
      send(201, show(pet));
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Undefined: an animal cannot be made of it. */
const parse = (text: string): { name: string; categoryId: number } | undefined => {
  try {
    const value = JSON.parse(text);
    return typeof value?.name === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

// node examples/upstream/service.ts 8080
if (import.meta.main) console.log((await startService(1, Number(process.argv[2] ?? 8080))).url);
