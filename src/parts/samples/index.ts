/** The door of samples: typed, coherent values of a document for unit tests and stories. It imports nothing from Node. */

import type { ExtremeKind } from '../../core/faults/effects.ts';
import { applyExtreme } from '../../core/faults/extreme.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  propertyPath,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import type { GenerateContext, Problem } from '../../core/service/check.ts';
import type { Content } from '../../core/service/operation.ts';
import type { SampleOptions, Samples } from './api.ts';
import { type BodyTarget, findTarget, type SampleContent, type SchemaTarget } from './find-target.ts';
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
    const fixed = isJsonObject(given as Json) ? definedIn(given as JsonObject) : (given as Json | undefined);
    const uses = new Map<string, number>();
    const ids = new Set<Json>();
    const shape = (value: Json): Json =>
      extreme === undefined
        ? value
        : withOwnId(toExtreme(name, content, value, extreme, seed), { value, ids, check: content.check });
    return values.map((drawn, index) => {
      const context = { seed: seed + index, now: sampleTime };
      const shaped = withOwnName(shape(drawn), uses, content.check);
      const whole = fixed === undefined ? shaped : followEach(name, target, shaped, fixed, context);
      // As `response.json()` gives it: its large integers are the nearest numbers.
      return source.keepsLargeIntegers === true ? structuredClone(whole) : JSON.parse(stringifyJson(whole));
    });
  };
  return {
    sample: (name, options = {}) => take(name, 1, options)[0] as never,
    samples: (name, count, options = {}) => take(name, count, options) as never,
  };
};

/** The given values without those that are undefined, in nested objects too. */
const definedIn = (given: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isJsonObject(value) ? definedIn(value) : value]),
  );

/**
 * The value at the edge of what its schema allows, or another one if it has nothing to do it with. @throws ConfigError if the schema leaves
 * no room for it.
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

/** A list has the given values in each of its items. @throws ConfigError with the place, if the given values break the schema. */
const followEach = (
  name: string,
  target: SchemaTarget | BodyTarget,
  base: Json,
  fixed: Json,
  context: GenerateContext,
): Json => {
  const { content } = target;
  if (!Array.isArray(base)) return follow(name, content, base, fixed, context);
  const collection = target.type === 'body' ? target.operation.binding?.collection : undefined;
  const item = collection && {
    check: collection.checkValue,
    generate: collection.generate,
    complete: collection.complete,
  };
  const items = (base as readonly Json[]).map((one, index) => {
    const isItem = item !== undefined && item.check(one).length === 0;
    return isItem ? follow(name, item, one, fixed, { ...context, seed: context.seed + index }) : overlay(one, fixed);
  });
  return checked(name, content, items, base);
};

/** Returns a problem of the value that its base does not have as well: an example of the document may break its schema. */
const newProblem = ({ check }: SampleContent, value: Json, base: Json): Problem | undefined => {
  const known = new Set(check(base).map(({ pointer, message }) => `${pointer} ${message}`));
  return check(value).find(({ pointer, message }) => !known.has(`${pointer} ${message}`));
};

const checked = (name: string, content: SampleContent, value: Json, base: Json): Json => {
  const problem = newProblem(content, value, base);
  if (problem === undefined) return value;
  const { pointer, message } = problem;
  throw optionInvalid(
    `the sample "${name}" with these values breaks its schema: value${propertyPath(pointer)} ${message} (at ${pointer || '/'})`,
  );
};

/**
 * Three draws from one seed: with what the value has in the places of the given values, with these, and with all that stays. What differs
 * in the second one follows the given values. @throws ConfigError with the place, if they break the schema.
 */
const follow = (name: string, content: SampleContent, base: Json, fixed: Json, context: GenerateContext): Json => {
  const { complete, generate } = content;
  if (!isJsonObject(fixed)) throw optionInvalid(`\`with\` of the sample "${name}" must be an object`);
  if (typeof base !== 'object')
    throw optionInvalid(`the sample "${name}" is not an object, so \`with\` cannot change it`, 'Omit `with`.');
  const draw = (usual: JsonObject, given: JsonObject): Json =>
    // An example of the document follows nothing.
    generate({ ...context, usesExamples: false, given: { fixed: given, usual } });
  const usual = isJsonObject(base)
    ? withoutFollowing(base, draw({}, inPlacesOf(fixed, base)), draw({}, fixed), fixed)
    : {};
  const redrawn = draw(usual, fixed);
  // What is no JSON is drawn as a text.
  const drawn = isJsonObject(base) && isJsonObject(redrawn) ? asFar(overlay(usual, redrawn), base, fixed) : base;
  const candidates = [overlay(drawn, fixed), overlay(base, fixed)];
  const valid = candidates.find((value) => newProblem(content, value, base) === undefined);
  if (valid !== undefined) return valid;
  return checked(
    name,
    content,
    overlay(complete?.(candidates[0] as Json, { ...context, before: base }) ?? base, fixed),
    base,
  );
};

/** What a value has where another one has something. */
const inPlacesOf = (other: JsonObject, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(other).flatMap(([name, given]) => {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      if (own === undefined) return [];
      return [[name, isJsonObject(given) && isJsonObject(own) ? inPlacesOf(given, own) : own]];
    }),
  );

/** What stays of a value: without what the given values change. */
const withoutFollowing = (base: JsonObject, plain: Json, changed: Json, fixed: JsonObject): JsonObject => {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(base)) {
    const [before, after] = [plain, changed].map((one) => (isJsonObject(one) ? one[name] : undefined));
    const given = fixed[name];
    if (isJsonObject(value) && given !== undefined && isJsonObject(given))
      setProperty(kept, name, withoutFollowing(value, before ?? null, after ?? null, given));
    else if (before === undefined || after === undefined || equalsJson(before, after)) setProperty(kept, name, value);
  }
  return kept;
};

/** The drawn value without the optional properties that `base` did not have and nobody gave. */
const asFar = (drawn: Json, base: Json | undefined, fixed: Json | undefined): Json => {
  if (!isJsonObject(drawn) || !isJsonObject(base)) return drawn;
  const given = isJsonObject(fixed) ? fixed : {};
  const names = new Set([...Object.keys(base), ...Object.keys(given)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const part = getProperty(drawn, name);
      return part === undefined ? [] : [[name, asFar(part, getProperty(base, name), getProperty(given, name))]];
    }),
  );
};

const overlay = (value: Json, over: Json): Json =>
  isJsonObject(value) && isJsonObject(over) ? mergeObjects(value, over) : over;
