/** Patterns of parameters are tested within the same bounds as those of bodies. */
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { cpuLimit } from '../cpu.ts';

const maxCpuSeconds = 2;

const patterns = ['^(a+)+$', '^(\\p{L}+)+$', '^(?=(a+)+$)a', '^(.*a){20}x$'];
const text = `${'a'.repeat(5000)}1`;

const document = {
  openapi: '3.1.0',
  info: { title: 'Patterns', version: '1' },
  paths: Object.fromEntries(
    patterns.map((pattern, index) => [
      `/${index}/{inPath}`,
      {
        get: {
          parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
            name: `in${place[0]?.toUpperCase()}${place.slice(1)}`,
            in: place,
            required: place === 'path',
            schema: { type: 'string', pattern },
          })),
          responses: { 204: { description: '' }, 400: { description: '' } },
        },
      },
    ]),
  ),
};

const vivarium = await createVivarium({ document });
afterAll(() => vivarium.close());

test.each([...patterns.entries()])('parameters with the pattern %i: %s', async (index) => {
  const world = vivarium.world('default');
  const before = process.cpuUsage();
  const { status } = await world.fetch(`/${index}/${text}?inQuery=${text}`, {
    headers: { inHeader: text, cookie: `inCookie=${text}` },
  });
  const { user, system } = process.cpuUsage(before);
  expect(status).toBe(400);
  const cpuSeconds = (user + system) / 1e6;
  expect(cpuSeconds).toBeLessThan(cpuLimit(cpuSeconds, maxCpuSeconds));
  const { violations } = world.exchanges({ limit: 1 })[0] as { violations: readonly { in: string; rule: string }[] };
  expect(violations.map((violation) => violation.in).toSorted()).toEqual(['cookie', 'header', 'path', 'query']);
  expect(violations.map((violation) => violation.rule)).toEqual(Array(4).fill('pattern'));
});
