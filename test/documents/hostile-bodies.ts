/** Bodies that are made to cost much, for request schemas of the documents. */
import { expect } from 'vitest';
import type { Json } from '../../src/core/primitives/json.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../src/core/primitives/step-budget.ts';
import type { BodyContent } from '../../src/core/service/operation.ts';
import type { Service } from '../../src/core/service/service.ts';
import { cpuMsOf } from '../hostile/cpu.ts';
import { now } from '../openapi/documents.ts';
import { spreadOver } from './sources.ts';

/** Every attack with the small size for the request schemas of so many operations; the most expensive of a document is repeated with 1 MiB. */
const maxOperations = 8;
const smallBytes = 32_000;
const largeBytes = 1_000_000;
const maxSmallCpuMs = 500;
const maxLargeCpuMs = 2000;

const repeat = (item: Json, bytes: number): Json => {
  const count = Math.ceil(bytes / JSON.stringify(item).length);
  return Array.from({ length: count }, () => item);
};

/** The value with each array, each object or each string replaced. */
const replaceEach = (value: Json, replace: (value: Json) => Json | undefined): Json => {
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(value)) return value.map((item) => replaceEach(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, replaceEach(property, replace)]));
};

const manyProperties = (bytes: number): Json =>
  Object.fromEntries(Array.from({ length: bytes / 16 }, (_, index) => [`name-${index}`, 'x']));

/** The same for every schema. */
const fewProperties = manyProperties(smallBytes);

type Attack = (sample: Json, bytes: number) => Json;

const attacks: readonly Attack[] = [
  // Items that fit no branch.
  (sample, bytes) => replaceEach(sample, (value) => (Array.isArray(value) ? repeat({}, bytes) : undefined)),
  // Items that fit, and are all alike.
  (sample, bytes) => replaceEach(sample, (value) => (Array.isArray(value) ? repeat(value[0] ?? {}, bytes) : undefined)),
  (sample, bytes) => repeat(sample, bytes),
  (_sample, bytes) => (bytes === smallBytes ? fewProperties : manyProperties(bytes)),
  (sample, bytes) =>
    replaceEach(sample, (value) => (typeof value === 'string' ? `${'a.'.repeat(bytes / 2)}!` : undefined)),
];

const costOf = ({ check }: BodyContent, sample: Json, attack: Attack, bytes: number): number => {
  const body = attack(sample, bytes);
  return cpuMsOf(() => {
    try {
      check(body, new StepBudget(maxStepsPerRequest));
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error;
    }
  });
};

export const expectCheapChecks = (service: Service): void => {
  const operations = service.operations.filter(({ body }) => body !== undefined);
  const costs = spreadOver(operations, maxOperations).flatMap(({ method, path, body }) =>
    (body?.contents ?? []).flatMap((content) => {
      const sample = content.generate({ seed: 1, now });
      return attacks.map((attack) => {
        const cpuMs = costOf(content, sample, attack, smallBytes);
        expect(cpuMs, `${method} ${path}`).toBeLessThan(maxSmallCpuMs);
        return { operation: `${method} ${path}`, content, sample, attack, cpuMs };
      });
    }),
  );
  const [worst] = costs.toSorted((left, right) => right.cpuMs - left.cpuMs);
  if (worst === undefined) return;
  const cpuMs = costOf(worst.content, worst.sample, worst.attack, largeBytes);
  expect(cpuMs, worst.operation).toBeLessThan(maxLargeCpuMs);
};
