/** A replacement lost the read-only properties of an item that it did not require: a pet was in no collection of its owner any more. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { saving } from '../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../short-document.ts';

test('a replacement keeps the read-only properties', async () => {
  const id = { ...integer, readOnly: true };
  const Part = object({ id, name: text, note: text, boxId: { ...integer, readOnly: true } }, ['id', 'name']);
  const { get, send } = await servePaths(
    {
      '/parts': { get: operation(listOf(ref('Part'))) },
      '/parts/{id}': { get: operation(ref('Part')), put: saving(ref('Part')) },
    },
    { Part },
    { data: { parts: [{ id: 1, name: 'bolt', note: 'long', boxId: 7 }] } },
  );
  await send('PUT', '/parts/1', { name: 'nut' });
  expect((await get('/parts/1')).body).toEqual({ id: 1, name: 'nut', boxId: 7 });
});
