/** The times that the server sets. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { boolean, inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { collection, serviceFor } from '../small.ts';

const dateTime = { type: 'string', format: 'date-time' };

describe('the time of', () => {
  const timesOf = (name: string, schema: object = dateTime) =>
    serviceFor({
      '/things': { get: operation(listOf(object({ id: integer, [name]: schema }))) },
      '/things/{id}': { get: operation(object({ id: integer, [name]: schema })) },
    }).collections.get('things')?.timestamps;

  test.each([
    ...['createdAt', 'created', 'created_on', 'dateCreated', 'createdDate', 'createTime', 'created_time'],
    ...[
      'creationDate',
      'creationTime',
      'insertedAt',
      'createdDateTime',
      'create_date',
      'creationTimestamp',
      'timecreated',
    ],
    ...['dateAdded', 'added_on', 'date_joined', 'date_creation'],
  ])('creation is %s', (name) => {
    expect(timesOf(name)).toEqual({ created: [{ name, form: 'date-time' }], updated: [] });
  });

  test.each([
    ...['updatedAt', 'updated', 'updated_on', 'dateUpdated', 'updatedDate', 'updateTime', 'updated_time', 'modifiedAt'],
    ...['modified', 'lastModified', 'lastUpdated', 'lastModifiedAt', 'modifiedDate', 'changedAt', 'updatedDateTime'],
    ...[
      'updateDate',
      'last_update',
      'lastUpdateTime',
      'modified_on',
      'dateModified',
      'lastModifiedDate',
      'timemodified',
    ],
    ...['modificationTime', 'last_updated_on'],
  ])('the last change is %s', (name) => {
    expect(timesOf(name)).toEqual({ created: [], updated: [{ name, form: 'date-time' }] });
  });

  test.each<[string, object, string | object]>([
    ['a date', { type: 'string', format: 'date' }, 'date'],
    ['a text or a number', { type: ['string', 'integer'], format: 'date-time' }, 'date-time'],
    ['an integer', integer, 'seconds'],
    ['an integer with the format of a text', { type: 'integer', format: 'date-time' }, 'seconds'],
    ['an integer with a large example', { type: 'integer', example: 1_700_000_000_000 }, 'milliseconds'],
    ['an integer with a large minimum', { type: 'integer', minimum: 1_000_000_000_000 }, 'milliseconds'],
    ['an integer with a small example', { type: 'integer', examples: [1_700_000_000, null] }, 'seconds'],
    ['a number', { type: 'number' }, 'seconds'],
    ['an integer with the format of milliseconds', { type: 'integer', format: 'unix-millis' }, 'milliseconds'],
    ['an integer with another format of milliseconds', { type: 'integer', format: 'timeInMillis' }, 'milliseconds'],
    ['an integer in ms', { type: 'integer', format: 'epoch ms' }, 'milliseconds'],
    ['an integer with the format of items', { type: 'integer', format: 'items' }, 'seconds'],
    ['a text', text, 'date-time'],
    ['a text or null', { type: ['string', 'null'] }, 'date-time'],
    ['one of both', { anyOf: [text, { type: 'null' }] }, 'date-time'],
    ['a text with a meaningless example', { ...text, example: 'string' }, 'date-time'],
    ['a text with an example', { ...text, example: '2024-01-15 10:00:00' }, { like: '2024-01-15 10:00:00' }],
    ['a text with seconds as example', { ...text, example: '1700000000' }, { like: '1700000000' }],
  ])('creation may be %s', (_name, schema, form) => {
    expect(timesOf('createdAt', schema)?.created).toEqual([{ name: 'createdAt', form }]);
  });

  test('a property with another name, or without a time, is not a timestamp', () => {
    expect(timesOf('expiresAt')).toEqual({ created: [], updated: [] });
    expect(timesOf('createdBy', text)).toEqual({ created: [], updated: [] });
  });

  test.each<[string, object]>([
    ['one of a few texts', { ...text, enum: ['a', 'b'] }],
    ['a text in another notation', { ...text, example: '15/01/2024' }],
    ['a text of another format', { ...text, format: 'time' }],
    ['a flag', { type: 'boolean' }],
    ['an object', object({})],
  ])('creation is not %s', (_name, schema) => {
    expect(timesOf('created', schema)?.created).toEqual([]);
  });

  test.each(['createdDate', 'created_on', 'dateAdded'])('creation in a text %s is a date', (name) => {
    expect(timesOf(name, text)?.created).toEqual([{ name, form: 'date' }]);
  });
});

test.each(['editedAt', 'edited_on'])('%s is set by a change, and by neither a creation nor an action', async (name) => {
  const { send } = await servePaths(
    {
      '/posts': collection(ref('Post'), { takes: object({ text }, ['text']), status: 201 }),
      '/posts/{id}': {
        parameters: [inPath('id')],
        get: operation(ref('Post')),
        patch: operation(ref('Post'), { takes: object({ text }) }),
      },
      '/posts/{id}/like': { parameters: [inPath('id')], post: operation(ref('Post')) },
    },
    {
      Post: object({ id: integer, text, liked: boolean, [name]: { type: ['string', 'null'], format: 'date-time' } }, [
        'id',
        'text',
        name,
      ]),
    },
  );
  const timeOf = async (method: string, path: string, sent?: JsonObject): Promise<unknown> =>
    (await send(method, path, sent)).body[name];
  expect(await timeOf('POST', '/posts', { text: 'a' })).toBeNull();
  expect(await timeOf('POST', '/posts/1/like')).toBeNull();
  expect(await timeOf('PATCH', '/posts/1', { text: 'b' })).toMatch(/T/);
});

test('the times in the attributes of an item are those of the world', async () => {
  const time = { type: 'string', format: 'date-time' };
  const Trail = object({ id: integer, attributes: object({ name: text, createdAt: time, updatedAt: time }) });
  const { send } = await servePaths(
    {
      '/trails': collection(ref('Trail'), { takes: object({ name: text }), status: 201 }),
      '/trails/{id}': {
        get: operation(ref('Trail')),
        patch: operation(ref('Trail'), { takes: object({ name: text }) }),
      },
    },
    { Trail },
  );
  const { attributes } = (await send('POST', '/trails', { name: 'a' })).body;
  expect(attributes).toEqual({ name: 'a', createdAt: expect.stringMatching(/T/), updatedAt: attributes.createdAt });
  const changed = (await send('PATCH', '/trails/1', { name: 'b' })).body.attributes;
  expect(changed).toMatchObject({ name: 'b', createdAt: attributes.createdAt });
});
