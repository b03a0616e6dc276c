/** Overlays change a document that the user cannot edit. */
import { describe, expect, test, vi } from 'vitest';
import { ConfigError, type ConfigProblem } from '../../../src/core/primitives/config-error.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import { applyOverlays, readOverlay } from '../../../src/parts/overlays/overlay.ts';
import { TooLongError } from '../../../src/parts/overlays/select-values.ts';
import { loadFiles } from '../../openapi/load/helpers.ts';

const openapi = `openapi: 3.1.0
info: { title: T, version: "1" }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /a: { get: { tags: [x], responses: {} }, post: { responses: {}, x-old: true } }
  "/it's": { get: { responses: {} } }
`;

const sourceFile = { name: 'overlay.yaml', uri: 'file:///overlay.yaml', text: '', isInner: false, locate: () => ({}) };

const overlay = (...actions: readonly object[]): string =>
  JSON.stringify({ overlay: '1.0.0', info: { title: 'O', version: '1' }, actions });

const loadWith = (...overlays: readonly string[]) => {
  const files = Object.fromEntries(overlays.map((text, at) => [`overlay-${at}.yaml`, text]));
  return loadFiles({ 'openapi.yaml': openapi, ...files }, Object.keys(files));
};

const overlaid = async (...actions: readonly object[]): Promise<Record<string, Json>> =>
  (await loadWith(overlay(...actions))).document as Record<string, Json>;

const problemsOf = async (...overlays: readonly string[]): Promise<readonly ConfigProblem[]> => {
  const error = await loadWith(...overlays).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigError)) throw new Error('expected a ConfigError', { cause: error });
  return error.problems;
};

test('an update is merged into objects recursively, and appended to lists', async () => {
  const document = await overlaid(
    { target: '$', update: { info: { title: 'New', license: { name: 'MIT' } }, tags: [{ name: 'd' }] } },
    { target: '$.paths["/a"].get.tags', update: 'y' },
    { target: '$.paths["/a"].get.tags', update: ['z'] },
  );
  expect(document).toMatchObject({
    info: { title: 'New', version: '1', license: { name: 'MIT' } },
    tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }],
    paths: { '/a': { get: { tags: ['x', 'y', 'z'] } } },
  });
});

test('an update is applied to every match, each with its own copy', async () => {
  const { paths } = await overlaid(
    { target: '$.paths.*.get', update: { 'x-vivarium': { from: 'overlay' } } },
    { target: '$.paths["/a"].get["x-vivarium"]', update: { from: 'another' } },
  );
  expect(paths).toMatchObject({
    '/a': { get: { 'x-vivarium': { from: 'another' } } },
    "/it's": { get: { 'x-vivarium': { from: 'overlay' } } },
  });
});

test('a value below another one is updated before that is replaced', async () => {
  const nested = { 'x-a': { 'x-a': { 'x-a': {} } } };
  const { info } = await overlaid(
    { target: '$.info', update: nested },
    { target: "$.info..['x-a']", update: { 'x-a': 5 } },
  );
  expect(info).toMatchObject({ 'x-a': { 'x-a': 5 } });
});

test('a removal does not affect its neighbours', async () => {
  const document = await overlaid(
    { target: '$.tags[?@.name != "b"]', remove: true, update: { ignored: true } },
    { target: '$..["x-old"]', remove: true },
    { target: `$.paths["/it's"]`, remove: true },
  );
  expect(document.tags).toEqual([{ name: 'b' }]);
  expect(document.paths).toEqual({ '/a': { get: { tags: ['x'], responses: {} }, post: { responses: {} } } });
});

test('an item that a target selects twice is removed once, and its neighbours stay', async () => {
  const document = await overlaid(
    { target: '$.tags[0,0,-3]', remove: true },
    { target: '$.paths["/a"]["get","get"]', remove: true },
  );
  expect(document.tags).toEqual([{ name: 'b' }, { name: 'c' }]);
  expect(document.paths).toMatchObject({ '/a': { post: {} } });
});

test('descendants are removed together with what they are in', async () => {
  const document = await overlaid({ target: '$.paths..*', remove: true }, { target: '$.tags..*', remove: true });
  expect(document).toMatchObject({ paths: {}, tags: [] });
});

test('the first target that takes too long ends all Overlays', async () => {
  const run = vi.fn(() => {
    throw new TooLongError('takes too long');
  });
  const file = { ...sourceFile, value: { overlay: '1.0.0', actions: [{ target: '$.a', update: 1 }] } };
  const overlay = readOverlay(file);
  await expect(applyOverlays({ openapi: '3.1.0' }, [overlay, overlay, overlay], run)).rejects.toThrow('takes too long');
  expect(run).toHaveBeenCalledOnce();
});

test('no target is evaluated on a document with too many deep values', async () => {
  const deep = JSON.parse(`${'['.repeat(200)}${'0,'.repeat(120_000)}0${']'.repeat(200)}`) as Json;
  const overlay = readOverlay({ ...sourceFile, value: { overlay: '1.0.0', actions: [{ target: '$..*', update: 1 }] } });
  const run = vi.fn();
  await expect(applyOverlays({ openapi: '3.1.0', 'x-deep': deep }, [overlay], run)).rejects.toThrow(
    'too many deep values',
  );
  expect(run).not.toHaveBeenCalled();
});

test('a message repeats the start of a long target', async () => {
  const long = 'a'.repeat(100_000);
  const { problems } = await loadWith(overlay({ target: `$.${long}`, update: {} }));
  expect(problems[0]?.message.length).toBeLessThan(300);
  const [problem] = await problemsOf(overlay({ target: `$.${long} `, update: {} }));
  expect(problem?.message.length).toBeLessThan(500);
});

test('a single value is replaced', async () => {
  expect((await overlaid({ target: '$.info.title', update: 'New' })).info).toEqual({ title: 'New', version: '1' });
});

test('overlays and their actions are applied in order', async () => {
  const { document } = await loadWith(
    overlay({ target: '$.info', update: { title: 'One' } }, { target: '$.info', update: { title: 'Two' } }),
    'overlay: 1.0.0\nextends: openapi.yaml\nactions:\n  - target: $.info[?@ == "Two"]\n    description: Only after the first.\n    update: Three\n',
  );
  expect(document.info).toMatchObject({ title: 'Three' });
});

test('a target without matches is reported with its location, and the rest is applied', async () => {
  const loaded = await loadWith(
    'overlay: 1.0.0\nactions:\n  - target: $.paths["/none"]\n    update: {}\n  - target: $.info\n    update: { title: New }\n',
  );
  expect(loaded.problems).toMatchObject([
    {
      file: expect.stringMatching(/overlay-0\.yaml$/),
      line: 3,
      column: 5,
      message: expect.stringContaining('selects nothing'),
    },
  ]);
  expect(loaded.document.info).toMatchObject({ title: 'New' });
});

describe('a ConfigError reports', () => {
  test.each([
    ['a target that is not a JSONPath', '- target: $.paths[\n    remove: true', [3, 5], /is not a JSONPath/],
    ['an action without a target', '- update: {}', [3, 5], /must be an object with a target/],
    ['an action that does nothing', '- target: $.info', [3, 5], /must have update/],
    ['an unknown property', '- { target: $.info, removed: true, update: {} }', [3, 23], /unknown property "removed"/],
    ['no actions', '[]', [2, 1], /at least one action/],
    ['another version', '- { target: $, update: {} }', [1, 1], /version "2.0.0" is not supported/, '2.0.0'],
    ['a wrong update', '- target: $.info\n    update: [1]', [3, 5], /only be updated with an object/],
    ['the removal of everything', '- target: $\n    remove: true', [3, 5], /cannot be removed/],
  ])('%s', async (_name, actions, [line, column], expected, version = '1.0.0') => {
    const [problem] = await problemsOf(`overlay: ${version}\nactions:\n  ${actions}\n`);
    expect(problem).toMatchObject({
      file: expect.stringMatching(/overlay-0\.yaml$/),
      line,
      column,
      message: expect.stringMatching(expected),
    });
  });

  test('an invalid Overlay and a missing file', async () => {
    expect(await problemsOf('data: {}\n')).toMatchObject([{ message: expect.stringContaining('not an Overlay') }]);
    await expect(loadFiles({ 'openapi.yaml': openapi }, ['none.yaml'])).rejects.toThrow(
      'none.yaml: there is no such file',
    );
  });
});
