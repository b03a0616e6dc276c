/**
 * `npm run soak -- [minutes] [--seed N] [--worlds N] [--clients N]`: mixed traffic over many worlds of one server, with faults,
 * resets, event streams, and clients that vanish. A model checks each response, and the memory, the file descriptors and the
 * event loop of the server are sampled. Exits with 1 on a deviation or on growth. The report is also written to `.soak/`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { startChildServer } from '../child-server/child-server.ts';
import { randomSequence } from '../child-server/random.ts';
import { createClient } from './client.ts';
import { faultSteps } from './fault-steps.ts';
import type { Pet } from './model.ts';
import { judge, reportText, type Sample } from './report.ts';
import { Deviation, Session } from './session.ts';
import { listAll, type Step, steps } from './steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    worlds: { type: 'string', default: '200' },
    clients: { type: 'string', default: '16' },
  },
});
const [minutes = 10, seed, worlds, clients] = [positionals[0] ?? '10', values.seed, values.worlds, values.clients].map(
  Number,
) as [number, number, number, number];
if (![minutes, seed, worlds, clients].every((value) => value > 0))
  throw new Error('Minutes and options are numbers above 0.');

/** A leak grows without end; these only fill up. */
const warmUpShare = 0.2;
const sampleMs = Math.min(5000, (minutes * 60_000) / 40);
const maxDeviations = 20;

/** A small journal is soon full, so that what still grows is not the journal. */
const server = await startChildServer({ journal: 50, maxWorlds: worlds + 10 });
const client = createClient(server.port, clients * 10);
let requests = 0;
const counting = {
  ...client,
  send: (call: Parameters<typeof client.send>[0]) => {
    requests++;
    return client.send(call);
  },
};

/** The data of the shipped scenario, read without the code under test. */
const scenario = parse(readFileSync(new URL('../../scenarios/default.yaml', import.meta.url), 'utf8'));
const start: readonly Pet[] = scenario.data.pets;

const chance = randomSequence(seed);
const sessionOf = (world: number): Session => new Session(`w${world}`, counting, chance, start);
const idle = Array.from({ length: worlds }, (_, world) => sessionOf(world));
const everyStep = [...steps, ...faultSteps];
const totalWeight = everyStep.reduce((sum, { weight }) => sum + weight, 0);
const counts: Record<string, number> = {};
const deviations: string[] = [];
let checks = 0;

const drawStep = (): Step => {
  let left = chance() * totalWeight;
  for (const step of everyStep) {
    left -= step.weight;
    if (left < 0) return step;
  }
  return everyStep[0] as Step;
};

const runStep = async (session: Session, { name, run }: Step): Promise<boolean> => {
  counts[name] = (counts[name] ?? 0) + 1;
  try {
    await run(session);
    return true;
  } catch (error) {
    deviations.push(`${name}: ${error instanceof Deviation ? error.message : (error as Error).stack}`);
    return false;
  }
};

/** No world has two clients at a time, except within a step: the model of a world is exact. */
const work = async (isOver: () => boolean): Promise<void> => {
  while (!isOver() && deviations.length < maxDeviations) {
    const [session] = idle.splice(Math.floor(chance() * idle.length), 1);
    if (session === undefined) return;
    const isAsExpected = await runStep(session, drawStep());
    if (isAsExpected) idle.push(session);
    else {
      checks += session.checks;
      const fresh = new Session(session.world, counting, chance, start);
      await fresh.control('PUT', '', {});
      idle.push(fresh);
    }
  }
};

const closeAll = async (): Promise<void> => {
  for (const { world } of idle) await client.send({ method: 'DELETE', path: `/_vivarium/api/worlds/${world}` });
};

const openAll = async (): Promise<void> => {
  for (const session of idle) await runStep(session, { name: 'open', weight: 0, run: listAll });
};

// Each kind of step once, so that all code is loaded before the first measurement.
await openAll();
for (const step of everyStep) await runStep(idle[0] as Session, step);
await closeAll();
for (const session of idle) session.model.reset();
const before = await server.measure();
await openAll();

const startMs = performance.now();
const elapsedMs = (): number => performance.now() - startMs;
const endMs = minutes * 60_000;
const isOver = (): boolean => elapsedMs() >= endMs || server.failures.length > 0;
const samples: Sample[] = [];
const sample = async (): Promise<void> => {
  while (!isOver() && deviations.length < maxDeviations) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    const usage = await server.measure();
    if (elapsedMs() > endMs * warmUpShare) samples.push({ ...usage, atMs: elapsedMs() });
  }
};
await Promise.all([sample(), ...Array.from({ length: clients }, () => work(isOver))]).catch((error: Error) => {
  deviations.push(error.message);
});
const durationMs = elapsedMs();
for (const session of idle) checks += session.checks;

await closeAll();
client.close();
// The connections end on the server too.
await new Promise((resolve) => setTimeout(resolve, 1000));
const after = await server.measure().catch(() => before);
await server.stop();

const result = {
  seed,
  worlds,
  clients,
  durationMs,
  requests,
  checks,
  steps: counts,
  samples,
  before,
  after,
  deviations: [...server.failures, ...deviations],
};
const verdict = judge(result);
const text = reportText(result, verdict);
mkdirSync('.soak', { recursive: true });
writeFileSync('.soak/report.txt', text);
writeFileSync('.soak/report.json', `${JSON.stringify({ ...result, ...verdict }, undefined, 2)}\n`);
console.log(text);
process.exitCode = verdict.findings.length === 0 ? 0 : 1;
