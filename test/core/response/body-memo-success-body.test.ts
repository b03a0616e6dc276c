/** Bodies that report success. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { asSuccess } from '../../../src/core/response/body-memo.ts';
import type { Check } from '../../../src/core/service/check.ts';

const anything: Check = () => [];
const requires =
  (...names: readonly string[]): Check =>
  (value) =>
    names
      .filter((name) => (value as JsonObject)[name] === undefined)
      .map((name) => ({ pointer: `/${name}`, rule: 'required', message: 'is required' }));

describe('a generated success', () => {
  test('has its flag set, and no errors', () => {
    const body = { success: false, errors: [{ code: 1 }], error: 'none', errorCode: 3, result: { errors: [1] } };
    expect(asSuccess(body, anything)).toEqual({ success: true, errors: [], result: { errors: [1] } });
  });

  test('keeps the errors that its schema requires, as null if it allows that', () => {
    expect(asSuccess({ ok: true, error: 'a' }, requires('error'))).toEqual({ ok: true, error: null });
    const isText: Check = (value) =>
      typeof (value as JsonObject).error === 'string' ? [] : [{ pointer: '/error', rule: 'type', message: 'is text' }];
    expect(asSuccess({ ok: true, error: 'a' }, isText)).toEqual({ ok: true, error: 'a' });
  });

  test('reports success in each of the wrappers around what it has, and nowhere else', () => {
    const body = { series: { success: false, result: { ok: false, tasks: [{ ok: false }] } }, other: { ok: false } };
    expect(asSuccess(body, anything, 200, ['series', 'result', 'tasks'])).toEqual({
      series: { success: true, result: { ok: true, tasks: [{ ok: false }] } },
      other: { ok: false },
    });
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['a status of HTTP', { statusCode: 503, message: 'a', data: {} }, { statusCode: 200, message: 'a', data: {} }],
    ['a code', { code: 3, status_msg: 'Where is it?', data: [] }, { code: 200, status_msg: 'OK', data: [] }],
    [
      'a status as text',
      { status: 'failed', message: 'a', result: {} },
      { status: 'success', message: 'a', result: {} },
    ],
    ['no error', { errcode: 4, errmsg: 'Who knows?', ok: true }, { errcode: 0, errmsg: 'OK', ok: true }],
    ['no missing content', { success: true, data: null }, { success: true }],
  ])('reports success around what it has: %s', (_case, body, expected) => {
    expect(asSuccess(body, anything)).toEqual(expected);
  });

  test('has a status that its schema lists, and a thing keeps its own', () => {
    const lists: Check = (value) =>
      ['ok', 'bad'].includes(String((value as JsonObject).status))
        ? []
        : [{ pointer: '/status', rule: 'enum', message: 'a' }];
    expect(asSuccess({ status: 'bad', message: 'a' }, lists)).toEqual({ status: 'ok', message: 'a' });
    const thing = { id: 7, status: 'failed', message: 'a', code: 3 };
    expect(asSuccess(thing, anything)).toBe(thing);
  });

  test('has a flag that its schema allows', () => {
    const isOff: Check = (value) =>
      (value as JsonObject).ok === false ? [] : [{ pointer: '/ok', rule: 'const', message: 'is false' }];
    expect(asSuccess({ ok: false, error: 'a' }, isOff)).toEqual({ ok: false });
  });
});

test.each([
  ['errors without a flag', { errors: [1], error: 'a' }],
  ['a flag that is not one', { success: 7, errors: [1] }],
  ['a success without errors', { ok: true, result: 1 }],
  ['a list', [{ ok: false }]],
  ['a text', 'ok'],
])('%s: nothing changes', (_name, body) => {
  expect(asSuccess(body, anything)).toBe(body);
});
