/** Reads the security schemes by which users log in. */
import { escapePointer, getProperty, isJsonObject } from '../../core/primitives/json.ts';
import { type EndpointName, issuerName, type LoginScheme } from '../../core/service/login-facts.ts';
import { entriesAt, objectIn, type Source, stringIn } from '../document/source.ts';

const urlNames: readonly (readonly [name: string, endpoint: EndpointName])[] = [
  ['authorizationUrl', 'authorize'],
  ['tokenUrl', 'token'],
  ['refreshUrl', 'token'],
];

export const readLoginSchemes = (source: Source): readonly LoginScheme[] => {
  const components = objectIn(source.document, 'components');
  return entriesAt(components && getProperty(components, 'securitySchemes'), '/components/securitySchemes').flatMap(
    ([, raw, pointer]): LoginScheme[] => {
      const value = source.resolve(raw, pointer)?.value;
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
    },
  );
};

/** A document that has a path of the issuer keeps it. */
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
