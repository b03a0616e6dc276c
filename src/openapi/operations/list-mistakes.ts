/** Names the mistakes of a request one by one, where an error body has a place for them. */

import {
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  propertyPath,
  setAt,
  valueAt,
} from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import { messageOf } from '../../core/request/refusal.ts';
import type { Mistake } from '../../core/service/service.ts';
import { pydanticWords } from '../../parts/pydantic/index.ts';
import { wordLists } from '../../parts/words/index.ts';
import { type ErrorSchema, isAsGood, type KnownError, schemasAt } from './draw-error.ts';
import { isTextName, messagePathsIn } from './error-properties.ts';
import { type MistakePlace, mistakePlaces, schemaLike } from './mistake-places.ts';

/** Puts the mistakes in the first place of the body where its schema accepts them. */
type ListMistakes = (body: Json, mistakes: readonly Mistake[]) => Json;

/** `template`: a body of the error; `drawWhole`: one with all the properties that name a mistake. */
export const createListMistakes = (
  template: Json,
  drawWhole: (schema: KnownError) => Json,
  schema: ErrorSchema,
): ListMistakes => {
  const { key, schemas } = schema;
  const isPascal = key !== undefined && /ProblemDetails$/.test(schemas.nameOf(key) ?? '');
  const writers = placesOf(template, schema).map((place) => {
    const at = [...place.path, 0];
    const shown = valueAt(template, at);
    const drawn =
      place.kind !== 'entries' || key === undefined ? undefined : valueAt(drawWhole({ ...schema, key }), at);
    const entry = { ...(isJsonObject(drawn) && drawn), ...(isJsonObject(shown) && shown) };
    const types = schemas.typesOfAll(schemasAt(schema, [...at, 'loc', 0]));
    const hasIndexes = key !== undefined && types?.has('integer') !== false;
    return { place, entry, hasIndexes, isPascal: isPascal || isInPascalCase(valueAt(template, place.path)) };
  });
  const above = messagePathsIn(template)[0]?.slice(0, -1) ?? [];
  const parts = schemasAt(schema, above).flatMap((one) => schemas.partsOf(one, 'some'));
  const declared = schemas.propertiesIn(parts);
  const singles = [...declared.keys()].filter(wordLists.mistakenNames.has).map((name) => [...above, name]);
  return (body, mistakes) => {
    for (const { place, ...style } of writers) {
      const listed = setAt(body, place.path, valueFor(place, mistakes, style));
      if (isAsGood(schema, listed, body)) return listed;
    }
    const name = nameOf(mistakes[0] as Mistake);
    const named = singles.reduce((stated: Json, path) => setAt(stated, path, name), body);
    return isAsGood(schema, named, body) ? named : body;
  };
};

const placesOf = (template: Json, schema: ErrorSchema): readonly MistakePlace[] => {
  const { key, schemas } = schema;
  const declared = key === undefined ? [] : mistakePlaces(schemas, { $ref: key });
  const shown = mistakePlaces(schemas, schemaLike(template));
  // ASP.NET adds `errors` to problem details, which it declares as open.
  const isProblem = isJsonObject(template) && Object.hasOwn(template, 'title') && Object.hasOwn(template, 'status');
  const isOpen = isProblem && schemasAt(schema, ['errors']).some((one) => one !== false);
  return [...declared, ...shown, ...(isOpen ? [{ path: ['errors'], kind: 'lists', isNamed: true } as const] : [])];
};

/** Whether an example has the names of properties as ASP.NET writes them. */
const isInPascalCase = (map: Json | undefined) =>
  isJsonObject(map) && Object.keys(map).length > 0 && Object.keys(map).every((name) => /^[A-Z]/.test(name));

interface Style {
  readonly entry: JsonObject;
  /** Whether a path may contain numbers. */
  readonly hasIndexes: boolean;
  /** Whether names of properties begin with capitals. */
  readonly isPascal: boolean;
}

const valueFor = ({ kind, isNamed }: MistakePlace, mistakes: readonly Mistake[], style: Style): Json => {
  if (kind === 'texts') return mistakes.map(sentenceOf);
  if (kind === 'entries') return mistakes.map((mistake) => entryFor(mistake, isNamed, style));
  const byName = Map.groupBy(mistakes, (mistake) => {
    const name = nameOf(mistake);
    return style.isPascal ? name.replace(/(?<![^.])\w/g, (first) => first.toUpperCase()) : name;
  });
  return Object.fromEntries(
    [...byName].map(([name, list]) => {
      const texts = list.map(({ message }) => message);
      return [name, kind === 'lists' ? texts : texts.join('; ')];
    }),
  );
};

/** `body.name is required`. */
const sentenceOf = (mistake: Mistake): string => messageOf(mistake.in, mistake);

/** The property as `address.city` or `tags[0]`; of a mistake of the whole body, its place. */
const nameOf = ({ in: place, pointer }: Mistake): string => propertyPath(pointer).replace(/^\./, '') || place;

const entryFor = (mistake: Mistake, isNamed: boolean, style: Style): Json => {
  const { entry } = style;
  const messageAt = messagePathsIn(entry).find(([name]) => isTextName(String(name)));
  const words = Array.isArray(entry.loc) ? pydanticWords(mistake) : undefined;
  const text = isNamed ? (words?.msg ?? mistake.message) : sentenceOf(mistake);
  const stated = messageAt === undefined ? entry : (setAt(entry, messageAt, text) as JsonObject);
  const located = withProperty(stated, mistake, style);
  return words === undefined ? located : { ...located, type: words.type };
};

const withProperty = (entry: JsonObject, mistake: Mistake, style: Style): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).map(([name, before]) => [name, placeFor(plainName(name), before, mistake, style) ?? before]),
  );

/** The value of a property that names the place of a mistake; undefined for other properties. */
const placeFor = (name: string, before: Json, mistake: Mistake, style: Style): Json | undefined => {
  const { in: place, pointer } = mistake;
  if (name === 'code' && typeof before === 'string' && wordLists.requiredCodes.isIn(before))
    return mistake.rule === 'required' ? before : 'invalid';
  if (!wordLists.mistakenPlaces.has(name)) return undefined;
  if (Array.isArray(before)) {
    const tokens = pathTo(pointer).map((token) => (style.hasIndexes && /^\d+$/.test(token) ? Number(token) : token));
    return name === 'loc' ? [place, ...tokens] : tokens;
  }
  // JSON:API has a pointer into the body, or the name of a parameter.
  if (isJsonObject(before)) return place === 'body' ? { pointer } : { parameter: nameOf(mistake) };
  if (typeof before !== 'string') return undefined;
  const isPlace =
    /^(in|location)$/.test(name) && Object.keys(style.entry).filter(wordLists.mistakenPlaces.has).length > 1;
  if (isPlace) return place;
  return name === 'pointer' ? `${before.startsWith('#') ? '#' : ''}${pointer}` : nameOf(mistake);
};
