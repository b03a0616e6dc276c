/** The `Location` of created items. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Binding } from '../../../src/core/service/binding.ts';
import { defaultDocument } from '../../../src/scenario/data/default-scenario.ts';
import { integer, listOf, object } from '../../short-document.ts';
import { answer, bindService, createOf, inPath, itemOf, json, specOf, worldOf } from '../bound.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';

const item: JsonObject = object({ id: integer });
const ok = { responses: { 200: answer(item) } };
const create: JsonObject = {
  operationId: 'create',
  requestBody: { content: json(item) },
  responses: { 201: answer(item, { Location: { schema: { type: 'string' } } }) },
};

/** The `Location` after creating item 7 with `POST /things`. The operations of `paths` have these bindings. */
const locationWith = async (
  paths: JsonObject,
  bind: (things: ReturnType<typeof specOf>) => Readonly<Record<string, Binding>>,
): Promise<string | undefined> => {
  const service = await bindService({ '/things': { post: create }, ...paths }, () => {
    const things = specOf('things');
    return { specs: [things], bindings: { create: createOf(things), ...bind(things) } };
  });
  return decide(service, worldOf(service), requestOf('POST', '/things', { body: { id: 7 } })).header('Location');
};

test('a Location is the path at which the item can be read', async () => {
  const paths = { '/archive/{id}': { get: { operationId: 'read', ...ok } } };
  expect(await locationWith(paths, (things) => ({ read: itemOf('read', things) }))).toBe('/archive/7');
});

test('only the Location among the documented headers is the path of the item', async () => {
  const headers = {
    'X-Other': { required: true, schema: { const: 'other' } },
    Location: { schema: { type: 'string' } },
  };
  const service = await bindService(
    { '/things': { post: { ...create, responses: { 201: answer(item, headers) } } } },
    () => {
      const things = specOf('things');
      return { specs: [things], bindings: { create: createOf(things) } };
    },
  );
  const { header } = decide(service, worldOf(service), requestOf('POST', '/things', { body: { id: 7 } }));
  expect([header('X-Other'), header('Location')]).toEqual(['other', '/things/7']);
});

test('a Location is not the path of an operation that reads the id from its body', async () => {
  const lookup = { operationId: 'lookup', requestBody: { content: json(item) }, ...ok };
  const paths = { '/things/lookup': { post: lookup } };
  expect(await locationWith(paths, (things) => ({ lookup: itemOf('read', things, { key: 'body' }) }))).toBe(
    '/things/7',
  );
});

test('a Location below items that are present under every parent has the parents of the request', async () => {
  const text: JsonObject = { type: 'string' };
  const named: JsonObject = object({ id: integer, title: text }, ['id', 'title']);
  const list = answer(listOf(named));
  const issues = '/repos/{owner}/issues';
  const owner = inPath('owner', 'string');
  const service = await readyService(
    documentOf({
      [issues]: { parameters: [owner], get: { responses: { 200: list } } },
      [`${issues}/{id}`]: { parameters: [owner, inPath('id')], get: { responses: { 200: answer(named) } } },
      [`${issues}/{id}/notes`]: {
        parameters: [owner, inPath('id')],
        get: { responses: { 200: list } },
        post: {
          requestBody: { content: json(object({ title: text })) },
          responses: { 201: answer(named, { Location: { schema: text } }) },
        },
      },
      [`${issues}/{id}/notes/{note}`]: {
        parameters: [owner, inPath('id'), inPath('note')],
        get: { responses: { 200: answer(named) } },
      },
    }),
  );
  const state = stateOf(service, defaultDocument(service));
  const decided = decide(service, state, requestOf('POST', '/repos/ann%20b/issues/2/notes', { body: { title: 'x' } }));
  const { id } = decided.body as { id: number };
  expect(decided.header('Location')).toBe(`/repos/ann%20b/issues/2/notes/${id}`);
});

test('without a body, a creation has a Location, documented or not, if an operation reads the item there', async () => {
  const silent = { ...create, responses: { 201: { description: '' } } };
  const paths = { '/archive/{id}': { get: { operationId: 'read', ...ok } } };
  const reading = (things: ReturnType<typeof specOf>) => ({ read: itemOf('read', things) });
  expect(await locationWith({ ...paths, '/things': { post: silent } }, reading)).toBe('/archive/7');
  expect(await locationWith({ '/things': { post: silent } }, () => ({}))).toBeUndefined();
  const answering = { ...create, responses: { 201: answer(item) } };
  expect(await locationWith({ ...paths, '/things': { post: answering } }, reading)).toBeUndefined();
});
