/** Lists below an item that has the ids of what they list. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { fullObject, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Track = object({ id: integer, title: text }, ['id', 'title']);

test.each<[string, object, readonly unknown[]]>([
  ['their ids', { trackIds: listOf(integer) }, [3, 1]],
  ['their ids in objects', { tracks: listOf(fullObject({ id: integer })) }, [{ id: 3 }, { id: 1 }]],
])('a list below an item has those of which the item has %s', async (_, shown, sent) => {
  const [property = ''] = Object.keys(shown);
  const Playlist = object({ id: integer, name: text, ...shown }, ['id', 'name']);
  const { get, send } = await servePaths(
    {
      '/tracks': { get: operation(listOf(ref('Track'))) },
      '/tracks/{id}': { get: operation(ref('Track')), delete: operation(undefined) },
      '/playlists': { get: operation(listOf(ref('Playlist'))) },
      '/playlists/{id}': {
        get: operation(ref('Playlist')),
        patch: operation(ref('Playlist'), { takes: object(shown) }),
      },
      '/playlists/{id}/tracks': { get: operation(listOf(ref('Track'))) },
    },
    { Track, Playlist },
    {
      data: {
        tracks: [1, 2, 3].map((id) => ({ id, title: `T${id}` })),
        playlists: [
          { id: 1, name: 'A', [property]: sent as never },
          { id: 2, name: 'B' },
        ],
      },
    },
  );
  const ids = async (path: string) => (await get(path)).body.map(({ id }: { readonly id: number }) => id);
  expect(await ids('/playlists/1/tracks')).toEqual([1, 3]);
  expect(await ids('/playlists/2/tracks')).toEqual([]);
  await send('PATCH', '/playlists/2', { [property]: sent.slice(0, 1) as never });
  expect(await ids('/playlists/2/tracks')).toEqual([3]);
  expect((await get('/playlists/9/tracks')).status).toBe(404);
});
