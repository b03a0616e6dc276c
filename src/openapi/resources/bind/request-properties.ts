/** Maps the properties of a request to those of an item. */

import { plainName } from '../../../core/primitives/singular.ts';
import type { RequestMapping } from '../../../core/service/binding.ts';
import type { JsonType } from '../../../core/service/schema-facts.ts';
import { firstOf, partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { countShared, type Describe, type ItemSchema } from '../describe/item-schema.ts';
import { propertyNamed } from '../describe/list-parameters.ts';
import type { Shapes } from '../describe/locate-items.ts';
import { isPatchList } from '../describe/patch-list.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

export const sentBy = (
  candidate: UnboundOperation,
  { itemSchema, noun }: { readonly itemSchema: ItemSchema; readonly noun: string },
  { schemas, describe, shapes }: { readonly schemas: SchemaSet; readonly describe: Describe; readonly shapes: Shapes },
): RequestMapping => {
  const { bodyKey, operation } = candidate;
  const isWrite = operation.method !== 'GET' && operation.method !== 'DELETE';
  const parameters = isWrite ? queryProperties(candidate, itemSchema) : [];
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
  const bodySchema = describe(bodyKey);
  const shape = countShared(bodySchema, itemSchema) === 0 ? shapes.itemIn(bodyKey, noun, itemSchema) : undefined;
  const isWrapped = shape !== undefined && shape.at.length > 0 && !shape.listed;
  const sent = isWrapped ? describe(shape.key) : bodySchema;
  const names = renames(sent, itemSchema);
  return {
    ...nothing,
    path: isWrapped ? shape.at : [],
    names,
    isOpen: sent.isOpen || itemSchema.properties.size === 0,
    coercible: differing(names, sent, itemSchema, schemas),
  };
};

/** The property of the same name, else one with another spelling: `FriendlyName` in a form is `friendly_name` in the item. */
const renames = (sent: ItemSchema, itemSchema: ItemSchema): ReadonlyMap<string, string> => {
  const known = new Map([...itemSchema.properties].map((name) => [plainName(name), name]));
  const names = new Map<string, string>();
  for (const name of sent.properties) {
    const target = itemSchema.properties.has(name) || itemSchema.isOpen ? name : known.get(plainName(name));
    if (target !== undefined) names.set(name, target);
  }
  return names;
};

const differing = (
  names: ReadonlyMap<string, string>,
  sent: ItemSchema,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): ReadonlySet<string> =>
  new Set(
    [...names].flatMap(([name, property]) => {
      const [sentSchema, storedSchema] = [sent.schemaOf(name), itemSchema.schemaOf(property)];
      return sentSchema !== undefined && storedSchema !== undefined && mayMisfit(sentSchema, storedSchema, schemas, 0)
        ? [property]
        : [];
    }),
  );

/** A limit, since schemas can be recursive. */
const deepest = 2;

/** Whether one schema allows a type or a value that the other does not. */
const mayMisfit = (sent: Schema, stored: Schema, schemas: SchemaSet, depth: number): boolean => {
  if (depth > deepest || isSameSchema(sent, stored)) return false;
  const wantedTypes = typesOf(schemas, stored);
  const types = typesOf(schemas, sent);
  // A missing type is usually an oversight. If it is not, the check of the item decides.
  if (wantedTypes !== undefined && (types === undefined || [...types].some((type) => !isAmong(type, wantedTypes))))
    return true;
  const [parts, wantedParts] = [partsOf(schemas, sent, 'some'), partsOf(schemas, stored, 'some')];
  const listed = valuesOf(wantedParts);
  const sentValues = valuesOf(parts);
  if (listed !== undefined && (sentValues === undefined || [...sentValues].some((value) => !listed.has(value))))
    return true;
  const [items, wantedItems] = [firstOf(parts, 'items'), firstOf(wantedParts, 'items')];
  if (items !== undefined && wantedItems !== undefined && mayMisfit(items, wantedItems, schemas, depth + 1))
    return true;
  const wantedProperties = propertiesOf(wantedParts);
  return [...propertiesOf(parts)].some(([name, [property]]) => {
    const [wantedProperty] = wantedProperties.get(name) ?? [];
    return (
      property !== undefined && wantedProperty !== undefined && mayMisfit(property, wantedProperty, schemas, depth + 1)
    );
  });
};

const isSameSchema = (left: Schema, right: Schema): boolean =>
  left === right ||
  (typeof left === 'object' && typeof right === 'object' && left.$ref !== undefined && left.$ref === right.$ref);

const isAmong = (type: JsonType, types: ReadonlySet<JsonType>): boolean =>
  types.has(type) || (type === 'integer' && types.has('number'));

/** The enum or const values of a schema; undefined if there are none. */
const valuesOf = (parts: readonly SchemaObject[]): ReadonlySet<unknown> | undefined => {
  const lists = parts.flatMap(({ enum: list, const: only }) =>
    list === undefined ? (only === undefined ? [] : [[only]]) : [list],
  );
  return lists.length === 0 ? undefined : new Set(lists.flat());
};

const queryProperties = ({ operation }: UnboundOperation, itemSchema: ItemSchema): RequestMapping['parameters'] =>
  operation.parameters.flatMap(({ in: location, name }, parameter) => {
    const property = location === 'query' ? propertyNamed(name, itemSchema) : undefined;
    return property === undefined ? [] : [{ parameter, property }];
  });
