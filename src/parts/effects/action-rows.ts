/** Rows for what happens below one item: actions, and other ways to read it. */

import { isPlural, plainName, singularOf } from '../../core/primitives/words.ts';
import { hasItems, itemPathsOf, type ResourceGroup, type Role } from '../../openapi/resources/describe/group.ts';
import { lastSegment, parentPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { takesOwnId } from '../../openapi/resources/find/collection-rows.ts';
import type { RowsBeside } from '../../openapi/resources/find/decide.ts';
import type { Beside, Evidence, RoleRow } from '../../openapi/resources/find/evidence.ts';
import { isAbout } from '../../openapi/resources/find/item-match.ts';
import { wordLists } from '../words/index.ts';

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];

const acting = {
  role: { action: 'act' },
  reason: 'Acts on one item of {}.',
} as const;
const below = { method: writes, relation: ['below the item'] } as const;

const rows: readonly RoleRow[] = [
  {
    name: 'another read',
    example: 'GET /orders/{id}/summary',
    when: { method: ['GET'], relation: ['below the item'], shows: ['the item'] },
    role: { action: 'read' },
    reason: 'Returns an item of {}.',
    provided: 'the response has the id of the item as its own',
    needs: (evidence) => (sharesId(evidence) ? ofItem(evidence) : undefined),
  },
  {
    ...acting,
    name: 'action that returns the item',
    example: 'POST /orders/{id}/cancel',
    when: { ...below, shows: ['the item'] },
    tier: 'high',
    provided: 'the path does not say that it makes another item (`copy`, `clone`)',
    needs: (evidence) => {
      const { candidate, group } = evidence;
      if (wordLists.copies.has(candidate.path.noun))
        return `Returns another item than the requested item of ${group.template}.`;
      const isSure = group.kind === 'list' && !candidate.path.endsInParameter;
      return ofItem(evidence, { ...(!isSure && { confidence: 'medium' }) });
    },
  },
  {
    ...acting,
    name: 'action that returns nothing',
    example: 'POST /orders/{id}/ship',
    when: { ...below, shows: ['nothing'] },
    needs: (evidence) => ofItem(evidence),
  },
  {
    ...acting,
    name: 'action that confirms',
    example: 'POST /orders/{id}/pay',
    when: { ...below, shows: ['unsaid', 'a list', 'other'] },
    provided: 'it returns a text, or an acknowledgement with the id of the item',
    needs: (evidence) => {
      const { key, shape, candidate, group, finding } = evidence;
      const isSaid = isAbout(candidate, group.itemSchema, group.noun, finding);
      const isText = key !== undefined && shape === undefined && isSaid;
      const isWord = shape?.listed === false && !isOwnThing(evidence) && sharesId(evidence);
      return isText || isWord ? ofItem(evidence) : `Returns something other than an item of ${group.template}.`;
    },
  },
];

/** The role of an operation below one item. */
const ofItem = ({ group, shape }: Evidence, rest: Partial<Role> = {}): Partial<Role> => ({
  ...{ shape, key: group.kind === 'singleton' ? 'none' : 'path' },
  ...rest,
});

/** Rows for paths below items, and for those with a word between the collection and the id: `PUT /orders/cancel/{id}`. */
export const actions: RowsBeside = {
  rows,
  beside: ({ groups, byPath }) => {
    const owners = groups.flatMap((group) => {
      const own = new Set(ownPaths(group));
      return ownersOf(group).map((path) => ({ path, group, isInScope: !own.has(path) }));
    });
    const byItemPath = Map.groupBy(owners, ({ path }) => path);
    return (candidate): Beside | undefined => {
      const { erased, endsInParameter, above: stem } = candidate.path;
      const isRead = byPath.get(erased)?.some((one) => one.method === 'GET') ?? false;
      if (isRead && candidate.method !== 'GET') return undefined;
      if (!endsInParameter) {
        const found = byItemPath.get(stem);
        const place = found?.at(-1);
        // `/comments/{id}` may be those of posts and of photos.
        const others = place?.isInScope ? [] : found?.flatMap((one) => (one.isInScope ? [] : one.group));
        return place && { ...place, relation: 'below the item', others };
      }
      // A plural, or a path of its own, is a resource.
      const isNoun = byPath.has(stem) || isPlural(lastSegment(stem));
      const own = isNoun || !isChange(candidate) ? undefined : byItemPath.get(`${parentPath(stem)}/{}`)?.at(-1)?.group;
      return own && takesOwnId(candidate, own.noun) ? { group: own, relation: 'below the item' } : undefined;
    };
  },
};

const isChange = (candidate: UnboundOperation) => ['POST', 'PUT', 'PATCH'].includes(candidate.method);

const ownersOf = (group: ResourceGroup): readonly string[] =>
  group.kind === 'singleton' ? [group.path] : hasItems(group) ? [...ownPaths(group), ...itemPathsOf(group)] : [];

/** Paths of its items without their parents: `/comments/{id}` beside `/posts/{id}/comments`. */
const ownPaths = ({ roles }: ResourceGroup): readonly string[] =>
  roles.flatMap(({ candidate, key, isInScope }) => (isInScope || key !== 'path' ? [] : [candidate.path.erased]));

/** Whether an operation returns what it takes, and the item has none of that: `POST /posts/{id}/likes` with the kind of a like. */
const isOwnThing = ({ candidate: { bodyKey }, group: { itemSchema }, finding, shape }: Evidence) => {
  const sent = bodyKey === undefined ? [] : [...finding.describe(bodyKey).properties];
  const shown = finding.describe(shape?.key as string);
  return sent.some((name) => shown.properties.has(name)) && !sent.some((name) => itemSchema.properties.has(name));
};

/** Whether the response contains the id of the item. A loan with an `id` and a `bookId` does not have that of the book as its own. */
const sharesId = ({ group: { itemSchema, idProperty, noun }, finding, shape }: Evidence) => {
  const { key: own, properties } = finding.describe(shape?.key as string);
  if (own === itemSchema.key) return true;
  const reference = `${singularOf(noun)}id`;
  const refers = [...properties].some((name) => name !== idProperty && plainName(name) === reference);
  return !refers && idProperty !== undefined && properties.has(idProperty);
};
