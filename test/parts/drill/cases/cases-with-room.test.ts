import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/core/primitives/json.ts';
import type { Service } from '../../../../src/core/service/service.ts';
import { createVivarium } from '../../../../src/index.ts';
import { simulationOf } from '../../../../src/library/simulation-of.ts';
import { effectOf, hasRoom } from '../../../../src/parts/drill/cases/cases.ts';

const content = (schema: Json) => ({ description: 'Yes.', content: { 'application/json': { schema } } });
const operation = (operationId: string, response: Json) => ({ get: { operationId, responses: { '200': response } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/closed': operation(
      'closed',
      content({
        type: 'object',
        properties: { on: { type: 'boolean' } },
        required: ['on'],
        additionalProperties: false,
      }),
    ),
    '/open': operation('open', content({ type: 'object', properties: { state: { enum: ['a', 'b'] } } })),
    '/empty': operation('empty', { description: 'Nothing.' }),
    '/free': operation('free', content({})),
  },
};

let service: Service;
beforeAll(async () => {
  const { worlds } = simulationOf(await createVivarium({ document })) as NonNullable<ReturnType<typeof simulationOf>>;
  ({ service } = worlds);
  await service.ready();
});

describe('room for a fault', () => {
  test.each([
    ['closed', 'missing-required', true],
    ['closed', 'unknown-enum', false],
    ['closed', 'minimal', false],
    ['open', 'missing-required', false],
    ['open', 'unknown-enum', true],
    ['open', 'minimal', true],
    ['open', 'empty-list', false],
    ['empty', 'missing-required', false],
    ['empty', 'truncate', true],
    ['empty', '404', true],
    ['free', 'missing-required', false],
  ])('at %s for %s: %s', (name, fault, expected) => {
    const found = service.operations.find((each) => each.name === name);
    expect(found && hasRoom(found, effectOf(fault), [], 0)).toBe(expected);
  });

  test('may be in a response that the client got', () => {
    const free = service.operations.find(({ name }) => name === 'free');
    expect(free && hasRoom(free, effectOf('empty-list'), [{ status: 200, body: [1] }], 0)).toBe(true);
  });
});
