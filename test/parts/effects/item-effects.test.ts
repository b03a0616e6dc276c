/** The state that the name of an action implies. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { PropertyEffect } from '../../../src/core/service/binding.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, itemBindingOf, nothing, serviceFor } from '../../openapi/resources/small.ts';
import { boolean, inQuery, integer, listOf, object, operation, type Rest, ref, text } from '../../short-document.ts';

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
  return setIn(itemBindingOf(service, `${method.toUpperCase()} /orders/{id}/${verb}`).effects);
};

/** The values that the effects set, by path; undefined if there are none. */
const setIn = (effects: readonly PropertyEffect[]): Readonly<Record<string, unknown>> | undefined => {
  const values = effects.flatMap(({ path, to }) => (to.type === 'value' ? [[path.join('.'), to.value]] : []));
  return values.length === 0 ? undefined : Object.fromEntries(values);
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
    ['complete', 'done'],
    ['check-in', 'CheckedIn'],
    ['reopen', 'open'],
    ['unpublish', 'draft'],
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
    ['cancel', 'canceling'],
    ['finalize', 'open'],
    ['issue', 'open'],
    ['deactivate', 'inactive'],
    ['reactivate', 'active'],
    ['unsuspend', 'active'],
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

  test.each<[string, object, string | undefined]>([
    ['cancel', text, 'cancelled'],
    ['close', { ...text, example: 'OPEN' }, 'CLOSED'],
    ['publish', { ...text, examples: ['Draft'] }, 'Published'],
    ['cancel', { ...text, pattern: '^[a-z]+$' }, undefined],
    ['cancel', { ...text, maxLength: 8 }, undefined],
    ['cancel', { ...text, description: 'Can be: `open`, `void`, or `failed`.' }, undefined],
    ['cancel', integer, undefined],
    ['ponder', text, undefined],
  ])('%s: in a text without a list, %j', (verb, status, expected) => {
    expect(setBy(verb, [], { status })).toEqual(expected && { status: expected });
  });

  test('but not for DELETE, which may undo it', () => {
    expect(setBy('archive', ['archived'], {}, 'delete')).toBeUndefined();
    expect(setBy('archive', ['archived'], {}, 'put')).toEqual({ status: 'archived' });
  });
});

describe('an action sets the flag with its name', () => {
  const boolean = { type: 'boolean' };
  const flagSetBy = (method: string, verb: string, flag: string) =>
    setBy(verb, ['new'], { [flag]: { type: 'boolean' } }, method);

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
    ['post', 'publish', 'draft', false],
    ['post', 'complete', 'done', true],
    ['post', 'uncomplete', 'isDone', false],
    ['post', 'reopen', 'closed', false],
    ['delete', 'complete', 'done', false],
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

describe('next to the flag', () => {
  const boolean = { type: 'boolean' };
  const effectsOf = (method: string, verb: string, properties: object) => {
    const Order = object({ id: integer, note: text, ...properties });
    const service = serviceFor(
      {
        '/orders': { get: operation(listOf(ref('Order'))) },
        '/orders/{id}': { get: operation(ref('Order')) },
        [`/orders/{id}/${verb}`]: { [method]: operation(ref('Order')) },
      },
      { Order },
    );
    const { effects } = itemBindingOf(service, `${method.toUpperCase()} /orders/{id}/${verb}`);
    return Object.fromEntries(
      effects.map(({ path, to }) => [
        path.join('.'),
        to.type === 'add'
          ? to.amount
          : to.type === 'time'
            ? to.form
            : to.type === 'value'
              ? to.value
              : 'from' in to
                ? to.from
                : to.type,
      ]),
    );
  };

  test.each([
    ['post', 'favorite', 'favorited', 'favoritesCount', 1],
    ['delete', 'favorite', 'favorited', 'favorites_count', -1],
    ['post', 'unfavorite', 'favorited', 'favoriteCount', -1],
    ['post', 'like', 'likedByMe', 'likes', 1],
    ['put', 'star', 'isStarred', 'stargazers_count', 1],
    ['post', 'follow', 'following', 'followersCount', 1],
    ['delete', 'follow', 'is_following', 'num_followers', -1],
    ['post', 'subscribe', 'subscribed', 'subscriberCount', 1],
    ['post', 'watch', 'viewerHasWatched', 'watchers', 1],
  ])('%s %s of %s changes the counter %s by %i', (method, verb, flag, counter, amount) => {
    expect(effectsOf(method, verb, { [flag]: boolean, [counter]: integer })).toEqual({
      [flag]: method !== 'delete' && !verb.startsWith('un'),
      [counter]: amount,
    });
  });

  test('what is withdrawn is restored', () => {
    expect(effectsOf('put', 'restore', { withdrawn: boolean })).toEqual({ withdrawn: false });
  });

  test('nothing of what is read is unread', () => {
    expect(effectsOf('put', 'read', { unread_count: integer })).toEqual({ unread_count: 0 });
  });

  test('a counter of something else stays, and so does a text', () => {
    const others = { viewsCount: integer, count: integer, likesLimit: integer, likes: text };
    expect(effectsOf('post', 'like', { liked: boolean, ...others })).toEqual({ liked: true });
  });

  test('a counter without a flag changes each time', () => {
    expect(effectsOf('post', 'like', { likes: integer })).toEqual({ likes: 1 });
  });

  test.each([
    ['post', 'publish', 'publishedAt', 'date-time'],
    ['post', 'archive', 'archived_on', 'date-time'],
    ['delete', 'archive', 'archivedAt', undefined],
    ['post', 'restore', 'deletedAt', undefined],
  ])('%s %s sets or removes the time %s', (method, verb, name, value) => {
    expect(effectsOf(method, verb, { [name]: { type: 'string', format: 'date-time' } })).toEqual({ [name]: value });
  });

  test('a status, a flag with another name and a time state the same', () => {
    const time = { type: 'string', format: 'date-time' };
    const order = { done: boolean, completedAt: time, status: { enum: ['new', 'completed'] } };
    expect(effectsOf('post', 'complete', order)).toEqual({ status: 'completed', done: true, completedAt: 'date-time' });
  });

  test('a time that may be null becomes null', () => {
    const time = { type: ['string', 'null'], format: 'date-time' };
    expect(effectsOf('post', 'unpublish', { published: boolean, publishedAt: time })).toEqual({
      published: false,
      publishedAt: null,
    });
  });
});

describe('below the item', () => {
  const boolean = { type: 'boolean' };

  test('a flag is found if no flag of the item fits, with the counter next to it', () => {
    expect(setBy('follow', ['new'], { author: object({ name: text, following: boolean }) })).toEqual({
      'author.following': true,
    });
    expect(setBy('lock', ['new'], { locked: boolean, parent: object({ locked: boolean }) })).toEqual({ locked: true });
  });

  test('but not if several objects have one', () => {
    const flags = object({ locked: boolean });
    expect(setBy('lock', ['new'], { parent: flags, child: flags })).toBeUndefined();
  });

  test('the status in attributes is that of the item, the status of another object is not', () => {
    const nested = object({ id: text, state: { enum: ['open', 'closed'] } });
    expect(setBy('close', ['new'], { attributes: nested })).toEqual({ 'attributes.state': 'closed' });
    expect(setBy('close', ['new'], { payment: nested })).toBeUndefined();
  });
});

test.each([
  ['toggle', 'done', {}],
  ['toggle-status', 'isActive', {}],
  ['toggle-complete', 'isCompleted', { done: boolean }],
  ['favoriteToggle', 'favorite', { done: boolean }],
])('the segment %s turns the flag %s', async (verb, flag, others) => {
  const Note = object({ id: integer, title: text, [flag]: boolean, ...others }, [flag]);
  const { get, send } = await servePaths({
    '/notes': collection(Note, { status: 201, takes: Note }),
    '/notes/{id}': { get: operation(Note) },
    [`/notes/{id}/${verb}`]: { post: nothing },
  });
  const { id } = (await send('POST', '/notes', { title: 'a', [flag]: true })).body;

  const shown: boolean[] = [];
  for (const _ of [1, 2]) {
    await send('POST', `/notes/${id}/${verb}`);
    shown.push((await get(`/notes/${id}`)).body[flag]);
  }
  expect(shown).toEqual([false, true]);
});

test.each([
  ['mark-as-read', 'isRead', true],
  ['markRead', 'read', true],
  ['favorites', 'favorited', true],
  ['hide', 'visible', false],
  ['reopen', 'closed', false],
  ['resume', 'paused', false],
  ['start', 'running', true],
  ['stop', 'running', false],
  ['join', 'isMember', true],
])('the segment %s sets %s to %j', (verb, flag, value) => {
  expect(setBy(verb, ['new'], { [flag]: { type: 'boolean' } })).toEqual({ [flag]: value });
});

test.each<[string, object, readonly string[], unknown]>([
  ['null, if it may be null', { type: ['string', 'null'], format: 'date-time' }, ['archivedAt'], { archivedAt: null }],
  ['removed, if it is optional', { type: 'string', format: 'date-time' }, [], { archivedAt: undefined }],
  ['kept, if it is required', { type: 'string', format: 'date-time' }, ['archivedAt'], undefined],
])('the time of a reverted action is %s', (_name, time, required, expected) => {
  const Order = object({ id: integer, note: text, archivedAt: time }, required);
  const service = serviceFor({
    '/orders': { get: operation(listOf(Order)) },
    '/orders/{id}': { get: operation(Order) },
    '/orders/{id}/unarchive': { post: operation(Order) },
  });
  expect(setIn(itemBindingOf(service, 'POST /orders/{id}/unarchive').effects)).toEqual(expected);
});

describe('a DELETE that shows its item', () => {
  const Order = object({ id: integer, note: text, status: { enum: ['open', 'cancelled', 'deleted'] } });
  const actionOf = (words: object, shown: object = ref('Order')): string => {
    const service = serviceFor(
      {
        '/orders': { get: operation(listOf(ref('Order'))) },
        '/orders/{id}': { get: operation(ref('Order')), delete: { ...operation(shown), ...words } },
      },
      { Order },
    );
    const { action, effects } = itemBindingOf(service, 'DELETE /orders/{id}');
    return [action, ...Object.values(setIn(effects) ?? {})].join(' ');
  };

  test.each<[object, string]>([
    [{ summary: 'Cancel an order' }, 'act cancelled'],
    [{ description: '<p>Cancels an order <b>at once</b>.</p>' }, 'act cancelled'],
    [{ summary: '', description: '*Cancel* it.' }, 'delete'],
    [{ summary: 'Deletes an order', description: 'Cancels it.' }, 'delete'],
    [{ summary: 'Archive an order' }, 'delete'],
    [{ description: '<<<<' }, 'delete'],
    [{ summary: 'Cancel an order', 'x-vivarium': { action: 'delete' } }, 'delete'],
    [{}, 'delete'],
  ])('and has %j is a %s', (words, expected) => {
    expect(actionOf(words)).toBe(expected);
  });

  test('ends it only if the whole item is shown', () => {
    expect(actionOf({ summary: 'Cancel an order' }, object({ id: integer, deleted: { type: 'boolean' } }))).toBe(
      'delete',
    );
  });
});

test.each([
  ['assign', 'unassign', { assigneeId: null, room: undefined }],
  ['attach', 'detach', { assigneeId: null, room: undefined }],
  ['attach', 'unassign', { assigneeId: null }],
  ['attach', 'uninstall', undefined],
  ['connect', 'disconnect', { assigneeId: null, room: undefined }],
])('after %s, %s removes what it set: %j', (verb, opposite, expected) => {
  const sent = { assigneeId: { type: ['integer', 'null'] }, room: text, title: text };
  const Ticket = object({ id: integer, ...sent }, ['id', 'assigneeId', 'title']);
  const act = (takes?: object): { readonly post: object } => ({ post: operation(ref('Ticket'), { takes }) });
  const service = serviceFor(
    {
      '/tickets': { get: operation(listOf(ref('Ticket'))) },
      '/tickets/{id}': { get: operation(ref('Ticket')) },
      [`/tickets/{id}/${verb}`]: act(object({ id: integer, ...sent, note: text })),
      [`/tickets/{id}/${opposite}`]: act(),
    },
    { Ticket },
  );
  expect(setIn(itemBindingOf(service, `POST /tickets/{id}/${opposite}`).effects)).toEqual(expected);
});

const number = { type: 'number' };
const Account = object({ id: integer, balance: number, owner: text });

/** The balance of 10.1 after the action. */
const balanceAfter = async (verb: string, rest: Rest, sent: Json | undefined, query = '', own: object = Account) => {
  const client = await servePaths(
    {
      '/accounts': {
        get: operation(listOf(ref('Account'))),
        post: operation(ref('Account'), { takes: ref('Account') }),
      },
      '/accounts/{id}': { get: operation(ref('Account')) },
      [`/accounts/{id}/${verb}`]: { post: operation(ref('Account'), rest) },
    },
    { Account: own },
  );
  await client.send('POST', '/accounts', { id: 1, balance: 10.1, owner: 'Ada' });
  await client.send('POST', `/accounts/1/${verb}${query}`, sent);
  const { body } = await client.get('/accounts/1');
  return (body as { balance: number }).balance;
};

const takes = object({ amount: number, note: text });

test.each([
  ['deposit', 30.3],
  ['withdraw', -10.1],
  ['top-up', 30.3],
  ['freeze', 10.1],
])('%s of 20.2: %d', async (verb, expected) => {
  expect(await balanceAfter(verb, { takes }, { amount: 20.2 })).toBe(expected);
});

test.each([
  ['adjust', 'delta', -5, 5.1],
  ['adjust-balance', 'adjustment', 2, 12.1],
  ['adjust-owner', 'delta', 2, 10.1],
  ['deposit', 'delta', 2, 10.1],
])('%s by a %s of %d: %d', async (verb, name, sent, expected) => {
  expect(await balanceAfter(verb, { takes: object({ [name]: number }) }, { [name]: sent })).toBe(expected);
});

test('the amount may be in the query, or not sent', async () => {
  expect(await balanceAfter('deposit', { parameters: [inQuery('amount', number)] }, undefined, '?amount=5')).toBe(15.1);
  expect(await balanceAfter('deposit', { takes }, { note: 'none' })).toBe(10.1);
});

test('nothing moves if two numbers are held or sent, or if the item has what is sent', async () => {
  const both = object({ amount: number, points: number });
  expect(await balanceAfter('deposit', { takes: both }, { amount: 5, points: 1 })).toBe(10.1);
  for (const other of ['points', 'amount']) {
    const account = object({ id: integer, balance: number, [other]: number });
    expect(await balanceAfter('deposit', { takes }, { amount: 5 }, '', account)).toBe(10.1);
  }
});

test.each([
  ['processing_status', 'cancelling'],
  ['runState', 'canceled'],
])('the only property whose name ends so is the state: %s', async (name, value) => {
  const Job = object({ id: integer, [name]: { enum: ['queued', value] } }, ['id']);
  const client = await servePaths(
    {
      '/jobs': {
        get: operation(listOf(ref('Job'))),
        post: operation(ref('Job'), { takes: object({ [name]: text }), status: 201 }),
      },
      '/jobs/{id}': { get: operation(ref('Job')) },
      '/jobs/{id}/cancel': { post: operation(undefined, { status: 202 }) },
    },
    { Job },
  );
  const { body } = await client.send('POST', '/jobs', { [name]: 'queued' });
  await client.send('POST', `/jobs/${body.id}/cancel`);
  expect((await client.get(`/jobs/${body.id}`)).body).toEqual({ id: body.id, [name]: value });
});

test.each([
  ['cancel', 'reason', 'cancel_reason'],
  ['cancel', 'reason', 'cancellationReason'],
  ['refund', 'amount', 'refund_amount'],
  ['end', 'station_id', 'end_station_id'],
])('what is sent to %s as its %s is the %s', async (verb, name, property) => {
  const Order = object({ id: integer, note: text, [property]: text }, ['id']);
  const { get, send } = await servePaths(
    {
      '/orders': { get: operation(listOf(ref('Order'))) },
      '/orders/{id}': { get: operation(ref('Order')) },
      [`/orders/{id}/${verb}`]: { post: operation(ref('Order'), { takes: object({ [name]: text }) }) },
    },
    { Order },
    { data: { orders: [{ id: 1 }] } },
  );
  expect((await send('POST', `/orders/1/${verb}`, { [name]: 'late' })).body).toEqual({ id: 1, [property]: 'late' });
  expect((await get('/orders/1')).body).toMatchObject({ [property]: 'late' });
});

test.each([
  ['lock', 'PUT', 'discussion_locked', true],
  ['lock', 'POST', 'commentsLocked', true],
  ['scan', 'POST', 'empty_trash_after_scan', undefined],
])('%s by %s sets the flag %s: %s', async (verb, method, flag, value) => {
  const Issue = object({ id: integer, [flag]: { type: 'boolean' } }, ['id']);
  const { get, send } = await servePaths(
    {
      '/issues': { get: operation(listOf(ref('Issue'))) },
      '/issues/{id}': { get: operation(ref('Issue')) },
      [`/issues/{id}/${verb}`]: { [method.toLowerCase()]: { responses: { 204: { description: 'Done.' } } } },
    },
    { Issue },
    { data: { issues: [{ id: 1 }] } },
  );
  await send(method, `/issues/1/${verb}`);
  expect((await get('/issues/1')).body[flag]).toBe(value);
});

test('an operation whose description says the opposite of its path reverts it', async () => {
  const Issue = object({ id: integer, locked: { type: 'boolean' } }, ['id', 'locked']);
  const done = { responses: { 204: { description: 'Done.' } } };
  const { get, send } = await servePaths(
    {
      '/issues': { get: operation(listOf(ref('Issue'))) },
      '/issues/{id}': { get: operation(ref('Issue')) },
      '/issues/{id}/lock': { delete: { ...done, summary: 'Lock it' }, put: { ...done, summary: 'Unlock the issue' } },
    },
    { Issue },
    { data: { issues: [{ id: 1, locked: false }] } },
  );
  await send('DELETE', '/issues/1/lock');
  expect((await get('/issues/1')).body.locked).toBe(true);
  await send('PUT', '/issues/1/lock');
  expect((await get('/issues/1')).body.locked).toBe(false);
});

test.each([
  ['start', { enum: ['NEW', 'IN_PROGRESS'] }, 'IN_PROGRESS'],
  ['finish', { anyOf: [{ const: 'received' }, { const: 'done' }] }, 'done'],
])('%s leads to the state that alternatives or an enum have', async (verb, status, after) => {
  const { send } = await servePaths(
    {
      '/jobs': {
        get: operation(listOf(ref('Job'))),
        post: operation(ref('Job'), { takes: object({ name: text }), status: 201 }),
      },
      '/jobs/{id}': { get: operation(ref('Job')) },
      [`/jobs/{id}/${verb}`]: { post: operation(ref('Job')) },
    },
    { Job: object({ id: integer, name: text, status }, ['id', 'status']) },
  );
  await send('POST', '/jobs', { name: 'a' });
  expect((await send('POST', `/jobs/1/${verb}`)).body.status).toBe(after);
});

test('an action sets the time that an item has in its attributes', async () => {
  const Episode = object({
    id: integer,
    attributes: object({ title: text, published_at: { type: 'string', format: 'date-time' } }),
  });
  const { send } = await servePaths(
    {
      '/episodes': {
        get: operation(listOf(ref('Episode'))),
        post: operation(ref('Episode'), { takes: ref('Episode') }),
      },
      '/episodes/{id}': { get: operation(ref('Episode')) },
      '/episodes/{id}/publish': { post: operation(ref('Episode')) },
    },
    { Episode },
  );
  await send('POST', '/episodes', { attributes: { title: 'One' } });
  const { body } = await send('POST', '/episodes/1/publish');
  expect(body.attributes).toEqual({ title: 'One', published_at: expect.stringMatching(/T/) });
});

test.each(['LikesController_remove', 'likes_destroy', 'unlikeOrder'])(
  'a DELETE of a flag takes it back: %s',
  (operationId) => {
    const Order = object({ id: integer, liked: boolean }, ['id']);
    const service = serviceFor(
      {
        '/orders': { get: operation(listOf(ref('Order'))) },
        '/orders/{id}': { get: operation(ref('Order')) },
        '/orders/{id}/likes': { delete: operation(ref('Order'), { operationId }) },
      },
      { Order },
    );
    expect(setIn(itemBindingOf(service, operationId).effects)).toEqual({ liked: false });
  },
);
