/** Items that a handler stores: a value that is not kept is an error. */
import { expect, test } from 'vitest';
import { checkKept } from '../../../src/core/handlers/changed-item.ts';
import type { Problem } from '../../../src/core/service/check.ts';
import { specOf } from '../bound.ts';

const check = (problems: readonly Problem[]) => () =>
  checkKept(specOf('orders', { check: () => problems }), { total: 1 }, { id: 1, total: 2 }, 'put');

test('the message has the property that the document does not allow, before a problem of the whole item', () => {
  const whole: Problem = { pointer: '', rule: 'not', message: 'must not be open' };
  expect(check([whole, { pointer: '/total', rule: 'minimum', message: 'must be at least 2' }])).toThrow(
    new TypeError('put: total must be at least 2'),
  );
  expect(check([whole])).toThrow(new TypeError('put: the item of orders must not be open'));
});

test('the message has a wrong property before a missing one', () => {
  const missing: Problem = { pointer: '/customer', rule: 'required', message: 'is required' };
  expect(check([missing, { pointer: '/total', rule: 'minimum', message: 'must be at least 2' }])).toThrow(
    new TypeError('put: total must be at least 2'),
  );
});

test('a value that the schema allows may be stored in another form', () => {
  expect(check([])).not.toThrow();
});
