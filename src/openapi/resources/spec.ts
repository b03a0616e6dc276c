/** Collections as the rest of the engine knows them. */
import type { CollectionSpec, Parent } from '../../core/binding.ts';
import { getMember, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Check } from '../../core/service.ts';
import type { Compilation } from '../compilation.ts';
import { typesOf } from '../parts.ts';
import { pathOf } from './candidate.ts';
import type { Element } from './element.ts';
import { propertyOfParameter } from './find-others.ts';
import type { Group, Role } from './group.ts';
import { plain } from './names.ts';
import { countParameters, parentPath } from './path.ts';

/** The properties of its items that lists filter by. */
export type FilteredProperties = ReadonlyMap<Group, ReadonlySet<string>>;

export const specsOf = (
  groups: readonly Group[],
  names: ReadonlyMap<Group, string>,
  filtered: FilteredProperties,
  compilation: Compilation,
): ReadonlyMap<Group, CollectionSpec> => {
  const parentOf = new Map(groups.map((group) => [group, parentGroup(group, groups)]));
  return new Map(
    groups.map((group) => {
      const parent = parentOf.get(group);
      const children = groups
        .filter((other) => parentOf.get(other) === group)
        .map((other) => names.get(other) as string);
      const rest = {
        name: names.get(group) as string,
        parentCollection: parent && names.get(parent),
        children,
        indexed: [...(filtered.get(group) ?? [])],
      };
      return [group, specOf(group, rest, compilation)];
    }),
  );
};

/** The collection whose items are at the path up to the last parent. */
const parentGroup = ({ path, parents }: Group, groups: readonly Group[]): Group | undefined => {
  if (parents.length === 0) return undefined;
  let prefix = path;
  while (!prefix.endsWith('/{}') || countParameters(prefix) > parents.length) prefix = parentPath(prefix);
  return groups.find(
    (other) =>
      other.kind === 'list' &&
      `${other.path}/{}` === prefix &&
      other.parents.length === parents.length - 1 &&
      (other.idProperty !== undefined || other.roles.some(({ key }) => key === 'path')),
  );
};

const specOf = (
  group: Group,
  rest: Pick<CollectionSpec, 'name' | 'parentCollection' | 'children' | 'indexed'>,
  { checks, generators, schemas }: Compilation,
): CollectionSpec => {
  const { element, idProperty, kind } = group;
  const types = idProperty === undefined ? undefined : element.typesOf(idProperty);
  const check = withId(checks.checkFor(element.key), idProperty);
  const own = idProperty === undefined ? [] : [idProperty];
  return {
    ...rest,
    kind,
    idProperty,
    idType: types?.has('integer') || types?.has('number') ? 'integer' : 'string',
    parents: group.parents.map((name, at) => parentAt(group, name, at, schemas)),
    check,
    generate: generators.generatorFor(element.key, check, { name: rest.name, required: own }),
    members: [...element.members],
    required: [...new Set([...element.required, ...own])],
    stamps: stampsOf(element),
    examples: group.roles.flatMap(examplesOf).slice(0, mostExamples),
    exampleIds: group.roles.flatMap((role) => exampleIdOf(role) ?? []),
  };
};

const mostExamples = 10;

/** The id is the item's, whether or not its schema requires it. */
const withId = (check: Check, idProperty: string | undefined): Check => {
  if (idProperty === undefined) return check;
  return (value) => {
    const problems = check(value);
    const isMissing = typeof value === 'object' && value !== null && !Object.hasOwn(value, idProperty);
    if (!isMissing || problems.some(({ pointer }) => pointer === `/${idProperty}`)) return problems;
    return [...problems, { pointer: `/${idProperty}`, rule: 'required', message: 'is required' }];
  };
};

const parentAt = (group: Group, name: string, at: number, schemas: Compilation['schemas']): Parent => {
  const property = propertyOfParameter(name, group.template, group.element);
  const [candidate] = group.roles.map((role) => role.candidate);
  const own = candidate && pathOf(candidate).parameters[at];
  const position = candidate?.operation.parameters.findIndex((one) => one.in === 'path' && one.name === own) ?? -1;
  const key = candidate?.parameterKeys[position];
  const parameter = candidate?.operation.parameters[position];
  const types =
    (property === undefined || property === group.idProperty ? undefined : group.element.typesOf(property)) ??
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

const stampsOf = (element: Element): CollectionSpec['stamps'] => {
  const named = (names: readonly string[]): readonly string[] =>
    [...element.members].filter((name) => names.includes(plain(name)) && element.formatOf(name) === 'date-time');
  return { created: named(created), updated: named(updated) };
};

/** Whole items among the examples of an answer. */
const examplesOf = ({ candidate, shape, action }: Role): readonly JsonObject[] => {
  const content = candidate.success?.json?.content;
  if (content === undefined || shape === undefined || action === 'delete') return [];
  const documented = [...content.examples.values(), ...(content.example === undefined ? [] : [content.example])];
  return documented.flatMap((value) => {
    let place: Json | undefined = value;
    for (const name of shape.at) place = isJsonObject(place) ? getMember(place, name) : undefined;
    return (Array.isArray(place) ? (place as readonly Json[]) : [place]).filter(isItem);
  });
};

const isItem = (value: Json | undefined): value is JsonObject => isJsonObject(value);

const exampleIdOf = ({ candidate, key }: Role): Json | undefined => {
  if (key !== 'path') return undefined;
  const name = pathOf(candidate).parameters.at(-1);
  const at = candidate.operation.parameters.findIndex(
    (parameter) => parameter.in === 'path' && parameter.name === name,
  );
  return candidate.parameterExamples[at];
};
