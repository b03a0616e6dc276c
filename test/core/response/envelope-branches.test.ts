import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../../src/core/primitives/json.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import { conditionsOf } from '../../../src/core/resources/filter.ts';
import { embedInEnvelope, setAt } from '../../../src/core/response/envelope.ts';
import type { ListBinding } from '../../../src/core/service/binding.ts';
import type { Content } from '../../../src/core/service/operation.ts';

const call = {
  state: { seed: 1 },
  operationName: 'x',
  request: { path: '/', query: '' },
  now: 0,
} as unknown as RequestContext;
const problem = { pointer: '', rule: 'oneOf', message: 'must fit' };

const surroundWith = (drawn: readonly Json[], isFit: (body: Json) => boolean): Json => {
  let count = 0;
  const content = {
    generate: () => drawn[Math.min(count++, drawn.length - 1)] as Json,
    check: (body: Json) => (isFit(body) ? [] : [problem]),
  } as unknown as Content;
  return embedInEnvelope(call, content, { path: ['item'], value: { id: 1 } }, (body) =>
    setAt(body, ['item'], { id: 1 }),
  );
};

test('an envelope that has room and does not fit is drawn again', () => {
  const isFit = (body: Json): boolean => isJsonObject(body) && body.kind === 'right';
  const drawn = [{ items: [] }, { other: 1 }, { item: {}, kind: 'wrong' }, { item: {}, kind: 'right' }];
  expect(surroundWith(drawn, isFit)).toEqual({ item: { id: 1 }, kind: 'right' });
});

test('where nothing fits, the first that was drawn is shown', () => {
  expect(surroundWith([{ items: [] }], () => false)).toEqual({ items: [], item: { id: 1 } });
  expect(surroundWith(['text'], () => false)).toEqual({ item: { id: 1 } });
});

test('a filter by a property of an object parameter applies only if an object was sent', () => {
  const filter = { parameter: 0, child: 'tag', property: 'tag', comparison: 'equals', matchAll: new Set() };
  const binding = { filters: [filter] } as unknown as ListBinding;
  const conditions = (value: Json) => conditionsOf(binding, [value], [{ value }]);
  expect(conditions('text')).toEqual([]);
  expect(conditions({ other: 'a' })).toEqual([]);
  expect(conditions({ tag: 'a' })).toHaveLength(1);
});
