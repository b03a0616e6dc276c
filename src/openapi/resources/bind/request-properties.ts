/** Maps the properties of a request to those of an item. */

import type { RequestMapping } from '../../../core/service/binding.ts';
import { firstOf, partsOf, propertiesOf, type TypeName, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { countShared, type Describe, type ItemSchema } from '../describe/item-schema.ts';
import { propertyNamed } from '../describe/list-parameters.ts';
import type { Shapes } from '../describe/locate-items.ts';
import { plain } from '../describe/names.ts';
import { isPatchList } from '../describe/patch-list.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

export const sentBy = (
  candidate: UnboundOperation,
  { element, noun }: { readonly element: ItemSchema; readonly noun: string },
  { schemas, describe, shapes }: { readonly schemas: SchemaSet; readonly describe: Describe; readonly shapes: Shapes },
): RequestMapping => {
  const { bodyKey, operation } = candidate;
  const isWrite = operation.method !== 'GET' && operation.method !== 'DELETE';
  const parameters = isWrite ? queryProperties(candidate, element) : [];
  const nothing: RequestMapping = {
    path: [],
    names: new Map(),
    isOpen: false,
    coercible: new Set(),
    parameters,
    isPatchList: false,
  };
  if (bodyKey === undefined) return nothing;
  if (isPatchList(bodyKey, schemas)) return { ...nothing, isPatchList: true };
  const whole = describe(bodyKey);
  const shape = countShared(whole, element) === 0 ? shapes.itemIn(bodyKey, noun, element) : undefined;
  const isWrapped = shape !== undefined && shape.at.length > 0 && !shape.listed;
  const sent = isWrapped ? describe(shape.key) : whole;
  const names = renames(sent, element);
  return {
    ...nothing,
    path: isWrapped ? shape.at : [],
    names,
    isOpen: sent.isOpen || element.properties.size === 0,
    coercible: differing(names, sent, element, schemas),
  };
};

/** The property of the same name, else one with another spelling: `FriendlyName` in a form is `friendly_name` in the item. */
const renames = (sent: ItemSchema, element: ItemSchema): ReadonlyMap<string, string> => {
  const known = new Map([...element.properties].map((name) => [plain(name), name]));
  const names = new Map<string, string>();
  for (const name of sent.properties) {
    const target = element.properties.has(name) || element.isOpen ? name : known.get(plain(name));
    if (target !== undefined) names.set(name, target);
  }
  return names;
};

const differing = (
  names: ReadonlyMap<string, string>,
  sent: ItemSchema,
  element: ItemSchema,
  schemas: SchemaSet,
): ReadonlySet<string> =>
  new Set(
    [...names].flatMap(([name, property]) => {
      const [own, wanted] = [sent.schemaOf(name), element.schemaOf(property)];
      return own !== undefined && wanted !== undefined && mayMisfit(own, wanted, schemas, 0) ? [property] : [];
    }),
  );

/** A limit, since schemas can be recursive. */
const deepest = 2;

/** Whether one schema allows a type or a value that the other does not. */
const mayMisfit = (sent: Schema, wanted: Schema, schemas: SchemaSet, depth: number): boolean => {
  if (depth > deepest || isSameSchema(sent, wanted)) return false;
  const wantedTypes = typesOf(schemas, wanted);
  const types = typesOf(schemas, sent);
  // A missing type is usually an oversight. If it is not, the check of the item decides.
  if (wantedTypes !== undefined && (types === undefined || [...types].some((type) => !isAmong(type, wantedTypes))))
    return true;
  const [parts, wantedParts] = [partsOf(schemas, sent, 'some'), partsOf(schemas, wanted, 'some')];
  const listed = valuesOf(wantedParts);
  const own = valuesOf(parts);
  if (listed !== undefined && (own === undefined || [...own].some((value) => !listed.has(value)))) return true;
  const [items, wantedItems] = [firstOf(parts, 'items'), firstOf(wantedParts, 'items')];
  if (items !== undefined && wantedItems !== undefined && mayMisfit(items, wantedItems, schemas, depth + 1))
    return true;
  const wantedProperties = propertiesOf(wantedParts);
  return [...propertiesOf(parts)].some(([name, [property]]) => {
    const [other] = wantedProperties.get(name) ?? [];
    return property !== undefined && other !== undefined && mayMisfit(property, other, schemas, depth + 1);
  });
};

const isSameSchema = (one: Schema, other: Schema): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one.$ref !== undefined && one.$ref === other.$ref);

const isAmong = (type: TypeName, types: ReadonlySet<TypeName>): boolean =>
  types.has(type) || (type === 'integer' && types.has('number'));

/** The enum or const values of a schema; undefined if there are none. */
const valuesOf = (parts: readonly SchemaObject[]): ReadonlySet<unknown> | undefined => {
  const lists = parts.flatMap(({ enum: list, const: only }) =>
    list === undefined ? (only === undefined ? [] : [[only]]) : [list],
  );
  return lists.length === 0 ? undefined : new Set(lists.flat());
};

const queryProperties = ({ operation }: UnboundOperation, element: ItemSchema): RequestMapping['parameters'] =>
  operation.parameters.flatMap(({ in: place, name }, parameter) => {
    const property = place === 'query' ? propertyNamed(name, element) : undefined;
    return property === undefined ? [] : [{ parameter, property }];
  });
