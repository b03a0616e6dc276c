/** The representations of items in responses whose schema differs from the collection's. */
import type { Projection } from '../../../core/service/binding.ts';
import type { Compilation } from '../../operations/compilation.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import type { Describe } from '../describe/item-schema.ts';

export interface Projections {
  /** The projection of a role's response; undefined if it shows items as they are stored, or none. */
  readonly ofRole: (role: Role, group: ResourceGroup) => Projection | undefined;
}

/** Roles with the same schema share a projection, and with it the cached representations of each item. */
export const createProjections = (compilation: Compilation, describe: Describe): Projections => {
  const known = new Map<ResourceGroup, Map<string, Projection>>();
  return {
    ofRole: (role, group) => {
      const key = schemaOf(role, group, describe);
      if (key === undefined) return undefined;
      const projections = known.get(group) ?? new Map<string, Projection>();
      known.set(group, projections);
      const projection = projections.get(key) ?? createProjection(key, group, compilation, describe);
      projections.set(key, projection);
      return projection;
    },
  };
};

const schemaOf = (
  { shape, candidate: { success } }: Role,
  { itemSchema }: ResourceGroup,
  describe: Describe,
): string | undefined => {
  if (shape === undefined) return success?.json?.key;
  const isWhole = describe(shape.key).key === itemSchema.key;
  return isWhole ? undefined : shape.key;
};

const createProjection = (
  key: string,
  { noun: name, idProperty }: ResourceGroup,
  { checks, generators, completers }: Compilation,
  describe: Describe,
): Projection => {
  const { properties, isOpen, required } = describe(key);
  const check = checks.checkFor(key);
  const generate = generators.generatorFor(key, check, { name });
  return {
    properties,
    isOpen,
    required,
    idProperty,
    check,
    complete: completers.completerFor([{ $ref: key }], { check, generate, name }),
  };
};
