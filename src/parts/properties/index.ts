/**
 * Binds the properties of an item that have a path of their own: `PUT /users/{id}/address`, `POST /issues/{id}/labels`,
 * `DELETE /notes/{id}/tags/{tag}`. What is sent there is what the item shows.
 */

import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { endsInNoun, isSameNoun, plainName, singularOf } from '../../core/primitives/words.ts';
import type { Following } from '../../core/resources/item-steps.ts';
import {
  type Binding,
  type FieldChoice,
  type PropertyEffect,
  type SentValue,
  showsItems,
} from '../../core/service/binding.ts';
import type { CollectionSpec, CopiedText } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import {
  hasItems,
  isPerId,
  type PartOfItem,
  type ResourceGroup,
  type Role,
  type Specs,
} from '../../openapi/resources/describe/group.ts';
import {
  countShared,
  type ItemSchema,
  isSimilar,
  joinedIn,
  maxProperties,
} from '../../openapi/resources/describe/item-schema.ts';
import { namesIn } from '../../openapi/resources/describe/property-names.ts';
import {
  lastSegment,
  parentPath,
  positionInPath,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { type RoleRow, roleBy } from '../../openapi/resources/find/evidence.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { isItemAt } from '../../openapi/resources/find/item-match.ts';
import { isNumeric, type Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { phrases, wordLists } from '../words/index.ts';
import { followLines, linesIn } from './lines.ts';

/** Adds the parameters by which clients choose what is shown of items. */
export const choicesOfFields =
  (_specs: unknown, { describe, schemas }: Binder) =>
  (binding: Binding, { candidate, shape }: Role, { itemSchema, idProperty }: ResourceGroup): Binding => {
    if (candidate.success?.json === undefined || !showsItems(binding)) return binding;
    const shown = shape === undefined ? itemSchema : describe(shape.key);
    const fields = fieldChoicesOf(candidate, shown, idProperty, schemas);
    return fields.length === 0 ? binding : ({ ...binding, view: { ...binding.view, fields } } as Binding);
  };

const fieldChoicesOf = (
  { operation, parameterKeys, parameterTexts }: UnboundOperation,
  shown: ItemSchema,
  idProperty: string | undefined,
  schemas: SchemaSet,
): readonly FieldChoice[] =>
  operation.parameters.flatMap(({ name, in: location }, parameter): readonly FieldChoice[] => {
    const plain = plainName(name);
    if (location !== 'query' || shown.properties.has(name)) return [];
    const text = parameterTexts[parameter] ?? '';
    const isExcluding =
      wordLists.excludedFields.has(plain) || (wordLists.vagueExclusions.has(plain) && phrases.fields.test(text));
    const isChoice =
      isExcluding ||
      wordLists.fieldLists.has(plain) ||
      /^fields\w/.test(plain) ||
      (wordLists.vagueFieldLists.has(plain) && phrases.fields.test(text) && phrases.returned.test(text));
    const types = schemas.typesOf({ $ref: parameterKeys[parameter] as string });
    const isList = types === undefined || ['string', 'array', 'object'].some((type) => types.has(type as 'string'));
    if (!isChoice || !isList) return [];
    const kept = new Set([...shown.required, ...(idProperty === undefined ? [] : [idProperty]), 'id', 'type']);
    return [{ parameter, kept, ...(isExcluding && { isExcluding }) }];
  });

/**
 * Adds the number that items get in their order below their parents (the `number` of an issue, the `iid` of a ticket), unless requests set
 * it, and their place in a list (`position`).
 */
export const withNumbers =
  (_specs: unknown, binder: Binder) =>
  ({ parents, idProperty }: CollectionSpec, group: ResourceGroup): Partial<CollectionSpec> => {
    const { properties, typesOf: own } = group.itemSchema;
    const place = [...properties].find((name) => wordLists.ordinals.has(name) && own(name)?.has('integer'));
    const numbered = place ?? (parents.length === 0 ? undefined : numberIn(group));
    const isOwn = numbered !== undefined && (numbered !== idProperty || properties.has('id'));
    return isOwn && (place !== undefined || !isSentIn(group, binder)(numbered)) ? { numbered } : {};
  };

/** The property with such a number: `number`, `iid`, or `issue_number` of an issue. */
const numberIn = ({ itemSchema: { properties, typesOf }, noun }: ResourceGroup): string | undefined => {
  const own = `${singularOf(noun)}number`;
  const isNamed = (name: string) => wordLists.ownNumbers.has(name) || plainName(name) === own;
  return [...properties].find((name) => isNamed(name) && typesOf(name)?.has('integer'));
};

/** Adds the text that joins an owner and a name (`full_name: ada/tools`) of each collection that has one, unless requests set it. */
export const withJoined =
  (_specs: unknown, binder: Binder) =>
  (_spec: unknown, group: ResourceGroup): Partial<CollectionSpec> => {
    const joined = joinedIn(group.itemSchema);
    return joined === undefined || isSentIn(group, binder)(joined.property) ? {} : { joined };
  };

/**
 * Adds the texts of other items that no request sets: `homeTeamName` beside `homeTeamId`, the `name` of a team; ids
 * that both have: the `boardId` of a card is that of its list; and what lines name.
 */
export const withCopies = (specs: Specs, binder: Binder) => {
  const textsIn = (group: ResourceGroup): readonly CopiedText[] => {
    const isSent = isSentIn(group, binder);
    const isReadOnly = (name: string) => Object(group.itemSchema.schemaOf(name)).readOnly === true;
    const own = copiesOf(group, specs).filter(({ property }) => isReadOnly(property) || !isSent(property));
    const lines = linesIn(group.itemSchema).flatMap(([property, line]) =>
      [...line.properties].flatMap((by) => {
        const source = stemOf(by) ?? by;
        const target = targetOf(source, [...specs.keys()]);
        const isOf = target !== undefined && (source !== by || isSameNoun(by, target.noun));
        const collection = isOf ? specs.get(target)?.name : undefined;
        return collection ? [{ property, by, collection, source }] : [];
      }),
    );
    return [...own, ...lines];
  };
  return ({ relations }: CollectionSpec, group: ResourceGroup): Partial<Following> => ({
    relations: lazily(() => ({ ...relations(), texts: textsIn(group) })),
    follow: (texts) => followLines(group.itemSchema, texts),
  });
};

const copiesOf = ({ itemSchema }: ResourceGroup, specs: Specs): readonly CopiedText[] => {
  if (itemSchema.properties.size > maxProperties) return [];
  const texts = [...itemSchema.properties].filter((name) => itemSchema.typesOf(name)?.has('string'));
  return [...itemSchema.properties].flatMap((by): readonly CopiedText[] => {
    // `client_name` beside the `client` of Django
    const stem = stemOf(by) ?? (isNumeric(itemSchema.typesOf(by)) ? by : undefined);
    if (stem === undefined || !itemSchema.isScalar(by)) return [];
    const start = plainName(stem);
    const beside = texts.filter((name) => name !== by && plainName(name).startsWith(start));
    const ids = [...itemSchema.properties].filter((name) => name !== by && stemOf(name) && itemSchema.isScalar(name));
    const target = beside.length + ids.length === 0 ? undefined : targetOf(stem, [...specs.keys()]);
    const collection = target && specs.get(target)?.name;
    if (target === undefined || collection === undefined) return [];
    // The board of a card is that of its list.
    const shared = ids.filter((name) => target.itemSchema.isScalar(name) && target.itemSchema.properties.has(name));
    const above = shared.map((property) => ({ property, by, collection, source: property }));
    const named = beside.flatMap((property) => {
      const rest = plainName(property).slice(start.length);
      const source = [...target.itemSchema.properties].find((name) =>
        [rest, plainName(property)].includes(plainName(name)),
      );
      return source === undefined || source === target.idProperty ? [] : [{ property, by, collection, source }];
    });
    return [...named, ...above];
  });
};

/** What an id is of: `list` of `list_id`, `listId` and `idList`. */
const stemOf = (name: string): string | undefined =>
  /^(.{2,}?)[_-]?id$/i.exec(name)?.[1] ?? /^id_?(\p{Lu}.+|(?<=_).+)$/u.exec(name)?.[1];

const targetOf = (stem: string, groups: readonly ResourceGroup[]): ResourceGroup | undefined =>
  theOnly(
    groups,
    ({ kind, parents, idProperty, noun }) =>
      kind === 'list' && parents.length === 0 && idProperty !== undefined && endsInNoun(stem, noun),
  );

export { withAddresses } from './addresses.ts';
export { areLines } from './lines.ts';
export { withLookups } from './lookups.ts';

interface Part {
  readonly group: ResourceGroup;
  readonly name: string;
  readonly schema: ItemSchema;
  /** The key of the elements, if it is a list; else its own. */
  readonly key: string;
  readonly kind: 'list' | 'object' | 'scalar';
}

const bindPartsOf = (kind: ResourceGroup['kind'], finding: Known) => {
  const { groups, isFree } = finding;
  const isOne = kind === 'singleton';
  const holders = groups.filter((group) => (isOne ? group.kind === kind : hasItems(group)));
  const byItemPath = new Map(holders.map((group) => [isOne ? group.path : `${group.path}/{}`, group]));
  const paths = new Set(groups.map(({ path }) => path));
  // `/notes/{id}/tags/{tag}` may be all that there is of a part.
  for (const path of new Set(finding.byPath.keys().map((one) => one.replace(/\/\{\}$/, '')))) {
    const group = byItemPath.get(parentPath(path));
    const part = group && partAt(group, lastSegment(path), finding);
    if (part === undefined || paths.has(path)) continue;
    const isOpen = (one: UnboundOperation) => isFree(one) && one.verb === undefined;
    const roles = partRoles(path, part, isOpen, finding);
    if (!roles.some(isWrite)) continue;
    group?.roles.push(...roles);
    if (isOne && part.kind === 'list') keepEmptied(part);
  }
};

export const bindParts = (finding: Known): void => bindPartsOf('list', finding);
export const bindPartsOfOne = (finding: Known): void => bindPartsOf('singleton', finding);

/** A deletion empties a thing that nothing creates: `DELETE /cart`. */
const keepEmptied = ({ group, name }: Part) => {
  const { roles } = group;
  if (isPerId(group) || roles.some(({ action }) => action === 'replace' || action === 'update')) return;
  for (const [at, role] of roles.entries())
    if (role.action === 'delete')
      roles[at] = { ...role, action: 'act', part: { name, isList: true, effects: [emptied(name)], at: undefined } };
};

const emptied = (name: string): PropertyEffect => ({ path: [name], to: { type: 'value', value: [] } });

/** The part roles of the operations at the path, and of those on one element of a list. */
const partRoles = (
  path: string,
  part: Part,
  isOpen: (candidate: UnboundOperation) => boolean,
  finding: FinderContext,
): readonly Role[] =>
  [path, ...(part.kind === 'list' ? [`${path}/{}`, ...clearingOf(path, part)] : [])]
    .flatMap((at) => finding.byPath.get(at) ?? [])
    .filter(isOpen)
    .flatMap((one) => partRole(one, part, finding) ?? []);

/** `POST /cart/clear` empties the list at `/cart/items`. */
const clearingOf = (path: string, { group }: Part): readonly string[] =>
  group.kind === 'singleton' ? clearing.map((word) => `${parentPath(path)}/${word}`) : [];

const clearing = ['clear', 'empty'];

const isWrite = ({ candidate }: Role) => candidate.operation.method !== 'GET';

const partAt = (group: ResourceGroup, segment: string, finding: FinderContext): Part | undefined => {
  const { itemSchema: schema, idProperty } = group;
  const { byPlain, lists } = namesIn(schema);
  const name =
    byPlain.get(plainName(segment))?.[0] ?? lists.find((one) => isSameNoun(one.replace(/_?ids$/i, ''), segment));
  if (name === undefined || name === idProperty) return undefined;
  const { schemas } = finding;
  const own = schema.schemaOf(name) as Schema;
  const types = [...(schemas.typesOf(own) ?? [])].filter((type) => type !== 'null');
  if (types.length === 0) return undefined;
  const elements = types.join() === 'array' ? schemas.elementsOf(own) : undefined;
  if (elements === undefined && types.includes('array')) return undefined;
  const kind = elements !== undefined ? 'list' : types.includes('object') ? 'object' : 'scalar';
  return { group, name, schema, key: schemas.adopt(elements ?? own, schema.key), kind };
};

export const partRows: readonly RoleRow[] = [
  {
    role: { action: 'act' },
    name: 'part of an item',
    example: 'PUT /users/{id}/address, POST /notes/{id}/tags',
    when: { method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], relation: ['a part'] },
    provided:
      'the item shows a property of that name, the request sends it or elements of it, and an operation there changes it',
  },
  {
    role: { action: 'act' },
    name: 'element of a part',
    example: 'DELETE /notes/{id}/tags/{tag}, PATCH /cart/items/{id}',
    when: { method: ['POST', 'PUT', 'PATCH', 'DELETE'], relation: ['an element'] },
    provided: 'the item shows a list of that name; a PUT or PATCH sends properties of its elements',
  },
];

const partRole = (candidate: UnboundOperation, part: Part, finding: FinderContext): Role | undefined => {
  const { endsInParameter } = candidate.path;
  const { group, name, kind } = part;
  const effects = endsInParameter ? effectsBelow(candidate, part, finding) : effectsAt(candidate, part, finding);
  if (effects === undefined) return undefined;
  const { shape, isOther, at, isLast } = shownBy(candidate, part, finding);
  // Without an effect, it has to show something.
  if (effects.length === 0 && at === undefined) return undefined;
  const isOne = group.kind === 'singleton';
  const found = {
    ...{ shape, isOther, part: { name, isList: kind === 'list', effects, at, isLast } },
    reason: `Is about the ${name} of ${isOne ? '' : 'one item of '}${group.template}.`,
    ...(isOne && { key: 'none' as const }),
  };
  return roleBy(partRows, candidate, { group, relation: endsInParameter ? 'an element' : 'a part', found }, finding);
};

/** The effects of an operation on one element. */
const effectsBelow = (
  candidate: UnboundOperation,
  part: Part,
  finding: FinderContext,
): readonly PropertyEffect[] | undefined => {
  const { method, body } = candidate.operation;
  const path = [part.name];
  const { parameters, above } = candidate.path;
  const parameter = parameters.at(-1) as string;
  const from: SentValue = { parameter: positionInPath(candidate, parameter) };
  // `productId` of the elements at `/cart/items/{productId}`; else their id or their name.
  const isOwn = finding.describe(part.key).isScalar(parameter) && !isIdName(parameter.toLowerCase());
  const by = isOwn ? parameter : undefined;
  if (body === undefined) {
    if (method === 'PATCH') return undefined;
    return [{ path, to: method === 'DELETE' ? { type: 'remove-from-list', from, by } : { type: 'add-to-list', from } }];
  }
  const isAdded = finding.byPath.get(above)?.some((one) => one.operation.method === 'POST');
  const sent = isAdded && /^(PUT|PATCH)$/.test(method) ? sentTo(candidate, part, finding) : undefined;
  const isChange = sent?.isWhole && !sent.isMany && isObjectAt(part.key, finding);
  return isChange ? [{ path, to: { type: 'change-in-list', from, by, sent: sent.from.body } }] : undefined;
};

const effectsAt = (
  candidate: UnboundOperation,
  part: Part,
  finding: FinderContext,
): readonly PropertyEffect[] | undefined => {
  const { name, schema, kind } = part;
  const { method, body } = candidate.operation;
  const path = [name];
  if (method === 'GET') return kind === 'scalar' ? undefined : [];
  if ((method === 'DELETE' || clearing.includes(candidate.path.noun)) && body === undefined) {
    // The query may say which.
    if (candidate.operation.parameters.some((one) => one.in === 'query')) return undefined;
    if (kind === 'list') return [emptied(name)];
    return schema.required.includes(name) ? undefined : [{ path, to: { type: 'value', value: undefined } }];
  }
  const sent = sentTo(candidate, part, finding);
  if (sent === undefined) return undefined;
  const { from } = sent;
  if (kind === 'list') {
    const type = { POST: 'add-to-list', DELETE: 'remove-from-list', PUT: 'sent' } as const;
    const to = type[method as keyof typeof type];
    if (to === undefined || (to === 'sent' && !sent.isMany)) return undefined;
    return [
      {
        path,
        to: to === 'add-to-list' ? { type: to, from, id: newIdOf(part, finding) } : { type: to, from },
      },
    ];
  }
  if (method === 'PUT' || (method === 'POST' && kind === 'object')) return [{ path, to: { type: 'sent', from } }];
  if (method !== 'PATCH') return undefined;
  if (kind === 'scalar') return [{ path, to: { type: 'sent', from } }];
  const changed = finding.describe(candidate.bodyKey as string).properties;
  return from.body.length > 0 || changed.size > maxProperties
    ? undefined
    : [...changed].map((one) => ({ path: [name, one], to: { type: 'sent', from: { body: [one] } } }));
};

const newIdOf = (
  { key }: Part,
  finding: FinderContext,
): Extract<PropertyEffect['to'], { readonly type: 'add-to-list' }>['id'] => {
  const { properties, typesOf: typesIn, formatOf, patternOf } = finding.describe(key);
  const isId = (name: string) => wordLists.newIds.has(name) && patternOf(name) === undefined;
  const property = [...properties].find(isId);
  if (property === undefined) return undefined;
  if (typesIn(property)?.has('string')) return { property, form: formatOf(property) === 'uuid' ? 'uuid' : 'text' };
  return typesIn(property)?.has('integer') ? { property, form: 'number' } : undefined;
};

/** Where a request has the part, or elements of it. */
interface Sent {
  readonly from: Extract<SentValue, { readonly body: unknown }>;
  readonly isMany: boolean;
  /** Whether it has the element itself, and not a name of it. */
  readonly isWhole: boolean;
}

const sentTo = ({ bodyKey }: UnboundOperation, part: Part, finding: FinderContext): Sent | undefined => {
  if (bodyKey === undefined) return undefined;
  const bare = sentAt(bodyKey, [], part, finding);
  const body = finding.describe(bodyKey);
  const only = theOnly([...body.properties], (one) => isNameOf(one, part, body.properties.size === 1));
  if (only === undefined) return bare;
  const { schemas } = finding;
  const named = sentAt(schemas.adopt(body.schemaOf(only) as Schema, body.key), [only], part, finding);
  if (bare === undefined) return named;
  // Clients may send the list itself, or an object that has it.
  return named?.isMany === true ? { ...bare, from: { body: [], inObject: only } } : bare;
};

/** Whether a name is that of a part: `labels`, `label`, `label_id` and `labelIds` of labels; the only property may also be a `name` or an `id`. */
const isNameOf = (name: string, { name: part, kind }: Part, isOnly: boolean) => {
  const plain = plainName(name);
  const base = wordLists.namingEnds.withoutEnd(plain);
  const isUsual = isOnly && (/ids?$/.test(plain) || wordLists.elements.has(singularOf(name)));
  return isUsual || isSameNoun(plain, part) || (kind === 'list' && isSameNoun(base, part));
};

const sentAt = (
  key: string,
  at: readonly string[],
  { key: partKey, kind }: Part,
  finding: FinderContext,
): Sent | undefined => {
  const { schemas } = finding;
  const types = schemas.typesOf({ $ref: key });
  if (types === undefined) return undefined;
  const from = { body: at };
  if (types.has('array')) {
    const elements = schemas.elementsOf({ $ref: key });
    if (kind !== 'list' || elements === undefined) return undefined;
    const one = sentAt(schemas.adopt(elements, key), at, { key: partKey, kind } as Part, finding);
    return one && { ...one, isMany: true };
  }
  const isObject = isObjectAt(key, finding);
  const [body, element] = [finding.describe(key), finding.describe(partKey)];
  const others = [...body.properties].filter((name) => body.formatOf(name) !== 'binary');
  const hasFile = others.length < body.properties.size;
  // It has properties of the part, and no others but files, or most of them. A file alone is added to a list.
  const isAlike = () =>
    isSimilar(body, element) ||
    (others.length >= (hasFile && kind === 'list' ? 0 : 1) && countShared(body, element) >= others.length);
  const isWhole = isObject === isObjectAt(partKey, finding) && (!isObject || isAlike());
  // A name stands for an object in a list alone.
  const isName = kind === 'list' && !isObject;
  const ofFile = hasFile && { ofFile: element.properties };
  return isWhole || isName ? { from: { ...from, ...ofFile }, isMany: false, isWhole } : undefined;
};

const isObjectAt = (key: string, { schemas }: FinderContext) => schemas.typesOf({ $ref: key })?.has('object') ?? false;

/** Where the response has the part; else the item, or something else. */
const shownBy = (
  candidate: UnboundOperation,
  part: Part,
  finding: FinderContext,
): Pick<Role, 'shape' | 'isOther'> & Pick<PartOfItem, 'isLast'> & { readonly at?: readonly string[] | undefined } => {
  const key = candidate.success?.json?.key;
  if (key === undefined) return { shape: undefined };
  const at = partIn(key, part, finding);
  if (at !== undefined) return { shape: undefined, at };
  const { itemSchema, noun } = part.group;
  const shape = finding.shapes.itemIn(key, noun, itemSchema);
  const parts = finding.describe(part.key);
  // A team that has members is none of them.
  const isWhole = shape !== undefined && finding.describe(shape.key).properties.has(part.name);
  const element = part.kind === 'list' && !isWhole ? finding.shapes.itemIn(key, part.name, parts) : undefined;
  if (isItemAt(element, parts, finding)) return { shape: undefined, at: element?.at, isLast: true };
  return isItemAt(shape, itemSchema, finding) ? { shape } : { shape: undefined, isOther: true };
};

const partIn = (key: string, part: Part, finding: FinderContext): readonly string[] | undefined => {
  const { schemas } = finding;
  const isPart = (own: Schema) => {
    const types = schemas.typesOf(own);
    if (types === undefined || types.has('array') !== (part.kind === 'list')) return false;
    const elements = part.kind === 'list' ? schemas.elementsOf(own) : own;
    if (elements === undefined) return false;
    const adopted = schemas.adopt(elements, key);
    if (isObjectAt(adopted, finding) !== isObjectAt(part.key, finding)) return false;
    return !isObjectAt(adopted, finding) || isSimilar(finding.describe(adopted), finding.describe(part.key));
  };
  if (isPart({ $ref: key })) return [];
  if (!isObjectAt(key, finding)) return undefined;
  const body = finding.describe(key);
  const found = [...body.properties].filter(
    (name) => (isSameNoun(name, part.name) || body.properties.size === 1) && isPart(body.schemaOf(name) as Schema),
  );
  return found.length === 1 && !isSimilar(body, part.schema) ? [found[0] as string] : undefined;
};
