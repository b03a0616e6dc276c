import { expect, onTestFinished, test, vi } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Input } from '../../../src/core/request/read-input.ts';
import { conditionsIn } from '../../../src/core/resources/preconditions.ts';
import {
  isWritable,
  parametersAndSent,
  readRequestProperties,
  requestPointer,
  withInner,
} from '../../../src/core/resources/request-properties.ts';
import type { RequestMapping } from '../../../src/core/service/binding.ts';
import { plainSent } from '../bound.ts';

const inner: RequestMapping['inner'] = { property: 'attributes', names: new Map([['name', 'label']]) };
const inputOf = (body: Json): Input => ({
  parameters: [],
  body,
  mediaType: 'application/json',
  violations: [],
  refusal: undefined,
});

test('a parameter that is JSON is read once, however many values are in it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const text = '{"where":{"size":1},"limit":2,"skip":3}';
  const parameters = [text, text, 'plain', undefined];
  const paths = [[0, 'limit'], [0, 'skip'], ['limit'], [2, 'limit'], [3, 'limit']];
  const [first, ...rest] = parametersAndSent({ parameters, body: { limit: 9 } }, paths);
  expect(rest).toEqual([text, 'plain', undefined, 2, 3, 9, undefined, undefined]);
  expect(conditionsIn(first)).toEqual({ where: { size: 1 }, limit: 2, skip: 3 });
  expect(parse.mock.calls.filter(([parsed]) => parsed === text)).toHaveLength(1);
});

test.each<readonly [body: Json, properties: JsonObject]>([
  [
    { name: 'a', size: 1 },
    { name: 'a', size: 1, attributes: { label: 'a' } },
  ],
  [
    { name: 'a', attributes: { size: 1 } },
    { name: 'a', attributes: { size: 1, label: 'a' } },
  ],
  [
    { name: 'a', attributes: 'x' },
    { name: 'a', attributes: { label: 'a' } },
  ],
  [{ size: 1 }, { size: 1 }],
  ['text', {}],
])('the properties in %j, of which some belong into an inner object, are %j', (body, properties) => {
  expect(readRequestProperties({ ...plainSent, inner }, inputOf(body))).toEqual(properties);
});

test('the objects that an update merges keep what the request does not name', () => {
  const mapping = { ...plainSent, merged: ['attributes', 'relationships'] };
  const before = { attributes: { label: 'a', size: 1 }, relationships: { owner: 1 }, links: { self: 'x' } };
  expect(withInner(mapping, before, { attributes: { label: 'b' }, links: {} })).toEqual({
    attributes: { label: 'b', size: 1 },
    links: {},
  });
});

test.each<readonly [before: JsonObject, requested: JsonObject, result: JsonObject]>([
  [{ attributes: { size: 1 } }, { attributes: { label: 'a' } }, { attributes: { size: 1, label: 'a' } }],
  [{ attributes: { label: 'b' } }, { attributes: { label: 'a' } }, { attributes: { label: 'a' } }],
  [{}, { attributes: { label: 'a' } }, { attributes: { label: 'a' } }],
  [{ attributes: { size: 1 } }, { other: 1 }, { other: 1 }],
  [{ attributes: 'x' }, { attributes: { label: 'a' } }, { attributes: { label: 'a' } }],
])('an item %j with the inner object of the request %j has %j', (before, requested, result) => {
  expect(withInner({ ...plainSent, inner }, before, requested)).toEqual(result);
});

test('a request can set its own names, those of its parameters, and the inner object', () => {
  const mapping: RequestMapping = {
    ...plainSent,
    isOpen: false,
    names: new Map([['content', 'text']]),
    parameters: [{ parameter: 0, property: 'done' }],
    inner,
  };
  const names = ['text', 'done', 'attributes', 'content', 'other'];
  expect(names.filter(isWritable(mapping))).toEqual(['text', 'done', 'attributes']);
  expect(names.filter(isWritable({ ...mapping, isOpen: true }))).toEqual(names);
});

test('a property is located by its name in the request', () => {
  const mapping = {
    ...plainSent,
    path: ['note'],
    names: new Map([
      ['state', 'done'],
      ['content', 'text'],
    ]),
  };
  expect(requestPointer(mapping, 'text')).toBe('/note/content');
  expect(requestPointer(mapping, 'other')).toBe('/note/other');
});
