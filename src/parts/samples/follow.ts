/** Values that a caller gives for parts of a sample: what depends on them follows. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import {
  equalsJson,
  isJsonObject,
  type Json,
  type JsonObject,
  propertyPath,
  setProperty,
} from '../../core/primitives/json.ts';
import type { GenerateContext } from '../../core/service/check.ts';
import type { SampleContent } from './find-target.ts';

/**
 * Three draws from one seed: as it is, with the given values, and with both. Where the second one differs from the first, it follows the
 * given values; everything else stays as it was.
 *
 * @throws ConfigError with the place, if the given values break the schema.
 */
export const follow = (
  name: string,
  { check, complete, generate }: SampleContent,
  base: Json,
  fixed: Json,
  context: GenerateContext,
): Json => {
  if (!isJsonObject(fixed)) throw optionInvalid(`\`with\` of the sample "${name}" must be an object`);
  const draw = (usual: JsonObject, given: JsonObject): Json => generate({ ...context, given: { fixed: given, usual } });
  const usual = isJsonObject(base) ? withoutFollowing(base, draw({}, {}), draw({}, fixed), fixed) : {};
  const drawn = isJsonObject(base) ? asFar(draw(usual, fixed), base, fixed) : base;
  const candidates = [overlay(drawn, fixed), overlay(base, fixed)];
  const valid = candidates.find((value) => check(value).length === 0);
  if (valid !== undefined) return valid;
  const completed = overlay(complete?.(candidates[0] as Json, { ...context, before: base }) ?? base, fixed);
  const [problem] = check(completed);
  if (problem === undefined) return completed;
  const { pointer, message } = problem;
  throw optionInvalid(
    `the sample "${name}" with these values breaks its schema: value${propertyPath(pointer)} ${message} (at ${pointer || '/'})`,
  );
};

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

/** Without the optional properties that the value did not have and that nobody gave. */
const asFar = (drawn: Json, base: JsonObject, fixed: JsonObject): Json => {
  if (!isJsonObject(drawn)) return drawn;
  return Object.fromEntries(
    Object.entries(drawn).filter(([name]) => Object.hasOwn(base, name) || Object.hasOwn(fixed, name)),
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
