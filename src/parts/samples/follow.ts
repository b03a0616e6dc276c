/** Values that a caller gives for parts of a sample: what depends on them follows. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  propertyPath,
  setProperty,
} from '../../core/primitives/json.ts';
import type { GenerateContext, Problem } from '../../core/service/check.ts';
import type { BodyTarget, SampleContent, SchemaTarget } from './find-target.ts';

/** A list has the given values in each of its items. @throws ConfigError with the place, if the given values break the schema. */
export const followEach = (
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
 * Three draws from one seed: with what the value has in the places of the given values, with the given values, and with all that stays. Where
 * the second one differs from the first, it follows the given values; everything else stays as it was.
 *
 * @throws ConfigError with the place, if the given values break the schema.
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

/** The value without the optional properties that the value did not have and that nobody gave. */
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

const overlay = (value: Json, over: Json): Json => {
  if (!isJsonObject(value) || !isJsonObject(over)) return over;
  const merged: Record<string, Json> = { ...value };
  for (const [name, given] of Object.entries(over)) {
    if (given === undefined) continue;
    const own = Object.hasOwn(merged, name) ? merged[name] : undefined;
    setProperty(merged, name, own === undefined ? given : overlay(own, given));
  }
  return merged;
};
