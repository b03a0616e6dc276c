/** The roles of operations in a collection. */
import { isIdName } from '../../../core/primitives/id-names.ts';
import { endsInNoun, isSameNoun, wordsOf } from '../../../core/primitives/words.ts';
import { isDocumented } from '../../../core/service/operation.ts';
import { typesOf } from '../../schema/applicable-schemas.ts';
import { type Confidence, type Role, roleOf } from '../describe/group.ts';
import { countShared, type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { propertyNamed } from '../describe/property-names.ts';
import { isUpload, methodOf, pathOf, pathParameterOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { type FinderContext, type Site, shownPath } from './finder-context.ts';
import { answerShape, isAbout, isOfItem, isPartial, showsParent, takesItem } from './item-match.ts';
import { isSilent } from './silent-responses.ts';

interface ItemContext {
  readonly site: Site;
  readonly itemSchema: ItemSchema;
  readonly idProperty: string | undefined;
  readonly create: UnboundOperation | undefined;
  readonly read: ItemShape | undefined;
}

const itemActions = { PUT: 'replace', PATCH: 'update', POST: 'update' } as const;

export const itemRole = (
  candidate: UnboundOperation,
  context: ItemContext,
  finding: FinderContext,
): readonly Role[] => {
  const { site, itemSchema, idProperty, create } = context;
  const { success } = candidate;
  const about = `Refers to one item of ${shownPath(site)} by its ${idProperty ?? 'path'}.`;
  const shape = answerShape(candidate, itemSchema, site.noun, finding);
  if (methodOf(candidate) === 'GET') {
    const many = success?.json === undefined ? undefined : manyIn(success.json.key, context, finding);
    if (many !== undefined) {
      finding.abstain(candidate, many);
      return [];
    }
    const isObject = success?.json !== undefined && mayBeObject(success.json.key, finding);
    if (context.read === undefined && !isObject && !isSilent(candidate, finding)) {
      finding.abstain(candidate, `Does not return a JSON object.`);
      return [];
    }
    // `/books/{id}/details` may be more than a book.
    const isFirst = site.below.find((one) => methodOf(one) === 'GET') === candidate;
    if (candidate.verb === undefined || isFirst)
      return [roleOf('read', candidate, { shape: context.read ?? inEnvelope(shape), reason: about })];
    const isItem = shape !== undefined && !shape.listed && isSimilar(finding.describe(shape.key), itemSchema);
    return isItem ? [roleOf('read', candidate, { shape, reason: about })] : [];
  }
  const other = otherThan(candidate, itemSchema, site, finding);
  const ids = methodOf(candidate) === 'DELETE' ? idsInPath(candidate, finding) : undefined;
  if (ids !== undefined && idProperty !== undefined)
    return [
      roleOf('delete', candidate, {
        bulk: { in: 'parameter', name: ids },
        key: 'body',
        confidence: 'medium',
        reason: about,
      }),
    ];
  if (methodOf(candidate) === 'DELETE') return [roleOf('delete', candidate, { shape, reason: about, ...other })];
  const usual = itemActions[methodOf(candidate) as keyof typeof itemActions];
  if (usual === undefined) return [];
  if (!takesItem(candidate, finding)) return [];
  if (other === undefined && !isAbout(candidate, itemSchema, site.noun, finding)) {
    finding.abstain(candidate, `Returns something other than an item of ${shownPath(site)}.`);
    return [];
  }
  const upsert = methodOf(candidate) !== 'PATCH' && isUpsert(candidate, create);
  // A POST without properties, if it may be the only way to add an item, stores the item as it is.
  const isPut = upsert && !takesProperties(candidate, itemSchema);
  const action = isPut
    ? 'replace'
    : isPartial(candidate, create, { itemSchema, noun: site.noun }, finding)
      ? 'update'
      : usual;
  return [roleOf(action, candidate, { shape, upsert, reason: about, ...other })];
};

/** The place of an item of which nothing is said. */
const inEnvelope = (shape: ItemShape | undefined): ItemShape | undefined =>
  shape === undefined || shape.listed || shape.at.length === 0 ? undefined : shape;

/** The roles of operations on items that have another path too. Without their collection there, none can be added. */
export const rolesAtOtherPath = (
  path: string,
  below: readonly UnboundOperation[],
  noun: string,
  context: Omit<ItemContext, 'site'>,
  finding: FinderContext,
): readonly Role[] => {
  const site: Site = { path, noun, get: undefined, list: undefined, posts: [], writes: [], below };
  return below
    .filter(({ success }) => success !== undefined)
    .flatMap((candidate) => itemRole(candidate, { ...context, site }, finding))
    .map((role): Role => ({ ...role, upsert: false }));
};

/** The path parameter of a deletion that takes a list: `DELETE /users/{ids}`. */
const idsInPath = (candidate: UnboundOperation, { schemas }: FinderContext): string | undefined => {
  const name = pathOf(candidate).parameters.at(-1);
  const found = pathParameterOf(candidate, name);
  return found !== undefined && typesOf(schemas, { $ref: found.key })?.has('array') ? name : undefined;
};

/** What a role has of its own if its response shows the item above. */
const otherThan = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  { noun }: Site,
  finding: FinderContext,
): Pick<Role, 'shape' | 'isOther' | 'confidence'> | undefined => {
  const { bodyKey, success } = candidate;
  const isOwn = success?.json !== undefined && finding.describe(success.json.key).key === itemSchema.key;
  const isSent = bodyKey === undefined || isOfItem(bodyKey, itemSchema, noun, finding);
  return !isOwn && isSent && showsParent(candidate, itemSchema, finding)
    ? { shape: undefined, isOther: true, confidence: 'medium' }
    : undefined;
};

/** Whether the last parameter of the path is the id of one item, and not that of something else: `{id}` or `{user_id}` of `users`. */
export const takesOwnId = (candidate: UnboundOperation, noun: string): boolean => {
  const name = pathOf(candidate).parameters.at(-1) ?? '';
  const words = wordsOf(name);
  const [owner, last = ''] = [words.slice(0, -1).join(''), words.at(-1)];
  return isIdName(last) && (owner === '' || isSameNoun(owner, noun) || endsInNoun(noun, owner));
};

/** The reason why a response contains many items; undefined if it may be one item. */
const manyIn = (key: string, { site, create }: ItemContext, finding: FinderContext): string | undefined => {
  if (finding.shapes.isPlainList(key)) return 'Returns a list, not one item.';
  if (!finding.shapes.isPaged(key, site.noun)) return undefined;
  // An item may have lists and totals of its own: then a creation returns it, or the collection lists it.
  const created = create?.success?.json?.key;
  const shown = finding.describe(key);
  const isListed = site.list !== undefined && finding.describe(site.list.shape.key).key === shown.key;
  return isListed || (created !== undefined && isSimilar(shown, finding.describe(created)))
    ? undefined
    : 'Returns many items, with paging properties.';
};

const takesProperties = ({ bodyKey, operation }: UnboundOperation, itemSchema: ItemSchema): boolean =>
  bodyKey !== undefined ||
  operation.parameters.some(
    ({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined,
  );

const mayBeObject = (key: string, { schemas }: FinderContext): boolean =>
  typesOf(schemas, { $ref: key })?.has('object') ?? true;

/** A PUT with a documented 201, or the only way to add an item if 404 is not documented. */
const isUpsert = ({ operation }: UnboundOperation, create: UnboundOperation | undefined): boolean =>
  operation.responses.has('201') || (create === undefined && !isDocumented(operation, 404));

export const isCreate = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  site: Site,
  finding: FinderContext,
): boolean => {
  if (isUpload(candidate)) return returnsItem(candidate, itemSchema, site, finding);
  if (!takesItem(candidate, finding)) return false;
  const isOther = otherThan(candidate, itemSchema, site, finding) !== undefined;
  if (!isOther && !isAbout(candidate, itemSchema, site.noun, finding)) {
    finding.abstain(candidate, `Returns something other than an item of ${shownPath(site)}.`);
    return false;
  }
  if (candidate.bodyKey === undefined) return candidate.success?.json !== undefined;
  const isSaid = isOfItem(candidate.bodyKey, itemSchema, site.noun, finding);
  if (!isSaid && !returnsItem(candidate, itemSchema, site, finding)) {
    finding.abstain(candidate, `Its body has no property of the items of ${shownPath(site)}.`);
    return false;
  }
  return true;
};

/** Whether it returns an item, provided that another operation also shows the schema of the items. */
const returnsItem = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  site: Site,
  finding: FinderContext,
): boolean => {
  const shape = answerShape(candidate, itemSchema, site.noun, finding);
  const isKnown = site.list !== undefined || site.below.some((candidate) => methodOf(candidate) === 'GET');
  if (!isKnown || shape === undefined) return false;
  const answered = finding.describe(shape.key);
  return isSimilar(answered, itemSchema) || countShared(answered, itemSchema) === itemSchema.properties.size;
};

export const createRole = (
  candidate: UnboundOperation,
  { site, itemSchema }: Pick<ItemContext, 'site' | 'itemSchema'>,
  confidence: Confidence,
  finding: FinderContext,
): Role => {
  const usual = {
    shape: answerShape(candidate, itemSchema, site.noun, finding),
    ...otherThan(candidate, itemSchema, site, finding),
  };
  const status = candidate.operation.success?.status ?? 'a success';
  const reason = `Takes ${isUpload(candidate) ? 'a file' : 'an object'}, and documents ${status} for the new item of ${shownPath(site)}.`;
  const list = candidate.bodyKey === undefined ? undefined : finding.shapes.listIn(candidate.bodyKey, site.noun);
  return roleOf('create', candidate, {
    // One item, or a list of them.
    bulk: list?.at.length === 0 ? { in: 'body', ...list } : undefined,
    confidence,
    reason,
    ...usual,
  });
};
