/** Requests that were not decided in the order of sending. */
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { startServer } from '../server/control/control-server.ts';
import { rawRequest, sendRaw } from '../server/raw-client.ts';

const server = await startServer();
afterAll(() => server.vivarium.close());

const key = 'Authorization: Bearer demo';
const json = 'Content-Type: application/json';
const maple = '{"name":"Maple","categoryId":3}';

const create = (world: string, body: string | Uint8Array, headers: readonly string[] = []) =>
  rawRequest(`POST /~${world}/v1/pets`, [key, json, ...headers], body);
const read = (world: string, id: number) => rawRequest(`GET /~${world}/v1/pets/${id}`, [key]);

/** All in one write; the connection ends after the last. */
const pipeline = async (requests: readonly Uint8Array[]) => {
  const last = requests.length - 1;
  const sent = requests.map((request, at) => {
    const text = Buffer.from(request).toString('latin1');
    return Buffer.from(at === last ? text : text.replace('Connection: close\r\n', ''), 'latin1');
  });
  const { answers } = await sendRaw(server.port, Buffer.concat(sent));
  return answers;
};

const numbered = (answers: Awaited<ReturnType<typeof pipeline>>) =>
  answers.map(({ status, headers }) => [status, headers['vivarium-exchange']]);

test.each([
  ['plain', [], maple],
  ['compressed', ['Content-Encoding: gzip'], gzipSync(maple)],
])('the changes by a %s body are visible for the next request on the connection', async (name, encoding, body) => {
  const answers = await pipeline([
    create(name, body, encoding),
    read(name, 25),
    create(name, maple),
    create(name, body, encoding),
    read(name, 27),
  ]);
  expect(numbered(answers)).toEqual([
    [201, '1'],
    [200, '2'],
    [201, '3'],
    [201, '4'],
    [200, '5'],
  ]);
  expect(answers.map((answer) => /"id":(\d+)/.exec(answer.body)?.[1])).toEqual(['25', '25', '26', '27', '27']);
});

test('a body that is too large does not block the next request', async () => {
  expect(numbered(await pipeline([create('large', 'x'.repeat(2_000_000)), read('large', 1)]))).toEqual([
    [400, '1'],
    [200, '2'],
  ]);
});
