/** What an item has of another one beside its id. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

test.each([
  ['boardId', 'listId'],
  ['board_id', 'list_id'],
  ['idBoard', 'idList'],
])('the %s of a card is that of the list whose %s is sent, also after it moves', async (board, list) => {
  const sent = { takes: object({ [list]: integer, name: text }, [list]), status: 201 };
  const List = object({ id: integer, [board]: integer }, ['id', board]);
  const Card = object({ id: integer, name: text, [list]: integer, [board]: integer }, ['id', list, board]);
  const { send } = await servePaths(
    {
      '/lists': collection(ref('List')),
      '/lists/{id}': { get: operation(ref('List')) },
      '/cards': collection(ref('Card'), sent),
      '/cards/{id}': {
        get: operation(ref('Card')),
        patch: operation(ref('Card'), { takes: object({ [list]: integer }) }),
      },
    },
    { List, Card },
    {
      data: {
        lists: [
          { id: 1, [board]: 71 },
          { id: 2, [board]: 72 },
        ],
      },
    },
  );
  const { body } = await send('POST', '/cards', { [list]: 2, name: 'c' });
  expect(body[board]).toBe(72);
  expect((await send('PATCH', `/cards/${body.id}`, { [list]: 1 })).body[board]).toBe(71);
});

test('an id that is a number is what a name beside it is copied by, as in Django', async () => {
  const Case = object({ id: integer, client: integer, client_name: { ...text, readOnly: true } }, [
    'id',
    'client',
    'client_name',
  ]);
  const { send } = await servePaths(
    {
      '/clients': { get: operation(listOf(ref('Thing'))), post: operation(ref('Thing'), { takes: ref('Thing') }) },
      '/clients/{id}': { get: operation(ref('Thing')) },
      '/cases': { get: operation(listOf(ref('Case'))), post: operation(ref('Case'), { takes: ref('Case') }) },
      '/cases/{id}': { get: operation(ref('Case')) },
    },
    { Case },
  );
  await send('POST', '/clients', { id: 7, name: 'Okoro' });
  expect((await send('POST', '/cases', { id: 1, client: 7 })).body).toEqual({ id: 1, client: 7, client_name: 'Okoro' });
});
