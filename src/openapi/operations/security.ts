/** Reads the credentials that an operation requires, and the security schemes by which users log in. */

import { encodePercent, isCookieName, isToken } from '../../core/http/http.ts';
import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { type EndpointName, issuerName, type LoginScheme } from '../../core/service/login-facts.ts';
import type { SecurityScheme } from '../../core/service/operation.ts';
import { entriesAt, type Located, objectIn, type Source, stringIn } from '../document/source.ts';

/**
 * The challenge that a 401 must have (RFC 9110, section 11.6.1), of a scheme of our own: none is registered for API keys, and a registered
 * one would make browsers ask for a password. Characters that a quoted string cannot contain are percent-encoded.
 */
const apiKeyChallenge = (location: string, name: string) =>
  `ApiKey realm="service", in="${location}", name="${name.replace(/[^\x20-\x7e]+/gu, encodePercent).replace(/["\\]/g, '\\$&')}"`;

type SecurityAlternatives = readonly (readonly SecurityScheme[])[];

/** Reads the security of an operation. An operation's `security`, even an empty list, replaces the document's. */
export const createSecurityReader = (source: Source): ((operation: Located) => SecurityAlternatives) => {
  const { document } = source;
  const schemes = new Map(
    schemesIn(source).map(([name, located]) => [name, located && readScheme(name, located, source)]),
  );
  const read = (raw: Json | undefined, pointer: string): SecurityAlternatives => {
    if (raw === undefined || raw === null) return [];
    if (!Array.isArray(raw)) {
      source.report(pointer, 'security must be a list; it is ignored');
      return [];
    }
    return (raw as readonly Json[]).flatMap((alternative, index) =>
      perHeader(readAlternative(alternative, `${pointer}/${index}`, schemes, source)),
    );
  };
  const common = read(getProperty(document, 'security'), '/security');
  return ({ value, pointer }) =>
    (getProperty(value, 'security') ?? null) === null
      ? common
      : read(getProperty(value, 'security'), `${pointer}/security`);
};

/** The security schemes of the document by their names; undefined: a broken reference. */
const schemesIn = (source: Source): readonly (readonly [name: string, located: Located | undefined])[] => {
  const schemes = getProperty(objectIn(source.document, 'components') ?? {}, 'securitySchemes');
  return entriesAt(schemes, '/components/securitySchemes').map(
    ([name, raw, pointer]) => [name, source.resolve(raw, pointer)] as const,
  );
};

const readAlternative = (
  raw: Json,
  pointer: string,
  schemes: ReadonlyMap<string, SecurityScheme | undefined>,
  source: Source,
): readonly SecurityScheme[] => {
  const found: SecurityScheme[] = [];
  if (!isJsonObject(raw)) source.report(pointer, 'a security requirement must be an object; it requires nothing');
  for (const [name, listed, schemePointer] of entriesAt(raw, pointer)) {
    if (!schemes.has(name))
      source.report(schemePointer, `the security scheme "${name}" does not exist; it is not required`);
    const scheme = schemes.get(name);
    if (scheme !== undefined) found.push(withScopes(scheme, listed));
  }
  return found;
};

/** Adds the listed scopes to the scheme of a login. Other schemes may list roles, which no credential has. */
const withScopes = (scheme: SecurityScheme, listed: Json): SecurityScheme => {
  const scopes = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  return scopes.length === 0 || scheme.scopes === undefined ? scheme : { ...scheme, scopes };
};

const usesAuthorization = (scheme: SecurityScheme) =>
  scheme.type !== 'api-key' || (scheme.in === 'header' && scheme.name.toLowerCase() === 'authorization');

/** A request has one `Authorization` header: of several schemes that use it, each one suffices. */
const perHeader = (alternative: readonly SecurityScheme[]): SecurityAlternatives => {
  const rivals = alternative.filter(usesAuthorization);
  if (rivals.length < 2) return [alternative];
  const others = alternative.filter((scheme) => !usesAuthorization(scheme));
  return rivals.map((scheme) => [scheme, ...others]);
};

/** The names of the IANA registry of HTTP authentication schemes. A request must have the credential, which is not checked. */
const otherHttpSchemes = new Set('digest dpop gnap hoba mutual negotiate oauth privatetoken vapid'.split(' '));

const readScheme = (scheme: string, { value, pointer }: Located, source: Source): SecurityScheme | undefined => {
  const type = stringIn(value, 'type');
  switch (type) {
    case 'http': {
      const httpScheme = stringIn(value, 'scheme')?.toLowerCase();
      if (httpScheme === 'bearer') return { type: 'bearer', scheme, challenge: 'Bearer' };
      if (httpScheme === 'basic') return { type: 'basic', scheme, challenge: 'Basic realm="service", charset="UTF-8"' };
      if (httpScheme !== undefined && otherHttpSchemes.has(httpScheme))
        return {
          ...{ type: 'api-key', scheme, in: 'header', name: 'Authorization', word: httpScheme },
          challenge: `${httpScheme[0]?.toUpperCase()}${httpScheme.slice(1)} realm="service"${httpScheme === 'digest' ? ', nonce="any", qop="auth"' : ''}`,
        };
      source.report(
        `${pointer}/scheme`,
        `the HTTP scheme "${String(httpScheme)}" is not supported; it is not required`,
      );
      return undefined;
    }
    case 'oauth2':
    case 'openIdConnect':
      return { type: 'bearer', scheme, challenge: 'Bearer', scopes: [] };
    case 'apiKey': {
      const name = stringIn(value, 'name');
      const location = stringIn(value, 'in');
      if (
        name !== undefined &&
        ((location === 'header' && !isToken(name)) || (location === 'cookie' && !isCookieName(name)))
      ) {
        source.report(`${pointer}/name`, `${JSON.stringify(name)} is not a valid ${location} name; it is not required`);
        return undefined;
      }
      if (name !== undefined && (location === 'header' || location === 'query' || location === 'cookie'))
        return { type: 'api-key', scheme, challenge: apiKeyChallenge(location, name), in: location, name };
      source.report(
        pointer,
        'an apiKey scheme must have a name, and "in" must be header, query or cookie; it is not required',
      );
      return undefined;
    }
    case 'mutualTLS':
      source.report(pointer, 'client certificates are not checked: every request counts as having one');
      return undefined;
    default:
      source.report(pointer, `security schemes of type "${String(type)}" are not supported; this one is not required`);
      return undefined;
  }
};

const urlNames: readonly (readonly [name: string, endpoint: EndpointName])[] = [
  ['authorizationUrl', 'authorize'],
  ['tokenUrl', 'token'],
  ['refreshUrl', 'token'],
];

export const readLoginSchemes = (source: Source): readonly LoginScheme[] => {
  return schemesIn(source).flatMap(([, located]): LoginScheme[] => {
    const value = located?.value;
    switch (value && stringIn(value, 'type')) {
      case 'openIdConnect': {
        const url = stringIn(value, 'openIdConnectUrl');
        return [{ scopes: [], urls: url === undefined ? [] : [['discovery', url]] }];
      }
      case 'oauth2': {
        const flows = Object.values((value && objectIn(value, 'flows')) ?? {}).filter(isJsonObject);
        const urls = flows.flatMap((flow) =>
          urlNames.flatMap(([name, endpoint]): (readonly [EndpointName, string])[] => {
            const url = stringIn(flow, name);
            return url === undefined ? [] : [[endpoint, url]];
          }),
        );
        return [{ scopes: flows.flatMap((flow) => Object.keys(objectIn(flow, 'scopes') ?? {})), urls }];
      }
      default:
        return [];
    }
  });
};

/** Reports paths of the issuer that the document has, and keeps. */
export const reportIssuerPaths = (source: Source, basePaths: readonly string[], paths: readonly string[]): void => {
  for (const path of new Set(paths)) {
    const taken = basePaths.map((base) => `${base}${path}`).find((whole) => whole.startsWith(`/${issuerName}/`));
    if (taken === undefined || path.includes('{')) continue;
    source.report(
      `/paths/${escapePointer(path)}`,
      `${taken} is an operation of the document, so the issuer of the login has no endpoint there`,
    );
  }
};
