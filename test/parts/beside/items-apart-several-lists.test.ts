/** Lists below an item whose responses have several. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { declared, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Pack = object({ name: text, title: text }, ['name']);
const Need = object({ id: integer, release_id: integer, range: text }, ['id', 'release_id']);
const Release = object({ id: integer, number: text }, ['id', 'number']);
const needs = object({ needs: listOf(ref('Need')), releases: listOf(ref('Release')) }, ['needs', 'releases']);
const paths = {
  '/packs': { get: operation(listOf(ref('Pack'))) },
  '/packs/{name}': { get: operation(ref('Pack')) },
  '/packs/{name}/releases': { get: operation(listOf(ref('Release'))) },
  '/packs/{name}/dependents': { get: operation(needs) },
};

test('the first of several lists is that of the path, which can be placed, and the others have what it names', async () => {
  const data = {
    packs: [{ name: 'a' }, { name: 'b' }],
    releases: [1, 2].map((id) => ({ $parent: { name: 'a' }, id, number: `${id}.0` })),
    dependents: [{ $parent: { name: 'b' }, id: 7, release_id: 2 }],
  };
  const { get } = await servePaths(declared(paths, text), { Pack, Need, Release }, { data });
  expect((await get('/packs/b/dependents')).body).toEqual({
    needs: [{ id: 7, release_id: 2 }],
    releases: [{ id: 2, number: '2.0' }],
  });
  expect((await get('/packs/a/dependents')).body).toEqual({ needs: [], releases: [] });
  expect((await get('/packs/none/dependents')).status).toBe(404);
});

test('an item with lists is none', async () => {
  const whole = object({ id: integer, needs: listOf(ref('Need')), releases: listOf(ref('Release')) }, ['needs', 'id']);
  const own = { ...paths, '/packs/{name}/dependents': { get: operation(whole) } };
  const { get } = await servePaths(declared(own, text), { Pack, Need, Release }, { data: { packs: [{ name: 'a' }] } });
  expect((await get('/packs/a/dependents')).body.id).toEqual(expect.any(Number));
});
