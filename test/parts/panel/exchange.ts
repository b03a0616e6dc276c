/** Exchanges as the control API shows them. */
import type { Exchange } from '../../../src/parts/panel/api/panel-client.ts';

export const exchangeWith = (given: Partial<Exchange> = {}): Exchange => ({
  id: 7,
  world: 'default',
  at: '2030-06-01T00:00:00.000Z',
  durationMs: 3,
  operation: 'readOrder',
  method: 'GET',
  path: '/v1/orders/5',
  query: '',
  status: 200,
  origin: 'simulation',
  violations: [],
  faults: [],
  request: { headers: {} },
  response: { headers: {} },
  why: [],
  ...given,
});

export const violation = {
  side: 'request',
  in: 'body',
  pointer: '/name',
  rule: 'required',
  message: 'name is missing',
} as const;
