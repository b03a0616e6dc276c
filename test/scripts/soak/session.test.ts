/** The soak compares the real service with its model, and notices each difference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { randomSequence } from '../../../scripts/child-server/random.ts';
import { createClient } from '../../../scripts/soak/client.ts';
import { faultSteps } from '../../../scripts/soak/fault-steps.ts';
import { Deviation, Session } from '../../../scripts/soak/session.ts';
import { listAll, steps } from '../../../scripts/soak/steps.ts';
import { createVivarium } from '../../../src/index.ts';
import { root } from '../../cli/process.ts';

const { pets } = parse(readFileSync(join(root, 'scenarios', 'default.yaml'), 'utf8')).data;

const open = async () => {
  const vivarium = await createVivarium();
  const { url } = await vivarium.listen({ port: 0 });
  const client = createClient(Number(new URL(url).port), 20);
  onTestFinished(async () => {
    client.close();
    await vivarium.close();
  });
  const session = new Session('a', client, randomSequence(1), pets);
  await listAll(session);
  return { session, world: vivarium.world('a') };
};

test.each([...steps, ...faultSteps].map((step) => [step.name, step] as const))(
  'the service does as the model expects: %s',
  async (_name, { run }) => {
    const { session } = await open();
    const before = session.checks;
    for (let count = 0; count < 5; count++) await run(session);
    expect(session.checks).toBeGreaterThan(before);
  },
);

describe('a deviation is noticed', () => {
  const expectDeviation = async (change: (session: Session) => unknown, message: RegExp): Promise<void> => {
    const { session } = await open();
    await change(session);
    const result = listAll(session);
    await expect(result).rejects.toThrow(message);
    await expect(result).rejects.toBeInstanceOf(Deviation);
  };

  test('if a write is lost', () =>
    expectDeviation(({ model }) => model.create({ name: 'a', categoryId: 1 }), /"id":25/));

  test('if an item is lost', () => expectDeviation(({ model }) => model.delete(3), /expected.*\n.*received/));

  test('if a value differs', () =>
    expectDeviation(({ model }) => model.put({ id: 1, name: 'Other', categoryId: 1 }), /"name":"Other"/));

  test('if an exchange is counted twice', () =>
    expectDeviation((session) => {
      session.model.lastExchange = 7;
    }, /the exchange number/));

  test('if a fault stays', () =>
    expectDeviation((session) => session.control('PUT', '/faults/unavailable', { enabled: true }), /503/));

  test('if there is no response', () =>
    expectDeviation((session) => session.control('PUT', '/faults/reset', { enabled: true }), /a response/));
});
