/** The properties of an item in a request. */

import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  setProperty,
  valueAt,
} from '../primitives/json.ts';
import { factsAbout, type Input } from '../request/read-input.ts';
import type { RequestMapping } from '../service/binding.ts';
import type { ParameterValues } from '../service/operation.ts';
import { conditionsIn } from './preconditions.ts';

/** The values of the parameters, then those at the paths: of the body, or where one begins with the index of a parameter, of its JSON. */
export const parametersAndSent = (
  { parameters, body }: Pick<Input, 'parameters' | 'body'>,
  sent: readonly JsonPath[],
): ParameterValues => {
  if (sent.length === 0) return parameters;
  const whole = new Set(sent.map(([first]) => first));
  const read = parameters.map((value, index) => (whole.has(index) ? (conditionsIn(value) ?? value) : value));
  const found = sent.map((path) => {
    const [first, ...rest] = path;
    const [source, at] = typeof first === 'number' ? [read[first], rest] : [body, path];
    return source === undefined ? undefined : valueAt(source, at);
  });
  return [...read, ...found];
};

export const readRequestProperties = (mapping: RequestMapping, input: Input): JsonObject => {
  const properties = readBody(mapping, input);
  for (const { parameter, property, isInPath } of mapping.parameters) {
    const value = input.parameters[parameter];
    const isFree = isInPath === true || !Object.hasOwn(properties, property);
    if (value !== undefined && isFree) setProperty(properties, property, value);
  }
  if (input.file !== undefined && mapping.aboutFile !== undefined)
    for (const [property, fact] of factsAbout(mapping.aboutFile, input.file))
      if (!Object.hasOwn(properties, property)) setProperty(properties, property, fact);
  return mapping.strip === undefined ? properties : (mapping.strip(properties) as JsonObject);
};

const readBody = (mapping: RequestMapping, { body }: Input): Record<string, Json> => {
  const within = valueAt(body ?? null, mapping.path) ?? null;
  const found = isJsonObject(within) || mapping.isLoose !== true ? within : body;
  const source = mapping.path.length > 0 && Array.isArray(found) ? found[0] : found;
  const properties: Record<string, Json> = {};
  if (!isJsonObject(source)) return properties;
  const { names, isOpen, inner } = mapping;
  putRenamed(properties, source, (name) => names.get(name) ?? (isOpen ? name : undefined));
  if (inner !== undefined && Object.keys(source).some((name) => inner.names.has(name))) {
    const existing = getProperty(properties, inner.property);
    const own: Record<string, Json> = isJsonObject(existing) ? { ...existing } : {};
    putRenamed(own, source, (name) => inner.names.get(name));
    setProperty(properties, inner.property, own);
  }
  return properties;
};

const putRenamed = (
  properties: Record<string, Json>,
  source: JsonObject,
  newName: (name: string) => string | undefined,
) => {
  for (const name of Object.keys(source)) {
    const property = newName(name);
    if (property !== undefined) setProperty(properties, property, source[name] as Json);
  }
};

/** The requested properties, with the existing ones beside those that the request sets in an inner object. */
export const withInner = (mapping: RequestMapping, before: JsonObject, requested: JsonObject): JsonObject => {
  const { inner, merged = [] } = mapping;
  let properties = requested;
  for (const name of inner === undefined ? merged : [...merged, inner.property]) {
    const [sent, existing] = [getProperty(properties, name), getProperty(before, name)];
    if (isJsonObject(sent) && isJsonObject(existing)) properties = { ...properties, [name]: { ...existing, ...sent } };
  }
  return properties;
};

export const isWritable = ({ names, inner, isOpen, parameters }: RequestMapping): ((property: string) => boolean) => {
  const known = new Set([...names.values(), ...parameters.map(({ property }) => property)]);
  if (inner !== undefined) known.add(inner.property);
  return (property) => isOpen || known.has(property);
};

/** The location of an item's property in the body of a request, as JSON Pointer: `/user/name`. */
export const requestPointer = ({ path, names }: RequestMapping, property: string): string => {
  const [name] = [...names].find(([, target]) => target === property) ?? [];
  const own = name === undefined ? property.split('.') : [name];
  return [...path, ...own].map((part) => `/${escapePointer(part)}`).join('');
};
