/** Bodies that a small schema makes large or slow. Steps and characters are counted; no time is measured. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../../core/helpers.ts';
import { checkOf, contentsOf } from '../../openapi/documents.ts';
import { integer, listOf, object, ref, text } from '../../short-document.ts';

const list = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

const refusedBy = async (content: object, body: string, contentType: string) => {
  const service = await readyService(
    documentOf({
      '/hostile': {
        post: { requestBody: { content }, responses: { 204: { description: '' }, 400: { description: '' } } },
      },
    } as unknown as JsonObject),
  );
  const headers = { 'content-type': contentType };
  return decide(service, stateOf(service), requestOf('POST', '/hostile', { headers, body }));
};

describe('the problems of a body do not multiply', () => {
  const nested = (name: string, levels: number): Json => {
    let value: Json = list(1000, () => 'x');
    for (let level = 0; level < levels; level++) value = { [name]: value };
    return value;
  };
  const texts = list(2000, (at) => `text-${at}`);

  test.each<[string, object, Json]>([
    [
      'a name of half a megabyte above a thousand values',
      { type: 'object', additionalProperties: listOf(integer) },
      nested('k'.repeat(500_000), 1),
    ],
    [
      'a thousand undeclared names of 1 KB',
      { type: 'object', properties: { a: {} }, additionalProperties: false },
      Object.fromEntries(list(1000, (at) => [`${at}${'k'.repeat(1000)}`, 1])),
    ],
    ['a long constant', listOf({ const: texts }), list(200, () => 1)],
    ['a long pattern', listOf({ pattern: `^(${texts.join('|')})$` }), list(200, (at) => `no-${at}`)],
    ['many required names', listOf({ anyOf: texts.map((name) => ({ required: [name] })) }), list(200, () => ({}))],
  ])('with %s', async (_name, schema, value) => {
    const body = JSON.stringify(value);
    const { status, reply, exchange } = await refusedBy({ 'application/json': { schema } }, body, 'application/json');
    expect(status).toBe(400);
    expect(String(reply.response.body).length).toBeLessThan(300_000);
    // One pointer may have the longest name whole.
    expect(JSON.stringify(exchange.violations).length).toBeLessThan(body.length + 400_000);
  });

  test('nor those of a shape that contains itself', async () => {
    const itself = ref('Tree');
    const Tree = { type: ['object', 'array'], items: integer, additionalProperties: itself };
    const check = await checkOf(itself, { schemas: { Tree } });
    const problems = check(nested('k'.repeat(10_000), 90));
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems).length).toBeLessThan(1_200_000);
  });
});

describe('steps count what a check does', () => {
  const names = (count: number): readonly string[] => list(count, (at) => `k${at}`);
  const all = (count: number): Json => Object.fromEntries(names(count).map((name) => [name, 1]));

  test.each<[string, object, Json, number]>([
    ['listed names', { allOf: list(100, (at) => ({ minProperties: at })) }, all(1000), 100 * 1000],
    ['required names', { allOf: list(100, (at) => ({ required: names(900 + at) })) }, all(1000), 100 * 900],
    [
      'names that depend on others',
      { dependentRequired: Object.fromEntries(names(100).map((name) => [name, names(100)])) },
      all(100),
      100 * 100,
    ],
    [
      'declared names that are absent',
      { allOf: list(100, (at) => ({ properties: Object.fromEntries(list(16, (of) => [`q${at}-${of}`, {}])) })) },
      {},
      100 * 4,
    ],
    ['characters of a format', { format: 'hostname' }, 'a-'.repeat(1000), 2000 / 4],
    [
      'values of a constant',
      { enum: [[[list(1000, () => 1)]], [[list(1000, () => 2)]]] },
      [[list(1000, () => 2)]],
      2000,
    ],
  ])('%s', async (_name, schema, value, least) => {
    const check = await checkOf(schema);
    const budget = new StepBudget(1_000_000);
    check(value, budget);
    expect(1_000_000 - budget.left).toBeGreaterThanOrEqual(least);
  });

  test('a list is compared once, whatever the number of schemas that require unique items', async () => {
    const stepsOf = async (schemas: number): Promise<number> => {
      const check = await checkOf({ allOf: list(schemas, (at) => ({ uniqueItems: true, maxItems: 2000 + at })) });
      const budget = new StepBudget(1_000_000);
      expect(
        check(
          list(2000, (at) => [at]),
          budget,
        ),
      ).toEqual([]);
      return 1_000_000 - budget.left;
    };
    expect(await stepsOf(50)).toBeLessThan(2 * (await stepsOf(1)));
  });

  test('names that are told apart by a slow pattern', async () => {
    const { request } = await contentsOf({ properties: { a: {} }, patternProperties: { '^(a|aa)+$': {} } });
    const value = Object.fromEntries(list(100, (at) => [`${'a'.repeat(80)}b${at}`, 1]));
    expect(() => request.stripUndeclared(value, new StepBudget(1000))).toThrow(OutOfSteps);
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';
  const properties = Object.fromEntries(list(40, (at) => [`p${at}`, listOf(text)]));
  const encoding = Object.fromEntries(Object.keys(properties).map((name) => [name, { style: 'form', explode: false }]));

  test('with many styled properties has few fields, because each property searches all of them', async () => {
    const content = { [type]: { schema: object(properties), encoding } };
    expect((await refusedBy(content, `p0=1${'&a'.repeat(20_000)}`, type)).status).toBe(204);
    const { status, reply } = await refusedBy(content, `p0=1${'&a'.repeat(30_000)}`, type);
    expect([status, String(reply.response.body)]).toEqual([400, expect.stringContaining('has more than 25000 fields')]);
  });

  test('in parts has a boundary of the length that its standard allows', async () => {
    const content = { 'multipart/form-data': { schema: { type: 'object' } } };
    const send = (length: number) => {
      const boundary = 'x'.repeat(length);
      const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`;
      return refusedBy(content, body, `multipart/form-data; boundary=${boundary}`);
    };
    expect((await send(70)).status).toBe(204);
    const { status, reply } = await send(71);
    expect([status, String(reply.response.body)]).toEqual([400, expect.stringContaining('boundary is longer than 70')]);
  });
});
