/** A high confidence is reported only if a response can show what the document lets clients send. */
import { expect, test } from 'vitest';
import { operationOf } from '../../../openapi/documents.ts';
import { collection, pathsOf, serviceFor } from '../../../openapi/resources/small.ts';
import { boolean, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';

const choice = (...values: readonly string[]) => ({ type: 'string', enum: values });

const createWith = (takes: object, kind: object = choice('a', 'b')) => {
  const Thing = object({ id: integer, name: text, kind, old: boolean }, ['id']);
  const paths = {
    '/things': collection(ref('Thing'), { status: 201, takes }),
    '/things/{id}': { get: operation(ref('Thing')) },
  };
  return operationOf(serviceFor(paths, { Thing }), 'POST /things');
};

test.each<[string, object, string]>([
  [
    'an enumeration that the body does not have',
    object({ name: text, kind: text }),
    'its body accepts values of "kind" that no response may show.',
  ],
  [
    'a wider enumeration',
    object({ kind: choice('a', 'b', 'c') }),
    'its body accepts values of "kind" that no response may show.',
  ],
  [
    'an enumeration or another text',
    object({ kind: { anyOf: [choice('a', 'b'), text] } }),
    'its body accepts values of "kind" that no response may show.',
  ],
  [
    'a wider enumeration or null',
    object({ kind: { anyOf: [choice('a', 'b', 'c'), { type: 'null' }] } }),
    'its body accepts values of "kind" that no response may show.',
  ],
  [
    'a required property that is not declared',
    object({ name: text }, ['team']),
    'its body requires "team" without declaring it.',
  ],
  [
    'alternatives that the same body matches',
    { oneOf: [object({ name: text }), object({ old: boolean })] },
    'the same body matches several alternatives of its "oneOf".',
  ],
])('%s is a doubt', (_name, takes, doubt) => {
  const { confidence, reason } = createWith(takes);
  expect(confidence).toBe('medium');
  expect(reason.endsWith(`; ${doubt}`)).toBe(true);
});

test.each<[string, object]>([
  ['a narrower enumeration', object({ kind: choice('a') })],
  ['the same enumeration', object({ kind: choice('b', 'a') })],
  ['an enumeration or null', object({ kind: { anyOf: [choice('a', 'b'), { type: 'null' }] } })],
  ['an enumeration with null', object({ kind: { type: ['string', 'null'], enum: ['a', 'b', null] } })],
  ['another property', object({ name: text })],
  ['a required declared property', object({ name: text }, ['name'])],
  ['alternatives with own properties', { oneOf: [object({ name: text }, ['name']), object({ old: boolean })] }],
  ['alternatives without properties', { ...object({ name: text }), oneOf: [{ title: 'a' }, { title: 'b' }] }],
  ['any properties', { type: 'object', required: ['team'], additionalProperties: true }],
])('%s is none', (_name, takes) => {
  expect(createWith(takes).confidence).toBe('high');
});

test('neither is a property that may have any value', () => {
  expect(createWith(object({ kind: text }), text).confidence).toBe('high');
});

test.each(['put', 'patch'])('%s on the item may be in doubt too, and what is bound otherwise is not', (method) => {
  const takes = object({ kind: text });
  const Thing = object({ id: integer, name: text, kind: choice('a', 'b') }, ['id']);
  const service = serviceFor(
    {
      ...pathsOf('GET /things, GET /things/{id}'),
      '/things/{thingId}': { [method]: operation(ref('Thing'), { takes }) },
      '/things/{id}/close': { post: operation(ref('Thing'), { takes }) },
    },
    { Thing },
  );
  expect(service.operations.map(({ confidence }) => confidence)).toEqual(['high', 'high', 'medium', 'high']);
});

const part = (schema: object, required: readonly string[] = ['id', 'part']) =>
  object({ id: integer, name: text, part: schema }, required);
const readOnly = { allOf: [ref('Part')], readOnly: true };

test.each<[string, object, object, string]>([
  ['another item', part(ref('Part')), object({ name: text }), 'medium'],
  ['a list of at least one', part({ ...listOf(ref('Part')), minItems: 1 }), object({ name: text }), 'medium'],
  ['another one that no request has', part(readOnly), ref('Part'), 'medium'],
  ['another one in what is sent', object({ id: integer, name: text }), part(ref('Sent')), 'medium'],
  ['a list', part(listOf(ref('Part'))), object({ name: text }), 'high'],
  ['another one or null', part({ anyOf: [ref('Part'), { type: 'null' }] }), object({ name: text }), 'high'],
  ['another one if it has one', part(ref('Part'), ['id']), object({ name: text }), 'high'],
])('items that require %s', (_name, Part, takes, expected) => {
  const paths = {
    '/parts': { get: operation(listOf(ref('Part'))), post: operation(ref('Part'), { status: 201, takes }) },
    '/parts/{id}': { get: operation(ref('Part')) },
  };
  const service = serviceFor(paths, { Part, Sent: part(ref('Sent')) });
  expect(operationOf(service, 'POST /parts').confidence).toBe(expected);
});

const closed = (schema: object) => ({ ...schema, additionalProperties: false });
const kept = object({ id: integer, name: text }, ['id', 'name']);
const both = { allOf: [closed(object({ id: integer, name: text })), object({ size: integer }, ['size'])] };

// A closed part is read as generators mean it: what its other parts declare belongs to it.
test.each<[string, object, string]>([
  ['the whole is closed, and its parts have what is required', closed({ allOf: [kept] }), 'high'],
  ['one part is closed, and another requires more', both, 'high'],
  [
    'a required property is so',
    object({ id: integer, name: text, owner: closed({ allOf: [kept] }) }, ['owner']),
    'high',
  ],
  ['a listed item is so', object({ id: integer, tags: listOf(closed({ allOf: [kept] })) }, ['tags']), 'high'],
  ['the closed part has what is required', closed(kept), 'high'],
  [
    'it has patterns for the rest',
    closed({ allOf: [kept], patternProperties: { '^n': {} }, properties: { id: {} } }),
    'high',
  ],
  ['a part that is not required is so', object({ id: integer, owner: closed({ allOf: [kept] }) }), 'high'],
  ['it may be null', object({ id: integer, owner: { anyOf: [both, { type: 'null' }] } }, ['owner']), 'high'],
])('a response whose schema may have no value: %s', (_name, Thing, expected) => {
  const service = serviceFor(pathsOf('GET /things, GET /things/{id}, DELETE /things/{id}'), { Thing });
  expect(operationOf(service, 'GET /things/{id}').confidence).toBe(expected);
  expect(operationOf(service, 'GET /things').confidence).toBe(expected);
  expect(operationOf(service, 'DELETE /things/{id}').confidence).toBe('high');
});
