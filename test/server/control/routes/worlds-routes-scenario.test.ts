/** The scenario of a world with many items is written at the speed of the client. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Loose, useServer } from '../control-server.ts';

const path = '/_vivarium/api/worlds/default/scenario';
const count = 2000;
const name = 'Luna '.repeat(2000).trim();

const pets = Array.from({ length: count }, (_, index) => ({ id: index + 1, name, categoryId: 1, status: 'sold' }));
const server = await useServer({ scenario: { data: { pets } } });

/** A response of which nothing has been read. The text is longer than the buffers of two sockets. */
const open = async (accept: string): Promise<IncomingMessage> => {
  const request = get({ port: server.port, host: '127.0.0.1', path, headers: { accept } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
};

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
};

describe.each<[string, (text: string) => Loose]>([
  ['application/json', JSON.parse],
  ['application/yaml', parse],
])('as %s', (accept, read) => {
  test('it is that of the moment of the request, and other requests are served while a client reads slowly', async () => {
    const response = await open(accept);
    expect((await server.api('DELETE', `/worlds/default/collections/pets/${count}`)).status).toBe(204);
    const { data } = read(await textOf(response));
    expect(data.pets).toHaveLength(count);
    expect(data.pets.at(-1)).toEqual({ id: count, name, categoryId: 1, status: 'sold' });
    server.vivarium.world().reset();
  });

  test('it ends with the connection', async () => {
    const response = await open(accept);
    response.destroy();
    expect((await server.call('GET', '/v1/pets/1')).status).toBe(200);
  });
});
