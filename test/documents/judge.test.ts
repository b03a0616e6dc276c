/** A judge that never reports anything proves nothing. */
import { describe, expect, test } from 'vitest';
import { createJudge, type Judge } from './support/judge.ts';
import { documentOf, type Raw, type RawOperation } from './support/raw-document.ts';

const judgeOf = (openapi: string, schema: Raw): { readonly judge: Judge; readonly operation: RawOperation } => {
  const ok = { description: '', content: { 'application/json': { schema } } };
  const responses = { 200: ok, 204: ok, '4XX': ok };
  const document = documentOf('made-up', {
    openapi,
    paths: { '/things': { get: { operationId: 'get', responses } } },
    components: { schemas: { Name: { type: 'string', nullable: true }, Open: { $ref: '#/components/schemas/Gone' } } },
  });
  return { judge: createJudge(document), operation: document.operations[0] as RawOperation };
};

const judge = (openapi: string, schema: Raw, value: Raw, answer = {}): readonly string[] => {
  const made = judgeOf(openapi, schema);
  const given = { status: 200, mediaType: 'application/json', text: JSON.stringify(value), ...answer };
  return made.judge.judgeAnswer(made.operation, given);
};

describe.each(['3.0.3', '3.1.0'])('in a document of OpenAPI %s', (openapi) => {
  test.each<[Raw, Raw]>([
    [{ type: 'object', required: ['name'] }, {}],
    [{ type: 'object', properties: { name: { $ref: '#/components/schemas/Name' } } }, { name: 7 }],
    [{ type: 'string', format: 'uuid' }, 'one'],
    [{ type: 'integer', minimum: 1, exclusiveMinimum: true }, 1],
    [{ type: 'string', enum: ['one'] }, 'two'],
    [{ type: 'object', required: ['name'], properties: { name: { readOnly: true } } }, {}],
    [{ allOf: [{ type: 'object' }, { required: ['name'] }] }, {}],
  ])('%j is violated by %j', (schema, value) => {
    expect(judge(openapi, schema, value)).not.toEqual([]);
  });

  test.each<[Raw, Raw]>([
    [{ type: 'object', required: ['secret'], properties: { secret: { writeOnly: true } } }, {}],
    [{ $ref: '#/components/schemas/Open' }, 7],
    [{ type: 'string', format: 'of-their-own', example: 7 }, 'one'],
    [{ type: 'integer', minimum: 1, exclusiveMinimum: false }, 1],
  ])('%j is matched by %j', (schema, value) => {
    expect(judge(openapi, schema, value)).toEqual([]);
  });

  test('an undocumented media type, an undocumented body, and invalid JSON are reported', () => {
    expect(judge(openapi, {}, 7, { mediaType: 'text/plain' })).toEqual(['the undocumented media type "text/plain"']);
    expect(judge(openapi, {}, 7, { status: 204 })).toEqual(['a body where none is documented']);
    expect(judge(openapi, {}, 7, { status: 204, text: '' })).toEqual([]);
    expect(judge(openapi, {}, 7, { text: '{' })).toEqual([expect.stringContaining('cannot be judged')]);
    expect(judge(openapi, { type: 'string' }, 7, { status: 404 })).toEqual(['must be string']);
  });
});

test('nullable allows null in OpenAPI 3.0, and not in 3.1', () => {
  for (const schema of [{ type: 'string', nullable: true }, { $ref: '#/components/schemas/Name' }]) {
    expect(judge('3.0.3', schema, null)).toEqual([]);
    expect(judge('3.1.0', schema, null)).not.toEqual([]);
  }
});

test('the siblings of a reference are ignored in OpenAPI 3.0, and count in 3.1', () => {
  const schema = { $ref: '#/components/schemas/Name', maxLength: 1 };
  expect(judge('3.0.3', schema, 'two')).toEqual([]);
  expect(judge('3.1.0', schema, 'two')).not.toEqual([]);
});
