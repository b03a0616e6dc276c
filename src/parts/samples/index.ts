/** The door of samples: typed, coherent values of a document for unit tests and stories. It imports nothing from Node. */
import type { Json } from '../../core/primitives/json.ts';
import type { SampleOptions, Samples } from './api.ts';
import { bodiesOf } from './bodies.ts';
import { findTarget } from './find-target.ts';
import { follow } from './follow.ts';
import type { SampleSource } from './sample-source.ts';
import { valuesOfSchema } from './schema-values.ts';
import { toExtreme } from './to-extreme.ts';

export { createSampleWorld, type SampleSource, sampleTime } from './sample-source.ts';

const inLocale = (source: SampleSource, locale: string): SampleSource => ({
  ...source,
  open: (start) => source.open({ ...start, locale }),
});

export const createSamples = (origin: SampleSource): Samples => {
  const take = (name: string, count: number, options: SampleOptions): readonly Json[] => {
    const { seed = origin.seed, for: side = 'response', extreme, with: given, locale } = options;
    const service = origin.service();
    const source = locale === undefined ? origin : inLocale(origin, locale);
    service.useLocale?.(locale);
    const target = findTarget(service, name, side);
    const values =
      target.type === 'schema' ? valuesOfSchema(source, target, count, seed) : bodiesOf(source, target, count, seed);
    return values.map((value, index) => {
      const context = { seed: seed + index, now: source.now };
      const shaped = extreme === undefined ? value : toExtreme(name, target.content, value, extreme, seed);
      return given === undefined ? shaped : follow(name, target.content, shaped, given as Json, context);
    });
  };
  return {
    sample: (name, options = {}) => structuredClone(take(name, 1, options)[0]) as never,
    samples: (name, count, options = {}) => structuredClone(take(name, count, options)) as never,
  };
};
