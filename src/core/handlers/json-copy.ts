/** Values between the simulation and a handler: copied, so that neither can change the other's. */

import {
  isJsonObject,
  type Json,
  type JsonObject,
  maxIntegerDigits,
  maxJsonDepth,
  setProperty,
} from '../primitives/json.ts';
import { perObject } from '../primitives/lazy.ts';

/** A handler may return a list of all items, but not fill the memory by accident. */
const maxValues = 2_000_000;
const maxCharacters = 64_000_000;
const integerEnd = 10n ** BigInt(maxIntegerDigits);

/** A copy of a value that must be JSON, without undefined properties. `name`: that of the value in messages. @throws TypeError */
export const copyJson = (value: unknown, name: string): Json => new Copy(name).of(value, [], 0);

/** Copies an object as {@link copyJson} does, and keeps undefined properties. */
export const copyProperties = (value: unknown, name: string): Readonly<Record<string, Json | undefined>> => {
  if (!isPlainObject(value)) throw new TypeError(`${name} must be an object, not ${typeInWords(value)}`);
  const copy = new Copy(name);
  const properties: Record<string, Json> = {};
  for (const [property, child] of Object.entries(value))
    setProperty(properties, property, (child === undefined ? undefined : copy.of(child, [property], 1)) as Json);
  return properties;
};

class Copy {
  readonly #name: string;
  #values = 0;
  #characters = 0;

  constructor(name: string) {
    this.#name = name;
  }

  of(value: unknown, path: readonly (string | number)[], depth: number): Json {
    if (++this.#values > maxValues) throw new RangeError(`${this.#name} has more than ${maxValues} values`);
    switch (typeof value) {
      case 'boolean':
        return value;
      case 'string':
        this.#count(value);
        return value;
      case 'number':
        if (Number.isFinite(value)) return value;
        break;
      case 'bigint':
        if (value < integerEnd && value > -integerEnd) return value;
        throw new RangeError(`${this.#at(path)} has more than ${maxIntegerDigits} digits`);
      case 'object':
        if (value === null) return null;
        // A value that contains itself is nested without end.
        if (depth >= maxJsonDepth)
          throw new RangeError(`${this.#name} is nested deeper than ${maxJsonDepth} levels, or contains itself`);
        if (Array.isArray(value))
          return Array.from(value, (child, index) => this.of(child, [...path, index], depth + 1));
        if (isPlainObject(value)) return this.#object(value, path, depth);
    }
    throw new TypeError(`${this.#at(path)} must be JSON, not ${typeInWords(value)}`);
  }

  #object(value: object, path: readonly (string | number)[], depth: number): JsonObject {
    const copy: Record<string, Json> = {};
    for (const [name, child] of Object.entries(value)) {
      if (child === undefined) continue;
      this.#count(name);
      setProperty(copy, name, this.of(child, [...path, name], depth + 1));
    }
    return copy;
  }

  #count({ length }: string): void {
    this.#characters += length;
    if (this.#characters > maxCharacters)
      throw new RangeError(`${this.#name} has more than ${maxCharacters} characters`);
  }

  #at(path: readonly (string | number)[]): string {
    return path.reduce<string>(
      (text, token) => (typeof token === 'number' ? `${text}[${token}]` : `${text}.${token}`),
      this.#name,
    );
  }
}

/** Whether an object is written as `{}`, or without a prototype; also from another realm, whose prototype is another object. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

export const typeInWords = (value: unknown): string => {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'a list';
  if (isPlainObject(value)) return 'an object';
  const { name } = value.constructor ?? {};
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object with a prototype';
};

/** Each stored value is copied once, however often handlers read it. */
export const frozenItem = perObject((value: JsonObject) => frozenCopy(value) as JsonObject);

export const frozenCopy = (value: Json): Json => {
  if (Array.isArray(value)) return Object.freeze((value as readonly Json[]).map(frozenCopy));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(value)) setProperty(copy, name, frozenCopy(value[name] as Json));
  return Object.freeze(copy);
};
