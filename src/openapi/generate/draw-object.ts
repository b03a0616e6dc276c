import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { singular } from '../../core/primitives/words.ts';
import { type GivenValues, typeOf } from '../../core/service/check.ts';
import { agreementOf, decidedTimes } from '../../parts/agreement/index.ts';
import { nameRules, wordGroups } from '../../parts/names/index.ts';
import { agreeOnPictures } from '../../parts/pictures/index.ts';
import { objectIn } from '../document/source.ts';
import { type Merged, patternsOf } from '../schema/merged-schema.ts';
import type { Schema } from '../schema/schema.ts';
import {
  cutTo,
  type Draw,
  type DrawContext,
  type DrawFor,
  drawUnlessEndless,
  isLean,
  maxDrawnItems,
  rareTimeChance,
} from './draw-context.ts';
import { isImpersonal, isPersonal, isWrapper } from './kinds-of-things.ts';
import { englishOf, hintFor, type NameHint } from './name-hint.ts';
import { sharedPlace } from './shared-facts.ts';
import { wordFor } from './vocabulary.ts';

interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  /** Whether people recognize the object by this property, or it has a default. It is then drawn although the schema does not require it. */
  readonly isIdentifying: boolean;
  /** The probability of what is seldom there, as the time of what has seldom happened. */
  readonly chance?: number | undefined;
  /** The other coordinate of the same place: there is none without it. */
  readonly follows?: string | undefined;
  readonly draw: Draw;
}

type Value = Record<string, Json>;

/** The probability of optional properties, in outer and inner objects. */
const likelihood = { outer: 0.8, inner: 0.6 };
const rarely = 0.1;

export const drawObject = (merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  const properties = propertiesOf(merged, hint, drawFor);
  const fill = extraProperties(merged, hint, drawFor);
  const isEach = (name: string, test: (schema: Schema) => boolean) => merged.properties.get(name)?.every(test) ?? false;
  const names = [...merged.properties.keys()];
  const agree = agreementOf(
    names,
    {
      takes: (name, own) => isEach(name, (schema) => takes(schema, own)),
      emptyAs: (name) => (isEach(name, mayBeNull) ? 'null' : merged.required.has(name) ? undefined : 'absent'),
    },
    englishOf,
  );
  const letter = agreeOnPictures(names, englishOf);
  const isMap = merged.properties.size === 0 && typeof merged.additional === 'object';
  const usual = isLinks(hint) ? 1 : 2;
  const isOfPlace = wordGroups.names.has(hint.words, 'placePart');
  // The name of the person around it.
  const isOfPerson = /^(name|profile)$/.test(hint.words);
  return (context) => {
    const value: Value = {};
    const { shared, given } = context;
    context.given = undefined;
    if (isOfPerson) shared.people ??= new Map();
    context.shared = {
      ...(isOfPlace && { place: sharedPlace(context) }),
      ...(isOfPerson && shared.people && { people: shared.people }),
    };
    if (given !== undefined) sharePerson({ ...given.usual, ...given.fixed }, context);
    drawProperties(value, properties, merged, context, given);
    const minimum = Math.min(
      isMap && !isLean(context) ? Math.max(merged.minProperties, usual) : merged.minProperties,
      merged.maxProperties,
    );
    const count = cutTo(minimum, maxDrawnItems, context);
    if (Object.keys(value).length < count) addProperties(value, properties, context, count);
    fill?.(value, count, context);
    agree(value, context.now, given?.fixed);
    letter?.(value, given?.fixed);
    for (const [name, own] of Object.entries(given?.fixed ?? {})) setProperty(value, name, kept(own, value[name]));
    context.shared = shared;
    return value;
  };
};

/** Keeps the name of the person that given values state: the address of a person follows the name. */
const sharePerson = (given: JsonObject, context: DrawContext) => {
  const textOf = (test: (words: string) => boolean): string | undefined => {
    const name = Object.keys(given).find((one) => test(englishOf(one)));
    const text = name === undefined ? undefined : given[name];
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  const [first, ...rest] = (textOf((words) => wordGroups.names.has(words, 'name')) ?? '').split(' ');
  context.shared.known = { first: textOf(isFirstName) ?? first, last: textOf(isLastName) ?? rest.join(' ') };
};

const isFirstName = (words: string) => wordGroups.texts.is(words, 'firstName');
const isLastName = (words: string) => wordGroups.texts.is(words, 'lastName');

/** The given value, or the object that was drawn with what is given of it. */
const kept = (given: Json, drawn: Json | undefined): Json =>
  isJsonObject(given) && isJsonObject(drawn) ? drawn : given;

const propertiesOf = (merged: Merged, hint: NameHint, drawFor: DrawFor): readonly Property[] => {
  const all = [...merged.properties.keys()].map(englishOf);
  const owner = ownerOf(merged, hint, all);
  // Beside a surname alone, the name is the first name; beside a first name alone (`nom` beside `prenom`), it is the surname.
  const [hasFirst, hasLast] = [isFirstName, isLastName].map((test) => all.some(test));
  // Somebody with a birthday, whom no word calls a person, has a first name.
  const isBorn = all.some((words) => wordGroups.instants.has(words, 'birth')) && !isPersonal(englishOf(owner));
  const nameWords = hasFirst === hasLast ? (isBorn ? 'first name' : 'name') : hasLast ? 'first name' : 'last name';
  const meanings = nameRules.besides.filter(([siblings]) =>
    siblings.every((one) => all.some((words) => one.test(words))),
  );
  const decided = decidedTimes([...merged.properties.keys()], englishOf);
  const hintOf = (name: string): NameHint => {
    const own = { ...hintFor(name, owner), isDecided: decided.has(name) };
    if (own.words === 'name') return { ...own, words: nameWords };
    const [, pattern, meaning] = meanings.find(([, one]) => one.test(own.words)) ?? [];
    return pattern === undefined || meaning === undefined
      ? own
      : { ...own, words: own.words.replace(pattern, meaning) };
  };
  const isLink = all.includes('href') && all.includes('templated');
  const coordinates = Map.groupBy(merged.properties.keys(), placeOfCoordinate);
  const followedBy = (name: string): string | undefined => {
    const place = placeOfCoordinate(name);
    const [first, second] = place === undefined ? [] : (coordinates.get(place) ?? []);
    const isLed = second !== undefined && merged.required.has(second);
    return name === second ? first : name === first && isLed ? second : undefined;
  };
  const declared = [...merged.properties]
    .filter(
      ([name, schemas]) =>
        !schemas.some((schema) => schema === false || (isHidden(schema) && !merged.required.has(name))),
    )
    .map(([name, schemas]) => ({
      name,
      isRequired: merged.required.has(name),
      isIdentifying: (isLink ? name === 'href' : identifies(name)) || decided.has(name) || schemas.some(hasDefault),
      // Hardly any link of HAL has more than its address.
      chance: isLink ? rarely : rareTimeChance(hintOf(name).words),
      follows: followedBy(name),
      draw: drawFor(schemas, hintOf(name)),
    }));
  return [...declared, ...undeclaredOf(merged, owner, drawFor)];
};

const undeclaredOf = (merged: Merged, owner: string, drawFor: DrawFor): readonly Property[] => {
  const patterned = patternsOf(merged);
  const additional = typeof merged.additional === 'object' ? [merged.additional] : [];
  return [...merged.required]
    .filter((name) => !merged.properties.has(name))
    .map((name) => {
      const found = patterned.find(({ pattern }) => pattern?.test(name));
      const draw = drawFor(found === undefined ? additional : [found.schema], hintFor(name, owner));
      return { name, isRequired: true, isIdentifying: true, draw };
    });
};

/** What is left of `startLat` and `start_longitude`. */
const placeOfCoordinate = (name: string): string | undefined => {
  const words = englishOf(name);
  const axis = (['latitude', 'longitude'] as const).find((one) => wordGroups.ends.has(words, one));
  return axis && words.replace(wordGroups.ends.patternOf(axis), '');
};

/** The name of the object. One with an email address or a first name is a person. */
const ownerOf = ({ title }: Merged, hint: NameHint, all: readonly string[]): string => {
  const { names } = wordGroups;
  const own = title ?? hint.name;
  const name = hint.owner !== '' && isWrapper(englishOf(own)) ? hint.owner : own;
  if (hint.words === 'province') return 'province';
  const isPerson = all.some(
    (words) =>
      isFirstName(words) || isLastName(words) || (names.has(words, 'account') && !isImpersonal(englishOf(name))),
  );
  if (/\bstates?$/.test(englishOf(name)) && all.some((words) => names.has(words, 'besideState')))
    return `${name} region`;
  return isPerson ? `${name} person` : name;
};

const mayBeNull = (schema: Schema) =>
  typeof schema === 'object' &&
  ([schema.type ?? []].flat().includes('null') || (schema.anyOf ?? schema.oneOf ?? []).some(mayBeNull));

/** Whether a schema surely takes a value: it limits it at most by its type, its size and a list. */
const takes = (schema: Schema, value: Json): boolean =>
  typeof schema === 'object' &&
  Object.entries(schema).every(([key, own]) => {
    switch (key) {
      case 'type':
        return [own].flat().some((type) => type === typeOf(value) || (type === 'number' && typeof value === 'number'));
      case 'minimum':
        return Number(own) <= Number(value);
      case 'maximum':
        return Number(own) >= Number(value);
      case 'maxLength':
        return Number(own) >= String(value).length;
      case 'enum':
        return (own as readonly Json[]).includes(value);
      case 'anyOf':
        return (own as readonly Schema[]).some((one) => takes(one, value));
      default:
        return ['format', 'title', 'description', 'examples', 'default', 'minLength', 'readOnly'].includes(key);
    }
  });

const hasDefault = (schema: Schema) => typeof schema === 'object' && (schema.default ?? null) !== null;

const isHidden = (schema: Schema) => typeof schema === 'object' && schema.isHidden === true;

const identifies = (name: string) => wordGroups.names.has(englishOf(name), 'identifying');

const drawProperties = (
  value: Value,
  properties: readonly Property[],
  { required, maxProperties }: Merged,
  context: DrawContext,
  given: GivenValues | undefined,
) => {
  const onlyRequired = isLean(context);
  // A schema that requires nothing but an id does not say what is optional: a service shows all of it.
  const isUnsaid = [...required].every((name) => name === 'id' || name === '_id');
  const isUsual = context.isWhole || (isUnsaid && context.depth <= 3);
  const chance = isUsual ? 1 : context.depth > 2 ? likelihood.inner : likelihood.outer;
  let count = required.size;
  for (const { name, isRequired, isIdentifying, chance: own, follows, draw } of properties) {
    const isGiven = given !== undefined && (Object.hasOwn(given.fixed, name) || Object.hasOwn(given.usual, name));
    if (!isRequired) {
      const isListed = context.listSize?.within?.includes(name) === true;
      const isKept = isGiven || context.keeps?.(name) === true || isListed;
      const isUnlikely = !onlyRequired && context.random() > (own ?? chance) && !isIdentifying;
      const isAlone = follows !== undefined && !required.has(follows) && !Object.hasOwn(value, follows);
      const isLeftOut = onlyRequired || (follows === undefined ? isUnlikely : isAlone);
      if (count >= maxProperties || (!isKept && isLeftOut)) continue;
      count++;
    }
    if (isGiven) {
      drawGiven(value, name, draw, given, context);
      continue;
    }
    if (isRequired || context.keeps === undefined) {
      drawProperty(value, name, draw, context);
      continue;
    }
    const drawn = drawUnlessEndless(draw, context);
    if (drawn !== undefined) setProperty(value, name, drawn);
  }
};

/** Draws a given property all the same, so that those after it are as they would be without. */
const drawGiven = (value: Value, name: string, draw: Draw, { fixed, usual }: GivenValues, context: DrawContext) => {
  const own = (Object.hasOwn(fixed, name) ? fixed[name] : usual[name]) as Json;
  context.given = { fixed: objectIn(fixed, name) ?? {}, usual: objectIn(usual, name) ?? {} };
  const drawn = drawUnlessEndless(draw, context);
  context.given = undefined;
  setProperty(value, name, kept(own, drawn));
};

const drawProperty = (value: Value, name: string, draw: Draw, context: DrawContext) => {
  const { replaced, isDated } = context;
  // Nearly every property takes this path.
  if (replaced === undefined) {
    setProperty(value, name, draw(context));
    return;
  }
  const [first, ...rest] = replaced;
  const isOnPath = name === first;
  context.replaced = isOnPath && rest.length > 0 ? rest : undefined;
  setProperty(value, name, draw(context));
  context.replaced = replaced;
  if (isOnPath && rest.length === 0) context.isDated = isDated;
};

const addProperties = (value: Value, properties: readonly Property[], context: DrawContext, targetCount: number) => {
  let count = Object.keys(value).length;
  for (const { name, draw } of properties) {
    if (count >= targetCount) return;
    if (Object.hasOwn(value, name)) continue;
    drawProperty(value, name, draw, context);
    count++;
  }
};

/** Whether a property has the links of a resource (HAL) by their names: `{ "self": { "href": … } }`. */
const isLinks = ({ words }: NameHint) => words === 'links';

type Fill = (value: Value, targetCount: number, context: DrawContext) => void;

/** Adds properties with generated names, if the schema allows undeclared properties. */
const extraProperties = (merged: Merged, hint: NameHint, drawFor: DrawFor): Fill | undefined => {
  const [[pattern, patterned] = []] = merged.parts.flatMap((part) => Object.entries(part.patternProperties ?? {}));
  if (merged.additional === false && pattern === undefined) return undefined;
  const schema = patterned ?? (typeof merged.additional === 'object' ? merged.additional : true);
  const draw = drawFor([schema], hintFor(singular(hint.name), hint.owner));
  const nameFor = propertyName(merged, hint, pattern, drawFor);
  return (value, targetCount, context) => {
    let count = Object.keys(value).length;
    for (let tries = targetCount * 3; count < targetCount && tries > 0; tries--) {
      const drawn = nameFor(context);
      const name = Object.hasOwn(value, drawn) ? `${drawn}${count}` : drawn;
      if (Object.hasOwn(value, name)) continue;
      drawProperty(value, name, draw, context);
      count++;
    }
  };
};

/** Draws names that the schema allows: by `patternProperties`, else by `propertyNames`. */
const propertyName = (
  merged: Merged,
  hint: NameHint,
  pattern: string | undefined,
  drawFor: DrawFor,
): ((context: DrawContext) => string) => {
  const names = merged.parts.flatMap(({ propertyNames: rule }) => (rule === undefined ? [] : [rule]));
  const patterns = pattern === undefined ? [] : [{ pattern }];
  if (names.length === 0 && patterns.length === 0) return isLinks(hint) ? () => 'self' : wordFor;
  const draw = drawFor([{ type: 'string' }, ...patterns, ...names], hintFor('', ''));
  return (context) => String(draw(context));
};
