/** The properties of an item in a request. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestMapping } from '../service/binding.ts';

/** The item's properties that the request sets. */
export const readRequestProperties = (mapping: RequestMapping, input: Input): JsonObject => {
  const properties = readBody(mapping, input);
  for (const { parameter, property } of mapping.parameters) {
    const value = input.parameters[parameter];
    if (value !== undefined && !Object.hasOwn(properties, property)) setProperty(properties, property, value);
  }
  return properties;
};

const readBody = (mapping: RequestMapping, { body }: Input): Record<string, Json> => {
  const source = mapping.path.reduce<Json | undefined>((value, name) => propertyOf(value, name), body);
  const properties: Record<string, Json> = {};
  if (!isJsonObject(source)) return properties;
  for (const name of Object.keys(source)) {
    const property = mapping.names.get(name) ?? (mapping.isOpen ? name : undefined);
    if (property !== undefined) setProperty(properties, property, source[name] as Json);
  }
  return properties;
};

const propertyOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getProperty(value, name) : undefined;

/** Whether a request can set a property of the item. */
export const isWritable = ({ names, isOpen, parameters }: RequestMapping): ((property: string) => boolean) => {
  const known = new Set([...names.values(), ...parameters.map(({ property }) => property)]);
  return (property) => isOpen || known.has(property);
};

/** The location of an item's property in a request: `body.user.name`. */
export const requestPath = ({ path, names }: RequestMapping, property: string): string => {
  const [name = property] = [...names].find(([, target]) => target === property) ?? [];
  return ['body', ...path, name].join('.');
};

/** The query parameter with which this request sets a property; undefined if the body sets it, or nothing does. */
export const queryParameterFor = (mapping: RequestMapping, input: Input, property: string): number | undefined => {
  const setter = mapping.parameters.find(
    (candidate) => candidate.property === property && input.parameters[candidate.parameter] !== undefined,
  );
  return setter !== undefined && !Object.hasOwn(readBody(mapping, input), property) ? setter.parameter : undefined;
};
