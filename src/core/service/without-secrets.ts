/** What is recorded has no secrets: they could not be removed later. */
import { isJsonObject, type Json, mapValuesOf } from '../primitives/json.ts';
import { lazily } from '../primitives/lazy.ts';
import { type IsSecretName, redactSecrets } from './redact-text.ts';
import { redacted } from './secret-facts.ts';

/** A value of the same schema, as far as there is one. */
type Alike = () => Json | undefined;

/** The value with parts of `generate`'s in place of its secrets; the same value if it has none. */
export const withoutSecrets = <Value extends Json>(value: Value, isSecret: IsSecretName, generate: Alike): Value =>
  replaceIn(value, isSecret, lazily(generate)) as Value;

const replaceIn = (value: Json, isSecret: IsSecretName, alike: Alike): Json => {
  if (typeof value === 'string') return redactSecrets(value, isSecret);
  if (Array.isArray(value))
    return mapValuesOf(value as readonly Json[], (item) => replaceIn(item, isSecret, () => firstOf(alike())));
  if (!isJsonObject(value)) return value;
  return mapValuesOf(value, (before, name) => {
    const part = (): Json | undefined => propertyOf(alike(), name);
    return isSecret(name) ? inPlaceOf(before, part) : replaceIn(before, isSecret, part);
  });
};

/** Null and a flag are not secrets. */
const inPlaceOf = (secret: Json, alike: Alike): Json => {
  if (secret === null || typeof secret === 'boolean') return secret;
  const generated = alike();
  return generated === undefined || generated === secret ? redacted : generated;
};

const firstOf = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) ? (value as readonly Json[])[0] : undefined;

const propertyOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
