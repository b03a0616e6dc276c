/** The door of samples: typed, coherent values of a document for unit tests and stories. It imports nothing from Node. */

import type { ExtremeKind } from '../../core/faults/effects.ts';
import { applyExtreme } from '../../core/faults/extreme.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { Content } from '../../core/service/operation.ts';
import type { SampleOptions, Samples } from './api.ts';
import { findTarget, type SampleContent } from './find-target.ts';
import { followEach } from './follow.ts';
import { bodiesOf, valuesOfSchema, withOwnId, withOwnName } from './sample-bodies.ts';
import { type SampleSource, sampleTime } from './sample-source.ts';

export type { SampleSource } from './sample-source.ts';

export const createSamples = (source: SampleSource): Samples => {
  const take = (name: string, count: number, options: SampleOptions): readonly unknown[] => {
    const start = source.startFor({});
    const { locale = start.overrides.locale ?? start.scenario.rules.locale } = options;
    const { seed = start.seed, for: side = 'response', extreme, with: given } = options;
    const service = source.service();
    service.useLocale?.(locale);
    const target = findTarget(service, name, side);
    const { content } = target;
    const draw = { source, seed, locale };
    const values = target.type === 'schema' ? valuesOfSchema(draw, target, count) : bodiesOf(draw, target, count);
    const uses = new Map<string, number>();
    const ids = new Set<Json>();
    const shape = (value: Json): Json =>
      extreme === undefined
        ? value
        : withOwnId(toExtreme(name, content, value, extreme, seed), { value, ids, check: content.check });
    return values.map((drawn, index) => {
      const context = { seed: seed + index, now: sampleTime };
      const shaped = withOwnName(shape(drawn), uses, content.check);
      const whole = given === undefined ? shaped : followEach(name, target, shaped, given as Json, context);
      return source.keepsLargeIntegers === true ? structuredClone(whole) : asParsed(whole);
    });
  };
  return {
    sample: (name, options = {}) => take(name, 1, options)[0] as never,
    samples: (name, count, options = {}) => take(name, count, options) as never,
  };
};

/** A copy as `response.json()` gives it: its large integers are the nearest numbers. */
const asParsed = (value: Json): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asParsed);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asParsed(part as Json)]))
    : value;
};

/**
 * The value at the edge of what its schema allows. One that has nothing to do it with, or is there already, gives way to one with what it
 * leaves out, or to another. @throws ConfigError if the schema leaves no room for it.
 */
const toExtreme = (name: string, content: SampleContent, value: Json, kind: ExtremeKind, seed: number): Json => {
  const mediaType = 'application/json';
  const contents = [{ ...content, mediaType, range: mediaType } as Content];
  let reason = '';
  for (const candidate of candidatesFor(content, value, seed)) {
    const result = applyExtreme(kind, { mediaType, value: candidate }, contents, seed);
    if (result.type === 'extreme') return result.value;
    // No property is optional: the value is the smallest one already.
    if (kind === 'minimal') return value;
    reason = reason || result.reason.replace(/th(e|is) response/, 'it');
  }
  throw optionInvalid(`the sample "${name}" has no value that is ${kind}: ${reason}`);
};

/** Other values that are drawn for an extreme. */
const otherValues = 8;

function* candidatesFor({ generate, check }: SampleContent, value: Json, seed: number): Generator<Json> {
  yield value;
  for (let index = 1; index <= otherValues; index++) {
    const given = { fixed: {}, usual: {} };
    const other = generate({ seed: seed + index, now: sampleTime, usesExamples: false, given });
    if (isJsonObject(other) && isJsonObject(value)) {
      const whole = { ...other, ...value };
      if (check(whole).length === 0) yield whole;
    }
    if (check(other).length === 0) yield other;
  }
}
