/** Reads a creation at the id of its parent as that at the collection: `POST /task/{projectId}` beside `/task/{id}` is `POST /task`. With a list at the same path, both are below the parent: `/projects/{id}/task`. */

import { isSameNoun, wordsOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import {
  lastSegment,
  methodOf,
  type PathShape,
  parentPath,
  pathOf,
  shapeOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';

export const createdAtParents = (
  candidates: readonly UnboundOperation[],
  { shapes }: Pick<FinderContext, 'shapes'>,
): readonly UnboundOperation[] => {
  const byPath = Map.groupBy(candidates, (candidate) => pathOf(candidate).erased);
  const itemPaths = [...byPath.keys()].filter((path) => path.split('{}').length === 2 && path.endsWith('/{}'));
  const isList = (one: UnboundOperation): boolean => {
    const key = methodOf(one) === 'GET' && one.verb === undefined ? one.success?.json?.key : undefined;
    return key !== undefined && shapes.listIn(key, pathOf(one).noun)?.at.length === 0;
  };
  const below = new Map<UnboundOperation, PathShape>();
  const read = candidates.map((candidate) => {
    const parameter = parameterOf(candidate);
    const path = pathOf(candidate);
    const stem = parentPath(path.erased);
    const owner = parameter === undefined ? undefined : ownerIn(parameter);
    if (parameter === undefined || owner === undefined || stem === '' || isSameNoun(owner, path.noun)) return candidate;
    const others = byPath.get(path.erased)?.filter((one) => one !== candidate) ?? [];
    const above = itemPaths.find((one) => isSameNoun(lastSegment(parentPath(one)), owner));
    const isListed = above !== undefined && others.length > 0 && others.every(isList);
    // Another operation there has the id of the thing itself, or lists those of the parent beside all.
    const isOwn = (one: UnboundOperation): boolean =>
      methodOf(one) !== 'POST' && pathOf(one).parameters.at(-1) !== parameter;
    if (others.some(isOwn) || (isListed && byPath.has(stem))) {
      const place = shapeOf(stem.split('/').slice(1));
      return { ...candidate, place, parent: { path: above ?? '', parameter } };
    }
    if (isListed) {
      const place = shapeOf(`${above.replace('{}', `{${parameter}}`)}/${path.noun}`.split('/').slice(1));
      if (!byPath.has(place.erased)) for (const one of [candidate, ...others]) below.set(one, place);
    }
    return candidate;
  });
  return read.map((candidate) => {
    const place = below.get(candidate);
    return place === undefined ? candidate : { ...candidate, place };
  });
};

/** The only parameter of a creation, at the end of its path. */
const parameterOf = (candidate: UnboundOperation): string | undefined => {
  const { endsInParameter, parameters } = pathOf(candidate);
  const isOpen = candidate.hint === undefined && candidate.verb === undefined && methodOf(candidate) === 'POST';
  const sends = candidate.bodyKey !== undefined;
  return isOpen && sends && endsInParameter && parameters.length === 1 ? parameters[0] : undefined;
};

/** `project` for `projectId`. */
const ownerIn = (parameter: string): string | undefined => {
  const words = wordsOf(parameter);
  return words.length > 1 && isIdName(words.at(-1) as string) ? words.slice(0, -1).join('_') : undefined;
};
