/** Exchanges as data, for the tests of what is recorded. */
import type { Exchange } from '../../../src/core/exchange.ts';
import { requestOf } from '../../core/helpers.ts';

export const exchangeOf = (
  id: number,
  over: Partial<Exchange> & { method?: string; path?: string; status?: number } = {},
): Exchange => {
  const { method = 'GET', path = '/v1/orders', status = 200, ...rest } = over;
  return {
    id,
    world: 'test',
    at: 0,
    durationMs: 0,
    operation: 'listOrders',
    request: requestOf(method, path),
    response: { status, headers: [], body: undefined },
    violations: [],
    faults: [],
    steps: [],
    ...rest,
  };
};
