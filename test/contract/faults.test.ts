/** Prism on the faults that change a response: it reports each contract fault, and no extreme. */
import { beforeEach, describe, expect, test } from 'vitest';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import type { ExchangeView } from '../../src/index.ts';
import { type Judged, useJudged } from './prism.ts';

const { vivarium, judge } = await useJudged();
beforeEach(() => vivarium.world().reset());

const requests = [
  ['GET', '/pets', undefined],
  ['GET', '/pets/1', undefined],
  ['POST', '/pets', { name: 'Maple', categoryId: 3, status: 'sold' }],
] as const;

const casesOf = (group: string) =>
  [...builtInFaults.values()]
    .filter((fault) => fault.effect.type === group)
    .flatMap(({ name }) => requests.map(([method, path, body]) => ({ name, method, path, body })));

interface Outcome {
  readonly answer: Judged;
  readonly exchange: ExchangeView;
  /** The violations that Vivarium itself reports. */
  readonly own: readonly unknown[];
}

const disturb = async ({ name, method, path, body }: ReturnType<typeof casesOf>[number]): Promise<Outcome> => {
  const headers = { authorization: 'Bearer demo', prefer: `fault=${name}` };
  const answer = await judge.send(method, path, { headers, body });
  const exchange = vivarium.world().exchanges({ limit: 1 })[0] as ExchangeView;
  return { answer, exchange, own: exchange.violations.filter(({ side }) => side === 'response') };
};

/** The document's schemas are open, so an additional property is not a violation for either of them. */
const allowed = 'extra-property';

/** Prism does not read integers beyond 2^53 - 1; the document has int64. */
const beyondPrism = /9007199254740991/;

describe('a contract fault', () => {
  test.each(casesOf('contract'))(
    '$name is reported in the response to $method $path, at every possible location',
    async (one) => {
      const { answer, exchange, own } = await disturb(one);
      expect(answer.status).toBeLessThan(300);
      const isCaught = exchange.faults.length > 0 && one.name !== allowed;
      expect([answer.response.length > 0, own.length > 0]).toEqual([isCaught, isCaught]);
      if (exchange.faults.length === 0) expect(exchange.why.join('\n')).toContain(one.name);
      else expect(exchange.faults).toMatchObject([{ name: one.name, effect: 'contract' }]);
    },
  );

  test('fits in some response, except for the format that no string of the document has', async () => {
    const without = new Set<string>();
    for (const one of casesOf('contract')) if ((await disturb(one)).exchange.faults.length === 0) without.add(one.name);
    expect([...without]).toEqual(['bad-format']);
  });
});

describe('an extreme', () => {
  test.each(casesOf('extreme'))('with $name the response to $method $path still matches the document', async (one) => {
    const { answer, own } = await disturb(one);
    expect(answer.status).toBeLessThan(300);
    expect(own).toEqual([]);
    const objections = answer.response.filter(({ message }) => one.name !== 'boundary' || !beyondPrism.test(message));
    expect(objections).toEqual([]);
  });

  test('some extremes and some contract faults were tested', () => {
    expect(casesOf('extreme').length).toBeGreaterThan(0);
    expect(casesOf('contract').length).toBeGreaterThan(0);
  });
});
