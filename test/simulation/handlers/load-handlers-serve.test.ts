/** `--handlers`: in a served process, reloaded, and with several services. */
import { expect, test } from 'vitest';
import { folderOf, ordersDocument, run, serve, write } from '../../cli/process.ts';

const document = ordersDocument();
const handlers = (item: string): string => `import { defineHandlers } from 'vivarium';
import { shout } from './lib/shout.ts';
export default defineHandlers({
  listOrders: ({ next, request }) => {
    if (request.query === 'fail') throw new Error('no list');
    if (request.query === 'later') setTimeout(() => next(), 0);
    if (request.query === 'later') void Promise.reject(new Error('left behind'));
    return next({ headers: { 'X-Own': shout('${item}') } });
  },
});
`;
const shout = (mark: string): string => `export const shout = (text: string): string => text + '${mark}';\n`;

const itemsOf = async (response: Response) => [response.status, response.headers.get('x-own')];

test('a file is reloaded with the files that it imports; while it is broken, the old version stays', async () => {
  const cwd = folderOf({
    'orders.yaml': document,
    'ours.ts': handlers('one'),
    'lib/shout.ts': shout('!'),
    'package.json': '{}',
    'scenarios/default.yaml': '',
  });
  const server = await serve(['orders.yaml', '--handlers', 'ours.ts'], { cwd });
  await server.call('/orders', { method: 'POST', body: '{"item":"lamp"}' });
  const list = async () => itemsOf(await server.call('/orders'));
  expect(await list()).toEqual([200, 'one!']);
  let reloads = 0;
  const reloaded = async () => server.until(new RegExp(`(?:[^]*?"reloaded".*\\n){${++reloads}}`));
  write(cwd, 'lib/shout.ts', shout('?'));
  await reloaded();
  expect(await list()).toEqual([200, 'one?']);
  write(cwd, 'ours.ts', handlers('two').replace('listOrders', 'lstOrders'));
  await server.until(
    /^ours\.ts:4:3: handler: unknown operation "lstOrders"\. Did you mean "listOrders"\?\n(.*\|.*\n)+Not reloaded\./,
    'stderr',
  );
  expect(await list()).toEqual([200, 'one?']);
  write(cwd, 'ours.ts', handlers('two').replace('throw new', 'throw new new;'));
  await server.until(/^ours\.ts:5:\d+: .*\n(.*\|.*\n)+Not reloaded\./m, 'stderr');
  expect(await list()).toEqual([200, 'one?']);
  write(cwd, 'ours.ts', handlers('two'));
  await reloaded();
  expect(await list()).toEqual([200, 'two?']);
  // The data are kept.
  expect(await (await server.call('/orders')).json()).toHaveLength(1);
  expect((await server.call('/orders?fail')).status).toBe(500);
  const [line] = await server.until(/.*"handlerError".*\n/);
  expect(JSON.parse(line)).toMatchObject({
    status: 500,
    handlerError: expect.stringMatching(/^no list \(.+ours\.ts:5:\d+\)$/),
  });
  // What a handler leaves behind does not end the server.
  await server.call('/orders?later');
  await server.until(/next\(\) was called after the handler had returned/, 'stderr');
  await server.until(/left behind: Error: left behind/, 'stderr');
  expect(await list()).toEqual([200, 'two?']);
  // Node warns about nothing.
  expect(server.output.stderr).not.toMatch(/Warning/);
});

test('a file that cannot be used is an error at start', async () => {
  const cwd = folderOf({ 'orders.yaml': document, 'ours.ts': 'export default {\n  lstOrders: () => {},\n};\n' });
  const ended = await run(['orders.yaml', '--handlers', 'ours.ts'], { cwd });
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(/^ours\.ts:2:3: handler: unknown operation "lstOrders"\. Did you mean "listOrders"\?\n/);
});

test('several services: an ambiguous name is rejected, and a qualified one works; the configuration names the file', async () => {
  const own = (name: string): string =>
    `export default { '${name}': ({ next }) => next({ headers: { 'X-Own': 'yes' } }) };\n`;
  const cwd = folderOf({
    'shop.yaml': document,
    'other.yaml': ordersDocument('Other').replace('/v1', '/v2'),
    'conf/vivarium.yaml':
      'handlers: ours.js\nservices: { shop: { document: ../shop.yaml }, other: { document: ../other.yaml, base: /other } }\n',
    'conf/ours.js': own('listOrders'),
  });
  const ended = await run(['--config', 'conf/vivarium.yaml'], { cwd });
  expect([ended.code, ended.stderr]).toEqual([
    2,
    expect.stringMatching(/^conf\/ours\.js:1:18: .*listOrders.*shop\.listOrders/),
  ]);
  write(cwd, 'conf/ours.js', own('other.listOrders'));
  const server = await serve(['--config', 'conf/vivarium.yaml'], { cwd });
  const { origin } = new URL(server.listening.service);
  const shown = async (path: string) => itemsOf(await fetch(origin + path));
  expect(await shown('/other/orders')).toEqual([200, 'yes']);
  expect(await itemsOf(await server.call('/orders'))).toEqual([200, null]);
});
