/** What of a request becomes an item's. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestMapping } from '../service/binding.ts';

/** The item's members that the request says. */
export const readSent = (sent: RequestMapping, input: Input): JsonObject => {
  const properties = readBody(sent, input);
  for (const { parameter, property } of sent.parameters) {
    const value = input.parameters[parameter];
    if (value !== undefined && !Object.hasOwn(properties, property)) setProperty(properties, property, value);
  }
  return properties;
};

const readBody = (sent: RequestMapping, { body }: Input): Record<string, Json> => {
  const source = sent.at.reduce<Json | undefined>((value, name) => propertyOf(value, name), body);
  const properties: Record<string, Json> = {};
  if (!isJsonObject(source)) return properties;
  for (const name of Object.keys(source)) {
    const property = sent.names.get(name) ?? (sent.isOpen ? name : undefined);
    if (property !== undefined) setProperty(properties, property, source[name] as Json);
  }
  return properties;
};

const propertyOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getProperty(value, name) : undefined;

/** Whether a request can say this member of an item. */
export const isWritable = ({ names, isOpen, parameters }: RequestMapping): ((property: string) => boolean) => {
  const known = new Set([...names.values(), ...parameters.map(({ property }) => property)]);
  return (property) => isOpen || known.has(property);
};

/** How a request writes a member of the item: `body.user.name`. */
export const writtenName = ({ at, names }: RequestMapping, property: string): string => {
  const [name = property] = [...names].find(([, said]) => said === property) ?? [];
  return ['body', ...at, name].join('.');
};

/** The query parameter by which this request says the member; undefined where its body does, or nothing. */
export const queryParameterFor = (sent: RequestMapping, input: Input, property: string): number | undefined => {
  const said = sent.parameters.find(
    (one) => one.property === property && input.parameters[one.parameter] !== undefined,
  );
  return said !== undefined && !Object.hasOwn(readBody(sent, input), property) ? said.parameter : undefined;
};
