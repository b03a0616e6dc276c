/** The example of docs/resources.md, run: what is not recognised without its Overlay is remembered with it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, root, run, serve } from './cli/process.ts';
import { commandsIn, examplesIn, isRun, readDocument } from './documents.ts';
import { linksIn } from './markdown.ts';

const text = readDocument('docs/resources.md');

/** The blocks that are files, by the name that their fence gives. */
const files = Object.fromEntries(
  [...text.matchAll(/^```yaml file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name, code]) => [
    name as string,
    code as string,
  ]),
);

/** `vivarium explain library.yaml ...` as its arguments. */
const commands = examplesIn(text)
  .filter(isRun('sh'))
  .flatMap(commandsIn)
  .map((command) => command.split(' ').slice(1));
const laidOver = (first: string): readonly string[] =>
  commands.find((args) => args[0] === first && args.includes('--overlay')) ?? [];

test('every command is the one of this package', async () => {
  const cwd = folderOf({ ...files, 'api.yaml': files['library.yaml'] as string });
  for (const args of commands.filter(([first]) => first === 'explain')) {
    expect(await run(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  }
});

test('nothing of the library is recognised without its Overlay', async () => {
  const { stdout } = await run(['explain', 'library.yaml', '--json'], { cwd: folderOf(files) });
  expect(JSON.parse(stdout).collections).toEqual([]);
});

test('with it each operation is about books', async () => {
  const { code, stdout } = await run([...laidOver('explain'), '--json'], { cwd: folderOf(files) });
  expect(code).toBe(0);
  const { collections, operations } = JSON.parse(stdout);
  expect(collections).toMatchObject([{ name: 'books', kind: 'list', id: 'isbn' }]);
  expect(operations).toMatchObject([
    { path: '/catalogue/query', collection: 'books', action: 'list', confidence: 'stated' },
    { path: '/book-by-isbn/{isbn}', collection: 'books', action: 'read', confidence: 'stated' },
    { path: '/acquire', collection: 'books', action: 'create', confidence: 'stated' },
  ]);
  expect(await run(['check', 'library.yaml', 'library.overlay.yaml'], { cwd: folderOf(files) })).toMatchObject({
    stdout: expect.stringMatching(/^No problems in library\.yaml\.\n$/),
  });
});

test('what is acquired is found by its ISBN and in the catalogue', async () => {
  const server = await serve(laidOver('library.yaml'), { cwd: folderOf(files) });
  const book = { isbn: '978-0-13-110362-7', title: 'The C Programming Language' };
  const acquired = await server.call('/acquire', { method: 'POST', body: JSON.stringify(book) });
  expect([acquired.status, await acquired.json()]).toEqual([201, book]);
  expect(await (await server.call(`/book-by-isbn/${book.isbn}`)).json()).toEqual(book);
  expect((await server.call('/book-by-isbn/none')).status).toBe(404);
  const { answer } = (await (await server.call('/catalogue/query')).json()) as { answer: { hits: unknown[] } };
  expect(answer.hits).toContainEqual(book);
});

test('its links lead somewhere', () => {
  for (const link of linksIn(text)) expect(link.isThere(join(root, 'docs')), link.target).toBe(true);
});
