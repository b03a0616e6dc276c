/** What identifies a request among those whose responses were recorded. */
import { decodePercent, essenceOf, normalizePath } from '../http/http.ts';
import { isJsonObject, type Json, stringifyJson } from '../primitives/json.ts';
import { seedFrom, toHex } from '../primitives/seeded-random.ts';
import type { Operation } from '../service/operation.ts';
import { type IsSecretName, redactSecrets } from '../service/redact-text.ts';
import { type DeclaredSecrets, hasSecretWord, isUsualSecret, toSecretName } from '../service/secret-facts.ts';
import type { RequestIdentity } from '../state/recorded-response.ts';
import type { Input } from './read-input.ts';
import type { RequestContext } from './request-context.ts';

export const secretNamesOf = ({ properties, query }: DeclaredSecrets): IsSecretName => {
  const isSecretWord = (word: string) => {
    const name = toSecretName(word);
    return isUsualSecret(name) || properties.has(name) || query.has(name);
  };
  return (name) => hasSecretWord(name, isSecretWord);
};

/** Two requests that differ only in secrets are the same. */
export const recordedRequestOf = (
  { served, request, apiPath }: RequestContext,
  { name }: Operation,
  { body, mediaType = '' }: Pick<Input, 'body' | 'mediaType'>,
): RequestIdentity => {
  const declared = served.secretsOf(name);
  const isSecret = secretNamesOf(declared);
  const query = queryWithoutSecrets(request.query, isSecret);
  const isHashed = body !== undefined && !declared.requestBodies.has(essenceOf(mediaType));
  return {
    operation: name,
    path: normalizePath(apiPath?.path ?? request.path),
    ...(query !== '' && { query }),
    ...(isHashed && { body: hashOf(body, isSecret) }),
  };
};

const queryWithoutSecrets = (query: string, isSecret: IsSecretName) =>
  query
    .split('&')
    .filter((pair) => {
      const [name = '', ...values] = pair.split('=');
      const value = decodePercent(values.join('=').replaceAll('+', ' '));
      return (
        pair !== '' && !isSecret(decodePercent(name.replaceAll('+', ' '))) && redactSecrets(value, isSecret) === value
      );
    })
    .sort()
    .join('&');

/** 64 bits in hexadecimal digits. */
const hashOf = (body: Json, isSecret: IsSecretName): string => {
  const text = stringifyJson(inOrder(body, isSecret));
  return [0, 1].map((part) => toHex(seedFrom(part, text))).join('');
};

/** Sorts properties by name, and drops secrets. */
const inOrder = (value: Json, isSecret: IsSecretName): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inOrder(item, isSecret));
  if (typeof value === 'string') return redactSecrets(value, isSecret);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).filter((name) => !isSecret(name));
  return names.sort().flatMap((name) => [name, inOrder(value[name] as Json, isSecret)]);
};
