/**
 * Reads paths with verbs as those of the nouns: `/books/add` is `POST /books`, `/getBook/{id}` is `GET /books/{id}`. An id in the
 * query or in the body is read as one in the path: `DELETE /books?id=7` is `DELETE /books/7`.
 */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import { isFixed } from '../../openapi/resources/describe/comparable-values.ts';
import { hasConditions } from '../../openapi/resources/describe/filters.ts';
import {
  effectsOfVerb,
  lastSegment,
  parameterIn,
  parentPath,
  segmentsOf,
  shapeOf,
  type UnboundOperation,
  type VerbEffect,
  verbsInOrder,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import { isSilent } from '../../openapi/resources/find/item-match.ts';
import { wordLists } from '../words/index.ts';

const shortestNoun = 3;

/**
 * The segments with their words. A segment begins with a verb only if the rest is a segment of its own, or follows another
 * verb as well: `address` and `news` do not.
 */
export const gluedVerbsIn = (segments: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const split = [...segments]
    .filter((segment) => /^[a-z]+$/.test(segment))
    .flatMap((segment) =>
      wordLists.gluedVerbs.all
        .filter((verb) => segment.startsWith(verb) && segment.length >= verb.length + shortestNoun)
        .map((verb) => ({ segment, verb, noun: segment.slice(verb.length) })),
    );
  const known = new Set([...segments].map(singularOf));
  const byNoun = Map.groupBy(split, ({ noun }) => singularOf(noun));
  const isNoun = (noun: string) =>
    known.has(singularOf(noun)) || new Set(byNoun.get(singularOf(noun))?.map(({ verb }) => verb)).size > 1;
  return new Map(split.filter(({ noun }) => isNoun(noun)).map(({ segment, verb, noun }) => [segment, [verb, noun]]));
};

/** The last literal segment of a path, read as a verb with its nouns, and what is around it. */
interface VerbSegment {
  readonly last: string;
  /** The segment before it; empty if there is none. */
  readonly previous: string;
  readonly abovePrevious: readonly string[];
  readonly above: readonly string[];
  /** The parameter behind it. */
  readonly after: string | undefined;
  readonly stem: string;
  /** Whether the segment before it is the noun before a dot: `/users.list`. */
  readonly isDotted: boolean;
  /** Its first word, which may be a verb. */
  readonly word: string;
  readonly nouns: readonly string[];
  /** What stands behind `by`: `/users/findByEmail?email=...`. */
  readonly by: string | undefined;
  /** Whether the verb is its only word. */
  readonly isAlone: boolean;
  readonly saysAll: boolean;
}

/** Returns undefined if more than a parameter stands behind it. `glued`: the words of segments in lower case. */
export const verbSegmentIn = (path: string, glued: ReadonlyMap<string, readonly string[]>): VerbSegment | undefined => {
  const whole = segmentsOf(path);
  const literal = whole.findLastIndex((segment) => !segment.includes('{'));
  const segments = whole.flatMap((segment, index) => (index === literal ? splitAtDot(segment) : [segment]));
  const at = literal + segments.length - whole.length;
  const [last, behind, ...more] = literal === -1 ? [] : segments.slice(at);
  const after = parameterIn(behind ?? '');
  if (last === undefined || more.length > 0 || (behind !== undefined && after === undefined)) return undefined;
  const words = glued.get(last) ?? wordsOf(last);
  // `createOrUpdate`, `save-edit`
  const second = words[1] === 'or' ? 2 : 1;
  const isSaving = wordLists.createVerbs.has(words[0] ?? '') && wordLists.updateVerbs.has(words[second] ?? '');
  const [word = '', ...rest] = isSaving ? ['upsert', ...words.slice(second + 1)] : words;
  const by = rest.findIndex((one) => one === 'by' || one === 'por');
  // `GetThingId/{id}`
  const end = by !== -1 ? by : after !== undefined && rest.length > 1 && rest.at(-1) === 'id' ? -1 : rest.length;
  return {
    ...{ last, after, word },
    previous: segments[at - 1] ?? '',
    above: segments.slice(0, at),
    abovePrevious: segments.slice(0, Math.max(0, at - 1)),
    stem: shapeOf(whole.slice(0, after === undefined ? undefined : -1)).erased,
    isDotted: segments.length > whole.length,
    nouns: rest.slice(0, end).filter((one) => !wordLists.besideNouns.has(one)),
    by: by === -1 ? undefined : rest.slice(by + 1).join(''),
    isAlone: rest.length === 0,
    saysAll: words.includes('all'),
  };
};

/** `/users.list` is `/users/list`. */
const splitAtDot = (segment: string): readonly string[] => {
  const [, noun, word] = /^([\w.-]+)\.(\w+)$/.exec(segment) ?? [];
  return noun !== undefined && word !== undefined ? [noun, word] : [segment];
};

const methodsOfEffect: Readonly<Record<VerbEffect, readonly string[]>> = {
  list: ['GET', 'POST'],
  read: ['GET', 'POST'],
  create: ['POST', 'PUT'],
  save: ['POST', 'PUT', 'PATCH'],
  update: ['PUT', 'PATCH', 'POST'],
  delete: ['DELETE', 'POST'],
  act: ['POST', 'PUT', 'PATCH'],
};

/** The effects of the methods on an item that the query names. */
const usualEffects: ReadonlyMap<string, VerbEffect> = new Map<string, VerbEffect>([
  ['GET', 'read'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

type Access = Pick<FinderContext, 'schemas' | 'describe' | 'shapes'>;

/** A path with a verb, and the path without it. */
interface Reading {
  readonly candidate: UnboundOperation;
  /** If it is undefined, the method is the verb. */
  readonly word: string | undefined;
  readonly effect: VerbEffect;
  /** The path up to the verb. All operations there and below must have it. */
  readonly stem: string;
  /** The segments before the noun, the noun if the path has one, and the segment of the id. */
  readonly before: readonly string[];
  readonly noun: string;
  readonly id: string | undefined;
  /** Whether the verb is a segment beside that of the noun: otherwise another operation must have the same noun. */
  readonly isApart: boolean;
}

/** The operations, with the path of the noun where theirs has a verb. `x-vivarium` needs no guess. */
export const withVerbPaths = (candidates: readonly UnboundOperation[], access: Access): readonly UnboundOperation[] => {
  const found = new Map<UnboundOperation, Reading>();
  const glued = gluedVerbsIn(new Set(candidates.flatMap(({ operation }) => segmentsOf(operation.path))));
  for (const candidate of candidates) {
    const reading = candidate.hint === undefined ? readingOf(candidate, access, glued) : undefined;
    if (reading !== undefined && !hasFixedParameter(candidate, access)) found.set(candidate, reading);
  }
  if (found.size === 0) return candidates;
  removeNouns(found, candidates);
  const plain = new Set(candidates.filter((one) => !found.has(one)).map(collectionOf));
  const groups = Map.groupBy(found.values(), keyOf);
  const plainByKey = new Map([...plain].map((path) => [keyOfPath(path), lastSegment(path)]));
  const read = new Map<UnboundOperation, UnboundOperation>();
  for (const [key, readings] of groups) {
    const isKnown = plainByKey.has(key) || new Set(readings.map(({ effect }) => effect)).size > 1;
    const own = plural(readings.map(({ noun }) => noun || 'items'));
    for (const reading of readings) {
      const { candidate, before, noun } = reading;
      const isPlain = plain.has(`${shapeOf(before).erased}/${noun}`);
      // A search by POST may return anything.
      if (!isKnown && (!reading.isApart || noun === '' || candidate.operation.method === 'POST')) continue;
      read.set(candidate, asNoun(reading, isPlain ? noun : (plainByKey.get(key) ?? own)));
    }
  }
  return candidates.map((one) => read.get(one) ?? one);
};

/** If a path has several lists, the list of the collection is that of the first verb; of these, the one without a parameter. */
export const inOrderOfVerbs = (candidates: readonly UnboundOperation[]): readonly UnboundOperation[] => {
  if (candidates.every(({ verb, isElsewhere }) => verb === undefined && !isElsewhere)) return candidates;
  const rank = ({ operation, path, verb, isElsewhere }: UnboundOperation): number =>
    verb === undefined
      ? isElsewhere
        ? -0.5
        : -1
      : verbsInOrder.indexOf(verb.word ?? '') +
        (operation.path.includes('{') && path.parameters.length === 0 ? 0.5 : 0);
  return candidates.toSorted((left, right) => rank(left) - rank(right));
};

const hasFixedParameter = ({ operation, parameterKeys }: UnboundOperation, { schemas }: Access) =>
  operation.parameters.some((one, index) => {
    const key = one.in === 'path' ? parameterKeys[index] : undefined;
    return key !== undefined && isFixed(key, schemas);
  });

const asNoun = ({ candidate, word, effect, before, id }: Reading, noun: string): UnboundOperation => {
  const { method } = candidate.operation;
  const action = effect === 'act' ? [word as string] : [];
  const path = shapeOf([...before, noun, ...(id === undefined ? [] : [`{${id}}`]), ...action]);
  const asked = {
    list: 'GET',
    read: 'GET',
    create: 'POST',
    save: 'PUT',
    update: method === 'PUT' ? 'PUT' : 'PATCH',
    delete: 'DELETE',
    act: method,
  };
  const isSent = id !== undefined && !candidate.operation.parameters.some(({ name }) => name === id);
  return { ...candidate, method: asked[effect], path, verb: { word, ...(isSent && { idInBody: id }) } };
};

/** A segment is no verb if another operation has it as the name of something: `GET /lists/{id}/add-ons/{id}`. */
const removeNouns = (found: Map<UnboundOperation, Reading>, candidates: readonly UnboundOperation[]) => {
  const stems = new Set([...found.values()].map(({ stem }) => stem));
  const nouns = new Set<string>();
  for (const candidate of candidates) {
    const { erased } = candidate.path;
    const stem = found.get(candidate)?.stem;
    for (let end = erased.length; end > 0; end = erased.lastIndexOf('/', end - 1)) {
      const path = erased.slice(0, end);
      if (path !== stem && stems.has(path)) nouns.add(path);
    }
  }
  for (const [candidate, { stem }] of found) if (nouns.has(stem)) found.delete(candidate);
};

const collectionOf = ({ path }: UnboundOperation): string => path.collection;

const keyOf = ({ before, noun }: Reading): string => keyOfPath(`${shapeOf(before).erased}/${noun}`);

const keyOfPath = (path: string) => `${parentPath(path)}/${singularOf(lastSegment(path))}`;

const plural = (nouns: readonly string[]): string =>
  nouns.find((noun) => plainName(noun) !== singularOf(noun)) ?? (nouns[0] as string);

/** Whether a segment stands before all resources. */
const isPrefix = (segment: string) => wordLists.bases.has(segment) || /^v?\d+(\.\d+)*$/i.test(segment);

interface Place extends VerbSegment {
  readonly candidate: UnboundOperation;
}

const readingOf = (
  candidate: UnboundOperation,
  access: Access,
  glued: ReadonlyMap<string, readonly string[]>,
): Reading | undefined => {
  const segment = verbSegmentIn(candidate.operation.path, glued);
  if (segment === undefined) return undefined;
  const place = { ...segment, candidate };
  const { word, previous, abovePrevious, last, after, stem } = place;
  if (effectsOfVerb(word) !== undefined) return readingOfVerb(place, access);
  const verb = previous.toLowerCase();
  if (effectsOfVerb(verb) === undefined) return after === undefined ? readingWithoutVerb(place, access) : undefined;
  return readingAs(
    { word: verb, before: abovePrevious, noun: last, stem: parentPath(stem), isApart: false },
    place,
    access,
  );
};

const readingOfVerb = (place: Place, access: Access): Reading | undefined => {
  const { candidate, word, nouns, by, last, previous, above, abovePrevious, after, stem } = place;
  const own = nouns.join('');
  const isBare = nouns.length === 0 || (own !== '' && isSameNoun(own, previous));
  // `/rooms/getById?id=7`
  const isWithId =
    after !== undefined || idInQuery(candidate, previous, { by, mayBeOptional: by !== undefined }) !== undefined;
  if (!isBare || (by !== undefined && !isWithId)) {
    if (nouns.length === 0) return undefined;
    return readingAs({ word, before: above, noun: nounIn(last, nouns), stem, isApart: false }, place, access);
  }
  if (parameterIn(previous) !== undefined)
    return after === undefined && place.isAlone ? readingBelowItem(place, access) : undefined;
  if (previous.includes('{')) return undefined;
  const beside =
    previous === '' || isPrefix(previous) ? { before: above, noun: '' } : { before: abovePrevious, noun: previous };
  return readingAs({ word, ...beside, stem, isApart: true }, place, access);
};

/** The reading of a path with the first effect of its verb that the operation can have. */
const readingAs = (
  read: Pick<Reading, 'before' | 'noun' | 'stem' | 'isApart'> & { readonly word: string },
  { candidate, after, by, saysAll }: Place,
  access: Access,
): Reading | undefined => {
  const { word, noun } = read;
  const mayBeOptional = by !== undefined || /^(DELETE|PATCH|PUT)$/.test(candidate.operation.method);
  const id = after ?? idInQuery(candidate, noun, { by, mayBeOptional });
  const sent = id ?? idInBody(candidate, noun, access);
  const idFor = (effect: VerbEffect): string | undefined =>
    effect === 'list' ? undefined : effect === 'create' || effect === 'save' ? id : sent;
  const isOfMany = effectsOfVerb(word)?.[0] === 'list' || saysAll;
  const effect = effectsOfVerb(word)?.find((one) =>
    fits(one, { candidate, noun, isOfMany, id: one === 'list' ? id : idFor(one) }, access),
  );
  return effect && { ...read, candidate, effect, id: idFor(effect) };
};

/** The id is in the query or in the body. */
const readingWithoutVerb = (place: Place, access: Access): Reading | undefined => {
  const { candidate, last, previous, above, abovePrevious, stem, isDotted } = place;
  const usual = usualEffects.get(candidate.operation.method);
  const inBody = usual === 'update' || usual === 'delete' ? idBesideItem(candidate, last, access) : undefined;
  const own = (usual && idInQuery(candidate, last, { mayBeOptional: usual !== 'read' })) ?? inBody;
  const read = { candidate, isApart: false };
  const isMeant = usual !== undefined && own !== undefined && !hasConditions(candidate, access.schemas);
  if (isMeant && fits(usual, { candidate, noun: last, id: own }, access))
    return { ...read, word: undefined, effect: usual, stem: '', before: above, noun: last, id: own };
  // `/rooms/book` with a `roomId` in its body.
  const owner = ownerOf(candidate, previous, access);
  // The code of `/projects/join` is that of an invitation.
  if (owner === undefined || plainName(owner) === 'code') return undefined;
  // A noun alone may be its name: only methods behind a dot have ids so.
  if (!isDotted && isSameNoun(owner, previous)) return undefined;
  if (!fits('act', { candidate, noun: previous, id: owner }, access)) return undefined;
  return { ...read, word: last, effect: 'act', stem, before: abovePrevious, noun: previous, id: owner };
};

const ownerOf = (candidate: UnboundOperation, noun: string, access: Access): string | undefined =>
  noun === '' || noun.includes('{') ? undefined : (idInQuery(candidate, noun) ?? idInBody(candidate, noun, access));

/** `/books/{id}/edit`. A verb that adds, hides or removes something there is an action on the item. */
const readingBelowItem = (
  { candidate, word, previous, abovePrevious, stem }: Place,
  access: Access,
): Reading | undefined => {
  const [noun = '', id] = [abovePrevious.at(-1), parameterIn(previous)];
  const { operation, bodyKey } = candidate;
  const effect = effectsOfVerb(word)?.find((one) => fits(one, { candidate, noun, id }, access));
  const isOther = (effect === 'read' && operation.method !== 'GET') || (effect === 'delete' && bodyKey !== undefined);
  if (noun === '' || noun.includes('{') || isOther) return undefined;
  return effect && { candidate, word, effect, stem, before: abovePrevious.slice(0, -1), noun, id, isApart: true };
};

/** The noun as the segment spells it: `scheduled_runs` of `get_scheduled_runs`, `orders` of `getAllOrdersByUser`. */
const nounIn = (segment: string, nouns: readonly string[]): string => {
  const start = segment.toLowerCase().lastIndexOf(nouns[0] as string);
  const end = segment.toLowerCase().indexOf(nouns.at(-1) as string, start) + (nouns.at(-1) as string).length;
  const noun = segment.slice(start, end);
  return /^[a-z]/.test(segment) ? `${noun.charAt(0).toLowerCase()}${noun.slice(1)}` : noun;
};

/** An operation with the noun and the id that its path may mean. */
interface Meant extends Pick<Reading, 'candidate' | 'noun' | 'id'> {
  /** Whether the verb says that it is a list, so that a POST without a described response may be one. */
  readonly isOfMany?: boolean;
}

const fits = (effect: VerbEffect, { candidate, noun, id, isOfMany = false }: Meant, access: Access) => {
  const { operation, success, bodyKey } = candidate;
  if (success === undefined || !methodsOfEffect[effect].includes(operation.method)) return false;
  const key = success.json?.key;
  const isList = () => access.shapes.listIn(key, noun) !== undefined;
  switch (effect) {
    case 'list':
      return (
        isList() ||
        ((operation.method === 'GET' || isOfMany) &&
          !(id !== undefined && isIdOf(id, noun)) &&
          isSilent(candidate, access))
      );
    case 'read':
      return id !== undefined && !isList() && (key !== undefined || isSilent(candidate, access));
    case 'create':
      return (
        id === undefined && (bodyKey !== undefined || (operation.body === undefined && isSilent(candidate, access)))
      );
    case 'save':
      return id === undefined && bodyKey !== undefined;
    case 'update':
      return id !== undefined || bodyKey !== undefined;
    case 'delete':
    case 'act':
      return id !== undefined;
  }
};

/** Whether a parameter stands beside an id: `token`, `apiKey`, `apiVersion`. */
const isBesideId = (name: string) => plainName(name) === 'token' || wordLists.besideIdParameters.ends(name);

/** The only required parameter of the query, if it identifies one thing: `id`, `bookId`, or has the name `by`. */
const idInQuery = (
  { operation }: UnboundOperation,
  noun: string,
  { by = '', mayBeOptional = false }: { readonly by?: string | undefined; readonly mayBeOptional?: boolean } = {},
): string | undefined => {
  const all = operation.parameters.filter((one) => one.in === 'query');
  const required = all.filter((one) => one.required && !isBesideId(one.name));
  const only = theOnly(mayBeOptional && required.length === 0 ? all : required);
  return only !== undefined && (isIdOf(only.name, noun) || plainName(only.name) === by) ? only.name : undefined;
};

/** The only required property of the body that identifies one thing. */
const idInBody = ({ bodyKey }: UnboundOperation, noun: string, { describe }: Access): string | undefined => {
  const sent = bodyKey === undefined ? undefined : describe(bodyKey);
  // With a token, the `uid` is what a mail stated, and no id that a list shows.
  if (sent?.required.some((name) => /token$/.test(plainName(name)))) return undefined;
  const found = sent && theOnly(sent.required, (name) => sent.isScalar(name) && isIdOf(name, noun));
  // Beside an `id`, the `user` of users is a name.
  return found !== 'id' && sent?.properties.has('id') ? undefined : found;
};

/** `note_id` in the body of `PATCH /notes`, if the notes in its response have another id. */
const idBesideItem = (candidate: UnboundOperation, noun: string, access: Access): string | undefined => {
  const [found, key] = [idInBody(candidate, noun, access), candidate.success?.json?.key];
  if (found === undefined || found === 'id' || key === undefined) return undefined;
  const item = access.shapes.itemIn(key, noun);
  return item === undefined || access.describe(item.key).properties.has(found) ? undefined : found;
};

/** Whether a name is the id of a noun: `id`, or with the noun, `bookId`, `book`. */
const isIdOf = (name: string, noun: string) => {
  const [first = '', ...rest] = wordsOf(name).toReversed();
  const isId = isIdName(first) || first === 'code';
  return (
    (isId && (rest.length === 0 || isSameNoun(rest.toReversed().join(''), noun))) ||
    singularOf(noun) === plainName(name)
  );
};
