/** Creations that take a list of names, and answer with an item for each: `POST /invitations` with `{ "emails": [...], "role": ... }`. */

import type { Json } from '../../core/primitives/json.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, singularOf } from '../../core/primitives/words.ts';
import type { Binding } from '../../core/service/binding.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { isSimilar } from '../../openapi/resources/describe/item-schema.ts';
import type { ListShape } from '../../openapi/resources/describe/locate-items.ts';
import { propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Evidence } from '../../openapi/resources/find/evidence.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { elementsOf, typesOf } from '../../openapi/schema/schema-set.ts';

/** The property of the body with the list, which is required or says who each item is, that of an item with one of its elements, and where the response has the items. */
interface Named {
  readonly name: string;
  readonly property: string;
  readonly list: ListShape;
  readonly isRequired: boolean;
}

/** `path`: where the body has what is sent of an item. */
const namedIn = (
  { bodyKey, success }: UnboundOperation,
  { itemSchema, noun, idProperty }: Pick<ResourceGroup, 'itemSchema' | 'noun' | 'idProperty'>,
  { describe, schemas, shapes }: Pick<FinderContext, 'describe' | 'schemas' | 'shapes'>,
  path: readonly string[] = [],
): Named | undefined => {
  const key = success?.json?.key;
  if (bodyKey === undefined || key === undefined) return undefined;
  let body = describe(bodyKey);
  for (const name of path) body = body.innerOf(name) ?? body;
  const isScalar = (schema: Schema | undefined): boolean => {
    const types = schema === undefined ? undefined : typesOf(schemas, schema);
    return types?.has('string') === true || types?.has('integer') === true;
  };
  const named = [...body.properties].flatMap((name) => {
    if (itemSchema.properties.has(name) || !isPlural(name) || !body.typesOf(name)?.has('array')) return [];
    const property = propertyNamed(singularOf(name), itemSchema);
    const isRequired = body.required.includes(name);
    const isOfItem = property !== undefined && itemSchema.isScalar(property);
    const isNamed = isOfItem && isScalar(elementsOf(schemas, body.schemaOf(name) as Schema));
    return isNamed ? [{ name, property, isRequired }] : [];
  });
  const found = theOnly(named);
  const isOfEach = found?.isRequired || found?.property === idProperty || isLoginName(found?.property ?? '');
  const list = found && isOfEach ? shapes.listIn(key, noun) : undefined;
  return list !== undefined && isSimilar(describe(list.key), itemSchema) ? ({ ...found, list } as Named) : undefined;
};

/** A creation that answers with nothing but a list. */
export const manyNamed = ({ candidate, group, finding }: Evidence): Partial<Role> | undefined => {
  const named = namedIn(candidate, group, finding);
  const reason = `Takes the ${named?.name} of new items of ${group.template}.`;
  return named && { shape: { ...named.list, listed: true }, confidence: 'medium', reason };
};

/** Makes several items of one creation. */
export const creationsOfMany =
  (_specs: unknown, finding: Pick<FinderContext, 'describe' | 'schemas' | 'shapes'>) =>
  (binding: Binding, { candidate }: Role, group: ResourceGroup): Binding =>
    withManyNamed(binding, candidate, group, finding);

const withManyNamed = (
  binding: Binding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  finding: Pick<FinderContext, 'describe' | 'schemas' | 'shapes'>,
): Binding => {
  if (binding.action !== 'create' || binding.bulk !== undefined) return binding;
  const { mapping } = binding;
  const found = namedIn(candidate, group, finding, mapping.path);
  if (found === undefined) return binding;
  const { name, property, list, isRequired } = found;
  const names = new Map([...mapping.names, [property, property]]);
  const isNoList = (sent: Json | undefined): boolean =>
    sent === undefined || (!isRequired && Array.isArray(sent) && sent.length === 0);
  const bulk = { in: 'body', path: [...mapping.path, name], each: { property, at: list.at, isNoList } } as const;
  return { ...binding, mapping: { ...mapping, names }, bulk };
};
