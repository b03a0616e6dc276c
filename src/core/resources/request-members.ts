/** What of a request becomes an item's. */

import { getMember, isJsonObject, type Json, type JsonObject, setMember } from '../primitives/json.ts';
import type { Input } from '../request/read-input.ts';
import type { Sent } from '../service/binding.ts';

/** The item's members that the request says. */
export const readSent = (sent: Sent, input: Input): JsonObject => {
  const members = readBody(sent, input);
  for (const { parameter, property } of sent.parameters) {
    const value = input.parameters[parameter];
    if (value !== undefined && !Object.hasOwn(members, property)) setMember(members, property, value);
  }
  return members;
};

const readBody = (sent: Sent, { body }: Input): Record<string, Json> => {
  const source = sent.at.reduce<Json | undefined>((value, name) => memberOf(value, name), body);
  const members: Record<string, Json> = {};
  if (!isJsonObject(source)) return members;
  for (const name of Object.keys(source)) {
    const property = sent.names.get(name) ?? (sent.isOpen ? name : undefined);
    if (property !== undefined) setMember(members, property, source[name] as Json);
  }
  return members;
};

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getMember(value, name) : undefined;

/** Whether a request can say this member of an item. */
export const canSay = ({ names, isOpen, parameters }: Sent): ((property: string) => boolean) => {
  const known = new Set([...names.values(), ...parameters.map(({ property }) => property)]);
  return (property) => isOpen || known.has(property);
};

/** How a request writes a member of the item: `body.user.name`. */
export const writtenName = ({ at, names }: Sent, property: string): string => {
  const [name = property] = [...names].find(([, said]) => said === property) ?? [];
  return ['body', ...at, name].join('.');
};

/** The query parameter by which this request says the member; undefined where its body does, or nothing. */
export const saidByQuery = (sent: Sent, input: Input, property: string): number | undefined => {
  const said = sent.parameters.find(
    (one) => one.property === property && input.parameters[one.parameter] !== undefined,
  );
  return said !== undefined && !Object.hasOwn(readBody(sent, input), property) ? said.parameter : undefined;
};
