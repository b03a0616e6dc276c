/** The values that are sent for each parameter on its own. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import { invalidParameters, unusualParameters, validParameters } from '../../../src/parts/verify/cases.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';

const inQuery = (name: string, schema: object) => ({ in: 'query', name, schema });
const parameters = [
  { in: 'path', name: 'id', required: true, schema: { type: 'integer' } },
  inQuery('a b', { type: 'integer', minimum: 1, maximum: 100, example: 7 }),
  inQuery('kind', { enum: [...'abcdefghij'], example: 'b' }),
  inQuery('after', { type: 'string' }),
  inQuery('pageToken', { type: 'string' }),
  inQuery('hereafter', { type: 'string', example: 'é' }),
  inQuery('size', { type: 'number', example: 2.5 }),
  inQuery('code', { type: 'string', pattern: '^[a-z]{45}$', example: 'a'.repeat(45) }),
  { in: 'header', name: 'X-Day', schema: { type: 'string', format: 'date', example: '2030-01-01' } },
  { in: 'header', name: 'X-Name', schema: { type: 'string', example: 'é' } },
];
const responses = { 200: { description: 'Fine.' } };
const operation = operationOf(
  await readyServiceOf({ '/a/{id}': { get: { operationId: 'a', responses, parameters } } }),
  'a',
);

/** The name of the parameter, and its text. */
const show = ({ parts }: { readonly parts: ReturnType<typeof validParameters>[number]['parts'] }) =>
  [...(parts.values ?? []), ...(parts.texts ?? [])].map(([index, value]) => [
    operation.parameters[index]?.name,
    value,
  ])[0];

test('valid values are those of an enum, the limits of a number, and a usual one', () => {
  const cases = validParameters(operation, { seed: 1, now: Date.UTC(2030, 0, 1) });
  expect(cases.map(show)).toEqual([
    ...[7, 1, 100].map((value) => ['a b', value]),
    ...[...'bacdef'].map((value) => ['kind', value]),
    // Without a limit there is none to try, and a cursor comes from the service.
    ['hereafter', 'é'],
    ['size', 2.5],
    ['code', 'a'.repeat(45)],
    // A header cannot have another alphabet.
    ['X-Day', '2030-01-01'],
  ]);
  expect(new Set(cases.map(({ expectation }) => expectation))).toEqual(new Set(['documented']));
  expect(cases.map(({ label }) => label)).toContain('with query.a b=100');
  expect(cases.map(({ label }) => label)).toContain(`with query.code=${'a'.repeat(39)}…`);
});

test('a parameter that is a credential is not tried', async () => {
  const service = await readyServiceOf(
    { '/a': { get: { operationId: 'a', responses, parameters: [inQuery('key', { type: 'integer' })] } } },
    { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } }, security: [{ key: [] }] },
  );
  const keyed = operationOf(service, 'a');
  expect([validParameters(keyed, { seed: 1, now: 0 }), invalidParameters(keyed), unusualParameters(keyed)]).toEqual([
    [],
    [],
    [],
  ]);
});

test('a value that selects a page is not tried, whatever its name is', () => {
  const paging = { from: 1, before: 6 };
  const list = { ...operation, binding: { action: 'list', paging } } as unknown as Operation;
  const names = validParameters(list, { seed: 1, now: 0 }).map((one) => show(one)?.[0]);
  expect([...new Set(names)]).toEqual(['kind', 'hereafter', 'code', 'X-Day']);
});

test('invalid values are rejected: in a path always, elsewhere if the document has a status for it', () => {
  const cases = invalidParameters(operation).map((one) => [...(show(one) ?? []), one.expectation, one.label]);
  const text = (name: string, value: string) => [
    ...[name, `${encodeURIComponent(name)}=${value}`, 'rejection-if-documented', `with query.${name}=${value}`],
  ];
  const wrongTexts = ['not-a-value', '-1', '0', '1000000', '1.5', '99999999999999999999'];
  expect(cases).toEqual([
    ['id', 'not-a-value', 'rejection', 'with path.id=not-a-value'],
    ['id', '1.5', 'rejection', 'with path.id=1.5'],
    ...wrongTexts.map((value) => text('a b', value)),
    ...wrongTexts.map((value) => text('kind', value)),
    text('size', 'not-a-value'),
    ...wrongTexts.map((value) => text('code', value)),
  ]);
});

test('an unusual text must not make the service fail, in a path and in a query', () => {
  const cases = unusualParameters(operation);
  const odd = ['%00', '%F0%9F%92%A9', '..%2F..%2Fetc%2Fpasswd', '%27%22%3B--', '-1', '0'];
  const large = ['9223372036854775807', '9223372036854775808', 'x'.repeat(2000)];
  const textsOf = (label: string) =>
    cases.filter((one) => one.label === label && one.expectation === 'no-failure').map((one) => show(one)?.[1]);
  expect(textsOf('with an unusual path.id')).toEqual([...odd, ...large]);
  expect(textsOf('with an unusual query.a b')).toEqual(
    [...odd, ...large, '1&a%20b=2'].map((value) => `a%20b=${value}`),
  );
  expect(cases.filter(({ label }) => label.includes('X-'))).toEqual([]);
});
