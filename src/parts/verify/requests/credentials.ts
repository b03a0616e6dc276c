/** The credentials of requests, and how a command line shows them. */
import type { Operation, Parameter, SecurityScheme } from '../../../core/service/operation.ts';
import { isUsualSecret, toSecretName } from '../../../core/service/secret-facts.ts';

export interface CredentialOptions {
  /** Default: {@link placeholderKey}. */
  readonly key: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Sent without `--key`: any credential is better than none for a mock. */
const placeholderKey = 'demo-key';

/** No service accepts it, and Vivarium rejects it by default. */
const wrongKey = 'invalid-key-of-vivarium-verify';

interface CredentialPart {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
  /** It is a double-quoted word of a shell, with a variable in place of a secret. */
  readonly shown: string;
}

/** The parts of a request that authenticate it, and the headers of `--header`. */
export const credentialParts = (
  { security }: Operation,
  kind: 'valid' | 'wrong' | 'none',
  { key, headers }: CredentialOptions,
): readonly CredentialPart[] => {
  const schemes = usualSchemes(security);
  const ofSchemes = kind === 'none' ? [] : schemes.map((scheme) => partFor(scheme, kind, key));
  // A header that the user gives replaces the credential, and is not sent without one.
  const names = new Set(schemes.flatMap((scheme) => headerOf(scheme)));
  const given = headers
    .filter(([name]) => kind === 'valid' || !names.has(name.toLowerCase()))
    .map(([name, value]) => givenPart(name, value));
  const replaced = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...ofSchemes.filter((part) => part.in !== 'header' || !replaced.has(part.name.toLowerCase())), ...given];
};

/** The schemes that are sent together. */
const usualSchemes = (security: Operation['security']): readonly SecurityScheme[] =>
  security.find((alternative) => alternative.length > 0) ?? [];

/**
 * Whether the parameter is a credential, as documents declare keys as parameters too: the one that is sent, and without a valid one any
 * that the operation accepts.
 */
export const isCredential = (
  { security }: Pick<Operation, 'security'>,
  { in: where, name }: Pick<Parameter, 'in' | 'name'>,
  kind: 'valid' | 'wrong' | 'none',
): boolean => {
  const schemes = kind === 'valid' ? usualSchemes(security) : security.flat();
  const nameIn = (text: string): string => (where === 'header' ? text.toLowerCase() : text);
  return schemes.some(
    (scheme) => scheme.type === 'api-key' && scheme.in === where && nameIn(scheme.name) === nameIn(name),
  );
};

const headerOf = (scheme: SecurityScheme): readonly string[] => {
  if (scheme.type !== 'api-key') return ['authorization'];
  return scheme.in === 'header' ? [scheme.name.toLowerCase()] : [];
};

const partFor = (scheme: SecurityScheme, kind: 'valid' | 'wrong', key: string | undefined): CredentialPart => {
  const value = kind === 'wrong' ? wrongKey : (key ?? placeholderKey);
  // A key that the user did not give is not a secret.
  const shown = kind === 'wrong' || key === undefined ? quoteDouble(value) : '$VIVARIUM_KEY';
  switch (scheme.type) {
    case 'bearer':
      return { in: 'header', name: 'Authorization', value: `Bearer ${value}`, shown: `Bearer ${shown}` };
    case 'basic': {
      const suffix = value.includes(':') ? '' : ':';
      return {
        in: 'header',
        name: 'Authorization',
        value: `Basic ${Buffer.from(value + suffix).toString('base64')}`,
        shown: `Basic $(printf %s "${shown}${suffix}" | base64 | tr -d '\\n')`,
      };
    }
    case 'api-key':
      return { in: scheme.in, name: scheme.name, value, shown };
  }
};

const givenPart = (name: string, value: string): CredentialPart => ({
  in: 'header',
  name,
  value,
  shown: isUsualSecret(toSecretName(name)) ? `$${variableFor(name)}` : quoteDouble(value),
});

/** The name of the variable in which the user puts the value: `X-API-Key` is `X_API_KEY`. */
const variableFor = (name: string): string => name.toUpperCase().replaceAll(/\W/g, '_');

/** Quotes a text within double quotes (POSIX, Shell Command Language, 2.2.3). */
const quoteDouble = (text: string): string => text.replaceAll(/["\\$`]/g, (character) => `\\${character}`);

/** Replaces the values of credentials in a text of the service. */
export const createRedactSecrets = ({ key, headers }: CredentialOptions): ((text: string) => string) => {
  const given = [key, ...headers.flatMap(([name, value]) => (isUsualSecret(toSecretName(name)) ? [value] : []))];
  const secrets = given
    .flatMap((text) =>
      text === undefined ? [] : [text, text.replace(/^\w+ /, ''), Buffer.from(text).toString('base64')],
    )
    // A shorter one occurs in texts by chance.
    .filter((text) => text.length >= 4);
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);
};
