/** Integers that a double cannot represent, in the arguments of tools: they pass the `JSON.parse` of the protocol's library as marked texts. */
import { randomUUID } from 'node:crypto';
import {
  isJsonObject,
  type Json,
  mayBeUnsafeJson,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { isDeeper } from './visible.ts';

/** Nobody can guess this mark. */
const mark = `${randomUUID()}:`;

/** A message as it is sent, in which the integers are marked. What is no JSON stays as it is. */
export const markIntegers = (text: string): string => {
  if (!mayBeUnsafeJson(text)) return text;
  const parsed = parseJson(text);
  // What is nested too deep is refused later.
  return parsed.ok && !isDeeper(parsed.value, 1000) ? stringifyJson(markMessage(parsed.value)) : text;
};

/** Marks the integers in the arguments alone: the id of a message is returned as it is. */
const markMessage = (message: Json): Json => {
  if (Array.isArray(message)) return (message as readonly Json[]).map(markMessage);
  if (!isJsonObject(message) || !isJsonObject(message.params)) return message;
  const { params } = message;
  if (params.arguments === undefined) return message;
  const given = mapScalars(params.arguments, (value) => (typeof value === 'bigint' ? `${mark}${value}` : value));
  return { ...message, params: { ...params, arguments: given } };
};

/** The arguments as they were sent. */
export const restoreIntegers = (given: Json): Json =>
  mapScalars(given, (value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );

type Scalar = Exclude<Json, readonly Json[] | object>;

const mapScalars = (value: Json, change: (scalar: Scalar) => Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => mapScalars(each, change));
  if (!isJsonObject(value)) return change(value as Scalar);
  const mapped: Record<string, Json> = {};
  for (const [name, each] of Object.entries(value)) setProperty(mapped, name, mapScalars(each, change));
  return mapped;
};
