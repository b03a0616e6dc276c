/** The ids of the items of a collection: those that the item's schema and the path accept, and those that stay free. */

import { encodePercent } from '../../../core/http/http.ts';
import {
  escapePointer,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  valueAt,
} from '../../../core/primitives/json.ts';
import { getOrInsert } from '../../../core/primitives/lazy.ts';
import type { StepBudget } from '../../../core/primitives/step-budget.ts';
import { maxExamples } from '../../../core/primitives/units.ts';
import type { RequestMapping } from '../../../core/service/binding.ts';
import type { Check, Problem } from '../../../core/service/check.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { idText } from '../../../core/state/item-key.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { firstOf, isNumeric, mayBeNumber } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { documentedValues, exampleIdsOf, type ResourceGroup, type Role } from '../describe/group.ts';
import type { Describe } from '../describe/item-schema.ts';
import type { ListShape } from '../describe/locate-items.ts';
import {
  type PathParameter,
  pathParameterOf,
  pathThrough,
  type UnboundOperation,
} from '../describe/unbound-operation.ts';
import { type SentContext, sentBy } from './request-mapping.ts';

/** Checks that an item has an id, required by its schema or not, and that the path parameter accepts it. */
export const checkWithId = (check: Check, group: ResourceGroup): Check => {
  const { idProperty } = group;
  if (idProperty === undefined) return checkWithInnerId(check, group);
  const parameter = idParameterOf(group)?.parameter;
  const pointer = `/${escapePointer(idProperty)}`;
  return (value, budget) => {
    const problems = check(value, budget);
    if (!isJsonObject(value) || problems.some((problem) => problem.pointer === pointer)) return problems;
    const id = getProperty(value, idProperty);
    const found = id === undefined ? missing : parameter && problemWithId(id, parameter, budget);
    return found === undefined ? problems : [...problems, { ...found, pointer }];
  };
};

/** The path to the id within an object of the item, if the item has no id of its own: only then is it the first of `aliases`. */
export const innerIdOf = ({ idProperty, aliases }: ResourceGroup): readonly string[] | undefined =>
  idProperty === undefined ? aliases[0]?.split('.') : undefined;

const checkWithInnerId = (check: Check, group: ResourceGroup): Check => {
  const path = innerIdOf(group);
  if (path === undefined) return check;
  const pointer = path.map((name) => `/${escapePointer(name)}`).join('');
  return (value, budget) => {
    const problems = check(value, budget);
    const isKnown = isJsonObject(value) && getMember(value, path.join('.')) !== undefined;
    return isKnown || problems.length > 0 ? problems : [{ ...missing, pointer }];
  };
};

const missing = { rule: 'required', message: 'is required' };

/** Tests ids by the schema of the property in all responses that show it in the same type, and by the path parameter. */
export const createIdTest = (
  group: ResourceGroup,
  showing: readonly Role[],
  { checks, schemas }: Compilation,
  describe: Describe,
): CollectionSpec['acceptsId'] => {
  const { idProperty, itemSchema } = group;
  const parameter = idParameterOf(group)?.parameter;
  if (idProperty === undefined)
    return (id, budget) => parameter === undefined || problemWithId(id, parameter, budget) === undefined;
  const types = itemSchema.typesOf(idProperty);
  const shown = showing.map(({ shape }) => describe((shape as ListShape).key));
  const alike = shown.filter((other) => [...(other.typesOf(idProperty) ?? [])].every((type) => types?.has(type)));
  const tests = [...new Set([itemSchema, ...alike])].flatMap((other): readonly Check[] => {
    const schema = other.schemaOf(idProperty);
    return schema === undefined ? [] : [checks.checkFor(schemas.adopt(schema, other.key))];
  });
  const isPlain = parameter !== undefined && decodesIntegers(parameter);
  return (id, budget) => {
    if (parameter !== undefined) {
      // The usual path of a creation: no text is written and read again.
      const isDecoded = isPlain && Number.isSafeInteger(id);
      const problem = isDecoded ? parameter.check(id, budget)[0] : problemWithId(id, parameter, budget);
      if (problem !== undefined) return false;
    }
    return tests.every((check) => check(id, budget).length === 0);
  };
};

/** Whether the parameter reads the text of an integer as this integer. */
const decodesIntegers = (parameter: Parameter) => {
  const decoded = decodeId('7', parameter);
  return decoded !== undefined && 'value' in decoded && decoded.value === 7;
};

/** The problem with an id that the path parameter does not accept; undefined if it accepts the id. */
const problemWithId = (
  id: Json,
  parameter: Parameter,
  budget: StepBudget | undefined,
): Pick<Problem, 'rule' | 'message'> | undefined => {
  const decoded = decodeId(String(id), parameter);
  if (decoded === undefined) return undefined;
  return 'problem' in decoded ? decoded.problem : parameter.check(decoded.value, budget)[0];
};

const decodeId = (text: string, parameter: Parameter): ReturnType<Parameter['decode']> =>
  parameter.decode({
    path: new Map([[parameter.name, encodePercent(text)]]),
    query: undefined,
    rawQuery: '',
    headers: {},
  });

/** The path parameter that identifies an item: a UUID at one of its paths, else that of the read operation, else of another one. */
const idParameterOf = ({ roles, strictId }: ResourceGroup): PathParameter | undefined => {
  if (strictId !== undefined) return strictId;
  const keyed = roles.filter(({ key }) => key === 'path');
  const role = keyed.find(({ action }) => action === 'read') ?? keyed[0];
  return role && pathParameterOf(role.candidate, role.candidate.path.parameters.at(-1));
};

/** Generated ids satisfy both schemas: the path may be stricter than the item (a UUID instead of any string). */
export const idSchemaOf = (group: ResourceGroup, schemas: SchemaSet): Readonly<Record<string, string>> => {
  const { idProperty, itemSchema } = group;
  const [outer, inner] = innerIdOf(group) ?? [];
  if (outer !== undefined) return { [outer]: schemas.adopt({ required: [inner as string] }, itemSchema.key) };
  const key = idParameterOf(group)?.key;
  if (idProperty === undefined || key === undefined) return {};
  const [idTypes, parameterTypes] = [itemSchema.typesOf(idProperty), schemas.typesOf({ $ref: key })];
  const isAlike =
    idTypes !== undefined && parameterTypes !== undefined && [...parameterTypes].every((type) => idTypes.has(type));
  return isAlike ? { [idProperty]: key } : {};
};

/** Adds the UUIDs that paths below an item take, where its own path takes any text. */
export const addStrictIds = (
  groups: readonly ResourceGroup[],
  candidates: readonly UnboundOperation[],
  schemas: SchemaSet,
): void => {
  const isUuid = (found: PathParameter | undefined) =>
    found !== undefined && schemas.keywordOf({ $ref: found.key }, 'format') === 'uuid';
  const strict = new Map<string, PathParameter>();
  for (const candidate of candidates) {
    const { erased, parameters } = candidate.path;
    for (const [at, name] of parameters.entries()) {
      const found = pathParameterOf(candidate, name);
      if (isUuid(found)) strict.set(pathThrough(erased, at + 1), found as PathParameter);
    }
  }
  for (const group of groups) {
    const found = strict.get(`${group.path}/{}`);
    const { idProperty, itemSchema } = group;
    const isText = idProperty !== undefined && itemSchema.typesOf(idProperty)?.has('string');
    const own = idParameterOf(group);
    const isPlain = own !== undefined && schemas.typesOf({ $ref: own.key })?.has('string') && !isUuid(own);
    if (found !== undefined && isText && isPlain && itemSchema.formatOf(idProperty) === undefined)
      group.strictId = found;
  }
};

/** The paths up to each parameter that accepts nothing but integers. */
export const countedPaths = (groups: readonly ResourceGroup[], schemas: SchemaSet): ReadonlySet<string> =>
  new Set(
    groups.flatMap(({ roles }) =>
      roles.flatMap(({ candidate }) => {
        const { erased, parameters } = candidate.path;
        return parameters.flatMap((name, at) =>
          isCounted(pathParameterOf(candidate, name), schemas) ? [pathThrough(erased, at + 1)] : [],
        );
      }),
    ),
  );

const isCounted = (found: PathParameter | undefined, schemas: SchemaSet) =>
  found !== undefined && isNumeric(schemas.typesOf({ $ref: found.key }));

/** Texts are integers if a path to the item accepts nothing else, or if the document's examples are small integers. */
export const idTypeOf = (
  group: ResourceGroup,
  acceptsId: CollectionSpec['acceptsId'],
  counted: ReadonlySet<string>,
  schemas: SchemaSet,
): CollectionSpec['idType'] => {
  const { idProperty, itemSchema, path, roles, aliases } = group;
  const types = idProperty === undefined ? undefined : itemSchema.typesOf(idProperty);
  if (mayBeNumber(types)) return 'integer';
  if (!types?.has('string')) return 'string';
  const parts = schemas.partsOf(itemSchema.schemaOf(idProperty as string) ?? true, 'some');
  const examples = firstOf(parts, 'examples') ?? [];
  if (examples.length > 0 && examples.every((text) => /^[1-9]\d{0,8}$/.test(String(text)))) return 'integer-text';
  if (isCounted(idParameterOf(group), schemas)) return 'integer-text';
  // One of several paths: the others and the item accept integers too, and no example is another text.
  const own = roles.filter(({ key }) => key === 'path').map(({ candidate }) => candidate.path.erased);
  // The number of such a path may be another key: `/pages/{id}` beside `/pages/{slug}`.
  const isOther = aliases.some((name) => itemSchema.typesOf(name)?.has('integer'));
  const isOneCounted =
    !isOther && [`${path}/{}`, ...own.filter((one) => one.endsWith('{}'))].some((one) => counted.has(one));
  return isOneCounted && examples.length === 0 && acceptsId('7') ? 'integer-text' : 'string';
};

/** The values that the schema of the id lists, or that of the path parameter. */
export const idValuesOf = (group: ResourceGroup, schemas: SchemaSet): readonly Json[] | undefined => {
  const { idProperty, itemSchema } = group;
  const schema = idProperty === undefined ? undefined : itemSchema.schemaOf(idProperty);
  if (schema === undefined) return undefined;
  const key = idParameterOf(group)?.key;
  const values =
    schemas.keywordOf(schema, 'enum') ?? (key === undefined ? undefined : schemas.keywordOf({ $ref: key }, 'enum'));
  return values;
};

/** Generates keys that the path accepts, if no property is the id. */
export const idGeneratorOf = (group: ResourceGroup): CollectionSpec['generateId'] =>
  group.idProperty === undefined ? idParameterOf(group)?.parameter.generate : undefined;

/** Ids in the examples of creations. They stay free, so that clients can send the examples. */
export const reservedIdsOf = (group: ResourceGroup, context: SentContext): readonly string[] => {
  const { roles, idProperty, aliases } = group;
  const property = idProperty ?? aliases[0];
  if (property === undefined) return [];
  const ids = roles.flatMap(({ action, candidate }) =>
    action === 'create' ? idsSentBy(candidate, property, sentBy(candidate, group, context), context) : [],
  );
  return [...new Set(ids.flatMap((id) => idText(id) ?? []))];
};

/** The ids in the examples of a body, and in those of the property. `property`: it, or the path of one that is as good. */
const idsSentBy = (
  { bodyKey, bodyExamples }: UnboundOperation,
  property: string,
  { path, names }: RequestMapping,
  { compilation, describe, shapes }: SentContext,
): readonly (Json | undefined)[] => {
  const [first = '', ...inner] = property.split('.');
  const name = [...names].find(([, target]) => target === first)?.[0] ?? first;
  const shown = bodyExamples.map((example) => valueAt(example, [...path, name, ...inner]));
  const sent = bodyKey === undefined ? undefined : shapes.at(bodyKey, path)?.key;
  const idSchema = sent === undefined || inner.length > 0 ? undefined : describe(sent).schemaOf(name);
  const parts = idSchema === undefined ? [] : compilation.schemas.partsOf(idSchema, 'some');
  return [...shown, ...(firstOf(parts, 'examples') ?? [])];
};

/** Ids that the document gives as examples: of an item's own path, and of the paths below it. */
export interface ExampleIds {
  /** The ids of the items of a group. A client that follows the examples finds each of them. */
  readonly of: (group: ResourceGroup) => readonly Json[];
  /** The ids of a parent of a group, by its index. */
  readonly ofParent: (group: Pick<ResourceGroup, 'path'>, index: number) => readonly Json[];
}

export const createExampleIds = (candidates: readonly UnboundOperation[]): ExampleIds => {
  const byItemPath = new Map<string, Json[]>();
  for (const candidate of candidates) {
    const { erased, parameters } = candidate.path;
    for (const [index, name] of parameters.entries()) {
      const values = documentedValues(pathParameterOf(candidate, name));
      if (values.length === 0) continue;
      const known = getOrInsert(byItemPath, pathThrough(erased, index + 1), () => []);
      // One by one: a call has too many arguments for a hundred thousand examples.
      for (const value of values) known.push(value);
    }
  }
  return {
    of: ({ path, roles }) => distinct([...roles.flatMap(exampleIdsOf), ...(byItemPath.get(`${path}/{}`) ?? [])]),
    ofParent: ({ path }, index) => byItemPath.get(pathThrough(path, index + 1)) ?? [],
  };
};

const distinct = (ids: readonly Json[]): readonly Json[] =>
  [
    ...new Map(
      ids.flatMap((id) => {
        const text = idText(id);
        return text === undefined ? [] : [[text, id] as const];
      }),
    ).values(),
  ].slice(0, maxExamples);
