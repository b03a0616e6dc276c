import { expect, test } from 'vitest';
import { describeExchange } from '../../src/library/describe-exchange.ts';
import type { ExchangeView } from '../../src/library/exchange-view.ts';

const exchange: ExchangeView = {
  id: 3,
  world: 'test-7',
  at: '2030-06-01T00:00:00.000Z',
  durationMs: 1,
  operation: null,
  method: 'GET',
  path: '/orders',
  query: 'page=2',
  status: 404,
  origin: 'simulation',
  violations: [],
  faults: [{ name: 'slow', effect: 'latency' }],
  request: { headers: {} },
  response: { headers: { 'content-type': 'text/plain' }, body: 'a\u001b[31mb\nc' },
  why: ['no operation matched'],
};

test('control characters cannot change the display of a terminal', () => {
  expect(describeExchange(exchange)).toBe(`#3 GET /orders?page=2 -> 404 (no operation matched)
  Faults
    slow (latency)
  Response
    content-type: text/plain

    a\\u001b[31mb
    c
  Why
    no operation matched`);
});

test('a long body is cut', () => {
  const text = describeExchange({ ...exchange, response: { headers: {}, body: 'x'.repeat(5000) } });
  expect(text).toContain(`    ${'x'.repeat(2000)}...\n`);
  expect(text.length).toBeLessThan(2300);
  // It was cut when it was recorded.
  const cut = { headers: {}, body: 'x', bodyTruncated: true } as const;
  expect(describeExchange({ ...exchange, response: cut })).toContain('    x...\n');
});

test('an item of a list is one line, if it fits', () => {
  const body = [
    { id: 1, tags: [], name: 'Maple' },
    { id: 2, owner: null, parents: [{ name: 'x'.repeat(50) }, { name: 'y'.repeat(50) }] },
  ];
  const text = describeExchange({ ...exchange, response: { headers: {}, body } });
  expect(text).toContain(`
    [
      { "id": 1, "tags": [], "name": "Maple" },
      {
        "id": 2,
        "owner": null,
        "parents": [
          { "name": "${'x'.repeat(50)}" },
          { "name": "${'y'.repeat(50)}" }
        ]
      }
    ]
`);
});

test('a lost response is called one', () => {
  const lost = { ...exchange, faults: [{ name: 'offline', effect: 'transport' }] };
  expect(describeExchange(lost)).toMatch(/^#3 GET \/orders\?page=2 -> 404, lost \(no operation matched\)\n/);
});
