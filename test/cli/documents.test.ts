/** A document of the user: of several files, with overlays, in a checkout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { run, serve } from './in-process.ts';
import { folderOf, ordersDocument, root, write } from './process.ts';

const order = 'type: object\nrequired: [item]\nproperties: { id: { type: integer }, item: { type: string } }\n';
const manyFiles = {
  'api.yaml': ordersDocument().replace(
    /components:[\s\S]*$/,
    "components: { schemas: { Order: { $ref: './order.yaml' } } }\n",
  ),
  'order.yaml': order,
};
const overlay = (title: string): string =>
  `overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n  - target: $.info\n    update: { title: ${title} }\n`;

describe('a document of several files', () => {
  test('is served, and a change of any file is loaded', async () => {
    const cwd = folderOf(manyFiles);
    const server = await serve(['api.yaml'], { cwd });
    const add = (body: object) => server.call('/orders', { method: 'POST', body: JSON.stringify(body) });
    expect((await add({ item: 'lamp' })).status).toBe(201);
    expect((await add({ item: 7 })).status).toBe(400);
    write(cwd, 'order.yaml', order.replace('item: { type: string }', 'item: { $ref: item.yaml }'));
    await server.until(/"reloaded"/);
    // It refers to a file that does not exist yet.
    expect((await add({ item: 7 })).status).toBe(201);
    write(cwd, 'item.yaml', 'type: string\n');
    await server.until(/"reloaded"[\s\S]*"reloaded"[\s\S]*item\.yaml/);
    expect((await add({ item: 7 })).status).toBe(400);
  });

  test('is checked, with locations in each file', async () => {
    const cwd = folderOf({ ...manyFiles, 'order.yaml': `${order}allOf: [{ $ref: none.yaml }]\ndeprecatd: 1\n` });
    const { code, stderr } = await run(['check', 'api.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^order\.yaml:4:\d+: .*none\.yaml/m);
  });
});

describe('an overlay', () => {
  test('is applied to the document, also by a variable, and a change of it is loaded', async () => {
    const cwd = folderOf({ 'api.yaml': ordersDocument(), 'one.yaml': overlay('One'), 'two.yaml': overlay('Two') });
    const server = await serve(['api.yaml', '--overlay', 'one.yaml', '--overlay', 'two.yaml'], { cwd });
    const titleOf = async () => (await (await server.api('/service')).json()).title;
    expect(await titleOf()).toBe('Two');
    write(cwd, 'two.yaml', overlay('Three'));
    await server.until(/"reloaded".*two\.yaml/);
    expect(await titleOf()).toBe('Three');
    write(cwd, 'two.yaml', overlay('Four').replace('$.info', '$.['));
    await server.until(/two\.yaml:4:5: .*is not a JSONPath[\s\S]*Not reloaded/, 'stderr');
    expect(await titleOf()).toBe('Three');
    const other = await serve(['api.yaml'], {
      cwd,
      env: { VIVARIUM_OVERLAY: 'two.yaml,one.yaml', VIVARIUM_WATCH: '0' },
    }).catch((error: Error) => error.message);
    expect(other).toMatch(/two\.yaml:4:5: /);
  });

  test('is applied to a document of the library, from a file or parsed', async () => {
    const cwd = folderOf({ 'api.yaml': ordersDocument(), 'one.yaml': overlay('One') });
    const file = join(cwd, 'api.yaml');
    const { parse } = await import('yaml');
    for (const document of [file, parse(readFileSync(file, 'utf8'))]) {
      const vivarium = await createVivarium({ document, overlay: [join(cwd, 'one.yaml')] });
      const { url } = await vivarium.listen({ port: 0 });
      expect(await (await fetch(`${url}/_vivarium/api/service`)).json()).toMatchObject({ title: 'One' });
      await vivarium.close();
    }
  });

  test('is recognized by its content, and checked with the document', async () => {
    const cwd = folderOf({
      'api.yaml': ordersDocument(),
      'ours.yaml': overlay('One').replace('$.info', '$.paths["/none"]'),
      'one.yaml': overlay('One'),
    });
    expect(await run(['check', 'api.yaml', 'one.yaml'], { cwd })).toMatchObject({ code: 0 });
    for (const args of [['ours.yaml'], ['--overlay', 'ours.yaml']]) {
      const { code, stderr } = await run(['check', 'api.yaml', ...args], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^ours\.yaml:4:5: the target \$\.paths\["\/none"\] selects nothing\n/);
    }
  });
});

describe('in a checkout', () => {
  const own = () => join(folderOf({ 'api.yaml': ordersDocument() }), 'api.yaml');

  test('a document of the user starts without the scenarios of the example, and reports that', async () => {
    const server = await serve([own()], { env: { VIVARIUM_LOG: 'pretty' } });
    await server.until(/Scenario {2}default, seed 1 · scenarios\/ is ignored \(shipped example\)\n/);
  });

  test('the JSON log reports that in its own line', async () => {
    const server = await serve([own()]);
    await server.until(/\{"event":"scenarios-left-out","directory":"scenarios"\}\n/);
    expect((await (await server.api('/scenarios')).json()).items.map(({ name }: { name: string }) => name)).toEqual([
      'default',
      'empty',
    ]);
    expect((await server.call('/orders')).status).toBe(200);
  });

  test('the scenarios of the example are not checked against it', async () => {
    const document = own();
    expect(await run(['check', document])).toMatchObject({ code: 0, stdout: `No problems in ${document}.\n` });
  });

  test('a selected scenario must match the document', async () => {
    const document = own();
    expect(await run([document, '--scenarios', 'scenarios'])).toMatchObject({ code: 2 });
    const { code, stderr } = await run([document, '--scenario', 'crowded']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^scenarios\/.*:\d+:\d+: /);
  });

  test('a changed copy of the example has its scenarios', async () => {
    const text = readFileSync(join(root, 'spec', 'animal-store.yaml'), 'utf8').replace(
      'title: Animal Store',
      'title: Mine',
    );
    const server = await serve([join(folderOf({ 'store.yaml': text }), 'store.yaml')]);
    expect((await (await server.call('/pets')).json()).length).toBeGreaterThan(0);
    expect(server.output.stdout).not.toContain('left-out');
  });
});

describe('beside a configuration for another document', () => {
  const files = {
    'vivarium.yaml': 'document: orders.yaml\nhandlers: h.ts\nscenario: mine\n',
    'h.ts': "export default { listOrders: () => ({ status: 200, body: [{ item: 'handled' }] }) };\n",
    'scenarios/mine.yaml': 'data: { orders: [] }\n',
    'scenarios/default.yaml': 'data: { orders: [] }\n',
    'orders.yaml': ordersDocument(),
    'other.json': JSON.stringify({ posts: [{ id: 1 }] }),
  };
  const line = 'other.json, without the handlers and scenarios of vivarium.yaml, which is for orders.yaml';

  test('a document is explained and checked without its handlers and scenarios, and a line says so', async () => {
    const cwd = folderOf(files);
    const explained = await run(['explain', 'other.json'], { cwd });
    expect([explained.code, explained.stdout]).toEqual([0, expect.stringContaining(`Document:    ${line}`)]);
    const checked = await run(['check', 'other.json'], { cwd });
    expect(checked.code).toBe(0);
    expect(checked.stdout).toContain('without the handlers and scenarios of vivarium.yaml');
    expect((await run(['explain', './orders.yaml'], { cwd })).stdout).not.toContain('without the handlers');
  });

  test('a document is served without them', async () => {
    const cwd = folderOf(files);
    const other = await serve(['other.json'], { cwd });
    expect(await (await other.call('/posts')).json()).toEqual([{ id: 1 }]);
    await other.until(/"event":"document".*without the handlers and scenarios/);
    const own = await serve(['orders.yaml'], { cwd });
    expect(await (await own.call('/orders')).json()).toEqual([{ item: 'handled' }]);
  });
});
