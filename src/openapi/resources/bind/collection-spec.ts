/** Creates the specification of each collection. */

import { encodePercent } from '../../../core/http/http.ts';
import { escapePointer, getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import type { CollectionSpec, Parent, Timestamp } from '../../../core/service/binding.ts';
import type { Check, Generate, Problem } from '../../../core/service/check.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { idText } from '../../../core/state/item-key.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { firstOf, partsOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { exampleIdOf, type ResourceGroup, type Role } from '../describe/group.ts';
import type { Describe, ItemSchema } from '../describe/item-schema.ts';
import type { ListShape } from '../describe/locate-items.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { propertyOfParameter } from '../find/find-lone-lists.ts';
import { parentGroup } from '../find/parents.ts';
import type { Binder } from './bindings.ts';

/** The item properties by which lists filter. */
export type FilteredProperties = ReadonlyMap<ResourceGroup, ReadonlySet<string>>;

export const specsOf = (
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
  filtered: FilteredProperties,
  binder: Pick<Binder, 'compilation' | 'describe' | 'projections'>,
): ReadonlyMap<ResourceGroup, CollectionSpec> => {
  const parentOf = new Map(groups.map((group) => [group, parentGroup(group, groups)]));
  return new Map(
    groups.map((group) => {
      const parent = parentOf.get(group);
      const children = groups
        .filter((child) => parentOf.get(child) === group)
        .map((child) => names.get(child) as string);
      const rest = {
        name: names.get(group) as string,
        parentCollection: parent && names.get(parent),
        children,
        indexed: [...(filtered.get(group) ?? [])],
      };
      return [group, specOf(group, rest, binder)];
    }),
  );
};

const specOf = (
  group: ResourceGroup,
  rest: Pick<CollectionSpec, 'name' | 'parentCollection' | 'children' | 'indexed'>,
  { compilation, describe, projections }: Pick<Binder, 'compilation' | 'describe' | 'projections'>,
): CollectionSpec => {
  const { checks, generators, completers, schemas } = compilation;
  const { itemSchema, idProperty, kind } = group;
  const types = idProperty === undefined ? undefined : itemSchema.typesOf(idProperty);
  const checkValue = checks.checkFor(itemSchema.key);
  const check = withId(checkValue, idProperty, idParameterOf(group));
  // Other responses (`{ deleted: true }`) have properties of their own, which only share a name with those of the item.
  const showing = group.roles.filter(({ action, shape }) => shape !== undefined && action !== 'delete');
  const views = [...new Set(showing.flatMap((role) => projections.ofRole(role, group) ?? []))];
  const more = [
    ...(idProperty === undefined ? [] : [idProperty]),
    // What a response requires is stored, so that all responses show the same.
    ...views.flatMap(({ required }) => required.filter((name) => itemSchema.properties.has(name))),
  ];
  const refined = idSchemaOf(group, schemas);
  const options = { name: rest.name, required: more };
  const generate = firstValid(
    generators.generatorFor(itemSchema.key, check, { ...options, refined }),
    Object.keys(refined).length === 0 ? undefined : generators.generatorFor(itemSchema.key, checkValue, options),
    { check, checkValue },
  );
  return {
    ...rest,
    service: compilation.service,
    localName: rest.name,
    kind,
    isAlwaysPresent:
      kind === 'singleton' && !group.roles.some(({ action }) => action === 'create' || action === 'delete'),
    idProperty,
    idType: types?.has('integer') || types?.has('number') ? 'integer' : 'string',
    parents: group.parents.map((name, index) => parentAt(group, name, index, schemas)),
    check,
    checkValue,
    complete: completers.completerFor([{ $ref: itemSchema.key }, refinement(more, refined)], {
      check: checkValue,
      generate,
      name: rest.name,
    }),
    acceptsId: createIdTest(group, showing, compilation, describe),
    views,
    generate,
    properties: itemSchema.properties,
    required: [...new Set([...itemSchema.required, ...more])],
    timestamps: timestampsOf(itemSchema),
    examples: group.roles.flatMap(examplesOf).slice(0, maxExamples),
    exampleIds: group.roles.flatMap((role) => exampleIdOf(role) ?? []),
    reservedIds: reservedIdsOf(group, describe, schemas),
  };
};

/** If the path accepts no id that the item may have, items match their own schema. */
const firstValid =
  (
    generate: Generate,
    other: Generate | undefined,
    { check, checkValue }: Pick<CollectionSpec, 'check' | 'checkValue'>,
  ): Generate =>
  (context) => {
    const value = generate(context);
    if (other === undefined || check(value).length === 0) return value;
    const plain = other(context);
    return checkValue(plain).length === 0 ? plain : value;
  };

const maxExamples = 10;

/** Checks that an item has an id, required by its schema or not, and that the path parameter accepts it. */
const withId = (check: Check, idProperty: string | undefined, parameter: Parameter | undefined): Check => {
  if (idProperty === undefined) return check;
  const pointer = `/${escapePointer(idProperty)}`;
  return (value) => {
    const problems = check(value);
    if (!isJsonObject(value) || problems.some((problem) => problem.pointer === pointer)) return problems;
    const id = getProperty(value, idProperty);
    const found = id === undefined ? missing : parameter && problemWithId(id, parameter);
    return found === undefined ? problems : [...problems, { ...found, pointer }];
  };
};

const missing = { rule: 'required', message: 'is required' };

/** Tests ids by the schema of the property in all responses that show it in the same type, and by the path parameter. */
const createIdTest = (
  group: ResourceGroup,
  showing: readonly Role[],
  { checks, schemas }: Compilation,
  describe: Describe,
): CollectionSpec['acceptsId'] => {
  const { idProperty, itemSchema } = group;
  if (idProperty === undefined) return () => true;
  const parameter = idParameterOf(group);
  const types = itemSchema.typesOf(idProperty);
  const shown = showing.map(({ shape }) => describe((shape as ListShape).key));
  const alike = shown.filter((other) => [...(other.typesOf(idProperty) ?? [])].every((type) => types?.has(type)));
  const tests = [...new Set([itemSchema, ...alike])].flatMap((other): readonly Check[] => {
    const schema = other.schemaOf(idProperty);
    return schema === undefined ? [] : [checks.checkFor(schemas.adopt(schema, other.key))];
  });
  const isPlain = parameter !== undefined && decodesIntegers(parameter);
  return (id) => {
    if (parameter !== undefined) {
      // The usual path of a creation: no text is written and read again.
      const problem = isPlain && Number.isSafeInteger(id) ? parameter.check(id)[0] : problemWithId(id, parameter);
      if (problem !== undefined) return false;
    }
    return tests.every((check) => check(id).length === 0);
  };
};

/** Whether the parameter reads the text of an integer as this integer. */
const decodesIntegers = (parameter: Parameter): boolean => {
  const decoded = parameter.decode({
    path: new Map([[parameter.name, '7']]),
    query: undefined,
    rawQuery: '',
    headers: {},
  });
  return decoded !== undefined && 'value' in decoded && decoded.value === 7;
};

/** The schema of properties that are required or restricted in addition to the schema of the item. */
const refinement = (required: readonly string[], refined: Readonly<Record<string, string>>): SchemaObject => ({
  required,
  properties: Object.fromEntries(Object.entries(refined).map(([name, key]) => [name, { $ref: key }])),
});

/** The problem with an id that the path parameter does not accept; undefined if it accepts the id. */
const problemWithId = (id: Json, parameter: Parameter): Pick<Problem, 'rule' | 'message'> | undefined => {
  const path = new Map([[parameter.name, encodePercent(String(id))]]);
  const decoded = parameter.decode({ path, query: undefined, rawQuery: '', headers: {} });
  if (decoded === undefined) return undefined;
  return 'problem' in decoded ? decoded.problem : parameter.check(decoded.value)[0];
};

/** The path parameter that identifies an item, with its schema key: of the read operation, else of another one. */
const idPositionOf = ({
  roles,
}: ResourceGroup): { readonly candidate: UnboundOperation; readonly position: number } | undefined => {
  const keyed = roles.filter(({ key, isInScope }) => key === 'path' && isInScope);
  const { candidate } = keyed.find(({ action }) => action === 'read') ?? keyed[0] ?? {};
  const name = candidate && pathOf(candidate).parameters.at(-1);
  const position =
    candidate?.operation.parameters.findIndex((parameter) => parameter.in === 'path' && parameter.name === name) ?? -1;
  return candidate === undefined || position < 0 ? undefined : { candidate, position };
};

const idParameterOf = (group: ResourceGroup): Parameter | undefined => {
  const found = idPositionOf(group);
  return found?.candidate.operation.parameters[found.position];
};

/** Generated ids satisfy both schemas: the path may be stricter than the item (a UUID instead of any string). */
const idSchemaOf = (group: ResourceGroup, schemas: Compilation['schemas']): Readonly<Record<string, string>> => {
  const { idProperty, itemSchema } = group;
  const found = idPositionOf(group);
  const key = found?.candidate.parameterKeys[found.position];
  if (idProperty === undefined || key === undefined) return {};
  const [idTypes, parameterTypes] = [itemSchema.typesOf(idProperty), typesOf(schemas, { $ref: key })];
  const isAlike =
    idTypes !== undefined && parameterTypes !== undefined && [...parameterTypes].every((type) => idTypes.has(type));
  return isAlike ? { [idProperty]: key } : {};
};

const parentAt = (group: ResourceGroup, name: string, index: number, schemas: Compilation['schemas']): Parent => {
  const property = propertyOfParameter(name, group.template, group.itemSchema);
  const [candidate] = group.roles.map((role) => role.candidate);
  const parameterName = candidate && pathOf(candidate).parameters[index];
  const position =
    candidate?.operation.parameters.findIndex(
      (parameter) => parameter.in === 'path' && parameter.name === parameterName,
    ) ?? -1;
  const key = candidate?.parameterKeys[position];
  const parameter = candidate?.operation.parameters[position];
  const types =
    (property === undefined || property === group.idProperty ? undefined : group.itemSchema.typesOf(property)) ??
    (key === undefined ? undefined : typesOf(schemas, { $ref: key }));
  return {
    name,
    property: property === group.idProperty ? undefined : property,
    type: types?.has('integer') || types?.has('number') ? 'integer' : 'string',
    example: candidate?.parameterExamples[position] ?? parameter?.default ?? parameter?.values?.[0],
  };
};

const created = [
  'createdat',
  'created',
  'createdon',
  'datecreated',
  'createddate',
  'createtime',
  'createdtime',
  'creationdate',
  'creationtime',
  'insertedat',
  'createddatetime',
];
const updated = [
  'updatedat',
  'updated',
  'updatedon',
  'dateupdated',
  'updateddate',
  'updatetime',
  'updatedtime',
  'modifiedat',
  'modified',
  'lastmodified',
  'lastupdated',
  'lastmodifiedat',
  'modifieddate',
  'changedat',
  'updateddatetime',
];

const timestampsOf = (itemSchema: ItemSchema): CollectionSpec['timestamps'] => {
  const named = (names: readonly string[]): readonly Timestamp[] =>
    [...itemSchema.properties]
      .filter((name) => names.includes(plainName(name)))
      .flatMap((name) => {
        const form = timeFormOf(itemSchema, name);
        return form === undefined ? [] : [{ name, form }];
      });
  return { created: named(created), updated: named(updated) };
};

/** Larger numbers since the epoch are milliseconds: in seconds, this is the year 5138. */
const largestSeconds = 1e11;

/** Undefined if the property does not have a time in a known form. */
const timeFormOf = (itemSchema: ItemSchema, name: string): Timestamp['form'] | undefined => {
  const [types, format] = [itemSchema.typesOf(name), itemSchema.formatOf(name)];
  if ((types?.has('integer') || types?.has('number')) && !types.has('string')) {
    const schema = itemSchema.schemaOf(name);
    const { examples = [], minimum = 0 } = typeof schema === 'object' ? schema : {};
    const isLarge = [...examples, minimum].some((value) => typeof value === 'number' && value > largestSeconds);
    return isLarge || /milli|\bms\b/i.test(format ?? '') ? 'milliseconds' : 'seconds';
  }
  return format === 'date-time' || format === 'date' ? format : undefined;
};

/** Ids in the examples of creations. They stay free, so that clients can send the examples. */
const reservedIdsOf = (
  { roles, idProperty }: ResourceGroup,
  describe: Describe,
  schemas: SchemaSet,
): readonly string[] => {
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  if (create?.bodyKey === undefined || idProperty === undefined) return [];
  const { bodyExample } = create;
  const shown = isJsonObject(bodyExample) ? getProperty(bodyExample, idProperty) : undefined;
  const idSchema = describe(create.bodyKey).schemaOf(idProperty);
  const examples = idSchema === undefined ? [] : (firstOf(partsOf(schemas, idSchema, 'some'), 'examples') ?? []);
  return [shown, ...examples].flatMap((id) => idText(id) ?? []);
};

/** Complete items among the examples of a response. */
const examplesOf = ({ candidate, shape, action }: Role): readonly JsonObject[] => {
  const content = candidate.success?.json?.content;
  if (content === undefined || shape === undefined || action === 'delete') return [];
  const documented = [...content.examples.values(), ...(content.example === undefined ? [] : [content.example])];
  return documented.flatMap((value) => {
    let current: Json | undefined = value;
    for (const name of shape.at) current = isJsonObject(current) ? getProperty(current, name) : undefined;
    return (Array.isArray(current) ? (current as readonly Json[]) : [current]).filter(isItem);
  });
};

const isItem = (value: Json | undefined): value is JsonObject => isJsonObject(value);
