/** Bodies that are made to cost much, for every request schema of the documents. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/core/primitives/json.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../src/core/primitives/step-budget.ts';
import type { BodyContent } from '../../src/core/service/operation.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { cpuMsOf } from '../hostile/cpu.ts';
import { now } from '../openapi/documents.ts';
import { fileNames, pathOf } from './sources.ts';

const bodyBytes = 32_000;
const maxCpuMs = 500;

const repeat = (item: Json): Json => {
  const count = Math.ceil(bodyBytes / JSON.stringify(item).length);
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

const manyProperties: Json = Object.fromEntries(
  Array.from({ length: bodyBytes / 16 }, (_, index) => [`name-${index}`, 'x']),
);

const attacks: readonly ((sample: Json) => Json)[] = [
  // Items that fit no branch.
  (sample) => replaceEach(sample, (value) => (Array.isArray(value) ? repeat({}) : undefined)),
  // Items that fit, and are all alike.
  (sample) => replaceEach(sample, (value) => (Array.isArray(value) ? repeat(value[0] ?? {}) : undefined)),
  (sample) => repeat(sample),
  () => manyProperties,
  (sample) =>
    replaceEach(sample, (value) => (typeof value === 'string' ? `${'a.'.repeat(bodyBytes / 2)}!` : undefined)),
];

const costOf = ({ check, generate }: BodyContent): number => {
  const sample = generate({ seed: 1, now });
  const costs = attacks.map((attack) => {
    const body = attack(sample);
    return cpuMsOf(() => {
      try {
        check(body, new StepBudget(maxStepsPerRequest));
      } catch (error) {
        if (!(error instanceof OutOfSteps)) throw error;
      }
    });
  });
  return Math.max(...costs);
};

test.each(fileNames)('%s', async (name) => {
  const loaded = await loadDocument(pathOf(name));
  const service = compileService(loaded.document, loaded);
  await service.ready();
  const contents = service.operations.flatMap(({ method, path, body }) =>
    (body?.contents ?? []).map((content) => ({ operation: `${method} ${path}`, content })),
  );
  for (const { operation, content } of contents) expect(costOf(content), operation).toBeLessThan(maxCpuMs);
});
