/** Rows for many items at once: `DELETE /items` with ids or without, `POST /items/bulk`, `/items/batch-delete`, `GET /items/count`. */

import { isTable } from '../../core/http/http.ts';
import type { Json } from '../../core/primitives/json.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, ItemBinding } from '../../core/service/binding.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { sentBy } from '../../openapi/resources/bind/request-mapping.ts';
import { filtersAt, hasConditions, statedBy } from '../../openapi/resources/describe/filters.ts';
import type { ManyShape, ResourceGroup, Role, Specs } from '../../openapi/resources/describe/group.ts';
import { isSimilar } from '../../openapi/resources/describe/item-schema.ts';
import { isSearchName } from '../../openapi/resources/describe/list-parameters.ts';
import type { ListShape } from '../../openapi/resources/describe/locate-items.ts';
import { isUsualList } from '../../openapi/resources/describe/paging-names.ts';
import { propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import {
  lastSegment,
  parentPath,
  pathShapeOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { RowsBeside } from '../../openapi/resources/find/decide.ts';
import type { Beside, Evidence, Features, RoleRow } from '../../openapi/resources/find/evidence.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import { isOfItem } from '../../openapi/resources/find/item-match.ts';
import { statedText } from '../../openapi/resources/find/views.ts';
import { isNumeric, type Schema, type Types } from '../../openapi/schema/schema.ts';
import { type Meanings, meaningOf, wordLists } from '../words/index.ts';

/** The ids of items in the body or in the query: `{ "ids": [1, 2] }`, `?ids=1,2`. */
const idsIn = (
  { operation, bodyKey }: UnboundOperation,
  { noun, itemSchema }: Pick<ResourceGroup, 'noun' | 'itemSchema'>,
  idProperty: string,
  { schemas, describe }: FinderContext,
): ManyShape | undefined => {
  const elementsIn = (schema: Schema): Schema | undefined =>
    schemas.typesOf(schema)?.has('array') ? (schemas.elementsOf(schema) ?? true) : undefined;
  // An id may be an integer in the item, and a text in a request.
  const isScalar = (types: Types) => types?.has('string') || types?.has('integer') || false;
  const isId = (schema: Schema, isSaid = false) => {
    const [own, types] = [itemSchema.typesOf(idProperty), schemas.typesOf(schema)];
    if (types?.has('object')) {
      const { properties } = describe(schemas.adopt(schema, itemSchema.key));
      return properties.size === 1 && properties.has(idProperty);
    }
    if (own === undefined || types === undefined) return true;
    return isSaid ? isScalar(own) && isScalar(types) : [...types].some((type) => own.has(type));
  };
  const isNamed = (name: string) => {
    const plain = plainName(name);
    const base = wordLists.idEnds.withoutEnd(plain);
    return isUsualList(name) || base === '' || isSameNoun(base, noun);
  };
  if (bodyKey !== undefined) {
    const own = elementsIn({ $ref: bodyKey });
    if (own !== undefined) return isId(own) ? { in: 'body', at: [], key: schemas.adopt(own, bodyKey) } : undefined;
    const sent = describe(bodyKey);
    const lists = [...sent.properties].flatMap((name) => {
      const elements = elementsIn(sent.schemaOf(name) as Schema);
      return elements === undefined || !isId(elements, isNamed(name)) ? [] : [{ name, elements }];
    });
    const named = lists.filter(({ name }) => isNamed(name));
    const only = theOnly(named.length > 0 ? named : sent.properties.size === 1 ? lists : []);
    return only && { in: 'body', at: [only.name], key: schemas.adopt(only.elements, sent.key) };
  }
  const found = operation.parameters.find(({ in: location, name }) => location === 'query' && isNamed(name));
  return found && { in: 'parameter', name: found.name };
};

/**
 * The property of the body with the list, which is required or says who each item is, that of an item with one of its elements, and where
 * the response has the items.
 */
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
  const isScalar = (schema: Schema | undefined) => {
    const types = schema === undefined ? undefined : schemas.typesOf(schema);
    return types?.has('string') === true || types?.has('integer') === true;
  };
  const named = [...body.properties].flatMap((name) => {
    if (itemSchema.properties.has(name) || !isPlural(name) || !body.typesOf(name)?.has('array')) return [];
    const property = propertyNamed(singularOf(name), itemSchema);
    const isRequired = body.required.includes(name);
    const isOfItem = property !== undefined && itemSchema.isScalar(property);
    const isNamed = isOfItem && isScalar(schemas.elementsOf(body.schemaOf(name) as Schema));
    return isNamed ? [{ name, property, isRequired }] : [];
  });
  const found = theOnly(named);
  const isOfEach = found?.isRequired || found?.property === idProperty || isLoginName(found?.property ?? '');
  const list = found && isOfEach ? shapes.listIn(key, noun) : undefined;
  return list !== undefined && isSimilar(describe(list.key), itemSchema) ? ({ ...found, list } as Named) : undefined;
};

/**
 * Creations that take a list of names, and answer with an item for each: `POST /invitations` with `{ "emails": [...],
 * "role": ... }`. A creation that answers with nothing but a list.
 */
const manyNamed = ({ candidate, group, finding }: Evidence): Partial<Role> | undefined => {
  const named = namedIn(candidate, group, finding);
  const reason = `Takes the ${named?.name} of new items of ${group.template}.`;
  return named && { shape: { ...named.list, listed: true }, confidence: 'medium', reason };
};

const creationsOfMany =
  (specs: Specs, finding: Binder) =>
  (binding: Binding, { candidate, bulk }: Role, group: ResourceGroup): Binding =>
    binding.action === 'update' &&
    bulk?.in === 'body' &&
    finding.schemas.typesOf({ $ref: bulk.key })?.has('object') === false
      ? withSent(binding, candidate, group, finding, specs.get(group)?.numbered)
      : withManyNamed(binding, candidate, group, finding);

/** What is sent beside the ids, or in an object beside them, is the change of each item. */
const withSent = (
  binding: ItemBinding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  finding: Binder,
  numbered = '',
): Binding => {
  const { bulk } = binding;
  const property = group.idProperty as string;
  const mapping = sentBy(candidate, group, finding);
  const position = bulk?.in === 'body' && bulk.isOrder && wordLists.ordinals.has(numbered) ? numbered : undefined;
  const names = new Map([...mapping.names, ...[property, position ?? []].flat().map((name) => [name, name] as const)]);
  const each = { property, position, at: binding.view.path, isNoList: () => false };
  return { ...binding, mapping: { ...mapping, names }, bulk: { ...bulk, each } as ItemBinding['bulk'] };
};

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
  const isNoList = (sent: Json | undefined) =>
    sent === undefined || (!isRequired && Array.isArray(sent) && sent.length === 0);
  const bulk = { in: 'body', path: [...mapping.path, name], each: { property, at: list.at, isNoList } } as const;
  return { ...binding, mapping: { ...mapping, names }, bulk };
};

export { creationsOfMany, idsIn, listedIn, numberIn };

type Effect = Exclude<Features['means'], 'nothing'>;

const effects: Meanings<Effect> = [
  ['create', 'createVerbs'],
  ['update', 'updateVerbs'],
  ['delete', 'deleteVerbs'],
  ['delete', 'clearing'],
];
const usualEffects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

const rows: readonly RoleRow[] = [
  {
    name: 'creation of many',
    example: 'POST /tasks/bulk with a list of tasks',
    when: { means: ['create'], sends: ['a list', 'the item', 'other'] },
    role: { action: 'create' },
    reason: 'Takes a list of new items.',
    provided:
      'the items have properties of those that are listed, and need no id unless nothing else creates them; or they are names, and it returns a list of items',
    needs: (evidence) => (evidence.sends === 'a list' ? manyNew(evidence) : undefined) ?? manyNamed(evidence),
  },
  {
    name: 'deletion of several items',
    example: 'DELETE /tasks?ids=1,2',
    when: { means: ['delete'] },
    role: { action: 'delete', key: 'body' },
    provided: 'the body or the query has their ids',
    needs: (evidence) => {
      const { candidate, group, finding } = evidence;
      const { idProperty } = group;
      if (idProperty === undefined || hasConditions(candidate, finding.schemas)) return undefined;
      const bulk = idsIn(candidate, group, idProperty, finding);
      return bulk && { shape: listedIn(evidence), bulk, reason: `Deletes the items whose ${idProperty} it names.` };
    },
  },
  {
    name: 'new order of items',
    example: 'PUT /tasks/order with { "ids": [3, 1, 2] }',
    when: { means: ['update'], relation: ['below the list'] },
    role: { action: 'update', key: 'body' },
    provided: 'its path speaks of their order, and the body has their ids',
    needs: (evidence) => {
      const { candidate, group, finding, key } = evidence;
      const { idProperty } = group;
      if (idProperty === undefined || !isOfOrder(candidate)) return undefined;
      // `POST /products/order` that returns an order buys them.
      const isCreation =
        candidate.operation.method === 'POST' && key && finding.describe(key).properties.has(idProperty);
      if (isCreation) return undefined;
      const bulk = idsIn(candidate, group, idProperty, finding);
      const reason = `Puts the items in the order of each ${idProperty} that it names.`;
      return bulk?.in === 'body' ? { shape: listedIn(evidence), bulk: { ...bulk, isOrder: true }, reason } : undefined;
    },
  },
  {
    name: 'replacement of a list',
    example: 'PUT /shops/{id}/hours with a list of hours',
    when: { method: ['PUT'], means: ['update'], relation: ['self'], sends: ['a list'] },
    role: { action: 'create' },
    reason: 'Takes all items of {}.',
    provided: 'the items have properties of those that are listed, and no id',
    needs: (evidence) => {
      const { candidate, group } = evidence;
      // Xero adds with a PUT: "Creates a history record".
      const isCreation = wordLists.createVerbs.starts(plainName(candidate.firstWord));
      const found = group.idProperty === undefined && !isCreation ? manyNew(evidence) : undefined;
      return found && { ...found, bulk: { ...found.bulk, isAll: true } as Role['bulk'] };
    },
  },
  {
    name: 'change of several items',
    example: 'PATCH /tasks with { "ids": [1, 2], "status": "done" }',
    when: { means: ['update'] },
    role: { action: 'update', key: 'body' },
    provided: 'the body has their ids, and beside them, or in one object, properties of the items',
    needs: (evidence) => {
      const { candidate, group, finding } = evidence;
      const { idProperty, itemSchema, noun } = group;
      const bulk = idProperty === undefined ? undefined : idsIn(candidate, group, idProperty, finding);
      const isSent = bulk?.in === 'body' && bulk.at.length > 0;
      const sent = isSent ? finding.shapes.itemIn(candidate.bodyKey, noun, itemSchema) : undefined;
      const isChange = (name: string) => name !== idProperty && itemSchema.properties.has(name);
      if (sent === undefined || sent.listed || ![...finding.describe(sent.key).properties].some(isChange))
        return undefined;
      return { shape: listedIn(evidence), bulk, reason: `Changes the items whose ${idProperty} it names.` };
    },
  },
  {
    name: 'deletion or change of all items',
    example: 'DELETE /tasks, PATCH /tasks?where={…}',
    when: { means: ['delete', 'update'] },
    role: { action: 'delete', key: 'none' },
    provided: 'each parameter of the query is a condition; for a change, there is one',
    needs: (evidence) => {
      const { candidate, group, finding, sends, relation } = evidence;
      const isChange = evidence.means === 'update';
      const isSelecting = isChange
        ? candidate.bodyKey !== undefined && hasConditions(candidate, finding.schemas)
        : sends === 'nothing' && isSelection(candidate, group, finding);
      if (group.idProperty === undefined || !isSelecting) return undefined;
      const isOpen = candidate.operation.parameters.some((one) => one.in === 'query');
      if (!(isOfWhole(candidate) || relation === 'self' || isOpen))
        return 'Deletes some of the items, and does not state which.';
      return isChange
        ? { action: 'update', key: 'body', ...selected('Changes', evidence) }
        : selected('Deletes', evidence);
    },
  },
];

/** All items at the path, without those that the query excludes. */
const selected = (does: string, evidence: Evidence): Partial<Role> => ({
  reason: `${does} all items that its query selects.`,
  shape: listedIn(evidence),
  bulk: { in: 'collection' },
  count: evidence.key === undefined ? undefined : numberIn(evidence.key, evidence.finding),
});

function manyNew(evidence: Evidence): Partial<Role> | undefined {
  const { candidate, group, finding, key } = evidence;
  const { itemSchema, idProperty, noun, path, roles } = group;
  const list = finding.shapes.listIn(candidate.bodyKey, noun);
  if (list === undefined || !isOfItem(list.key, itemSchema, noun, finding)) return undefined;
  const shape = listedIn(evidence);
  // Those with an id are not new: `POST /stock/add` adds to their quantity. Where nothing else creates them, they are.
  const isShown = key === undefined || shape !== undefined;
  const isOnly = isShown && candidate.path.erased === path && !roles.some(({ action }) => action === 'create');
  const isKnown = idProperty !== undefined && finding.describe(list.key).required.includes(idProperty);
  return isKnown && !isOnly ? undefined : { shape, bulk: { in: 'body', ...list } };
}

/** A collection, as its list at a path shows it. */
type Place = Omit<Beside, 'relation'>;

/** Operations on many items, beside a list or below it by one segment. */
export const many: RowsBeside = {
  rows,
  beside: ({ groups }) => {
    const places = new Map<string, Place>();
    for (const group of groups.filter(({ kind }) => kind === 'list')) {
      for (const { action, candidate, isInScope, pathFilters, stated } of group.roles)
        if (action === 'list' && candidate.verb === undefined)
          places.set(candidate.path.erased, { group, isInScope, pathFilters, found: { stated } });
      places.set(group.path, { group, isInScope: true, pathFilters: [] });
    }
    return (candidate) => placeOf(candidate, places);
  },
};

const placeOf = (candidate: UnboundOperation, places: ReadonlyMap<string, Place>): Beside | undefined => {
  const { operation } = candidate;
  const usual = usualEffects.get(operation.method);
  const { erased, above } = pathShapeOf(operation.path);
  if (usual === undefined || erased.endsWith('{}')) return undefined;
  const own = places.get(erased);
  if (own !== undefined) return { ...own, relation: 'self', means: usual };
  const ordered = isOfOrder(candidate) ? places.get(above) : undefined;
  if (ordered !== undefined) return { ...ordered, relation: 'below the list', means: 'update' };
  const words = wordsOf(lastSegment(erased));
  const nouns = words.filter((word) => !wordLists.many.has(word) && meaningOf(word, effects) === undefined);
  const [effect] = words.flatMap((one) => meaningOf(one, effects) ?? []);
  const place = places.get(above);
  if (place === undefined || (nouns.length > 0 && !isSameNoun(nouns.join(''), place.group.noun))) return undefined;
  return nouns.length === words.length ? undefined : { ...place, relation: 'below the list', means: effect ?? usual };
};

/** Whether the path says that it is about their order: `/order`, `/reorder`, `/sort`, `/positions`. */
export const isOfOrder = ({ operation }: UnboundOperation): boolean => {
  const word = singularOf(plainName(lastSegment(pathShapeOf(operation.path).erased)).replace(/^re/, ''));
  return [wordLists.directions, wordLists.sorts, wordLists.ordinals].some(({ has }) => has(word));
};

/** Whether the path says that it is about all items: `/tasks/all`, and not `/tasks/selected`. */
const isOfWhole = ({ operation }: UnboundOperation) =>
  wordsOf(lastSegment(pathShapeOf(operation.path).erased)).some((one) => one === 'all' || wordLists.clearing.has(one));

const listedIn = ({
  key,
  group: { itemSchema, noun },
  finding: { shapes, describe },
}: Pick<Evidence, 'key' | 'group' | 'finding'>): Role['shape'] => {
  const list = shapes.listIn(key, noun);
  return list !== undefined && isSimilar(describe(list.key), itemSchema) ? { ...list, listed: true } : undefined;
};

/** Whether each parameter of the query is a condition, or says nothing about the items. */
const isSelection = (
  { operation: { parameters }, parameterKeys: keys }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { schemas }: FinderContext,
) =>
  parameters.every(({ in: location, name }, index) => {
    if (location !== 'query' || filtersAt(index, { parameters, keys }, itemSchema, schemas).length > 0) return true;
    const sent = { $ref: keys[index] as string };
    return !isSearchName(name) && schemas.typesOf(sent)?.has('boolean') === true;
  });

/** The number of items in a list, all as a file, and one alone. */
export const counts: RowsBeside = {
  rows: [
    {
      name: 'count',
      example: 'GET /tasks/count',
      when: { method: ['GET', 'POST'], relation: ['below the list'] },
      role: { action: 'list' },
      reason: 'Counts the items of {}.',
      provided: 'it returns a number, and other words in its last segment state a property (`unread-count`)',
      needs: ({ candidate, group, finding, key }) => {
        const body = key ?? candidate.success?.contents[0]?.key;
        const count = body === undefined ? undefined : numberIn(body, finding);
        if (count === undefined) return undefined;
        const { erased, above } = candidate.path;
        const noun = isListed(group, above) ? '' : lastSegment(above);
        const word = plainName(noun + lastSegment(erased)).replace(countWord, '');
        if (word === '') return { count, stated: undefined };
        const stated = statedBy(word, group.itemSchema, finding);
        return stated && { count, stated, reason: `Counts the items of ${group.template}${statedText(stated)}.` };
      },
    },
    {
      name: 'export',
      example: 'GET /tasks/export, as CSV',
      when: { method: ['GET'], relation: ['below the list'] },
      role: { action: 'list' },
      reason: 'Lists the items of {} as rows.',
      provided: 'its path speaks of it, and its response is CSV',
      needs: ({ candidate, group }) =>
        exportedAt(candidate) ? { shape: { at: [], key: group.itemSchema.key, listed: true } } : undefined,
    },
    {
      name: 'one of a list',
      example: 'GET /releases/latest, GET /recipes/random',
      when: { method: ['GET'], relation: ['below the list'], shows: ['the item'] },
      role: { action: 'list' },
      reason: 'Shows one of the items of {}.',
      needs: ({ candidate, shape }) =>
        wordLists.ones.has(lastSegment(candidate.path.erased)) ? { shape, isOne: true } : undefined,
    },
  ],
  beside:
    ({ groups }) =>
    (candidate) => {
      const { erased, above } = candidate.path;
      const exported = exportedAt(candidate);
      const word = plainName(lastSegment(erased));
      if (!countWord.test(word) && !wordLists.ones.has(word) && exported === undefined) return undefined;
      // `/notifications/unread/count`
      const paths = [exported ?? above, ...(above.endsWith('{}') ? [] : [parentPath(above)])];
      const found = paths.flatMap((path) => {
        const group = groups.find((one) => one.path === path) ?? groups.find((one) => isListed(one, path));
        return group === undefined ? [] : [{ group, path }];
      })[0];
      if (found === undefined) return undefined;
      const { group, path } = found;
      const { isInScope = true, pathFilters = [] } = group.roles.find(isListAt(path)) ?? {};
      return { group, relation: 'below the list', isInScope, pathFilters };
    },
};

const countWord = /^count|count$/;
/** The path of the list that `/orders/export`, `/orders/download.csv` and `/orders.csv` show as rows. */
const exportedAt = (candidate: UnboundOperation): string | undefined => {
  const { success } = candidate;
  if (success?.json || !success?.spec.contents.some(({ mediaType }) => isTable(mediaType))) return undefined;
  const { erased } = candidate.path;
  const path = erased.replace(/[/._-]csv$/i, '');
  const [last = ''] = wordsOf(lastSegment(path));
  return last === 'export' || wordLists.files.has(last) ? parentPath(path) : path === erased ? undefined : path;
};

const isListAt =
  (path: string) =>
  ({ action, candidate }: Role): boolean =>
    action === 'list' && candidate.path.erased === path;

const isListed = ({ path: own, roles }: ResourceGroup, path: string) => own === path || roles.some(isListAt(path));

/** The path to the count in a body: the body itself, a property that is named so or alone, or one of its only object. */
const numberIn = (key: string, { schemas, describe }: FinderContext): readonly string[] | undefined => {
  const body = describe(key);
  if (isNumeric(schemas.typesOf({ $ref: key }))) return [];
  const countIn = (schema: typeof body): string | undefined => {
    const numbers = [...schema.properties].filter((name) => isNumeric(schema.typesOf(name)));
    return (
      numbers.find((name) => wordLists.counts.has(name)) ?? (schema.properties.size === 1 ? numbers[0] : undefined)
    );
  };
  const own = countIn(body);
  if (own !== undefined) return [own];
  const only = theOnly([...body.properties], (name) => body.typesOf(name)?.has('object') === true);
  const inner = only === undefined ? undefined : body.innerOf(only);
  const found = inner && countIn(inner);
  return found === undefined ? undefined : [only as string, found];
};
