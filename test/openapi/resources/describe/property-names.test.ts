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

test('what is below a station has its code, and no code of its own', async () => {
  const { get, send } = await servePaths(
    {
      '/stations': {
        get: operation(listOf(ref('Station'))),
        post: operation(ref('Station'), { takes: ref('Station') }),
      },
      '/stations/{code}': { parameters: [inPath('code', text)], get: operation(ref('Station')) },
      '/stations/{code}/readings': {
        parameters: [inPath('code', text)],
        get: operation(listOf(ref('Reading'))),
        post: operation(ref('Reading'), { takes: object({ value: text }), status: 201 }),
      },
    },
    {
      Station: object({ code: text }, ['code']),
      Reading: object({ id: text, station_code: text, value: text }, ['id', 'station_code']),
    },
  );
  await send('POST', '/stations', { code: 'OSLO' });
  const { body } = await send('POST', '/stations/OSLO/readings', { value: '7' });
  expect(body.station_code).toBe('OSLO');
  expect((await get('/stations/OSLO/readings')).body).toEqual([body]);
});

test('in documents of Mongoose, a text named as the parent is its id', async () => {
  const { send } = await servePaths(
    {
      '/pianos': { get: operation(listOf(ref('Piano'))), post: operation(ref('Piano'), { takes: ref('Piano') }) },
      '/pianos/{pianoId}': { parameters: [inPath('pianoId', text)], get: operation(ref('Piano')) },
      '/pianos/{pianoId}/tunings': {
        parameters: [inPath('pianoId', text)],
        get: operation(listOf(ref('Tuning'))),
        post: operation(ref('Tuning'), { takes: object({ pitch: text }), status: 201 }),
      },
    },
    {
      Piano: object({ _id: text, maker: text }),
      Tuning: object({ _id: text, piano: text, pitch: text }),
    },
  );
  const { body } = await send('POST', '/pianos', { maker: 'Sauter' });
  expect((await send('POST', `/pianos/${body._id}/tunings`, { pitch: '440' })).body.piano).toBe(body._id);
});
