/** Reads an upload as a creation of what it returns: `POST /upload` beside the list `/upload/files`, if both show the same. */
import { theOnly } from '../../core/primitives/the-only.ts';
import { type ItemSchema, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import {
  methodOf,
  pathOf,
  shapeOf,
  takesFiles,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { partsOf } from '../../openapi/schema/schema-set.ts';

type Access = Pick<FinderContext, 'schemas' | 'describe' | 'shapes'>;

export const uploadedToLists = (
  candidates: readonly UnboundOperation[],
  access: Access,
): readonly UnboundOperation[] => {
  const uploads = candidates.filter((candidate) => takesFile(candidate, access));
  if (uploads.length === 0) return candidates;
  const lists = candidates.flatMap((candidate) => {
    const isList = methodOf(candidate) === 'GET' && pathOf(candidate).parameters.length === 0;
    const listed = isList ? listedBy(candidate, access) : undefined;
    return listed === undefined ? [] : [{ path: pathOf(candidate).erased, listed }];
  });
  const known = new Set(candidates.map((candidate) => pathOf(candidate).erased));
  const created = new Set(candidates.filter((one) => methodOf(one) === 'POST').map((one) => pathOf(one).erased));
  const places = new Map(
    uploads.flatMap((upload) => {
      // What is read below its own path is created there.
      if (known.has(`${pathOf(upload).erased}/{}`)) return [];
      const shown = shownBy(upload, access);
      const same = lists.filter(({ listed }) => shown !== undefined && isTwin(listed, shown));
      const own = new Set(same.map(({ path }) => path));
      const path = theOnly([...own]);
      return path === undefined || created.has(path) ? [] : [[upload, shapeOf(path.split('/').slice(1))] as const];
    }),
  );
  return candidates.map((candidate) => {
    const place = places.get(candidate);
    return place === undefined ? candidate : { ...candidate, place };
  });
};

const takesFile = (candidate: UnboundOperation, { schemas, describe }: Access): boolean => {
  const { hint, bodyKey } = candidate;
  const isOpen = hint === undefined && methodOf(candidate) === 'POST' && pathOf(candidate).parameters.length === 0;
  if (!isOpen || !takesFiles(candidate) || bodyKey === undefined) return false;
  const isFile = (schema: Schema | undefined): boolean => {
    const parts = schema === undefined ? [] : partsOf(schemas, schema, 'some');
    return parts.some(({ format, contentMediaType, items }) => {
      const isOwn = format === 'binary' || contentMediaType !== undefined;
      return isOwn || (typeof items === 'object' && isFile(items));
    });
  };
  const { properties, schemaOf } = describe(bodyKey);
  return [...properties].some((name) => isFile(schemaOf(name)));
};

/** The items in a list. */
const listedBy = (candidate: UnboundOperation, { describe, shapes }: Access): ItemSchema | undefined => {
  const key = candidate.success?.json?.key;
  const shape = key === undefined ? undefined : shapes.listIn(key, pathOf(candidate).noun);
  return shape && withContent(describe(shape.key));
};

/** The items in a list, or one item in a body. */
const shownBy = (candidate: UnboundOperation, access: Access): ItemSchema | undefined => {
  const { describe, shapes } = access;
  const key = candidate.success?.json?.key;
  if (key === undefined || shapes.listIn(key, pathOf(candidate).noun) !== undefined) return listedBy(candidate, access);
  const shape = shapes.itemIn(key, pathOf(candidate).noun, undefined);
  return shape && withContent(describe(shape.key));
};

const withContent = (found: ItemSchema): ItemSchema | undefined => (found.properties.size > 0 ? found : undefined);
