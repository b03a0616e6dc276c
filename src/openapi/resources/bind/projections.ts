/** The representations of items in responses whose schema differs from the collection's, or hides properties. */
import { getOrInsert, lazily } from '../../../core/primitives/lazy.ts';
import { plainName, singularOf } from '../../../core/primitives/words.ts';
import type { Projection, Reference } from '../../../core/service/collection-facts.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { Compilation } from '../../operations/compilation.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import type { Describe, ItemSchema } from '../describe/item-schema.ts';

/** The projection of a role's response; undefined if it shows items as they are stored, or none. */
export type ProjectionOf = (role: Role, group: ResourceGroup) => Projection | undefined;

/** Roles with the same schema, and the same name for the id, share a projection, and with it the cached representations of each item. */
export const createProjectionOf = (
  { checks, generators, completers, strips }: Compilation,
  describe: Describe,
  referencesIn: (shown: ItemSchema, group: ResourceGroup) => readonly Reference[],
): ProjectionOf => {
  const known = new Map<ResourceGroup, Map<string, Projection>>();
  const create = (
    key: string,
    idAlias: string | undefined,
    issued: readonly string[],
    group: ResourceGroup,
  ): Projection => {
    const { noun: name, idProperty } = group;
    const shown = describe(key);
    const { properties, isOpen } = shown;
    const required = [...shown.required, ...issued];
    const check = checks.checkFor(key);
    const generate = generators.generatorFor(key, check, { name });
    const confirming = confirmingIn(shown, group);
    return {
      ...{ properties, isOpen, required, idProperty, idAlias, check },
      ...(confirming.length > 0 && { confirming }),
      references: lazily(() => referencesIn(shown, group)),
      strip: strips.writeOnlyFor(key),
      complete: completers.completerFor([{ $ref: key }, { required: issued }], { check, generate, name }),
    };
  };
  const keyOf = ({ shape, candidate: { success } }: Role, { itemSchema }: ResourceGroup): string | undefined => {
    if (shape === undefined) return success?.json?.key;
    const isWhole = describe(shape.key).key === itemSchema.key;
    return isWhole && strips.writeOnlyFor(shape.key) === undefined ? undefined : shape.key;
  };
  return (role, group) => {
    const key = keyOf(role, group);
    if (key === undefined) return undefined;
    const projections = getOrInsert(known, group, () => new Map<string, Projection>());
    const shown = describe(key);
    const idAlias = aliasIn(shown, role, group);
    const issued = role.action === 'create' ? issuedIn(shown, group) : [];
    return getOrInsert(projections, JSON.stringify([key, idAlias, issued]), () => create(key, idAlias, issued, group));
  };
};

/** What only a creation shows, without being sent: a new token. */
const issuedIn = (shown: ItemSchema, { itemSchema }: ResourceGroup): readonly string[] =>
  [...shown.properties].filter(
    (name) =>
      wordLists.issued.ends(name) &&
      !itemSchema.properties.has(name) &&
      !shown.required.includes(name) &&
      shown.typesOf(name)?.has('string') === true,
  );

const confirmingIn = (shown: ItemSchema, { itemSchema }: ResourceGroup): readonly string[] => {
  const found = [...shown.properties].filter(
    (name) => wordLists.confirmations.has(name) && !itemSchema.properties.has(name) && shown.isScalar(name),
  );
  return found.every((name) => wordLists.maybeConfirmations.has(name)) ? [] : found;
};

/** `conversation_id` in the response to `POST /conversations`, whose items have an `id`. A write returns it as `id`, or as its path names it. */
const aliasIn = (
  shown: ItemSchema,
  { action, isOther = false }: Role,
  { noun, idProperty, itemSchema, roles }: ResourceGroup,
): string | undefined => {
  if (idProperty === undefined || shown.properties.has(idProperty)) return undefined;
  const isWrite = !isOther && ['create', 'delete', 'replace', 'update'].includes(action);
  const inPaths = roles.flatMap(({ key, candidate }) =>
    key === 'path' ? (candidate.path.parameters.at(-1) ?? []) : [],
  );
  const names = [`${singularOf(noun)}${plainName(idProperty)}`, ...(isWrite ? [...inPaths.map(plainName), 'id'] : [])];
  const free = [...shown.properties].filter((name) => !itemSchema.properties.has(name) && shown.isScalar(name));
  return names.flatMap((wanted) => free.find((name) => plainName(name) === wanted) ?? [])[0];
};
