/** A service of two collections, made by hand: orders with integer ids, customers with text ids. */

import { isJsonObject, type Json, type JsonObject } from '../../src/core/primitives/json.ts';
import { randomOf } from '../../src/core/primitives/seeded-random.ts';
import type { GenerateContext, Problem } from '../../src/core/service/check.ts';
import type { CollectionSpec } from '../../src/core/service/collection-facts.ts';
import type { NamedParts } from '../../src/scenario/data/check-scenario.ts';
import { plainCollection } from '../core/plain-collection.ts';

const statuses = ['open', 'paid', 'sent'];

const checkOrder = (value: Json): readonly Problem[] => {
  const problems: Problem[] = [];
  if (!isJsonObject(value)) return [{ pointer: '', rule: 'type', message: 'must be an object' }];
  if (value.status === undefined) problems.push({ pointer: '/status', rule: 'required', message: 'is required' });
  else if (!statuses.includes(value.status as string)) {
    problems.push({ pointer: '/status', rule: 'enum', message: `must be one of ${statuses.join(', ')}` });
  }
  if (typeof value.id === 'object') problems.push({ pointer: '/id', rule: 'type', message: 'must be an integer' });
  if (isJsonObject(value.notes) && value.notes['1'] !== undefined) {
    problems.push({ pointer: '/notes/1', rule: 'type', message: 'must be a string' });
  }
  if (Array.isArray(value.lines) && value.lines.some((line) => !isJsonObject(line))) {
    problems.push({ pointer: '/lines/1', rule: 'type', message: 'must be an object' });
  }
  return problems;
};

const collection = (
  name: string,
  rest: Pick<CollectionSpec, 'idType' | 'indexed' | 'check'> & { generate: (context: GenerateContext) => JsonObject },
): CollectionSpec => plainCollection(name, { properties: new Set(['id']), required: ['id'], ...rest });

export interface ServiceStub extends NamedParts {
  /** How many items were generated. */
  readonly generated: () => number;
}

export const createServiceStub = (): ServiceStub => {
  let generated = 0;
  const collections = [
    collection('orders', {
      idType: 'integer',
      indexed: ['status'],
      check: checkOrder,
      generate: ({ seed, now }) => {
        generated++;
        return { total: Math.floor(randomOf(seed) * 1000), status: 'open', at: new Date(now).toISOString() };
      },
    }),
    collection('customers', {
      idType: 'string',
      indexed: [],
      check: () => [],
      generate: ({ seed }) => {
        generated++;
        return { id: 'c-example', name: `Customer ${seed}` };
      },
    }),
  ];
  return {
    operations: [
      { name: 'listOrders', service: 'service', localName: 'listOrders', method: 'GET', path: '/orders' },
      { name: 'createOrder', service: 'service', localName: 'createOrder', method: 'POST', path: '/orders' },
    ],
    collections: new Map(collections.map((spec) => [spec.name, spec])),
    generated: () => generated,
  };
};
