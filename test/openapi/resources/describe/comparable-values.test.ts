/** Which values of a parameter can equal those of a property, or be compared with them. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../../src/core/service/binding.ts';
import { describeValues, isComparable } from '../../../../src/openapi/resources/describe/comparable-values.ts';
import type { Schema } from '../../../../src/openapi/schema/schema.ts';
import { boolean, integer, listOf, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';

const { schemas } = readSchemas();
const valuesOf = (schema: object) => describeValues(schema as Schema, schemas);

describe('the values of a schema', () => {
  test('of a list are those of its items', () => {
    expect(valuesOf(listOf({ type: 'string', format: 'date' }))).toMatchObject({
      types: new Set(['string']),
      format: 'date',
    });
    expect(valuesOf({ type: 'object', items: text }).types).toEqual(new Set(['object']));
    expect(valuesOf({ type: 'array' }).types).toEqual(new Set(['array']));
  });

  test('are listed in lower case, or stated as the only one', () => {
    expect(valuesOf({ enum: ['Open', 'CLOSED'] }).listed).toEqual(new Set(['open', 'closed']));
    expect(valuesOf({ const: 'Open' }).listed).toEqual(new Set(['open']));
    expect(valuesOf(text).listed).toBeUndefined();
  });
});

const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const maybe = { type: ['boolean', 'null'] };
const textOrFlag = { type: ['boolean', 'string'] };

test.each<[object, Filter['comparison'], object, boolean]>([
  [{}, 'equals', boolean, true],
  [text, 'equals', {}, true],
  [boolean, 'equals', boolean, true],
  [text, 'equals', boolean, false],
  [boolean, 'equals', text, false],
  [text, 'equals', maybe, false],
  [maybe, 'equals', text, false],
  [text, 'equals', textOrFlag, true],
  [textOrFlag, 'equals', text, true],
  [textOrFlag, 'equals', boolean, true],
  [boolean, 'equals', textOrFlag, true],
  [{ enum: ['A', 'b'] }, 'equals', { enum: ['B', 'c'] }, true],
  [{ enum: ['a'] }, 'equals', { enum: ['b'] }, false],
  [{ enum: ['a'] }, 'equals', text, true],
  [{ enum: ['1'] }, 'equals', text, false],
  [{ enum: ['1'] }, 'equals', integer, true],
  [time, 'at-least', integer, false],
  [day, 'at-least', { type: 'number' }, false],
  [time, 'at-least', day, true],
  [time, 'at-least', { type: ['integer', 'string'] }, true],
  [time, 'at-least', boolean, true],
  [text, 'at-least', integer, true],
  [time, 'includes', integer, true],
  [time, 'contains', integer, true],
])('%j can be compared (%s) with %j: %s', (sent, comparison, own, expected) => {
  expect(isComparable(valuesOf(sent), valuesOf(own), comparison)).toBe(expected);
});
