import { queryObjects } from 'node:v8';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import {
  type EmbeddedBody,
  type EmbeddedInputs,
  embedOnce,
  generateBody,
} from '../../../src/core/response/body-memo.ts';
import type { GenerateContext } from '../../../src/core/service/check.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { integer, named, fullObject as object, text } from '../../short-document.ts';
import { bindService, itemOf, plainView, specOf, worldOf } from '../bound.ts';
import { decide, now, requestOf } from '../helpers.ts';

const path = ['things'];
const state = {};

/** A request in a world, with a generator that numbers its values, and tells that they are (not) dated. */
const world = ({ draws = [false] }: { readonly draws?: readonly boolean[] } = {}) => {
  let generated = 0;
  const generate = ({ onDrawn }: GenerateContext): Json => {
    for (const isDated of draws) onDrawn?.(isDated);
    return { number: ++generated };
  };
  const content = { mediaType: 'application/json', generate } as unknown as Content;
  const own = { ...state };
  const contextOf = (query: string, requestPath = '/') =>
    ({ state: own, seedName: 'x', now, request: { path: requestPath, query } }) as unknown as RequestContext;
  return {
    show: (query = '', replaced = path) => (generateBody(contextOf(query), content, replaced) as JsonObject).number,
    showAt: (requestPath: string) => (generateBody(contextOf('', requestPath), content) as JsonObject).number,
    showAs: (mediaType: string) => (generateBody(contextOf(''), { ...content, mediaType }) as JsonObject).number,
    embed: (inputs: EmbeddedInputs | undefined, embedded: Partial<EmbeddedBody> = {}) =>
      embedOnce(contextOf(''), content, path, inputs, (value) => ({
        value,
        problems: [],
        isDated: false,
        ...embedded,
      })),
  };
};

describe('a generated body', () => {
  test('is kept until sixteen others were shown', () => {
    const { show } = world();
    expect(show()).toBe(1);
    for (let query = 2; query <= 16; query++) expect(show(String(query))).toBe(query);
    expect(show()).toBe(1);
    expect(show('17')).toBe(17);
    expect(show()).toBe(18);
  });

  test('is another one for another replaced part, and in another world', () => {
    const { show } = world();
    expect([show(), show('', ['others']), show()]).toEqual([1, 2, 1]);
    expect(world().show()).toBe(1);
  });

  test('is another one for another path, and for another content', () => {
    const { showAt, showAs } = world();
    expect([showAt('/1'), showAt('/2'), showAt('/1')]).toEqual([1, 2, 1]);
    expect([showAs('application/json'), showAs('application/xml')]).toEqual([3, 4]);
  });

  test.each([[[]], [[true]], [[false, true]], [[true, false]]])('is not kept after the draws %j', (draws) => {
    const { show } = world({ draws });
    expect([show(), show()]).toEqual([1, 2]);
  });
});

class Page {}

describe('what is embedded', () => {
  test('does not keep its inputs', () => {
    const { embed } = world();
    const show = (page: Page): void => {
      const first = embed([page, 1]);
      expect(embed([page, 1])).toBe(first);
    };
    show(new Page());
    // After a full garbage collection.
    expect(queryObjects(Page, { format: 'count' })).toBe(0);
    show(new Page());
  });

  test('is kept with its text, as long as the inputs are the same', () => {
    const { embed } = world();
    const first = embed([path, 1]);
    expect(first.written).toEqual({ text: '{"number":1}', byteLength: 12 });
    expect(embed([path, 1])).toBe(first);
    expect(embed([path, 2])).not.toBe(first);
  });

  test('has no text yet where the time has a part in it, since that is no text of stored items', () => {
    expect(world({ draws: [true] }).embed([path]).written).toBeUndefined();
  });

  test('is made anew if it is dated, long or without inputs', () => {
    const { embed } = world();
    const long = { value: 'x'.repeat(65_535) };
    expect(embed([path], { isDated: true })).not.toBe(embed([path], { isDated: true }));
    expect(embed([path], long)).not.toBe(embed([path], long));
    expect(embed(undefined)).not.toBe(embed(undefined));
  });
});

const dated: JsonObject = { type: 'string', format: 'date-time' };
const some = (items: JsonObject): JsonObject => ({ type: 'array', minItems: 1, items });
const things = some(object({ id: integer, createdAt: dated }));
const envelopes: Readonly<Record<string, JsonObject>> = {
  timeless: object({ data: things, word: text }),
  times: object({ data: some(dated), word: text }),
  dated: object({ data: things, at: dated }),
  // The date of the replaced part is shared with the property after it.
  shared: object({ data: some(dated), updatedAt: dated }),
  nested: object({ outer: object({ data: dated, word: text }), data: things }),
  listed: object({ data: things, more: some(object({ data: dated })) }, ['more']),
};
const names = Object.keys(envelopes);

const paths = names.map((name) => [`/${name}/{id}`, { get: named(name, envelopes[name]) }]);
const service = await bindService(Object.fromEntries(paths) as JsonObject, () => {
  const spec = specOf('things');
  const bindings = names.map((name) => [name, itemOf('read', spec, { view: { ...plainView, path: ['data'] } })]);
  return { specs: [spec], bindings: Object.fromEntries(bindings) };
});

test.each(names)('a kept envelope is the one that would be generated at any time: %s', (name) => {
  const start = worldOf(service, { things: [{ id: 1 }] });
  const read = (from: typeof start, at: number): Json | undefined =>
    decide(service, from, requestOf('GET', `/${name}/1`), at).body;
  for (const at of [now, now, now + 1, now + 86_400_000, now + 40 * 86_400_000])
    expect(read(start, at)).toEqual(read({ ...start }, at));
});

test.each([
  ['timeless', false],
  ['times', false],
  ['dated', true],
  ['shared', true],
  ['nested', true],
  ['listed', true],
])('%s: a body is dated outside the replaced part: %s', (name, expected) => {
  const operation = service.operations.find((one) => one.localName === name);
  const drawn: boolean[] = [];
  const onDrawn = (isDated: boolean): void => void drawn.push(isDated);
  operation?.success?.response.contents[0]?.generate({ seed: 1, now, replaced: ['data'], onDrawn });
  expect(drawn).toEqual([expected]);
});
