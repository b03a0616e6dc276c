/** Input that was accepted or rejected wrongly. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { documentOf, integer, listOf, named, object, text } from '../short-document.ts';

const number = { type: 'number' };
const thing = object({ id: integer, f: number }, ['id']);
const document = documentOf('Things', {
  '/things': {
    get: named('list', listOf(thing)),
    post: named('create', thing, { takes: object({ f: number }), status: 201, others: { 400: undefined } }),
  },
});

test('a number beyond the range of doubles is rejected, not stored as Infinity', async () => {
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const send = (body: string) =>
    vivarium.world().fetch('/things', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect((await send('{"f":1e400}')).status).toBe(400);
  expect((await send('{"f":-1e999}')).status).toBe(400);
  expect((await send('{"f":1e300}')).status).toBe(201);
});

test('an int64 keeps every digit in every notation', async () => {
  const vivarium = await createVivarium({ scenario: {} });
  onTestFinished(() => vivarium.close());
  const create = async (categoryId: string) => {
    const response = await vivarium.world().fetch('/v1/pets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo' },
      body: `{"name":"a","categoryId":${categoryId}}`,
    });
    return [response.status, /"categoryId":(\d+)/.exec(await response.text())?.[1]];
  };
  expect(await create('9007199254740993.0')).toEqual([201, '9007199254740993']);
  expect(await create('9.007199254740993e15')).toEqual([201, '9007199254740993']);
  expect(await create('9.223372036854775807e18')).toEqual([201, '9223372036854775807']);
  expect(await create('9.223372036854775808e18')).toEqual([400, undefined]);
});

test('a fraction in place of an int64 is one violation', async () => {
  const vivarium = await createVivarium({ scenario: {} });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world().fetch('/v1/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer demo' },
    body: '{"name":"a","categoryId":1.5}',
  });
  expect([response.status, response.headers.get('vivarium-violations')]).toEqual([400, '1']);
  expect(vivarium.world().exchanges()[0]?.violations).toMatchObject([{ pointer: '/categoryId', rule: 'type' }]);
});

test('what is sent beside a property without a name is kept', async () => {
  // As swagger-php writes a property whose name the code forgets.
  const nameless = object({ '': object({ title: text }) }, ['title']);
  const vivarium = await createVivarium({
    document: documentOf('Tickets', {
      '/tickets': {
        get: named('list', listOf(object({ id: integer, '': text }, ['id']))),
        post: named('create', object({ id: integer, '': text }, ['id']), { takes: nameless, status: 201 }),
      },
    }),
    scenario: {},
  });
  onTestFinished(() => vivarium.close());
  const { fetch } = vivarium.world();
  const headers = { 'content-type': 'application/json' };
  await fetch('/tickets', { method: 'POST', headers, body: '{"title":"a","rows":3}' });
  expect(await (await fetch('/tickets')).json()).toEqual([{ id: 1, title: 'a', rows: 3 }]);
});

test('a body that a GET requires may be left out: no browser sends one', async () => {
  const search = named('search', listOf(thing), { takes: object({ f: number }, ['f']), others: { 400: undefined } });
  const vivarium = await createVivarium({
    document: documentOf('Search', { '/search': { get: search } }),
    scenario: {},
  });
  onTestFinished(() => vivarium.close());
  expect((await vivarium.world().fetch('/search')).status).toBe(200);
});
