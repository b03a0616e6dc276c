/** Converts security schemes. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import { mapValues, type SwaggerConversion, type Writable } from './conversion.ts';

/** Other flows have the same name. */
const flowNames: ReadonlyMap<Json | undefined, string> = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

export const convertSecurityScheme = (value: Json): Json => {
  if (!isJsonObject(value)) return value;
  const { type } = value;
  if (type === 'basic') return { ...value, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return value;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = value;
  const name = flowNames.get(flow) ?? String(flow);
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
  return { ...rest, flows: { [name]: { ...urls, scopes } } };
};

/** The requirements, with the names of the components. */
export const convertSecurity = (conversion: SwaggerConversion, value: Json): Json =>
  Array.isArray(value) ? value.map((each: Json) => (isJsonObject(each) ? renamed(conversion, each) : each)) : value;

const renamed = (conversion: SwaggerConversion, requirement: JsonObject): JsonObject => {
  const result: Writable = {};
  mapValues(requirement, '', (scopes, _pointer, name) => {
    setProperty(result, conversion.nameOf('securityDefinitions', name), scopes);
    return scopes;
  });
  return result;
};
