/** The representations of a resource in the JSON types of a response. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, pathsOf } from '../../openapi/resources/small.ts';
import { fullObject, integer, listOf, object, ref, text } from '../../short-document.ts';

const both = (json: object, linked: object) => ({
  content: { 'application/json': { schema: json }, 'application/ld+json': { schema: linked } },
});
const Linked = object({ '@id': text, id: integer, name: text }, ['id', 'name']);
const page = fullObject({
  'hydra:member': listOf(ref('Linked')),
  'hydra:totalItems': integer,
  'hydra:view': object({ 'hydra:first': text, 'hydra:previous': text, 'hydra:next': text }),
});

test('each JSON type of a response has its own schema, and the list its own envelope', async () => {
  const paths = {
    '/things': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: integer },
          { name: 'itemsPerPage', in: 'query', schema: integer },
        ],
        responses: { 200: { description: 'The things.', ...both(listOf(ref('Thing')), page) } },
      },
      post: collection(ref('Thing')).post,
    },
    '/things/{id}': {
      ...pathsOf('DELETE /things/{id}')['/things/{id}'],
      get: { responses: { 200: { description: 'The thing.', ...both(ref('Thing'), ref('Linked')) } } },
    },
  };
  const { send, text: textOf } = await servePaths(paths, { Linked });
  for (const [at, name] of ['a', 'b', 'c'].entries()) await send('POST', '/things', { id: at + 1, name });
  const as = async (type: string, path: string): Promise<unknown> => JSON.parse(await textOf(path, type));
  expect(await as('application/json', '/things/2')).toEqual({ id: 2, name: 'b' });
  expect(await as('application/ld+json', '/things/2')).toEqual({ '@id': '/things/2', id: 2, name: 'b' });
  expect(await as('application/json', '/things?itemsPerPage=1')).toEqual([{ id: 1, name: 'a' }]);
  expect(await as('application/ld+json', '/things?itemsPerPage=1')).toMatchObject({
    'hydra:member': [{ '@id': '/things/1', id: 1, name: 'a' }],
    'hydra:totalItems': 3,
    'hydra:view': { 'hydra:next': expect.stringContaining('page=2') },
  });
});
