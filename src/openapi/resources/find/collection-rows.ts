/** Rows for the operations at the path of a collection, and on its items. */

import { endsInNoun, isSameNoun, wordsOf } from '../../../core/primitives/words.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { isDocumented } from '../../../core/service/operation.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import { countShared, type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { propertyNamed } from '../describe/property-names.ts';
import { isUpload, pathParameterOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { bodyKeyedRole } from './body-keyed-roles.ts';
import { type Around, type Evidence, type RoleRow, roleBy } from './evidence.ts';
import type { FinderContext, Site } from './finder-context.ts';
import { isAbout, isItemAt, isOfItem, isPartial, isSilent, saysNothing, showsParent, takesItem } from './item-match.ts';

/** The items of a path, whose collection is not known yet. */
export const itemsAt = (
  { path, noun }: Pick<Site, 'path' | 'noun'>,
  itemSchema: ItemSchema,
  idProperty: string | undefined,
): ResourceGroup => ({
  ...{ name: undefined, kind: 'list', path, parents: [], template: path.replaceAll('{}', '{…}') || '/', noun },
  ...{ itemSchema, idProperty, aliases: [], roles: [] },
});

/** The role of an operation at the path of a collection, or on one of its items. */
export const roleAt = (
  candidate: UnboundOperation,
  relation: 'self' | 'item',
  group: ResourceGroup,
  around: Around,
  finding: FinderContext,
): Role | undefined => roleBy(collectionRows, candidate, { group, relation, around }, finding);

const reason = 'Refers to one item of {} by its {id}.';
const atItem = (...method: readonly string[]): Pick<RoleRow, 'when' | 'tier' | 'reason'> => ({
  when: { method, relation: ['item'] },
  tier: 'high',
  reason,
});

export const collectionRows: readonly RoleRow[] = [
  {
    name: 'list',
    example: 'GET /orders',
    when: { method: ['GET'], relation: ['self'] },
    role: { action: 'list' },
    tier: 'high',
    provided:
      'the body is a list, or an object has it; medium if the items that are read look otherwise, or nothing is said of them',
    needs: ({ candidate, around: { site } }) =>
      site.list?.candidate === candidate ? { shape: site.list.shape } : undefined,
  },
  {
    name: 'creation',
    example: 'POST /orders, PUT /tokens that returns the new one',
    when: { method: ['POST', 'PUT'], relation: ['self'] },
    role: { action: 'create' },
    tier: 'high',
    reason: 'Takes an object, and documents {status} for the new item of {}.',
    provided: 'it takes a property of the items, or a file, or returns an item; by PUT without an id, the new item',
    needs: (evidence) =>
      evidence.around.site.posts.includes(evidence.candidate) && isCreate(evidence) ? creation(evidence) : undefined,
  },
  {
    name: 'change by the id in the body',
    example: 'PUT /orders with an order',
    when: { method: ['PUT', 'PATCH'], relation: ['self'] },
    role: { action: 'replace', key: 'body' },
    provided: 'the body is an item with its id, or a list of items with theirs, and the response is about them',
    needs: (evidence) => {
      const { candidate, group, around, finding } = evidence;
      const { site, create } = around;
      const { itemSchema, idProperty, noun } = group;
      if (idProperty === undefined) return undefined;
      const here = finding.byPath.get(site.path) ?? [];
      const isRead = (one: UnboundOperation) => one.method === 'GET' || site.writes[0] === one;
      const isOnlyWrite = site.below.length === 0 && here.every(isRead);
      const keyed = { itemSchema, idProperty, noun, areCreated: create !== undefined, isOnlyWrite };
      return bodyKeyedRole(candidate, keyed, finding)[0];
    },
  },
  {
    name: 'read',
    example: 'GET /orders/{id}',
    ...atItem('GET'),
    role: { action: 'read' },
    provided: 'it returns an object, and neither a list nor a page; medium if no name states the id',
    needs: readOfOne,
  },
  {
    name: 'deletion of those in the path',
    example: 'DELETE /orders/{ids}',
    ...atItem('DELETE'),
    role: { action: 'delete', key: 'body' },
    provided: 'the parameter of the path is a list',
    tier: 'medium',
    needs: ({ candidate, group: { idProperty }, finding }) => {
      const name = idProperty === undefined ? undefined : idsInPath(candidate, finding);
      return name === undefined ? undefined : { bulk: { in: 'parameter', name } };
    },
  },
  {
    name: 'deletion',
    example: 'DELETE /orders/{id}',
    ...atItem('DELETE'),
    role: { action: 'delete' },
    needs: (evidence) => ({ shape: emptyIn(evidence) ?? evidence.shape, ...otherThan(evidence) }),
  },
  {
    name: 'replacement',
    example: 'PUT /orders/{id}',
    ...atItem('PUT'),
    role: { action: 'replace' },
    provided:
      'it returns nothing, the item or a confirmation; a change, if it requires no property and a creation does',
    needs: (evidence) => written(evidence, 'replace'),
  },
  {
    name: 'change',
    example: 'PATCH /orders/{id}',
    ...atItem('PATCH', 'POST'),
    role: { action: 'update' },
    provided: 'it returns nothing, the item or a confirmation',
    needs: (evidence) => written(evidence, 'update'),
  },
];

/** Where nothing is said of the response but that it is an object, it is empty. */
const emptyIn = ({ key, finding }: Evidence): ItemShape | undefined =>
  key !== undefined && saysNothing(key, finding) && finding.schemas.typesOf({ $ref: key })?.size === 1
    ? { at: [], listed: false, key: finding.schemas.adopt({ type: 'object', additionalProperties: false }, key) }
    : undefined;

function readOfOne(evidence: Evidence): Partial<Role> | string | undefined {
  const { candidate, group, around, finding, key, shape } = evidence;
  const many = key === undefined ? undefined : manyIn(key, evidence);
  if (many !== undefined) return many;
  const isObject = key !== undefined && mayBeObject(key, finding);
  if (around.read === undefined && !isObject && !isSilent(candidate, finding)) return 'Does not return a JSON object.';
  // `/books/{id}/details` may be more than a book.
  const isFirst = around.site.below.find((one) => one.method === 'GET') === candidate;
  if ((candidate.verb === undefined && !candidate.isElsewhere) || isFirst)
    return { shape: around.read ?? inEnvelope(shape) };
  return isItemAt(shape, group.itemSchema, finding) ? { shape } : undefined;
}

const written = (evidence: Evidence, usual: 'replace' | 'update'): Partial<Role> | string | undefined => {
  const { candidate, group, around, finding, shape } = evidence;
  const other = otherThan(evidence);
  if (!takesItem(candidate, finding)) return undefined;
  if (isAnswer(evidence)) return answered;
  if (other === undefined && !isAbout(candidate, group.itemSchema, group.noun, finding)) return somethingElse(group);
  const upsert = candidate.method !== 'PATCH' && isUpsert(candidate, around.create) && !takesOtherId(evidence);
  // A POST without properties, if it may be the only way to add an item, stores the item as it is.
  const isPut = upsert && !takesProperties(candidate, group.itemSchema);
  const action = isPut ? 'replace' : isPartial(candidate, around.create, group, finding) ? 'update' : usual;
  return { action, shape, upsert, ...other };
};

/** Whether its path has a number of items that are identified by texts. */
const takesOtherId = ({ candidate, group: { itemSchema, idProperty = '' }, finding: { schemas } }: Evidence) => {
  const { types } = idParameterFor(candidate, candidate.path.parameters.at(-1) as string, schemas);
  return types?.has('string') === false && itemSchema.typesOf(idProperty)?.has('integer') === false;
};

/** Whoever accepts or declines something answers it, and it is no longer there. */
const answered: Partial<Role> = {
  ...{ action: 'delete', shape: undefined, isOther: true, confidence: 'medium' },
  reason: 'Is sent whether it is accepted, which its items do not have: what is answered is removed.',
};

/** Whether a request says if something is accepted, and no item has that or a status. */
const isAnswer = ({ candidate: { bodyKey }, group: { itemSchema, noun }, finding, shape }: Evidence) => {
  const isWord = wordLists.consents.has;
  const sent = finding.shapes.itemIn(bodyKey, noun);
  const body = sent && finding.describe(sent.key);
  const isSent =
    body !== undefined && [...body.properties].some((name) => isWord(name) && body.typesOf(name)?.has('boolean'));
  const isKept = (name: string) => isWord(name) || wordLists.states.has(name);
  return isSent && ![...itemSchema.properties].some(isKept) && !isItemAt(shape, itemSchema, finding);
};

const somethingElse = ({ template }: ResourceGroup) => `Returns something other than an item of ${template}.`;

/** The place of an item of which nothing is said. */
const inEnvelope = (shape: ItemShape | undefined): ItemShape | undefined =>
  shape === undefined || shape.listed || shape.at.length === 0 ? undefined : shape;

/** The roles of operations on items that have another path too. Without their collection there, none can be added. */
export const rolesAtOtherPath = (
  path: string,
  below: readonly UnboundOperation[],
  noun: string,
  { itemSchema, idProperty, ...known }: Pick<ResourceGroup, 'itemSchema' | 'idProperty'> & Omit<Around, 'site'>,
  finding: FinderContext,
): readonly Role[] => {
  const site: Site = { path, noun, get: undefined, list: undefined, posts: [], writes: [], below };
  const items = itemsAt(site, itemSchema, idProperty);
  return below
    .filter(({ success }) => success !== undefined)
    .flatMap((candidate) => roleAt(candidate, 'item', items, { ...known, site }, finding) ?? [])
    .map((role): Role => ({ ...role, upsert: false }));
};

/** The path parameter of a deletion that takes a list: `DELETE /users/{ids}`. */
const idsInPath = (candidate: UnboundOperation, { schemas }: FinderContext): string | undefined => {
  const name = candidate.path.parameters.at(-1);
  const found = pathParameterOf(candidate, name);
  return found !== undefined && schemas.typesOf({ $ref: found.key })?.has('array') ? name : undefined;
};

/** What a role has of its own if its response shows the item above. */
const otherThan = ({
  candidate,
  group: { itemSchema, noun },
  finding,
  shape,
}: Evidence): Pick<Role, 'shape' | 'isOther' | 'confidence'> | undefined => {
  const { success } = candidate;
  const answered = success?.json && finding.describe(success.json.key);
  const shown = shape?.listed === false ? finding.describe(shape.key) : undefined;
  const isItems = (name: string) => isSameNoun(name, noun);
  // A subtask is a task, too.
  const isAlike = () => shown !== undefined && isSimilar(shown, itemSchema) && ![...shown.properties].some(isItems);
  return answered?.key !== itemSchema.key && showsParent(candidate, finding) && !isAlike()
    ? { shape: undefined, isOther: true, confidence: 'medium' }
    : undefined;
};

/** Whether the last parameter of the path is the id of one item, and not that of something else: `{id}` or `{user_id}` of `users`. */
export const takesOwnId = (candidate: UnboundOperation, noun: string): boolean => {
  const name = candidate.path.parameters.at(-1) ?? '';
  const words = wordsOf(name);
  const owner = words.slice(0, -1).join('');
  return isIdName(words.at(-1) ?? '') && (owner === '' || endsInNoun(noun, owner));
};

/** The reason why a response contains many items; undefined if it may be one item. */
const manyIn = (key: string, evidence: Evidence): string | undefined => {
  const { around, finding, group, shape } = evidence;
  const { site, create } = around;
  if (finding.shapes.isPlainList(key)) return 'Returns a list, not one item.';
  // Lists and totals may be beside the item.
  const isBeside = shape !== undefined && shape.at.length > 0 && isItemAt(shape, group.itemSchema, finding);
  if (isBeside || !finding.shapes.isPaged(key, site.noun)) return undefined;
  // An item may have lists and totals of its own: then a creation returns it, or the collection lists it.
  const created = create?.success?.json?.key;
  const shown = finding.describe(key);
  const isListed = site.list !== undefined && finding.describe(site.list.shape.key).key === shown.key;
  return isListed || (created !== undefined && isSimilar(shown, finding.describe(created)))
    ? undefined
    : 'Returns many items, with paging properties.';
};

const takesProperties = ({ bodyKey, operation }: UnboundOperation, itemSchema: ItemSchema) =>
  bodyKey !== undefined ||
  operation.parameters.some(
    ({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined,
  );

const mayBeObject = (key: string, { schemas }: FinderContext) => schemas.typesOf({ $ref: key })?.has('object') ?? true;

/** Whether a PUT creates: it has a documented 201, or is the only way to add an item, and says so or has no 404. */
const isUpsert = ({ operation, firstWord }: UnboundOperation, create: UnboundOperation | undefined) =>
  operation.responses.has('201') ||
  (create === undefined && (wordLists.createVerbs.has(firstWord) || !isDocumented(operation, 404)));

const isCreate = (evidence: Evidence) => {
  const { candidate, group, finding } = evidence;
  const { itemSchema, noun, template } = group;
  if (isUpload(candidate)) return returnsItem(evidence);
  if (!takesItem(candidate, finding)) return false;
  if (otherThan(evidence) === undefined && !isAbout(candidate, itemSchema, noun, finding)) {
    finding.abstain(candidate, somethingElse(group));
    return false;
  }
  if (candidate.bodyKey === undefined) return candidate.success?.json !== undefined;
  const isSaid = isOfItem(candidate.bodyKey, itemSchema, noun, finding);
  const sent = finding.describe(candidate.bodyKey).properties;
  // `user_id` beside `/members/{user_id}`
  const { list, below } = evidence.around.site;
  const isNamed = list && below.some(({ path }) => sent.has(path.parameters.at(-1) ?? ''));
  if (isSaid || isNamed || returnsItem(evidence)) return true;
  finding.abstain(candidate, `Its body has no property of the items of ${template}.`);
  return false;
};

/** Whether an operation returns an item, whose schema another operation shows, too. */
const returnsItem = ({ group: { itemSchema }, around: { site }, finding, shape }: Evidence) => {
  const isKnown = site.list !== undefined || site.below.some((candidate) => candidate.method === 'GET');
  if (!isKnown || shape === undefined) return false;
  const answered = finding.describe(shape.key);
  return isSimilar(answered, itemSchema) || countShared(answered, itemSchema) === itemSchema.properties.size;
};

function creation(evidence: Evidence): Partial<Role> {
  const { candidate, group, finding, shape } = evidence;
  const status = candidate.operation.success?.status ?? 'a success';
  const list = finding.shapes.listIn(candidate.bodyKey, group.noun);
  return {
    shape,
    // One item, or a list of them, also where both have it in a property.
    bulk:
      list && (list.at.length === 0 || (shape?.listed && shape.at.join() === list.at.join()))
        ? { in: 'body', ...list }
        : undefined,
    reason: `Takes ${isUpload(candidate) ? 'a file' : 'an object'}, and documents ${status} for the new item of ${group.template}.`,
    ...otherThan(evidence),
  };
}
