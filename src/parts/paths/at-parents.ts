/**
 * Reads a creation at the id of its parent as that at the collection: `POST /task/{projectId}` beside `/task/{id}` is `POST /task`. With a
 * list at the same path, both are below the parent: `/projects/{id}/task`.
 */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import {
  effectsOfVerb,
  isRead,
  lastSegment,
  type PathShape,
  parentPath,
  shapeOf,
  takesFiles,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { wordLists } from '../words/index.ts';

/** Whether the first word of a name is no noun: `getCars`, `byColour`. */
const isLeading = (word: string) => wordLists.prepositions.has(word) || effectsOfVerb(word) !== undefined;

interface KnownPaths {
  /** The paths after which groups are named. */
  readonly all: ReadonlySet<string>;
  readonly sorted: readonly string[];
  /** The paths of their operations. */
  readonly listed: ReadonlySet<string>;
}

/**
 * The paths after which collections are named: those of lists alone that say more than the noun of their items
 * (`/cars/findByColour` has cars). `paths`: those of the groups. `listed`: those of all operations with a role.
 */
export const pathsOfThings = (
  groups: readonly ResourceGroup[],
  paths: readonly string[],
  listed: ReadonlySet<string>,
): readonly string[] => {
  const known = { all: new Set(paths), sorted: paths.toSorted(), listed };
  return groups.map((group, index) => pathOfThings(group, paths[index] as string, known));
};

/** The path of a list alone up to the noun of its items: `/cars/findByColour` has cars. Of several, with what tells them apart. */
const pathOfThings = ({ path, itemSchema, roles }: ResourceGroup, own: string, known: KnownPaths): string => {
  const words = wordsOf(itemSchema.name ?? '').map(singularOf);
  if (roles.some(({ action }) => action !== 'list') || own !== path) return own;
  const segments = path.split('/');
  const isThing = (segment: string) => words.includes(singularOf(segment));
  const at = segments.findLastIndex((segment) => segment !== '{}' && segment !== '');
  // `/rooms/free/customer` beside `/rooms`: a filter has no plural.
  const isFilter = !isPlural(segments[at] as string);
  const isAbove = (_segment: string, index: number) => known.all.has(segments.slice(0, index + 1).join('/'));
  // `/books/{}/lead_author` has something of one book.
  const above = isFilter && segments[at - 1] !== '{}' ? segments.slice(0, -1).findLastIndex(isAbove) : -1;
  const start = Math.max(segments.findLastIndex(isThing), above);
  const last = wordsOf(segments[at] as string);
  const isNoun = !isLeading(last[0] ?? '') && words.join('').includes(singularOf(last.join('')));
  if (start === -1 || start >= at || isNoun) return own;
  const short = segments.slice(0, start + 1).join('/');
  const isTaken = beginAlike(short, known.sorted) || known.listed.has(short);
  return isTaken
    ? `${short}-${segments
        .slice(start + 1)
        .filter((one) => one !== '{}')
        .join('-')}`
    : short;
};

/** Whether at least two of the sorted paths begin so. */
const beginAlike = (beginning: string, sorted: readonly string[]): boolean => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low + 1]?.startsWith(beginning) === true;
};

type Access = Pick<FinderContext, 'schemas' | 'describe' | 'shapes'>;

/** Reads an upload as a creation of what it returns: `POST /upload` beside the list `/upload/files`, if both show the same. */
export const uploadedToLists = (
  candidates: readonly UnboundOperation[],
  access: Access,
): readonly UnboundOperation[] => {
  const uploads = candidates.filter((candidate) => takesFile(candidate, access));
  if (uploads.length === 0) return candidates;
  const lists = candidates.flatMap((candidate) => {
    const { collection: path, parameters, endsInParameter: isItem } = candidate.path;
    if (!isRead(candidate) || parameters.length > Number(isItem)) return [];
    const listed = isItem ? shownBy(candidate, access) : listedBy(candidate, access);
    return listed === undefined ? [] : [{ path, listed, isItem }];
  });
  const known = new Set(candidates.map((candidate) => candidate.path.erased));
  const created = new Set(candidates.filter((one) => one.method === 'POST').map((one) => one.path.erased));
  const places = new Map(
    uploads.flatMap((upload) => {
      // What is read below its own path is created there.
      if (known.has(`${upload.path.erased}/{}`)) return [];
      const shown = shownBy(upload, access);
      const { above } = upload.path;
      // The list beside `/files/{id}` may show less.
      const isMeant = ({ path, isItem }: (typeof lists)[number]) => !isItem || path === above;
      const same = lists.filter((one) => shown !== undefined && isMeant(one) && isTwin(one.listed, shown));
      const own = new Set(same.map(({ path }) => path));
      const path = theOnly([...own]);
      return path === undefined || created.has(path) ? [] : [[upload, shapeOf(path.split('/').slice(1))] as const];
    }),
  );
  return candidates.map((candidate) => {
    const place = places.get(candidate);
    return place === undefined ? candidate : { ...candidate, path: place, isElsewhere: true };
  });
};

const takesFile = (candidate: UnboundOperation, { schemas, describe }: Access) => {
  const { hint, bodyKey } = candidate;
  const isOpen = hint === undefined && candidate.method === 'POST' && candidate.path.parameters.length === 0;
  if (!isOpen || !takesFiles(candidate) || bodyKey === undefined) return false;
  const isFile = (schema: Schema | undefined): boolean => {
    const parts = schema === undefined ? [] : schemas.partsOf(schema, 'some');
    return parts.some(({ format, contentMediaType, items }) => {
      const isOwn = format === 'binary' || contentMediaType !== undefined;
      return isOwn || (typeof items === 'object' && isFile(items));
    });
  };
  const { properties, schemaOf } = describe(bodyKey);
  return [...properties].some((name) => isFile(schemaOf(name)));
};

const listedBy = (candidate: UnboundOperation, { describe, shapes }: Access): ItemSchema | undefined => {
  const shape = shapes.listIn(candidate.success?.json?.key, candidate.path.noun);
  return shape && withContent(describe(shape.key));
};

/** The items in a list, or one item in a body. */
const shownBy = (candidate: UnboundOperation, { describe, shapes }: Access): ItemSchema | undefined => {
  const [key, noun] = [candidate.success?.json?.key, candidate.path.noun];
  const shape = shapes.listIn(key, noun) ?? shapes.itemIn(key, noun);
  return shape && withContent(describe(shape.key));
};

const withContent = (found: ItemSchema): ItemSchema | undefined => (found.properties.size > 0 ? found : undefined);

export const createdAtParents = (
  candidates: readonly UnboundOperation[],
  { shapes }: Pick<FinderContext, 'shapes'>,
): readonly UnboundOperation[] => {
  const byPath = Map.groupBy(candidates, (candidate) => candidate.path.erased);
  const itemPaths = [...byPath.keys()].filter((path) => path.split('{}').length === 2 && path.endsWith('/{}'));
  const isList = (one: UnboundOperation) => {
    const key = isRead(one) && one.verb === undefined ? one.success?.json?.key : undefined;
    return shapes.listIn(key, one.path.noun)?.at.length === 0;
  };
  const below = new Map<UnboundOperation, PathShape>();
  const read = candidates.map((candidate) => {
    const parameter = parameterOf(candidate);
    const path = candidate.path;
    const stem = path.above;
    const owner = parameter === undefined ? undefined : ownerIn(parameter);
    if (parameter === undefined || owner === undefined || stem === '' || isSameNoun(owner, path.noun)) return candidate;
    const others = byPath.get(path.erased)?.filter((one) => one !== candidate) ?? [];
    const above = itemPaths.find((one) => isSameNoun(lastSegment(parentPath(one)), owner));
    const isListed = above !== undefined && others.length > 0 && others.every(isList);
    // Another operation there has the id of the thing itself, or lists those of the parent beside all.
    const isOwn = (one: UnboundOperation) => one.method !== 'POST' && one.path.parameters.at(-1) !== parameter;
    if (others.some(isOwn) || (isListed && byPath.has(stem))) {
      const parent = { path: above ?? '', parameter };
      return { ...candidate, path: shapeOf(stem.split('/').slice(1)), isElsewhere: true, parent };
    }
    if (isListed) {
      const place = shapeOf(`${above.replace('{}', `{${parameter}}`)}/${path.noun}`.split('/').slice(1));
      if (!byPath.has(place.erased)) for (const one of [candidate, ...others]) below.set(one, place);
    }
    return candidate;
  });
  return read.map((candidate) => {
    const place = below.get(candidate);
    return place === undefined ? candidate : { ...candidate, path: place, isElsewhere: true };
  });
};

/** The only parameter of a creation, at the end of its path. */
const parameterOf = (candidate: UnboundOperation): string | undefined => {
  const { endsInParameter, parameters } = candidate.path;
  const isOpen = candidate.hint === undefined && candidate.verb === undefined && candidate.method === 'POST';
  const sends = candidate.bodyKey !== undefined;
  return isOpen && sends && endsInParameter && parameters.length === 1 ? parameters[0] : undefined;
};

/** `project` for `projectId`. */
const ownerIn = (parameter: string): string | undefined => {
  const words = wordsOf(parameter);
  return words.length > 1 && isIdName(words.at(-1) as string) ? words.slice(0, -1).join('_') : undefined;
};
