/** Where a document declares credentials and other secrets, for their redaction. */

import { decodePercent } from '../http/http.ts';

/** Names in the form of {@link toSecretName}. */
export interface DeclaredSecrets {
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  /** The paths with secret parameters of the operation itself. */
  readonly paths: readonly SecretPath[];
  /** The link paths of all operations, for URLs in headers and bodies. */
  readonly linkPaths: readonly SecretPath[];
  /** Properties of bodies and parameters, at any depth. */
  readonly properties: ReadonlySet<string>;
  /** The media types whose whole body is a secret, in lower case and without parameters. */
  readonly requestBodies: ReadonlySet<string>;
  readonly responseBodies: ReadonlySet<string>;
}

/** Segments are counted from the end of the path, since the base path may vary. */
export interface SecretPath {
  /** If it is undefined, it means a parameter. */
  readonly segments: readonly (string | undefined)[];
  /** The indexes of segments with a secret parameter. */
  readonly secrets: ReadonlySet<number>;
}

/** One form for `X-API-Key`, `x_api_key` and `xApiKey`: secrets are found in spite of a wrong case or separator. */
export const toSecretName = (name: string): string => {
  const lower = name.toLowerCase();
  return /[-_\s]/.test(lower) ? lower.replaceAll(/[-_\s]/g, '') : lower;
};

/** The usual names of credentials: in headers, parameters and bodies of any document. */
const usualNames: ReadonlySet<string> = new Set(
  (
    'authorization proxy-authorization cookie set-cookie api-key x-api-key access-token x-access-token ' +
    'auth-token x-auth-token refresh-token id-token client-secret code-verifier token x-token password'
  )
    .split(' ')
    .map(toSecretName),
);

/** Whether the name is usual for a secret. `name` as {@link toSecretName} returns it. */
export const isUsualSecret = (name: string): boolean => usualNames.has(name);

/** Whether a name is that of a secret, or a part of it: in `user[password]` and `passwords[]`, or beside a sign that no name has. */
export const hasSecretWord = (name: string, isSecretWord: (word: string) => boolean): boolean =>
  isSecretWord(name) || (/[^\w\s-]/.test(name) && name.split(/[^\w\s-]+/).some(isSecretWord));

export const redacted = '[redacted]';

/** The name of a document as messages show it: a URL is without its user info and the usual secrets of its query. */
export const showLocation = (pathOrUrl: string): string =>
  /^https?:/i.test(pathOrUrl) ? showAddress(pathOrUrl) : pathOrUrl;

/** The address of a server as messages show it; one that is written wrongly may have its user info anywhere. */
export const showAddress = (address: string): string => {
  const isUrl = /^https?:/i.test(address) && URL.canParse(address);
  return address
    .replace(isUrl ? /^(https?:[\\/]*)[^\\/?#]*@/i : /^([a-z][\w+.-]*:\/\/)?.*@/is, `$1${redacted}@`)
    .replaceAll(/([?&])([^=&#]*)=[^&#]*/g, (pair, sign: string, name: string) =>
      isUsualSecret(toSecretName(decodePercent(name))) ? `${sign}${name}=${redacted}` : pair,
    );
};
