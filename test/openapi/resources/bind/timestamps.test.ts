/** The times that the server sets. */
import { describe, expect, test } from 'vitest';
import { integer, listOf, object, operation, text } from '../../../short-document.ts';
import { serviceFor } from '../small.ts';

const dateTime = { type: 'string', format: 'date-time' };

describe('the time of', () => {
  const timesOf = (name: string, schema: object = dateTime) =>
    serviceFor({
      '/things': { get: operation(listOf(object({ id: integer, [name]: schema }))) },
      '/things/{id}': { get: operation(object({ id: integer, [name]: schema })) },
    }).collections.get('things')?.timestamps;

  test.each([
    ...['createdAt', 'created', 'created_on', 'dateCreated', 'createdDate', 'createTime', 'created_time'],
    ...['creationDate', 'creationTime', 'insertedAt', 'createdDateTime'],
  ])('creation is %s', (name) => {
    expect(timesOf(name)).toEqual({ created: [{ name, form: 'date-time' }], updated: [] });
  });

  test.each([
    ...['updatedAt', 'updated', 'updated_on', 'dateUpdated', 'updatedDate', 'updateTime', 'updated_time', 'modifiedAt'],
    ...['modified', 'lastModified', 'lastUpdated', 'lastModifiedAt', 'modifiedDate', 'changedAt', 'updatedDateTime'],
  ])('the last change is %s', (name) => {
    expect(timesOf(name)).toEqual({ created: [], updated: [{ name, form: 'date-time' }] });
  });

  test.each<[string, object, string]>([
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
  ])('creation may be %s', (_name, schema, form) => {
    expect(timesOf('createdAt', schema)?.created).toEqual([{ name: 'createdAt', form }]);
  });

  test('a property with another name, or without a time, is not a timestamp', () => {
    expect(timesOf('expiresAt')).toEqual({ created: [], updated: [] });
    expect(timesOf('createdAt', text)).toEqual({ created: [], updated: [] });
  });
});
