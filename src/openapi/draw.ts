/**
 * Draws values from schemas. Each schema becomes a function once, so that ten thousand items cost little; what is inside
 * becomes one when a value is first drawn there, so that schemas that contain themselves end.
 */
import type { Json } from '../core/json.ts';
import { setMember } from '../core/json.ts';
import { drawNumber } from './draw-number.ts';
import { drawString } from './draw-string.ts';
import { type Hint, hintFor } from './hint.ts';
import { type Merged, mergeSchemas } from './merged.ts';
import type { TypeName } from './parts.ts';
import type { Schema, SchemaObject, SchemaSet } from './schema.ts';
import type { Tools } from './tools.ts';

export interface DrawContext {
  /** In [0, 1). */
  readonly random: () => number;
  /** World time in milliseconds. */
  readonly now: number;
  /** Undefined: drawn plainly, without the libraries. */
  readonly tools: Tools | undefined;
  /** Only what must be there. */
  readonly sparse: boolean;
  depth: number;
  /** Values that may still be drawn before only what must be there is. */
  budget: number;
}

export type Draw = (context: DrawContext) => Json;

/** Draws values that all of the schemas apply to. */
export type DrawFor = (list: readonly Schema[], hint: Hint) => Draw;

/** Optional members and items are left out below this depth. */
const leanDepth = 5;
/** Nothing is drawn below this depth: a schema that requires itself has no value. */
const maxDepth = 30;
/** Values in one drawn value, about. */
export const drawBudget = 3000;

export const createDraws = (schemas: SchemaSet): DrawFor => {
  const known = new Map<string, Draw>();

  const lazily = (list: readonly Schema[], hint: Hint): Draw => {
    const [only] = list;
    // Only what has a name of its own can be met again inside itself.
    const identity =
      list.length === 1 && typeof only === 'object' && isReference(only)
        ? `${only.$ref} ${hint.name} ${hint.owner}`
        : undefined;
    const found = identity === undefined ? undefined : known.get(identity);
    if (found !== undefined) return found;
    let made: Draw | undefined;
    const draw: Draw = (context) => {
      made ??= compile(mergeSchemas(schemas, list), hint);
      if (context.depth > maxDepth) return null;
      context.depth++;
      context.budget--;
      const value = made(context);
      context.depth--;
      return value;
    };
    if (identity !== undefined) known.set(identity, draw);
    return draw;
  };

  const compile = (merged: Merged, hint: Hint): Draw => {
    const { faker, values, union, examples } = merged;
    if (faker !== undefined) return drawFaker(faker, merged, compile({ ...merged, faker: undefined }, hint));
    if (values !== undefined && values.length > 0) return drawOneOf(values);
    if (union !== undefined) return drawUnion(merged, union, hint);
    const draw = drawTyped(merged, hint);
    const scalars = examples.filter((example) => typeof example === 'string' || typeof example === 'number');
    return scalars.length > 0 && typeof scalars[0] === 'string' ? drawExample(scalars, merged, draw) : draw;
  };

  const drawUnion = (merged: Merged, union: SchemaObject, hint: Hint): Draw => {
    const { oneOf, anyOf, discriminator, ...own } = union;
    const branches = (oneOf ?? anyOf) as readonly Schema[];
    const rest: SchemaObject = oneOf !== undefined && anyOf !== undefined ? { ...own, anyOf } : own;
    const others = merged.parts.map((part) => (part === union ? rest : part));
    const draws = branches.flatMap((branch, at) => {
      if (branch === false || isNull(branch)) return [];
      return [lazily([...others, branch, ...tagFor(discriminator, at)], hint)];
    });
    if (draws.length === 0) return () => null;
    const hasNull = branches.some(isNull);
    return (context) => {
      if (hasNull && isAbsent(context)) return null;
      const at = context.sparse || context.depth > leanDepth ? 0 : Math.floor(context.random() * draws.length);
      return (draws[at] as Draw)(context);
    };
  };

  const drawTyped = (merged: Merged, hint: Hint): Draw => {
    const type = typeFor(merged, hint);
    const draw = drawOfType(type, merged, hint);
    return merged.types?.has('null') && type !== 'null'
      ? (context) => (isAbsent(context) ? null : draw(context))
      : draw;
  };

  const drawOfType = (type: TypeName, merged: Merged, hint: Hint): Draw => {
    switch (type) {
      case 'object':
        return drawObject(merged, hint);
      case 'array':
        return drawArray(merged, hint);
      case 'string':
        return drawString(merged, hint);
      case 'integer':
      case 'number':
        return drawNumber(merged, hint, type);
      case 'boolean':
        return ({ random }) => random() < 0.5;
      case 'null':
        return () => null;
      default:
        return type satisfies never;
    }
  };

  const drawArray = (merged: Merged, hint: Hint): Draw => {
    const prefix = merged.prefixItems.map((schema) => lazily([schema], hint));
    const item = lazily(merged.items, hintFor(singular(hint.name), hint.owner));
    const isBounded = merged.items.includes(false);
    return (context) => {
      const { minItems, maxItems } = merged;
      const least = Math.min(Math.max(minItems, prefix.length), mostItems);
      const lean = context.sparse || context.depth > leanDepth || context.budget < 0;
      const spread = lean ? 0 : Math.max(0, Math.min(maxItems, least + 3) - Math.max(least, 1));
      const wanted = lean
        ? least
        : Math.min(Math.max(least, 1) + Math.floor(context.random() * (spread + 1)), maxItems);
      const items: Json[] = prefix.map((draw) => draw(context));
      const seen = new Set<string>();
      for (let tries = wanted * 5; items.length < wanted && tries > 0 && !isBounded; tries--) {
        const value = item(context);
        if (merged.unique && seen.size === seen.add(textOf(value)).size) continue;
        items.push(value);
      }
      return items;
    };
  };

  const drawObject = (merged: Merged, hint: Hint): Draw => {
    const owner = merged.title ?? hint.name;
    const members = [...merged.members]
      .filter(([, declared]) => !declared.some((schema) => schema === false || isOneSided(schema)))
      .map(([name, declared]) => ({
        name,
        isRequired: merged.required.has(name),
        draw: lazily(declared, hintFor(name, owner)),
      }));
    const undeclared = [...merged.required]
      .filter((name) => !merged.members.has(name))
      .map((name) => ({
        name,
        isRequired: true,
        draw: lazily(typeof merged.additional === 'object' ? [merged.additional] : [], hintFor(name, owner)),
      }));
    const all = [...members, ...undeclared];
    const extra = merged.additional === false ? undefined : drawExtra(merged, hint);
    const isMap = members.length === 0 && typeof merged.additional === 'object';
    const dependents = merged.parts.flatMap((part) =>
      Object.entries((part.dependentRequired ?? {}) as Record<string, readonly string[]>),
    );
    return (context) => {
      const value: Record<string, Json> = {};
      const lean = context.sparse || context.depth > leanDepth || context.budget < 0;
      let count = merged.required.size;
      for (const { name, isRequired, draw } of all) {
        if (!isRequired) {
          if (count >= merged.maxProperties || lean || context.random() > (context.depth > 2 ? 0.6 : 0.8)) continue;
          count++;
        }
        setMember(value, name, draw(context));
      }
      for (const [name, names] of dependents) {
        if (!Object.hasOwn(value, name)) continue;
        for (const { name: other, draw } of all)
          if (names.includes(other) && !Object.hasOwn(value, other)) setMember(value, other, draw(context));
      }
      const least = isMap && !lean ? Math.max(merged.minProperties, 2) : merged.minProperties;
      for (const { name, draw } of all) {
        if (Object.keys(value).length >= Math.min(least, mostItems)) break;
        if (!Object.hasOwn(value, name)) setMember(value, name, draw(context));
      }
      if (extra !== undefined) extra(value, Math.min(least, merged.maxProperties, mostItems), context);
      return value;
    };
  };

  /** Members under names of our own, where the schema takes any. */
  const drawExtra = (
    merged: Merged,
    hint: Hint,
  ): ((value: Record<string, Json>, wanted: number, context: DrawContext) => void) => {
    const patterns = merged.parts.flatMap((part) => Object.entries(part.patternProperties ?? {}));
    const [pattern, patterned] = patterns[0] ?? [];
    const schema = patterned ?? (typeof merged.additional === 'object' ? merged.additional : true);
    const draw = lazily([schema], hintFor(singular(hint.name), hint.owner));
    return (value, wanted, context) => {
      for (let tries = wanted * 3, at = 1; Object.keys(value).length < wanted && tries > 0; tries--, at++) {
        const name =
          pattern === undefined
            ? (context.tools?.word(context) ?? `member${at}`)
            : (context.tools?.patternText(pattern, context) ?? `member${at}`);
        setMember(value, Object.hasOwn(value, name) ? `${name}${at}` : name, draw(context));
      }
    };
  };

  return lazily;
};

/** More items than anyone asks an example for, but a schema may. */
const mostItems = 1000;

const isReference = (schema: SchemaObject): boolean => schema.$ref !== undefined && Object.keys(schema).length === 1;

const isNull = (schema: Schema): boolean => typeof schema === 'object' && schema.type === 'null';

const isOneSided = (schema: Schema): boolean =>
  typeof schema === 'object' &&
  (schema.readOnly === true && Object.keys(schema).length === 1 ? true : schema.writeOnly === true);

/** A nullable value is there nine times in ten. */
const isAbsent = (context: DrawContext): boolean => !context.sparse && context.random() < 0.1;

const drawOneOf = (values: readonly Json[]): Draw => {
  const real = values.length > 1 ? values.filter((value) => value !== null) : values;
  return ({ random, sparse }) => real[sparse ? 0 : Math.floor(random() * real.length)] as Json;
};

/** Documented examples look like what the service sends, where they keep to its own rules. */
const drawExample = (examples: readonly Json[], merged: Merged, draw: Draw): Draw => {
  const fitting = examples.filter((example) => fits(example, merged));
  if (fitting.length === 0 || isDated(merged)) return draw;
  return ({ random }) => fitting[Math.floor(random() * fitting.length)] as Json;
};

const isDated = ({ format }: Merged): boolean => format === 'date' || format === 'date-time' || format === 'uuid';

const fits = (example: Json, merged: Merged): boolean =>
  typeof example === 'string' &&
  (merged.types === undefined || merged.types.has('string')) &&
  example.length >= merged.minLength &&
  example.length <= merged.maxLength;

const drawFaker = (faker: Json, merged: Merged, otherwise: Draw): Draw => {
  const type = merged.types?.has('integer')
    ? 'integer'
    : merged.types?.has('number')
      ? 'number'
      : merged.types?.has('boolean')
        ? 'boolean'
        : 'string';
  return (context) => {
    if (context.tools === undefined) return otherwise(context);
    const value = context.tools.fake(faker, merged.types === undefined ? undefined : type, context);
    return value === undefined ? otherwise(context) : value;
  };
};

/** Makes the member that tells variants apart say which one this is, where the variant itself does not. */
const tagFor = (discriminator: SchemaObject['discriminator'], at: number): readonly SchemaObject[] => {
  const value = discriminator?.values[at];
  if (discriminator === undefined || value === undefined || value === '') return [];
  return [{ properties: { [discriminator.propertyName]: { examples: [value] } } }];
};

const typeFor = (merged: Merged, hint: Hint): TypeName => {
  const { types } = merged;
  if (types !== undefined) return [...types].find((type) => type !== 'null') ?? 'null';
  if (
    merged.members.size > 0 ||
    merged.required.size > 0 ||
    merged.additional !== undefined ||
    merged.minProperties > 0
  )
    return 'object';
  if (merged.items.length > 0 || merged.prefixItems.length > 0 || merged.minItems > 0) return 'array';
  if (merged.low > -Infinity || merged.high < Infinity || merged.step !== undefined) return 'number';
  if (merged.format !== undefined || merged.patterns.length > 0 || merged.minLength > 0 || merged.maxLength < Infinity)
    return 'string';
  return hint.name === '' ? 'object' : 'string';
};

const textOf = (value: Json): string =>
  JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member));

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/([^s])s$/, '$1');
