import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, type ConfigProblem } from '../../../src/core/primitives/config-error.ts';
import { type LoadedDocument, loadDocument } from '../../../src/openapi/load/load.ts';

const directory = mkdtempSync(join(tmpdir(), 'vivarium-load-'));
afterAll(() => rmSync(directory, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const load = (text: string, name = 'a.yaml'): Promise<LoadedDocument> => loadDocument(file(name, text));

const problemOf = async (loading: Promise<unknown>): Promise<ConfigProblem> => {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw new Error('expected a ConfigError', { cause: error });
  return error.problems[0] as ConfigProblem;
};

test('YAML and JSON are the same document', async () => {
  const yaml = await load('openapi: 3.1.0\npaths:\n  /a: { get: {} }\n');
  const json = await load('{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}', 'a.json');
  expect(yaml.document).toEqual({ openapi: '3.1.0', paths: { '/a': { get: {} } } });
  expect(json.document).toEqual(yaml.document);
  expect(yaml.name).toBe(join(directory, 'a.yaml'));
});

test('integers are exact, and a bigint only beyond safe integers', async () => {
  for (const [name, text] of [
    ['a.yaml', 'openapi: 3.1.0\nx-a: 9223372036854775807\nx-b: 12\nx-c: [1234567890123456]\nx-d: 1.5\n'],
    ['a.json', '{"openapi": "3.1.0", "x-a": 9223372036854775807, "x-b": 12, "x-c": [1234567890123456], "x-d": 1.5}'],
  ] as const) {
    expect((await load(text, name)).document).toEqual({
      openapi: '3.1.0',
      'x-a': 9223372036854775807n,
      'x-b': 12,
      'x-c': [1234567890123456],
      'x-d': 1.5,
    });
  }
});

test('a date stays a string, __proto__ is an ordinary key, and << merges', async () => {
  const { document } = await load(
    'openapi: 3.1.0\nx-date: 2030-12-05\nx-base: &base { a: 1, b: 2 }\nx-more: { <<: *base, b: 3 }\nx-odd: { __proto__: { polluted: true } }\n200: ok\n',
  );
  expect(document).toMatchObject({ 'x-date': '2030-12-05', 'x-more': { a: 1, b: 3 }, 200: 'ok' });
  expect(Object.keys(document['x-odd'] as object)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a byte order mark is ignored', async () => {
  expect((await load('\ufeff{"openapi": "3.1.0"}', 'bom.json')).document).toEqual({ openapi: '3.1.0' });
});

describe('a ConfigError reports', () => {
  test('a missing file', async () => {
    expect(await problemOf(loadDocument(join(directory, 'none.yaml')))).toMatchObject({
      file: join(directory, 'none.yaml'),
      message: 'there is no such file',
    });
  });

  test('a directory', async () => {
    expect((await problemOf(loadDocument(directory))).message).toMatch(/directory/);
  });

  const noEnd = 'the quote that begins here does not end';
  const notYaml = expect.stringMatching(/^this is not valid YAML: ./);
  test.each([
    ['a quote without an end, where it begins', 'info:\n  title: "x\npaths: {}\n', [2, 10], noEnd],
    ['a quote that a later one seems to end', 'info:\n  title: "x\n  version: "1"\npaths: {}\n', [2, 10], noEnd],
    ['a tab', 'info:\n\ttitle: x\n', [2, 1], 'this line is indented with a tab', 'Use spaces.'],
    [
      'a page of a browser',
      '\n<!doctype html>\n<html lang="en">\n<title>a: b</title>\n',
      [1, 1],
      'this is HTML or XML',
      'Give a file in YAML or JSON.',
    ],
    ['a second colon', 'info:\n  title: a: b\n', [2, 10], 'this value has a second ": "', 'Put the value in quotes.'],
    ['the same key twice', 'a: 1\nb: 2\nb: 3\n', [3, 1], 'the key b is duplicated', 'Keep one of them.'],
    ['a line that is indented too deeply', 'openapi: 3.1.0\n  info: {}\n', [1, 10], notYaml],
    [
      'a list without an end',
      'info: {}\npaths: [\n',
      [2, 8],
      'the "[" that begins here does not end',
      'Write "]" where it ends.',
    ],
    [
      'a map without an end, above other lines',
      'a: [{}, "]"] # [\ninfo: { x: [1]\npaths: {}\n',
      [2, 7],
      'the "{" that begins here does not end',
      'Write "}" where it ends, before line 3.',
    ],
    [
      'a list that ends as a map',
      'info: { x: [1 }\npaths: {}\n',
      [1, 12],
      'the "[" that begins here does not end',
      'Write "]" where it ends, before column 15.',
    ],
    ['a quote without an end in a list', 'a: [1, "x]\nb: 1\n', [1, 8], noEnd],
    [
      'a bracket in a text, above',
      "a: '[x'\nb: it's [\nc: { d: 1\n",
      [3, 4],
      'the "{" that begins here does not end',
      'Write "}" where it ends.',
    ],
    [
      'a key with a missing colon',
      "a{ 'b:c': d, 'e:f': g }\n",
      [1, 11],
      'this value has a second ": "',
      'Put the value in quotes.',
    ],
    ['an alias of nothing', 'a: *b\n', [1, 5], notYaml],
    ['a line without a colon', 'a: 1\nb\n\nc: 2\n', [2, 1], 'this line has no ": "'],
    ['a last line without a colon', 'a: 1\nb\n', [2, 1], 'this line has no ": "'],
    ['a key in a text below its key', 'a: 1\nb:\n  c\n  d: 1\n', [3, 3], notYaml],
    ['a key in an item', 'a:\n- b\n c: 1\n', [2, 1], notYaml],
    [
      'a second document',
      '# A comment\n---\na: 1\n---\nb: 1\n',
      [4, 1],
      'a second document begins here',
      'Put each document into a separate file.',
    ],
    [
      'a second document behind an end',
      'a: 1\n...\nb: 1\n',
      [2, 1],
      'a second document begins here',
      'Put each document into a separate file.',
    ],
    ['too many levels', `a: ${'['.repeat(300)}`, [1, 253], 'the values are nested too deeply'],
    ['a bracket too many', 'info: {}]\n', [1, 9], 'this "]" ends nothing', 'Remove it, or write what it ends.'],
    [
      'JSON without a comma',
      '{\n  "openapi": "3.1.0"\n  "paths": {}\n}',
      [3, 3],
      'this is not valid JSON: expected "," or "}", not "\\""',
    ],
    [
      'a quote without an end in JSON',
      '{\n "info": "x,\n "paths": {}}',
      [2, 13],
      expect.stringContaining('expected the end of the text'),
    ],
  ])('broken syntax: %s', async (_title, text, [line, column], message, hint = undefined) => {
    const problem = await problemOf(load(text));
    expect(problem).toMatchObject({ line, column, message, hint });
    expect(problem.frame).toMatch(/> \d \|.*\n\s+\| +\^/);
  });

  test('an alias bomb', async () => {
    const lines = ['openapi: 3.1.0', 'a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [at, name] of [...'bcdefghi'].entries())
      lines.push(`${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(', ')}]`);
    expect((await problemOf(load(lines.join('\n')))).message).toMatch(/alias/i);
  });

  test('a document that contains itself', async () => {
    expect((await problemOf(load('openapi: 3.1.0\nx-a: &a { self: *a }\n'))).message).toMatch(/contains itself/);
  });

  test.each([
    ['a list', '- a\n', /no OpenAPI|not an OpenAPI/],
    ['an empty file', '', /not an OpenAPI/],
    ['another document', 'hello: world\n', /not an OpenAPI/],
    ['Swagger 1.2', 'info: {}\nswagger: "1.2"\n', /Swagger 1\.2 is not supported\. Supported: .* Swagger 2\.0\./, 2],
    ['an unknown version', 'info: {}\n\nopenapi: 5.0.0\n', /"5\.0\.0" is not supported/, 3],
  ])('%s', async (_name, text, expected, line?: number) => {
    const problem = await problemOf(load(text));
    const message = expect.stringMatching(expected);
    expect(problem).toMatchObject({ file: join(directory, 'a.yaml'), message, ...(line && { line, column: 1 }) });
  });
});

test('a property is located in YAML and JSON, a missing one by its nearest parent', async () => {
  const { locate } = await load('openapi: 3.1.0\npaths:\n  /a/b:\n    get:\n      tags: [x, y]\n');
  expect(locate('/paths/~1a~1b/get')).toMatchObject({ line: 4, column: 5 });
  expect(locate('/paths/~1a~1b/get/tags/1')).toMatchObject({ line: 5, column: 17 });
  expect(locate('/paths/~1a~1b/get/responses/200')).toMatchObject({ line: 4, column: 5 });
  expect(locate('')).toMatchObject({ line: 1, column: 1 });
  expect(locate('/paths')?.frame).toBe('  1 | openapi: 3.1.0\n> 2 | paths:\n    | ^\n  3 |   /a/b:\n  4 |     get:');
  const json = await load('{\n  "openapi": "3.1.0",\n  "paths": {}\n}', 'c.json');
  expect(json.locate('/paths')).toMatchObject({ line: 3, column: 3 });
});

describe('over HTTP', () => {
  const server = createServer((request, response) => {
    if (request.url === '/ok.yaml') response.end('openapi: 3.1.0\n');
    else if (request.url === '/big') {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a document is fetched', async () => {
    expect(await loadDocument(`${origin}/ok.yaml`)).toMatchObject({
      name: `${origin}/ok.yaml`,
      document: { openapi: '3.1.0' },
    });
  });

  test('a missing, too large or unreachable document is a ConfigError', async () => {
    expect((await problemOf(loadDocument(`${origin}/none`))).message).toMatch('404');
    expect((await problemOf(loadDocument(`${origin}/big`))).message).toMatch('32 MiB');
    expect((await problemOf(loadDocument('http://127.0.0.1:1/x.yaml'))).message).toMatch('cannot be fetched');
  });
});
