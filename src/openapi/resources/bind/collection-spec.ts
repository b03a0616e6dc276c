/** Creates the specification of each collection. */

import { equalsJson, isJsonObject, type Json, type JsonObject, valueAt } from '../../../core/primitives/json.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { maxExamples } from '../../../core/primitives/units.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import type { Generate } from '../../../core/service/check.ts';
import type { CollectionSpec, Parent } from '../../../core/service/collection-facts.ts';
import { hasAnyParent } from '../../../core/state/item-key.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { isCounter } from '../../completion/initial-values.ts';
import { englishOf } from '../../generate/name-hint.ts';
import { heedsConditions } from '../../operations/precondition-parameters.ts';
import { isNumeric, mayBeNumber, type Schema, type SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { findId, idParameterFor, textIdOf } from '../describe/find-id.ts';
import {
  createParents,
  documentedValues,
  idOfItemsAnywhere,
  isFoundAlone,
  othersTaken,
  type ResourceGroup,
  type Role,
  type Specs,
} from '../describe/group.ts';
import {
  type ItemSchema,
  isOwnerName,
  isSimilar,
  isTwin,
  joinedIn,
  ofEach,
  timestampsOf,
} from '../describe/item-schema.ts';
import { propertyNamed, propertyOfParameter } from '../describe/property-names.ts';
import { nounBefore, pathParameterOf } from '../describe/unbound-operation.ts';
import type { Binder } from './binder.ts';
import { referencesOf } from './find-references.ts';
import {
  checkWithId,
  countedPaths,
  createIdTest,
  type ExampleIds,
  idGeneratorOf,
  idSchemaOf,
  idTypeOf,
  idValuesOf,
  innerIdOf,
  reservedIdsOf,
} from './item-ids.ts';
import { isSentIn, type SentContext, sentBy } from './request-mapping.ts';

type FilteredProperties = ReadonlyMap<ResourceGroup, ReadonlySet<string>>;

type SpecBinder = Pick<Binder, 'compilation' | 'schemas' | 'describe' | 'shapes' | 'projectionOf'> & {
  readonly exampleIds: ExampleIds;
};

export const specsOf = (
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
  filtered: FilteredProperties,
  binder: SpecBinder,
): Specs => {
  const parentOf = createParents(groups);
  const childrenOf = Map.groupBy(groups, parentOf);
  const counted = countedPaths(groups, binder.schemas);
  const originals = groups.filter(isFoundAlone);
  return new Map(
    groups.map((group) => {
      const parent = parentOf(group);
      const children = (childrenOf.get(group) ?? []).map((child) => names.get(child) as string);
      const rest = {
        name: names.get(group) as string,
        parentCollection: parent && names.get(parent),
        ...originalOf(group, originals, names, binder),
        children,
        relations: lazily(() => ({
          ...{ items: referencesOf(group, groups, names, binder.schemas), texts: [], makers: [], counts: [] },
        })),
        isFoundAnywhere: idOfItemsAnywhere(group).length > 0,
        initial: () => ({}),
        countedBy: [],
        indexed: [...new Set([...(filtered.get(group) ?? []), ...group.aliases, ...idOfItemsAnywhere(group)])],
      };
      return [group, specOf(group, rest, { ...binder, counted, above: parent })];
    }),
  );
};

const originalOf = (
  group: ResourceGroup,
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
  binder: SpecBinder,
): Pick<CollectionSpec, 'original' | 'namesOriginal'> => {
  const { parents, idProperty, noun, itemSchema, aliases, roles } = group;
  const taken = othersTaken(group).map((name) => wordsOf(name).slice(0, -1).join(''));
  if ((parents.length === 0 && taken.length === 0) || idProperty === undefined) return { original: undefined };
  const isTaken = (other: ResourceGroup) =>
    taken.some((stem) => isSameNoun(stem, other.noun)) && isSimilar(other.itemSchema, itemSchema);
  const nouns = roles.flatMap(({ action, shape }) => (action === 'list' ? (shape?.at.at(-1) ?? []) : []));
  // The owners of a package may be listed as `users`, and added by their names.
  const isNamed = (other: ResourceGroup) =>
    (aliases.length > 0 || roles.some(({ action, bulk, isOther }) => action === 'create' && bulk && isOther)) &&
    [other.idProperty, ...other.aliases].includes(idProperty) &&
    (isTwin(other.itemSchema, itemSchema) ||
      (nouns.some((one) => isSameNoun(one, other.noun)) && isSimilar(other.itemSchema, itemSchema)));
  const namesOther = ({ action, candidate, key }: Role) =>
    action !== 'create' ||
    key === 'path' ||
    [...sentBy(candidate, group, binder).names].some(([sent, to]) => to === idProperty && sent !== to);
  const owner = /(.*)\/\{\}\/[^/]*$/.exec(group.path)?.[1];
  // An issue is linked to others. A subtask is created with an id of its own.
  const isOwnKind = (other: ResourceGroup) =>
    other.path === owner && !wordLists.numbered.has(singularOf(noun)) && roles.every(namesOther);
  const found = groups.find(
    (other) =>
      other !== group &&
      (isNamed(other) ||
        isTaken(other) ||
        // The members of a team are users, who may have another key.
        (((other.idProperty === idProperty && (isSameNoun(other.noun, noun) || isOwnKind(other))) ||
          isOfPersons(other)) &&
          isTwin(other.itemSchema, itemSchema))),
  );
  const original = found && names.get(found);
  return { original, ...(found && (isTaken(found) || isOwnKind(found)) && { namesOriginal: true }) };
};

const isOfPersons = ofEach(
  ({ noun, parents }: ResourceGroup) => parents.length === 0 && wordLists.people.has(singularOf(noun)),
);

type AmongOthers = Pick<
  CollectionSpec,
  | 'name'
  | 'parentCollection'
  | 'original'
  | 'namesOriginal'
  | 'children'
  | 'relations'
  | 'isFoundAnywhere'
  | 'indexed'
  | 'initial'
  | 'countedBy'
>;

interface GroupBinder extends SpecBinder {
  readonly counted: ReadonlySet<string>;
  readonly above: ResourceGroup | undefined;
}

const specOf = (group: ResourceGroup, rest: AmongOthers, binder: GroupBinder): CollectionSpec => {
  const { compilation, describe, shapes, projectionOf, exampleIds, above } = binder;
  const { schemas } = compilation;
  const { itemSchema, idProperty, kind } = group;
  // Other responses (`{ deleted: true }`) have properties of their own, which only share a name with those of the item.
  const showing = group.roles.filter(({ action, shape }) => shape !== undefined && action !== 'delete');
  const views = [...new Set(showing.flatMap((role) => projectionOf(role, group) ?? []))];
  const more = [
    ...(idProperty === undefined ? (innerIdOf(group)?.slice(0, 1) ?? []) : [idProperty]),
    ...otherIdsOf(group, shapes),
    // Properties that a response requires are stored, so that all responses show the same.
    ...views.flatMap(({ required }) => required.filter((name) => itemSchema.properties.has(name))),
  ];
  // Under parents that nothing holds, a deletion leaves the others.
  const canBeRemoved = !hasAnyParent({ ...rest, parents: group.parents });
  return {
    ...rest,
    service: compilation.service,
    localName: rest.name,
    kind,
    isAlwaysPresent:
      kind === 'singleton' &&
      !group.roles.some(({ action }) => action === 'create' || (action === 'delete' && canBeRemoved)),
    ...idsOf(group, showing, binder),
    parents: group.parents.map((name, index) =>
      parentAt(group, name, index, {
        schemas,
        exampleIds,
        above: index + 1 === group.parents.length ? above : undefined,
      }),
    ),
    ...valuesOf(group, rest.name, more, { compilation, shapes }),
    ...tagsOf(group),
    views,
    properties: itemSchema.properties,
    required: [...new Set([...itemSchema.required, ...more])],
    readOnly: [...itemSchema.properties].filter((name) => isReadOnly(itemSchema.schemaOf(name))),
    addresses: [],
    filledLists: filledListsOf(group, rest.children, { compilation, describe, shapes }),
    timestamps: timestampsOf(itemSchema),
    examples: documentedItems(group.roles, schemas),
  };
};

/** What identifies the items, and which ids new ones get. `showing`: the roles whose responses show items. */
const idsOf = (
  group: ResourceGroup,
  showing: readonly Role[],
  { compilation, describe, shapes, exampleIds, counted }: GroupBinder,
) => {
  const { schemas } = compilation;
  const { idProperty, aliases, firstId } = group;
  const acceptsId = createIdTest(group, showing, compilation, describe);
  return {
    idProperty,
    aliases,
    idType: idTypeOf(group, acceptsId, counted, schemas),
    ...(firstId !== undefined && { firstId }),
    idValues: idValuesOf(group, schemas),
    generateId: idGeneratorOf(group),
    acceptsId,
    exampleIds: exampleIds.of(group),
    reservedIds: reservedIdsOf(group, { compilation, describe, shapes }),
  };
};

/** Whether its items have versions that responses show, and where they show them themselves. */
const tagsOf = ({ roles, itemSchema }: ResourceGroup): Pick<CollectionSpec, 'isTagged' | 'tagProperty'> => {
  const isTag = ({ name }: { readonly name: string }) => name.toLowerCase() === 'etag';
  const isTagged = roles.some(
    ({ action, candidate: { operation } }) => action === 'read' && operation.success?.response.headers.some(isTag),
  );
  if (!isTagged && !roles.some(({ candidate: { operation } }) => heedsConditions(operation))) return {};
  const tagProperty = ['etag', '_etag', 'eTag', '@odata.etag'].find(
    (name) => itemSchema.typesOf(name)?.has('string') && itemSchema.patternOf(name) === undefined,
  );
  return { isTagged, ...(tagProperty !== undefined && { tagProperty }) };
};

/** What checks, generates and completes the items. `required`: properties that they have beside those that their schema requires. */
const valuesOf = (
  group: ResourceGroup,
  name: string,
  required: readonly string[],
  { compilation, shapes }: Pick<SpecBinder, 'compilation' | 'shapes'>,
): Pick<CollectionSpec, 'check' | 'checkValue' | 'generate' | 'complete' | 'withDefaults'> => {
  const { checks, generators, completers, schemas } = compilation;
  const { key } = group.itemSchema;
  const checkValue = checks.checkFor(key);
  const check = checkWithId(checkValue, group);
  const refined = idSchemaOf(group, schemas);
  const options = { name, required };
  const generate = firstValid(
    generators.generatorFor(key, check, { ...options, refined }),
    Object.keys(refined).length === 0 ? undefined : generators.generatorFor(key, checkValue, options),
    { check, checkValue },
  );
  const usual = { check: checkValue, name };
  const except = [...required, ...group.aliases];
  return {
    check,
    checkValue,
    generate,
    complete: completers.completerFor([{ $ref: key }, refinement(required, refined)], { ...usual, generate }),
    withDefaults: completers.defaultsFor([{ $ref: key }, ...requestsOf(group, shapes)], { ...usual, except }),
  };
};

/** Required lists that no request can set, of objects that are no items and that nobody adds later: the choices of a completion. */
const filledListsOf = (group: ResourceGroup, children: readonly string[], context: SentContext): readonly string[] => {
  const { itemSchema } = group;
  const nouns = children.map((name) => name.slice(name.lastIndexOf('.') + 1));
  const isMade = (name: string) => {
    const element = itemSchema.typesOf(name)?.has('array') ? itemSchema.elementOf(name) : undefined;
    return element && !isCounter(englishOf(name)) && ![...element.properties].some(wordLists.ownIds.has);
  };
  const lists = itemSchema.required.filter((name) => isMade(name) && !nouns.some((noun) => isSameNoun(name, noun)));
  if (lists.length === 0) return lists;
  const isSent = isSentIn(group, context);
  return lists.filter((name) => !isSent(name));
};

/** The ids that an item has beside the one in its path: its `id`, and others that no client can send. */
const otherIdsOf = (
  { idProperty, aliases, itemSchema, noun, roles }: ResourceGroup,
  shapes: Binder['shapes'],
): readonly string[] => {
  if (idProperty === undefined) return [];
  const bodies = roles.flatMap(({ action, candidate: { bodyKey } }) =>
    action === 'create' && bodyKey !== undefined ? [shapes.sentIn(bodyKey, noun, itemSchema)] : [],
  );
  const isSentBy = (name: string) => bodies.some((body) => isSendable(body.schemaOf(name)));
  const others = [...aliases, ...[...itemSchema.properties].filter((name) => wordLists.worldwideIds.has(name))];
  return [...others.filter((name) => !isSentBy(name)), 'id'].filter(
    (name) => name !== idProperty && itemSchema.properties.has(name) && itemSchema.isScalar(name),
  );
};

/** The schemas of what clients send for a whole item. */
const requestsOf = (
  { itemSchema, noun, roles }: ResourceGroup,
  shapes: Binder['shapes'],
): readonly { readonly $ref: string }[] =>
  roles.flatMap(({ action, candidate: { bodyKey } }) =>
    (action === 'create' || action === 'replace') && bodyKey !== undefined
      ? [{ $ref: shapes.itemIn(bodyKey, noun, itemSchema)?.key ?? bodyKey }]
      : [],
  );

const isReadOnly = (schema: Schema | undefined) => typeof schema === 'object' && schema.readOnly === true;
const isSendable = (schema: Schema | undefined) => typeof schema === 'object' && schema.readOnly !== true;

/** If the path accepts no id that the item may have, items match their own schema. */
const firstValid =
  (
    generate: Generate,
    other: Generate | undefined,
    { check, checkValue }: Pick<CollectionSpec, 'check' | 'checkValue'>,
  ): Generate =>
  (context) => {
    const value = generate(context);
    const { budget } = context;
    if (other === undefined || check(value, budget).length === 0) return value;
    const plain = other(context);
    return checkValue(plain, budget).length === 0 ? plain : value;
  };

/** The schema of properties that are required or restricted in addition to the schema of the item. */
const refinement = (required: readonly string[], refined: Readonly<Record<string, string>>): SchemaObject => ({
  required,
  properties: Object.fromEntries(Object.entries(refined).map(([name, key]) => [name, { $ref: key }])),
});

const parentAt = (
  group: ResourceGroup,
  name: string,
  index: number,
  {
    schemas,
    exampleIds,
    above,
  }: { readonly schemas: SchemaSet; readonly exampleIds: ExampleIds; readonly above: ResourceGroup | undefined },
): Parent => {
  const [role] = group.roles;
  const isOwnId = group.kind === 'singleton' && group.path.endsWith('/{}') && index === group.parents.length - 1;
  const found = role && pathParameterOf(role.candidate, role.candidate.path.parameters[index]);
  const taken = role && idParameterFor(role.candidate, name, schemas);
  const ownId = isOwnId ? findId(group.itemSchema, group.noun, taken)?.property : undefined;
  const named = isOwnId
    ? ((ownId && taken && textIdOf(group.itemSchema, ownId, taken)) ?? ownId)
    : (propertyOfParameter(name, group.template, group.itemSchema) ??
      (found && propertyWithId(group, name, { $ref: found.key }, schemas, above)) ??
      ownerIn(group.itemSchema, name) ??
      // The owner of a ticket in a group is a person, and that of a repository whoever its full name begins with.
      (/^user(name)?$/i.test(name) || (isOwnerName(name) && joinedIn(group.itemSchema) !== undefined)
        ? ownerIn(group.itemSchema, 'owner')
        : undefined));
  // The id of an item is its own, not that of a parent.
  const values = found?.parameter.values;
  const own = group.itemSchema.typesOf(named ?? '');
  const parents = above?.itemSchema.typesOf(above.idProperty ?? '');
  // A path has the number of a version as a text, and its items its integer id.
  const isOther = own?.has('string') === false && parents && !mayBeNumber(parents);
  // The id above the parent of an item whose path has a name may as well be that of something else.
  const isFar =
    index + 1 < group.parents.length &&
    (plainName(name) === 'name' || wordLists.keyNames.has(name)) &&
    plainName(named ?? '').endsWith('id');
  const isParent = !isOther && !isFar && named !== group.idProperty && takesValues(named, values, group, schemas);
  const property = isParent ? named : undefined;
  const types =
    (property === undefined ? undefined : group.itemSchema.typesOf(property)) ??
    (found && schemas.typesOf({ $ref: found.key }));
  return {
    name,
    property,
    type: mayBeNumber(types) ? 'integer' : 'string',
    example: documentedValues(found)[0] ?? exampleIds.ofParent(group, index)[0] ?? values?.[0],
    ...(values !== undefined && { values }),
  };
};

/** `owner.login` for `{owner}`, where the item has an object with this name. */
const ownerIn = ({ innerOf }: ItemSchema, name: string): string | undefined => {
  const owner = innerOf(name);
  const label = wordLists.keyNames.all.find((one) => owner?.typesOf(one)?.has('string'));
  return label && `${name}.${label}`;
};

/** `product: 7` of a review below `/products/{id}`: in Django REST, the id of another item has the name of its noun. */
const propertyWithId = (
  { itemSchema, template, idProperty }: ResourceGroup,
  parameter: string,
  schema: SchemaObject,
  schemas: SchemaSet,
  above: ResourceGroup | undefined,
): string | undefined => {
  const noun = nounBefore(template, parameter);
  const named = noun === '' ? undefined : propertyNamed(singularOf(noun), itemSchema);
  if (named === undefined || plainName(named) !== plainName(singularOf(noun))) return undefined;
  // A text may also be a name, but not in documents of Mongoose.
  const isName = wordLists.givenNames.has(above?.idProperty ?? '') && itemSchema.typesOf(named)?.has('string');
  const areNumbers = [itemSchema.typesOf(named), schemas.typesOf(schema)].every(isNumeric);
  const isUuid = itemSchema.formatOf(named) === 'uuid' && schemas.keywordOf(schema, 'format') === 'uuid';
  return areNumbers || isUuid || isName || idProperty === '_id' ? named : undefined;
};

/** Whether the property may have each of the values that the path lists. `guides` in a path is not `guide` in an item. */
const takesValues = (
  property: string | undefined,
  values: readonly Json[] | undefined,
  { itemSchema }: ResourceGroup,
  schemas: SchemaSet,
) => {
  const schema = property === undefined ? undefined : itemSchema.schemaOf(property);
  const listed = schema === undefined ? undefined : schemas.keywordOf(schema, 'enum');
  return listed === undefined || values === undefined || values.every((value) => listed.some((one) => one === value));
};

/** The rows of lists and the items of reads; without any, what writes return. */
const documentedItems = (roles: readonly Role[], schemas: SchemaSet): readonly JsonObject[] => {
  const examples = (role: Role): readonly JsonObject[] => examplesOf(role, schemas);
  const shown = ['list', 'read'].flatMap((shownBy) =>
    roles.filter(({ action }) => action === shownBy).flatMap(examples),
  );
  const items: JsonObject[] = [];
  for (const item of shown.length > 0 ? shown : roles.flatMap(examples)) {
    if (items.length === maxExamples) break;
    if (!items.some((other) => equalsJson(item, other))) items.push(item);
  }
  return items;
};

/** Complete items among the examples of a response; without any, those of its list. */
const examplesOf = ({ candidate, shape, action }: Role, schemas: SchemaSet): readonly JsonObject[] => {
  const json = candidate.success?.json;
  // An action may return something else than the item: a payment of a booking.
  const isOfItem = action !== 'delete' && action !== 'act';
  if (json === undefined || shape === undefined || !isOfItem) return [];
  const { examples, example } = json.content;
  const documented = [...examples.values(), example].flatMap((value) => (value && valueAt(value, shape.at)) ?? []);
  const schemaOf = (owner: Schema, name: string): Schema =>
    schemas.keywordOf(owner, 'properties', 'some')?.[name] ?? true;
  const ofList = schemas.keywordOf(shape.at.reduce(schemaOf, { $ref: json.key }), 'examples');
  return (documented.length > 0 ? documented : (ofList ?? []))
    .flat()
    .filter((one) => isJsonObject(one)) as readonly JsonObject[];
};
