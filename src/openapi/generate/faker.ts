/** The library for generated data, loaded on demand. Its state is local to the returned tools. */
import type { Faker, Randomizer } from '@faker-js/faker';
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { type Prose, proseOf } from '../../parts/locale/find-locale.ts';

export interface Tools {
  readonly faker: Faker;
  /** The sentences and titles of a locale; undefined: those of English. */
  readonly prose: Prose | undefined;
  /** Starts the random sequence of the seed. faker uses the same sequence. */
  readonly seed: (seed: number, now: number) => void;
  readonly random: () => number;
  /** The value of an `x-faker`, converted to the type. Undefined if there is none. */
  readonly fake: (faker: Json, type: FakedType | undefined) => Json | undefined;
  /** Why an `x-faker` cannot be used. Undefined if it can. */
  readonly problemWith: (faker: Json) => string | undefined;
}

type FakedType = 'string' | 'integer' | 'number' | 'boolean';

export const loadTools = async (): Promise<Tools> => createTools((await import('@faker-js/faker/locale/en')).faker);

export const createTools = (shared: Faker): Tools => {
  const randomizer = createRandomizer();
  // The package's instance is shared. This instance has the same words and its own random sequence.
  const faker = new (shared.constructor as typeof Faker)({ locale: shared.rawDefinitions, randomizer });
  let referenceDate = Number.NaN;
  return {
    faker,
    prose: proseOf(shared),
    random: randomizer.next,
    seed: (seed, now) => {
      randomizer.seed(seed);
      if (referenceDate === now) return;
      referenceDate = now;
      faker.setDefaultRefDate(now);
    },
    fake: (spec, type) => {
      const method = methodOf(faker, spec);
      if (typeof method === 'string') return undefined;
      try {
        return castTo(method(), type);
      } catch {
        return undefined;
      }
    },
    problemWith: (spec) => {
      const method = methodOf(faker, spec);
      if (typeof method === 'string') return method;
      try {
        method();
        return undefined;
      } catch (error) {
        return `faker rejects it: ${(error as Error).message || 'its arguments do not fit'}`;
      }
    },
  };
};

/** A small random sequence (mulberry32). It is much faster to seed than the randomizer of faker. */
const createRandomizer = (): Randomizer => {
  let state = 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
    },
    seed: (seed) => {
      state = (typeof seed === 'number' ? seed : (seed[0] ?? 0)) | 0;
    },
  };
};

/** The call of `module.method` or `{ module.method: arguments }`, or the reason why it is invalid. */
const methodOf = (faker: Faker, spec: Json): (() => unknown) | string => {
  const [path, argument] =
    typeof spec === 'string' ? [spec, undefined] : isJsonObject(spec) ? (Object.entries(spec)[0] ?? []) : [];
  const match = typeof path === 'string' ? /^([a-z]\w*)\.([a-z]\w*)$/i.exec(path) : null;
  if (match === null) return 'x-faker must be "module.method", or an object of one such name and its arguments';
  const [, moduleName, methodName] = match as unknown as readonly [string, string, string];
  const module = (faker as unknown as Record<string, unknown>)[moduleName];
  // Only the modules of faker, not `constructor.constructor`.
  const isModule =
    Object.hasOwn(faker, moduleName) && isJsonObject(module) && !/^(rawDefinitions|definitions)$/.test(moduleName);
  const method =
    isModule && !(methodName in Object.prototype) ? (module as Record<string, unknown>)[methodName] : undefined;
  if (typeof method !== 'function') return `faker has no method "${path}"`;
  const args = argument === undefined ? [] : Array.isArray(argument) ? argument : [argument];
  return () => (method as (...list: unknown[]) => unknown).apply(module, args);
};

const castTo = (value: unknown, type: FakedType | undefined): Json | undefined => {
  if (value instanceof Date) return castTo(value.toISOString(), type);
  if (value === undefined || value === null || typeof value === 'function') return undefined;
  if (type === undefined) return value as Json;
  if (type === 'string') return typeof value === 'object' ? undefined : String(value);
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  const number = type === 'integer' ? Math.trunc(Number(value)) : Number(value);
  return Number.isFinite(number) ? number : undefined;
};
