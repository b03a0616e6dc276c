/** Draws values from schemas. Each is compiled to a function once, on first use, because schemas can contain themselves. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { maxRemembered } from '../../core/primitives/lazy.ts';
import { type JsonType, typeOf } from '../../core/service/check.ts';
import { isPlaceholder } from '../../parts/dialects/index.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import { codesIn, exampleIn, listedIn } from '../../parts/sayings/described-texts.ts';
import { type Choices, createChoices, isUnion } from '../schema/alternatives.ts';
import { type Merged, mergeSchemas } from '../schema/merged-schema.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { drawArray } from './draw-array.ts';
import { type Draw, type DrawContext, type DrawFor, isAbsent, isExhausted, isLean } from './draw-context.ts';
import { drawLike } from './draw-like.ts';
import { drawNumber, usualTypeOf } from './draw-number.ts';
import { drawObject } from './draw-object.ts';
import { drawString } from './draw-string.ts';
import type { NameHint } from './name-hint.ts';
import { currencyOf, personOf, sharedPlace } from './shared-facts.ts';

export const createDraws = (schemas: SchemaSet): DrawFor => {
  const known = new Map<string, Draw>();
  const make = (list: readonly Schema[], hint: NameHint, context: DrawContext): Draw => {
    const merged = mergeSchemas(schemas, list);
    context.work -= mergeCost + partCost * merged.parts.length + propertyCost * merged.properties.size;
    return drawMerged(merged, hint, compiler);
  };
  const drawFor: DrawFor = (list, hint) => {
    const identity = identityOf(list, hint);
    const found = identity === undefined ? undefined : known.get(identity);
    if (found !== undefined) return found;
    let made: Draw | undefined;
    const draw: Draw = (context) => {
      const isOpened = identity !== undefined && isLean(context);
      if (isExhausted(context) || (isOpened && context.open.has(draw))) {
        context.isCut = true;
        context.isEndless = true;
        return null;
      }
      made ??= make(list, hint, context);
      if (isOpened) context.open.add(draw);
      context.depth++;
      context.budget--;
      const value = made(context);
      context.depth--;
      if (isOpened) context.open.delete(draw);
      return value;
    };
    if (identity !== undefined) known.set(identity, draw);
    return draw;
  };
  const compiler: Compiler = { schemas, drawFor, variants: createVariants(), choicesOf: createChoices(schemas) };
  return drawFor;
};

/** What the draws of a set of schemas share. */
interface Compiler {
  readonly schemas: SchemaSet;
  readonly drawFor: DrawFor;
  readonly variants: Variants;
  readonly choicesOf: ReturnType<typeof createChoices>;
}

/** The cost of a merge, of each of its parts, which are examined for every keyword, and of each property, whose name is read. */
const mergeCost = 10;
const partCost = 8;
const propertyCost = 2;

/** The name of a schema that can occur again below itself: it has a key. */
const identityOf = ([only, ...others]: readonly Schema[], hint: NameHint): string | undefined => {
  if (others.length > 0 || typeof only !== 'object' || only.$ref === undefined || Object.keys(only).length > 1)
    return undefined;
  return `${only.$ref} ${hint.name} ${hint.owner}`;
};

const drawMerged = (merged: Merged, hint: NameHint, compiler: Compiler): Draw => {
  const { faker, values, fallback, union, examples } = merged;
  if (faker !== undefined) return drawFaker(faker, merged, drawMerged({ ...merged, faker: undefined }, hint, compiler));
  if (values !== undefined && values.length > 0)
    return drawListed(values, examples.find((one) => values.includes(one)) ?? fallback, hint);
  if (fallback !== undefined && !hint.isId && !isEmpty(fallback) && isUsableExample(fallback, merged)) {
    const draw = drawMerged({ ...merged, fallback: undefined }, hint, compiler);
    // Documents write constants so. Of the items of a list, the first may have an example instead.
    return (context) =>
      context.ignoresExamples || (context.usesExamples && examples.length > 0) ? draw(context) : fallback;
  }
  if (union !== undefined)
    return merged.parts.filter(isUnion).length > maxNested
      ? drawUnions(merged, hint, compiler)
      : drawUnion(merged, union, hint, compiler);
  const { description = '' } = hint.isId ? {} : merged;
  const found = listedIn(description) ?? [];
  const words = isSaidOfOthers(found, merged, hint) ? [] : found;
  const listed = words.length > 0 ? words : codesOf(merged, description);
  const draw = listed.length > 0 ? drawValue(listed) : drawTyped(merged, hint, compiler.drawFor);
  const usable = examples.filter((example) => !isPlaceholder(example, hint.name) && isUsableExample(example, merged));
  const texts = usable.filter((example) => typeof example === 'string');
  const shownText = texts[0] ?? exampleIn(description);
  const others =
    typeof shownText === 'string' && listed.length === 0 && isUsableExample(shownText, merged)
      ? drawLike(shownText, merged, hint, draw)
      : draw;
  // Drawn dates and ids are better than examples, which would be the same for every item.
  const isBetterDrawn = merged.format === 'date' || merged.format === 'date-time' || merged.format === 'uuid';
  if (isBetterDrawn) return draw;
  if (usable.length === 0) return others;
  const isKey = hint.isId && merged.patterns.length === 0;
  const shown = isKey ? others : drawExample(usable, draw, merged, compiler.schemas);
  return (context) => (context.ignoresExamples ? draw : context.usesExamples ? shown : others)(context);
};

/** Whether a value shows nothing: an empty text, list or object. */
const isEmpty = (value: Json) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** One of the listed values. The first item of a list has the default. */
const drawListed = (values: readonly Json[], fallback: Json | undefined, { words }: NameHint): Draw => {
  const draw = drawValue(words === 'method' && values.includes('GET') ? ['GET'] : values);
  const fact = listedFacts.find(([meaning]) => wordGroups.ends.has(words, meaning))?.[1];
  if (fact !== undefined) return (context) => (context.sparse ? undefined : fact(context, values)) ?? draw(context);
  if (fallback === undefined || fallback === null || !values.includes(fallback)) return draw;
  return (context) => (context.usesExamples && !context.ignoresExamples ? fallback : draw(context));
};

/** An example; an object is as documented, with what its schema requires in addition, and without values of another type. */
const drawExample = (examples: readonly Json[], draw: Draw, merged: Merged, schemas: SchemaSet): Draw => {
  const [first] = examples;
  if (!isJsonObject(first)) return drawValue(examples);
  const { properties, additional, required } = merged;
  const fits = ([name, value]: readonly [string, Json]) => {
    if (isPlaceholder(value, name)) return false;
    const list = properties.get(name);
    if (list === undefined) return additional !== false;
    const [types, type] = [schemas.typesOfAll(list), typeOf(value)];
    return types === undefined || types.has(type) || (type === 'integer' && types.has('number'));
  };
  const fitting = Object.fromEntries(Object.entries(first).filter(fits));
  return (context) => {
    const within = context.listSize?.within;
    const drawn = draw(context);
    if (!isJsonObject(drawn)) return drawn;
    const isShown = (name: string) =>
      required.has(name) ||
      Object.hasOwn(first, name) ||
      within?.includes(name) === true ||
      context.keeps?.(name) === true;
    return { ...Object.fromEntries(Object.entries(drawn).filter(([name]) => isShown(name))), ...fitting };
  };
};

/** The explained codes, as numbers or as texts. A text may be a `2-letter or 3-letter code`. */
const codesOf = (merged: Merged, description: string): readonly Json[] => {
  const { types, low, high } = merged;
  const codes = codesIn(description).filter((code) => code >= low && code <= high);
  if (types?.has('integer') || types?.has('number')) return codes;
  if (!types?.has('string') || merged.patterns.length > 0 || /\d-[a-z]/i.test(description)) return [];
  return codes.map(String).filter((text) => isUsableExample(text, merged));
};

/** Whether a description lists other things, as of addresses, times and names: `Either "folderId" or "folderPath" is required.` */
const isSaidOfOthers = (listed: readonly string[], merged: Merged, { name, words }: NameHint) =>
  listed.includes(name) ||
  wordGroups.ends.has(words, 'described') ||
  !listed.every((value) => value !== '' && isUsableExample(value, merged));

const isUsableExample = (example: Json, { types, minLength, maxLength }: Merged) => {
  if (example === null) return false;
  const type = typeOf(example);
  if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number'))) return false;
  return typeof example !== 'string' || (example.length >= minLength && example.length <= maxLength);
};

/** The currency and the country that the value already has, among all those of the world, and what fits its first name. */
const listedFacts: readonly (readonly [
  Meaning<'ends'>,
  (context: DrawContext, values: readonly Json[]) => Json | undefined,
])[] = [
  [
    'sex',
    (context, values) => {
      const sex = context.tools && personOf(context, context.tools.faker).sex;
      return sex && (inNotationOf(values, sex) ?? inNotationOf(values, sex.slice(0, 1)));
    },
  ],
  ['currency', (context, values) => inNotationOf(values, currencyOf(context))],
  [
    'countryCode',
    (context, values) => {
      const { country, countryCode, countryCode3 } = sharedPlace(context);
      return inNotationOf(values, countryCode) ?? inNotationOf(values, countryCode3) ?? inNotationOf(values, country);
    },
  ],
];

/** `eur` for `EUR`. */
const inNotationOf = (values: readonly Json[], code: string): Json | undefined =>
  values.find((value) => typeof value === 'string' && value.toLowerCase() === code.toLowerCase());

/** What Protocol Buffers call a value that is not set. */
const unspecified = /(^|_)UNSPECIFIED$/;

/** Draws one of several values, not an empty one. */
const drawValue = (values: readonly Json[]): Draw => {
  const filled = values.filter((value) => value !== null && value !== '' && !unspecified.test(String(value)));
  const shown = filled.length > 0 ? filled : values;
  return ({ random, sparse }) => shown[sparse ? 0 : Math.floor(random() * shown.length)] as Json;
};

const drawFaker = (faker: Json, { types }: Merged, otherwise: Draw): Draw => {
  const scalars = ['integer', 'number', 'boolean', 'string'] as const;
  const type = types && (scalars.find((candidate) => types.has(candidate)) ?? 'string');
  // The sparse value is the last resort if the values of faker are invalid, so it does not use faker.
  return (context) => {
    if (context.sparse) return otherwise(context);
    // Methods of faker may read its date.
    context.isDated = true;
    return context.tools?.fake(faker, type) ?? otherwise(context);
  };
};

/** The nested unions of one value. Each needs a merge of all schemas of the value, once a branch of the one before is chosen. */
const maxNested = 8;

/** Chooses a branch of every union before the schemas are merged again. */
const drawUnions =
  ({ parts }: Merged, hint: NameHint, { drawFor, choicesOf }: Compiler): Draw =>
  (context) => {
    const chosen = parts.flatMap((part): readonly Schema[] => {
      if (!isUnion(part)) return [part];
      const { possible, rest } = choicesOf(part);
      const choice = isLean(context) ? 0 : Math.floor(context.random() * possible.length);
      const found = possible[choice];
      return found === undefined
        ? [rest, { type: 'null' }]
        : [rest, found.branch, ...tagFor(part.discriminator, found.index)];
    });
    return drawFor(chosen, hint)(context);
  };

const drawUnion = (
  merged: Merged,
  union: SchemaObject,
  hint: NameHint,
  { schemas, drawFor, variants, choicesOf }: Compiler,
): Draw => {
  const { possible, hasNull, rest } = choicesOf(union);
  if (possible.length === 0) return () => null;
  const filled = [...possible.keys()].filter(
    (choice) => !isBlank((possible[choice] as Choices['possible'][number]).branch, schemas),
  );
  const likely = filled.length > 0 ? filled : [...possible.keys()];
  const others = merged.parts.map((part) => (part === union ? rest : part));
  const draws: (Draw | undefined)[] = [];
  const drawOf = (choice: number): Draw => {
    const { branch, index } = possible[choice] as Choices['possible'][number];
    return variants(draws, choice, () => drawFor([...others, branch, ...tagFor(union.discriminator, index)], hint));
  };
  return (context) => {
    if (hasNull && isAbsent(context, hint)) return null;
    context.openUnions++;
    const value = isLean(context)
      ? drawFirstComplete(orderOf(possible, context), drawOf, context)
      : drawOf(likely[Math.floor(context.random() * likely.length)] as number)(context);
    context.openUnions--;
    return value;
  };
};

/** Whether a branch is for the empty text alone, which frameworks write beside each optional text. */
const isBlank = (branch: Schema, schemas: SchemaSet) => {
  const schema = typeof branch === 'object' && branch.$ref !== undefined ? schemas.get(branch.$ref).schema : branch;
  return typeof schema === 'object' && (schema.maxLength === 0 || (schema.enum?.length === 1 && schema.enum[0] === ''));
};

/** The draw at an index of the list. It is created if it does not exist. */
type Variants = (draws: (Draw | undefined)[], index: number, make: () => Draw) => Draw;

/** Thirty unions of two for one value have a billion combinations. */
const createVariants = (): Variants => {
  const lists = new Set<(Draw | undefined)[]>();
  let count = 0;
  return (draws, index, make) => {
    const known = draws[index];
    if (known !== undefined) return known;
    if (++count > maxRemembered) {
      for (const list of lists) list.length = 0;
      lists.clear();
      count = 1;
    }
    const made = make();
    draws[index] = made;
    lists.add(draws);
    return made;
  };
};

/** The indices of the branches, the highest rank first. */
const orderOf = (branches: Choices['possible'], context: DrawContext): Iterable<number> => {
  const { rank } = context;
  // Nearly always the first one is drawn: the others are not listed, since a list of items draws as often.
  if (rank === undefined) return branches.keys();
  context.work -= branches.length;
  const ranks = branches.map(({ branch }) => rank(branch));
  return [...branches.keys()].sort((left, right) => (ranks[right] as number) - (ranks[left] as number));
};

/** Draws from the first branch whose value is not cut. The other branches contain themselves. */
const drawFirstComplete = (order: Iterable<number>, drawOf: (index: number) => Draw, context: DrawContext): Json => {
  const { isCut: wasCut, isEndless: wasEndless } = context;
  let value: Json = null;
  for (const index of order) {
    context.isCut = false;
    context.isEndless = wasEndless;
    value = drawOf(index)(context);
    if (!context.isCut || isExhausted(context)) break;
  }
  context.isCut ||= wasCut;
  return value;
};

/** The discriminator's property is in each value. The branch says which name it has. */
const tagFor = (discriminator: SchemaObject['discriminator'], index: number): readonly SchemaObject[] =>
  discriminator === undefined || (discriminator.tags[index] ?? []).length === 0
    ? []
    : [{ required: [discriminator.propertyName] }];

const drawTyped = (merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  const type = typeFor(merged, hint);
  const draw = drawOfType(type, merged, hint, drawFor);
  if (type === 'null' || !merged.types?.has('null')) return draw;
  return (context) => (isAbsent(context, hint) ? null : draw(context));
};

const drawOfType = (type: JsonType, merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  switch (type) {
    case 'object':
      return drawObject(merged, hint, drawFor);
    case 'array':
      return drawArray(merged, hint, drawFor);
    case 'string':
      return drawString(merged, hint, drawFor);
    case 'integer':
    case 'number':
      return drawNumber(merged, hint, type);
    case 'boolean': {
      const chance = likelihoodOf(hint);
      return ({ random }) => random() < chance;
    }
    case 'null':
      return () => null;
  }
};

/** The probability of true, by name. What is there is not deleted, and few items are favourites. */
const likelihoodOf = ({ words }: NameHint): number => {
  const { has } = wordGroups.inside;
  if (has(words, 'negated')) return 0.9;
  // The service that responds is there: clients wait for it.
  if (has(words, 'certain')) return 1;
  if (has(words, 'gone')) return 0;
  if (has(words, 'few')) return 0.1;
  return has(words, 'most') ? 0.9 : 0.5;
};

/** The first allowed type. If the schema does not state a type, the other keywords determine it. */
const typeFor = (merged: Merged, hint: NameHint): JsonType => {
  const { types } = merged;
  if (types !== undefined) return [...types].find((type) => type !== 'null') ?? 'null';
  if (
    merged.properties.size > 0 ||
    merged.required.size > 0 ||
    merged.additional !== undefined ||
    merged.minProperties > 0
  )
    return 'object';
  if (merged.items.length > 0 || merged.prefixItems.length > 0 || merged.minItems > 0) return 'array';
  if (merged.low > Number.NEGATIVE_INFINITY || merged.high < Number.POSITIVE_INFINITY || merged.step !== undefined)
    return 'number';
  const isText =
    merged.format !== undefined ||
    merged.patterns.length > 0 ||
    merged.minLength > 0 ||
    merged.maxLength < Number.POSITIVE_INFINITY;
  if (isText || hint.name === '') return isText ? 'string' : 'object';
  return usualTypeOf(hint) ?? 'string';
};
