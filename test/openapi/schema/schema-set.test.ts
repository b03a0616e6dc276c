import { expect, test } from 'vitest';
import { integer, listOf, object, ref, text } from '../../short-document.ts';
import { checkOf, contentsOf, messagesOf, now, old } from '../documents.ts';

const nullable = { nullable: true };
const bounds = { type: 'number', minimum: 5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };

test.each<[what: string, schema: object, value: unknown, problems: readonly string[]]>([
  ['null if it is nullable', { ...text, ...nullable }, null, []],
  ['nothing else than null and its type', { ...text, ...nullable }, 1, ['/a must be a string or null']],
  ['null if an enum beside nullable lists it', { ...text, ...nullable, enum: ['a', null] }, null, []],
  [
    'no null if an enum beside nullable does not',
    { ...text, ...nullable, enum: ['a', 'b'] },
    null,
    ['/a must be a string', '/a must be one of a, b'],
  ],
  ['no null if an enum without a type does not', { ...nullable, enum: [1, 2] }, null, ['/a must be one of 1, 2']],
  ['the enum beside nullable', { ...text, ...nullable, enum: ['a', 'b'] }, 'c', ['/a must be one of a, b']],
  ['null if nullable is beside a reference', { ...ref('Text'), ...nullable }, null, []],
  ['what the reference beside nullable accepts', { ...ref('Text'), ...nullable }, 1, ['/a must be a string']],
  ['null if nullable is beside allOf', { ...nullable, allOf: [ref('Thing')] }, null, []],
  ['what allOf beside nullable accepts', { ...nullable, allOf: [ref('Thing')] }, {}, ['/a/id is required']],
  ['no value on an exclusive bound', bounds, 5, ['/a must be greater than 5']],
  ['a value on an inclusive bound', bounds, 9, []],
  ['no value beyond a bound', bounds, 10, ['/a must be at most 9']],
  ['a reference without its siblings', { ...ref('Text'), minLength: 5 }, 'a', []],
])('a schema of OpenAPI 3.0 accepts %s', async (_what, schema, value, problems) => {
  const schemas = { Text: text, Thing: { type: 'object', required: ['id'] } };
  const check = await checkOf({ properties: { a: schema } }, { version: old, schemas });
  expect(messagesOf(check, { a: value })).toEqual(problems);
});

test.each<[what: string, version: string, schema: object]>([
  ['nullable in 3.1', '3.1.0', { ...text, ...nullable }],
  ['nullable beside an enum in 3.1', '3.1.0', { ...text, ...nullable, enum: ['a'] }],
  ['nullable beside a reference in 3.1', '3.1.0', { ...ref('Text'), ...nullable }],
  ['nullable beside oneOf in 3.1', '3.1.0', { ...nullable, oneOf: [ref('Text'), ref('Thing')] }],
  ['x-nullable in 3.0', old, { ...text, 'x-nullable': true }],
  ['x-nullable beside a reference in 3.0', old, { ...ref('Text'), 'x-nullable': true }],
  ['x-nullable beside an enum in 3.0', old, { ...text, 'x-nullable': true, enum: ['a'] }],
  ['type null beside oneOf', '3.1.0', { type: 'null', oneOf: [ref('Text'), ref('Thing')] }],
])('%s accepts null beside the rest', async (_what, version, schema) => {
  const schemas = { Text: text, Thing: object({ id: integer }) };
  const check = await checkOf({ properties: { a: schema } }, { version, schemas });
  expect([null, 'a', 1].map((a) => check({ a }).length === 0)).toEqual([true, true, false]);
});

test('null of another version is accepted, and not drawn', async () => {
  const properties = {
    a: { ...text, ...nullable },
    b: { ...ref('Text'), ...nullable },
    c: { ...integer, ...nullable },
  };
  const { response } = await contentsOf(
    { ...object(properties), required: ['a', 'b', 'c'] },
    { schemas: { Text: text } },
  );
  for (let seed = 0; seed < 40; seed++)
    expect(Object.values(response.generate({ seed, now }) as object)).not.toContain(null);
  expect(messagesOf(response.check, { a: null, b: null, c: null })).toEqual([]);
});

test('since 3.1 the siblings of a reference count', async () => {
  const check = await checkOf({ $ref: '#/components/schemas/A', minLength: 5 }, { schemas: { A: text } });
  expect(messagesOf(check, 'a')).toEqual(['must have at least 5 characters']);
  expect(messagesOf(check, 5)).toEqual(['must be a string']);
});

test('properties may have the names of keywords', async () => {
  const names = [
    ...['example', 'nullable', '$ref', 'properties', 'required', 'type', 'x-faker', 'constructor', 'toString', 'items'],
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  for (const version of [old, '3.1.0']) {
    const check = await checkOf(
      { type: 'object', required: names, additionalProperties: false, properties },
      { version },
    );
    expect(messagesOf(check, Object.fromEntries(names.map((name) => [name, 1])))).toEqual([]);
    expect(messagesOf(check, {})).toEqual(names.map((name) => `/${name} is required`));
    expect(messagesOf(check, Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(
      names.map((name) => `/${name} must be an integer`),
    );
  }
});

test('a readOnly property is not required in a request, and is ignored there', async () => {
  const schema = {
    type: 'object',
    required: ['id', 'name'],
    additionalProperties: false,
    properties: { id: { type: 'integer', readOnly: true }, name: text },
  };
  const { request, response } = await contentsOf(schema);
  expect(messagesOf(request.check, { name: 'a' })).toEqual([]);
  expect(messagesOf(request.check, { name: 'a', id: 'whatever' })).toEqual([]);
  expect(request.stripUndeclared({ name: 'a', id: 7 })).toEqual({ name: 'a' });
  expect(messagesOf(response.check, { name: 'a' })).toEqual(['/id is required']);
});

test('a readOnly property is found through references and allOf', async () => {
  const schemas = {
    Id: { type: 'integer', readOnly: true },
    Base: object({ id: ref('Id') }),
    Thing: { allOf: [ref('Base'), object({ name: text }, ['id', 'name'])] },
  };
  const { request, response } = await contentsOf(ref('Thing'), { schemas });
  expect(messagesOf(request.check, { name: 'a' })).toEqual([]);
  expect(request.stripUndeclared({ id: 1, name: 'a' })).toEqual({ name: 'a' });
  expect(messagesOf(response.check, { name: 'a' })).toEqual(['/id is required']);
});

test('a writeOnly property is required in a request, not in a response', async () => {
  const schema = object({ password: { type: 'string', writeOnly: true }, name: text }, ['password']);
  const { request, response } = await contentsOf(schema);
  expect(messagesOf(request.check, {})).toEqual(['/password is required']);
  expect(messagesOf(response.check, {})).toEqual([]);
  expect(request.stripUndeclared({ password: 'secret', name: 'a' })).toEqual({ password: 'secret', name: 'a' });
});

test('schemas may contain themselves', async () => {
  const schemas = { Tree: object({ children: listOf(ref('Tree')), size: integer }) };
  const check = await checkOf(ref('Tree'), { schemas });
  expect(messagesOf(check, { children: [{ children: [{ size: 'x' }] }] })).toEqual([
    '/children/0/children/0/size must be an integer',
  ]);
});

test('a base whose variants extend the base is checked without endless recursion', async () => {
  const schemas = {
    Shape: {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      oneOf: [ref('Circle'), ref('Square')],
      discriminator: {
        propertyName: 'kind',
        mapping: { circle: '#/components/schemas/Circle', square: '#/components/schemas/Square' },
      },
    },
    Circle: {
      allOf: [
        ref('Shape'),
        { required: ['radius'], properties: { kind: { const: 'circle' }, radius: { type: 'number' } } },
      ],
    },
    Square: {
      allOf: [
        ref('Shape'),
        { required: ['side'], properties: { kind: { const: 'square' }, side: { type: 'number' } } },
      ],
    },
  };
  for (const name of ['Shape', 'Circle']) {
    const check = await checkOf({ $ref: `#/components/schemas/${name}` }, { schemas });
    expect(messagesOf(check, { kind: 'circle', radius: 1 })).toEqual([]);
    expect(messagesOf(check, { kind: 'circle', radius: 'x' })).toEqual(['/radius must be a number']);
    expect(messagesOf(check, { radius: 1 })).toContain('/kind is required');
  }
});

test.each([
  ['0 (User)', '1 (Organization)'],
  ['created', 'changed'],
])('an enum of texts, none of which is an integer, says nothing about an integer: %s', async (...names) => {
  const { request, response, service } = await contentsOf({ type: 'integer', enum: names });
  expect(messagesOf(request.check, 1)).toEqual([]);
  expect(messagesOf(request.check, 'created')).toEqual(['must be an integer']);
  expect(messagesOf(response.check, response.generate({ seed: 1, now: 0 }))).toEqual([]);
  expect(service.problems.map(({ message }) => message)).toContain(
    'no value of the enum is of the type integer; the enum is ignored',
  );
});

test('an enum with some integers, also as texts, is of these', async () => {
  const { request } = await contentsOf({ type: 'integer', enum: ['1', 2, 'none'] });
  expect([1, 2, 3].map((value) => messagesOf(request.check, value).length)).toEqual([0, 0, 1]);
});

test.each([
  ['1000.0000', 1000],
  ['120.50', 120.5],
  ['-3.0', -3],
])('the example %s of a number is %d', async (example, value) => {
  const { response } = await contentsOf({ type: 'number', example });
  expect(response.generate({ seed: 1, now: 0 })).toBe(value);
});

test.each([['oneOf'], ['anyOf']])(
  'what says more of a union with names, by allOf, is one of its branches: %s',
  async (keyword) => {
    const named = (type: string, property: string) => ({
      ...object({ type: { type: 'string', enum: [type] }, [property]: text }, ['type']),
    });
    const schemas = {
      Deadman: named('deadman', 'since'),
      Threshold: named('threshold', 'level'),
      Check: { [keyword]: [ref('Deadman'), ref('Threshold')], discriminator: { propertyName: 'type' } },
      NewCheck: { allOf: [ref('Check'), object({ name: text }, ['name'])] },
    };
    const { request } = await contentsOf(ref('NewCheck'), { schemas });
    expect(messagesOf(request.check, { type: 'deadman', name: 'a', since: '1h' })).toEqual([]);
    expect(messagesOf(request.check, { type: 'NewCheck', name: 'a' })).not.toEqual([]);
    for (let seed = 1; seed < 9; seed++)
      expect(messagesOf(request.check, request.generate({ seed, now: 0 }))).toEqual([]);
  },
);

test('circular references are reported and accept anything', async () => {
  const { request, service } = await contentsOf(ref('A'), {
    schemas: { A: ref('B'), B: ref('A'), C: { allOf: [ref('C')], type: 'string' }, D: { oneOf: [ref('D')] } },
  });
  expect(request.check({ any: 1 })).toEqual([]);
  expect(service.problems.map(({ message }) => message).join('\n')).toContain('refers to itself');
  for (const name of ['C', 'D']) {
    const check = await checkOf(
      { $ref: `#/components/schemas/${name}` },
      { schemas: { C: { allOf: [ref('C')], type: 'string' }, D: { oneOf: [ref('D')] } } },
    );
    expect(check('x')).toEqual([]);
  }
});

test('a broken reference accepts anything and is reported with its location', async () => {
  const { request, service } = await contentsOf(
    object({ a: ref('Missing'), b: { $ref: 'other.yaml#/B' }, c: integer }),
  );
  expect(messagesOf(request.check, { a: 1, b: 'x', c: 'x' })).toEqual(['/c must be an integer']);
  const place = '/paths/~1echo/post/requestBody/content/application~1json/schema/properties';
  expect(service.problems.map(({ pointer, message }) => ({ pointer, message }))).toContainEqual({
    pointer: `${place}/a`,
    message: '"#/components/schemas/Missing" does not exist',
  });
  expect(service.problems.map(({ pointer, message }) => ({ pointer, message }))).toContainEqual({
    pointer: `${place}/b`,
    message: '"other.yaml#/B" is in another file. Load the document from its file, or bundle it first',
  });
});

test('malformed parts of a schema are ignored and reported; the rest is checked', async () => {
  const { request, service } = await contentsOf({
    type: 'object',
    required: true,
    properties: {
      a: { type: 'strin', minLength: '3' },
      b: { type: 'string', pattern: '(' },
      c: { enum: [] },
      d: { type: 'integer', multipleOf: 0 },
      e: null,
    },
    patternProperties: { '(': text },
  });
  expect(messagesOf(request.check, { a: 1, b: 'x', c: 1, d: 'x', e: 1 })).toEqual(['/d must be an integer']);
  const base = '/paths/~1echo/post/requestBody/content/application~1json/schema';
  const pointers = service.problems.map(({ pointer }) => pointer);
  for (const place of [
    'required',
    'properties/a/type',
    'properties/a/minLength',
    'properties/b/pattern',
    'properties/c/enum',
    'properties/d/multipleOf',
    'properties/e',
    'patternProperties/(',
  ]) {
    expect(pointers).toContain(`${base}/${place}`);
  }
});

test('patterns that are valid only without the u flag are checked', async () => {
  const check = await checkOf({ type: 'string', pattern: '^[\\w\\-.]+$' });
  expect(messagesOf(check, 'a-b.c')).toEqual([]);
  expect(messagesOf(check, 'a b')).toEqual(['must match the pattern ^[\\w\\-.]+$']);
});

test('the bounds of an int64 are exact', async () => {
  const check = await checkOf(
    object({ id: { type: 'integer', format: 'int64' }, small: { type: 'integer', format: 'int32' } }),
  );
  for (const id of [1, 9007199254740993n, 9223372036854775807n, -9223372036854775808n])
    expect(messagesOf(check, { id })).toEqual([]);
  for (const id of [9223372036854775808n, -9223372036854775809n, 10n ** 30n]) {
    expect(messagesOf(check, { id })).toEqual([
      '/id must be a 64-bit integer, from -9223372036854775808 to 9223372036854775807',
    ]);
  }
  expect(messagesOf(check, { small: 2147483647 })).toEqual([]);
  for (const small of [2147483648, -2147483649, 9007199254740993n]) {
    expect(messagesOf(check, { small })).toEqual(['/small must be a 32-bit integer, from -2147483648 to 2147483647']);
  }
});

test('an integer beyond doubles is an integer and a number, and not a string', async () => {
  expect(messagesOf(await checkOf({ type: 'integer' }), 9007199254740993n)).toEqual([]);
  expect(messagesOf(await checkOf({ type: 'array', items: { type: 'number' } }), [1, 9007199254740993n])).toEqual([]);
  expect(messagesOf(await checkOf({ type: 'string' }), 9007199254740993n)).toEqual(['must be a string']);
});

test('a property named __proto__ is an ordinary property', async () => {
  const check = await checkOf({ type: 'object', additionalProperties: integer });
  expect(messagesOf(check, JSON.parse('{"__proto__": 1}'))).toEqual([]);
  expect(messagesOf(check, JSON.parse('{"__proto__": "x"}'))).toEqual(['/__proto__ must be an integer']);
});

test('an enum of single values at a list is that of its items', async () => {
  const check = await checkOf({ ...listOf(text), enum: ['new', 'used'] });
  expect(messagesOf(check, ['used', 'new'])).toEqual([]);
  expect(messagesOf(check, ['used', 'lost'])).toEqual(['/1 must be one of new, used']);
  const parts = await checkOf({ ...listOf(text), enum: [['new'], ['used']], allOf: [{ minItems: 1 }] });
  expect(messagesOf(parts, ['lost'])).not.toEqual([]);
  const lists = await checkOf({ ...listOf(text), enum: [['new', 'used'], ['used']] });
  expect(messagesOf(lists, ['new', 'used'])).toEqual([]);
  expect(messagesOf(lists, ['new'])).not.toEqual([]);
});
