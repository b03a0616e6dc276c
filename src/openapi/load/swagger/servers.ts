/** Converts the address of the service: schemes, host and base path, or Microsoft's extension for a host with parameters. */
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import { listIn, objectIn, stringIn } from '../../document/source.ts';
import { type SwaggerConversion, textsIn, type Writable } from './conversion.ts';

/** @param owner The document, or an operation with schemes of its own. */
export const serversOf = (conversion: SwaggerConversion, owner: JsonObject): readonly JsonObject[] => {
  const { source } = conversion;
  const basePath = (stringIn(source, 'basePath') ?? '').replace(/^(?=[^/])/, '/').replace(/\/$/, '');
  const parameterized = objectIn(source, 'x-ms-parameterized-host');
  const host = stringIn(parameterized, 'hostTemplate') ?? stringIn(source, 'host');
  // Relative to the address of the document.
  if (host === undefined || host === '') return basePath === '' || owner !== source ? [] : [{ url: basePath }];
  const hasScheme = parameterized !== undefined && getProperty(parameterized, 'useSchemePrefix') === false;
  const prefixes = hasScheme ? [''] : textsIn(getProperty(owner, 'schemes'), ['https']).map((scheme) => `${scheme}://`);
  const defaults = defaultsOf(conversion, parameterized);
  return prefixes.map((prefix) => {
    const url = `${prefix}${host}${basePath}`;
    const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
    const variables: Writable = {};
    for (const name of names)
      setProperty(variables, name, { default: defaults.get(name) ?? (hasScheme ? 'https://localhost' : 'localhost') });
    return { url, ...(names.length > 0 && { variables }) };
  });
};

const defaultsOf = (
  conversion: SwaggerConversion,
  parameterized: JsonObject | undefined,
): ReadonlyMap<string, string> => {
  const parameters = listIn(parameterized, 'parameters')
    .map((parameter: Json) => conversion.resolve(parameter, '')?.value)
    .filter((parameter) => isJsonObject(parameter));
  return new Map(
    parameters.flatMap((parameter) => {
      const [first] = [getProperty(parameter, 'default'), ...listIn(parameter, 'enum')].filter(
        (each) => each !== undefined,
      );
      return typeof first === 'string' ? [[stringIn(parameter, 'name') ?? '', first] as const] : [];
    }),
  );
};
