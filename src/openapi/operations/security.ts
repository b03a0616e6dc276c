/** Which credentials an operation asks for. */
import { encodePercent } from '../../core/http/http.ts';
import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { SecurityScheme } from '../../core/service/operation.ts';
import { entriesAt, type Located, objectIn, type Source, stringIn } from '../document/source.ts';

type SecurityAlternatives = readonly (readonly SecurityScheme[])[];

/** Reads an operation's security; its own replaces the document's, also when it is empty. */
export const createSecurityReader = (source: Source): ((operation: Located) => SecurityAlternatives) => {
  const { document } = source;
  const schemes = new Map<string, SecurityScheme | undefined>();
  const components = objectIn(document, 'components');
  for (const [name, raw, pointer] of entriesAt(
    components && getProperty(components, 'securitySchemes'),
    '/components/securitySchemes',
  )) {
    const located = source.resolve(raw, pointer);
    schemes.set(name, located && readScheme(located, source));
  }
  const read = (raw: Json | undefined, pointer: string): SecurityAlternatives => {
    if (raw === undefined || raw === null) return [];
    if (!Array.isArray(raw)) {
      source.report(pointer, 'security must be a list; it is ignored');
      return [];
    }
    return (raw as readonly Json[]).map((alternative, at) =>
      readAlternative(alternative, `${pointer}/${at}`, schemes, source),
    );
  };
  const common = read(getProperty(document, 'security'), '/security');
  return ({ value, pointer }) =>
    (getProperty(value, 'security') ?? null) === null
      ? common
      : read(getProperty(value, 'security'), `${pointer}/security`);
};

const readAlternative = (
  raw: Json,
  pointer: string,
  schemes: ReadonlyMap<string, SecurityScheme | undefined>,
  source: Source,
): readonly SecurityScheme[] => {
  const found: SecurityScheme[] = [];
  if (!isJsonObject(raw)) source.report(pointer, 'a security requirement must be an object; it asks for nothing');
  for (const [name, , place] of entriesAt(raw, pointer)) {
    if (!schemes.has(name)) source.report(place, `there is no security scheme "${name}"; it is not asked for`);
    const scheme = schemes.get(name);
    if (scheme !== undefined) found.push(scheme);
  }
  return found;
};

const readScheme = ({ value, pointer }: Located, source: Source): SecurityScheme | undefined => {
  const type = stringIn(value, 'type');
  switch (type) {
    case 'http': {
      const scheme = stringIn(value, 'scheme')?.toLowerCase();
      if (scheme === 'bearer') return { type: 'bearer', challenge: 'Bearer' };
      // RFC 7617: a realm is required.
      if (scheme === 'basic') return { type: 'basic', challenge: 'Basic realm="service", charset="UTF-8"' };
      source.report(`${pointer}/scheme`, `the HTTP scheme "${String(scheme)}" is not supported; it is not asked for`);
      return undefined;
    }
    case 'oauth2':
    case 'openIdConnect':
      return { type: 'bearer', challenge: 'Bearer' };
    case 'apiKey': {
      const name = stringIn(value, 'name');
      const place = stringIn(value, 'in');
      if (name !== undefined && (place === 'header' || place === 'query' || place === 'cookie'))
        return { type: 'api-key', challenge: apiKeyChallenge(place, name), in: place, name };
      source.report(
        pointer,
        'an apiKey scheme needs a name, and "in" that is header, query or cookie; it is not asked for',
      );
      return undefined;
    }
    case 'mutualTLS':
      source.report(pointer, 'a client certificate cannot be judged here: it is taken as sent');
      return undefined;
    default:
      source.report(pointer, `security schemes of type "${String(type)}" are not supported; this one is not asked for`);
      return undefined;
  }
};

/**
 * A 401 must have a challenge (RFC 9110, section 11.6.1), but no scheme is registered for an API key. One of those that
 * are would make a client send a header that nobody reads, or a browser ask for a password; a scheme that it does not
 * know it passes over, and the parameters tell a person where the key belongs. A quoted text has no other characters.
 */
const apiKeyChallenge = (place: string, name: string): string =>
  `ApiKey realm="service", in="${place}", name="${name.replace(/[^\x20-\x7e]+/gu, encodePercent).replace(/["\\]/g, '\\$&')}"`;
