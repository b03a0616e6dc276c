import { expect, test } from 'vitest';
import { inPath, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';

test.each(['boardId', 'board_id', 'idBoard'])('what is created below an item has its id as %s', async (property) => {
  const Board = object({ id: text, name: text }, ['id', 'name']);
  const Column = object({ id: text, name: text, [property]: text }, ['id', 'name', property]);
  const create = { takes: object({ name: text }), status: 201 };
  const { get, send } = await servePaths(
    {
      '/boards': { get: operation(listOf(ref('Board'))), post: operation(ref('Board'), create) },
      '/boards/{id}': { parameters: [inPath('id', text)], get: operation(ref('Board')) },
      '/boards/{id}/columns': {
        parameters: [inPath('id', text)],
        get: operation(listOf(ref('Column'))),
        post: operation(ref('Column'), create),
      },
    },
    { Board, Column },
  );
  const { body: board } = await send('POST', '/boards', { name: 'B' });
  expect((await send('POST', `/boards/${board.id}/columns`, { name: 'C' })).body[property]).toBe(board.id);
  expect((await get(`/boards/${board.id}/columns`)).body).toMatchObject([{ [property]: board.id }]);
});
