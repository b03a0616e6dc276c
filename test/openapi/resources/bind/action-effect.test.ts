/** The state that the name of an action implies. */
import { describe, expect, test } from 'vitest';
import { integer, itemBindingOf, listOf, object, operation, ref, serviceFor, text } from '../small.ts';

const setBy = (verb: string, values: readonly (string | number)[], rest: object = {}, method = 'post') => {
  const Order = object({ id: integer, note: text, status: { enum: values }, ...rest });
  const service = serviceFor(
    {
      '/orders': { get: operation(listOf(ref('Order'))) },
      '/orders/{id}': { get: operation(ref('Order')) },
      [`/orders/{id}/${verb}`]: { [method]: operation(ref('Order')) },
    },
    { Order },
  );
  return itemBindingOf(service, `${method.toUpperCase()} /orders/{id}/${verb}`).sets;
};

describe('an action sets the state that its name implies', () => {
  test.each([
    ['cancel', 'cancelled'],
    ['cancel', 'CANCELED'],
    ['publish', 'Published'],
    ['pause', 'paused'],
    ['stop', 'stopped'],
    ['close', 'closed'],
    ['archive', 'archived'],
    ['complete', 'complete'],
    ['activate', 'active'],
    ['activate', 'activated'],
    ['verify', 'verified'],
    ['deploy', 'deployed'],
    ['start', 'started'],
    ['pay', 'paid'],
    ['freeze', 'frozen'],
    ['hold', 'held'],
    ['send', 'sent'],
    ['withdraw', 'withdrawn'],
    ['buy', 'buyed'],
    ['symbol', 'symboled'],
    ['constructor', 'constructored'],
    ['close/', 'closed'],
    ['open', 'open'],
  ])('%s: %s', (verb, value) => {
    expect(setBy(verb, ['new', value])).toEqual({ status: value });
  });

  test.each([
    ['start', 'running'],
    ['stop', 'stopping'],
    ['mark-up', 'marked'],
    ['constructor', 'closed'],
    ['approve', 'appre'],
    ['yoyo', 'yoyied'],
  ])('but not a similar one: %s, %s', (verb, value) => {
    expect(setBy(verb, ['new', value])).toBeUndefined();
  });

  test('but not if it implies two values', () => {
    expect(setBy('activate', ['active', 'activated'])).toBeUndefined();
    expect(setBy('close', ['open', 'closed'], { state: { enum: ['closed'] } })).toBeUndefined();
  });

  test('in a property named status or state, and in no other', () => {
    expect(setBy('close', ['new'], { state: { enum: ['open', 'closed', 1] } })).toEqual({ state: 'closed' });
    expect(setBy('close', ['new'], { phase: { enum: ['open', 'closed'] } })).toBeUndefined();
    expect(setBy('close', ['new'], { state: text })).toBeUndefined();
  });

  test('but not for DELETE, which may undo it', () => {
    expect(setBy('archive', ['archived'], {}, 'delete')).toBeUndefined();
    expect(setBy('archive', ['archived'], {}, 'put')).toEqual({ status: 'archived' });
  });
});

describe('an action sets the flag with its name', () => {
  const boolean = { type: 'boolean' };
  const flagSetBy = (method: string, verb: string, flag: string) => setBy(verb, ['new'], { [flag]: boolean }, method);

  test.each([
    ['post', 'favorite', 'favorited', true],
    ['delete', 'favorite', 'favorited', false],
    ['put', 'archive', 'isArchived', true],
    ['post', 'unarchive', 'archived', false],
    ['delete', 'unarchive', 'archived', true],
    ['post', 'lock', 'is_locked', true],
    ['post', 'follow', 'following', true],
    ['post', 'unfollow', 'following', false],
    ['post', 'publish', 'published', true],
    ['post', 'activate', 'active', true],
    ['post', 'deactivate', 'active', false],
    ['post', 'enable', 'enabled', true],
    ['post', 'disable', 'enabled', false],
    ['post', 'disable', 'disabled', true],
    ['post', 'undo', 'done', undefined],
    ['post', 'favorite', 'favorable', undefined],
  ])('%s %s: %s is %j', (method, verb, flag, value) => {
    expect(flagSetBy(method, verb, flag)).toEqual(value === undefined ? undefined : { [flag]: value });
  });

  test('but not if two flags fit, and not a text', () => {
    expect(setBy('lock', ['new'], { locked: boolean, isLocked: boolean })).toBeUndefined();
    expect(setBy('lock', ['new'], { locked: text })).toBeUndefined();
  });
});
