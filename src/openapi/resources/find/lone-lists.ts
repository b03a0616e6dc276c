/** Lists without other operations: collections that are only read. */

import { endsInNoun, isSameNoun } from '../../../core/primitives/words.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { Schema } from '../../schema/schema.ts';
import { findId } from '../describe/find-id.ts';
import { groupOf, type ResourceGroup } from '../describe/group.ts';
import type { ItemSchema } from '../describe/item-schema.ts';
import type { ListShape } from '../describe/locate-items.ts';
import { isPageParameter, isUsualList } from '../describe/paging-names.ts';
import { lastSegment, parentPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import { type RoleRow, roleBy } from './evidence.ts';
import { listText } from './find-collections.ts';
import type { Known } from './finder-context.ts';
import { isOfItem } from './item-match.ts';
import { ItemIndex, isOnlyListed, listAt, ownersOf, referenceTo } from './views.ts';

interface LoneList {
  readonly candidate: UnboundOperation;
  readonly shape: ListShape;
}

/** Collections of lists whose items no other collection has. */
export const findLoneLists = (known: Known): void => {
  const lists = known.all.flatMap((candidate): readonly LoneList[] => {
    const shape = known.isFree(candidate) ? listAt(candidate, known) : undefined;
    return shape === undefined ? [] : [{ candidate, shape }];
  });
  if (lists.length === 0) return;
  // What a caller has may be shown elsewhere, too.
  const weight = ({ candidate }: LoneList): number =>
    (isOfCaller(candidate) ? 10_000 : 0) + candidate.path.parameters.length * 100 + candidate.path.erased.length;
  const around = { ...known, items: new ItemIndex(known.groups, known) };
  for (const list of lists.toSorted((left, right) => weight(left) - weight(right))) {
    const group = groupAround(list, around);
    if (group === undefined) continue;
    around.items.add(group);
    known.groups.push(group);
  }
};

/** Whether a list is of the caller: `GET /me/updates`. */
const isOfCaller = (candidate: UnboundOperation) => wordLists.callers.has(lastSegment(candidate.path.above));

interface Around extends Known {
  readonly items: ItemIndex;
}

const groupAround = ({ candidate, shape }: LoneList, around: Around): ResourceGroup | undefined => {
  const itemSchema = around.describe(shape.key);
  const { erased: path, noun, endsInParameter, parameters } = candidate.path;
  // The teams of an item are not its users, although both look alike.
  const isBeside = (other: ResourceGroup) =>
    parameters.length > 0 &&
    ((parentPath(other.path) === parentPath(path) && isOnlyListed(other)) ||
      (takesNames(candidate, around) && (!isSameNoun(noun, other.noun) || namesNoParent(candidate, other, around))));
  const owners = ownersOf(candidate, shape, around.items, around);
  if (owners.some((owner) => !isBeside(owner))) return undefined;
  if (endsInParameter && shape.at.length > 0) return undefined;
  const idProperty = findId(itemSchema, noun)?.property;
  const isWritten = takesItems(candidate, itemSchema, around);
  const isListed = candidate.operation.method === 'GET' || isWritten;
  const isTaken = around.items.at(path).length > 0;
  if (isTaken || !isListed || !isCollection(candidate, itemSchema, idProperty, shape, around)) {
    around.abstain(candidate, `Lists items that no other operation reads or writes.`);
    return undefined;
  }
  const rest = isWritten ? 'of items that are sent to its path' : 'that no other operation reads or writes';
  const reason = `Returns ${listText(shape.at)} ${rest}.`;
  const group = groupOf(candidate, { kind: 'list', itemSchema, idProperty, roles: [] });
  const role = roleBy(loneListRows, candidate, { group, relation: 'alone', found: { shape, reason } }, around);
  if (role === undefined) return undefined;
  group.roles.push(role);
  return group;
};

export const loneListRows: readonly RoleRow[] = [
  {
    name: 'list alone',
    example: 'GET /countries',
    when: { method: ['GET'], relation: ['alone'] },
    role: { action: 'list' },
    reason: 'Returns a list that no other operation reads or writes.',
    provided:
      'its items have an id or it is paged, and its list has a usual name; or it is below an item of a collection, or of the caller',
  },
];

/** Whether the path of a list takes names or ids: `PUT` and `DELETE /packages/{id}/owners` are about owners, and not about all users. */
const takesNames = (list: UnboundOperation, { byPath, describe, schemas }: Known) =>
  (byPath.get(list.path.erased) ?? []).some(({ operation: { method }, bodyKey }) => {
    if (method === 'GET' || bodyKey === undefined) return false;
    const { properties, schemaOf } = describe(bodyKey);
    const [name, ...others] = properties;
    const names = schemas.elementsOf(name === undefined ? { $ref: bodyKey } : (schemaOf(name) as Schema));
    const types = names === undefined ? undefined : schemas.typesOf(names);
    return others.length === 0 && (types?.has('string') || types?.has('integer')) === true;
  });

/** Whether the items do not say what is in the path. */
const namesNoParent = (list: UnboundOperation, items: ResourceGroup, finding: Known) =>
  list.path.parameters.every((name) => {
    const found = referenceTo(name, list.operation.path, items, finding, { isList: true })?.property;
    return found === undefined || isIdName(found);
  });

/** Whether a list of new items is sent to the path of a list by POST: `POST /logs` beside `POST /logs/filter`. */
const takesItems = (list: UnboundOperation, itemSchema: ItemSchema, finding: Known) => {
  const { erased, noun } = list.path;
  return (finding.byPath.get(erased) ?? []).some(({ operation: { method }, bodyKey, verb }) => {
    const isCreate = method === 'POST' && verb === undefined && bodyKey !== undefined;
    const sent = isCreate ? finding.shapes.listIn(bodyKey, noun) : undefined;
    return sent !== undefined && isOfItem(sent.key, itemSchema, noun, finding);
  });
};

/** Whether a list without other operations is a collection: its items have ids, it is paged, or it is below an item of a collection. */
const isCollection = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  idProperty: string | undefined,
  shape: ListShape,
  { items }: Around,
) => {
  const { endsInParameter, parameters, noun, above } = candidate.path;
  if (endsInParameter || itemSchema.properties.size === 0) return false;
  const isPaged = candidate.operation.parameters.some(
    ({ name, in: location }) => location === 'query' && isPageParameter(name),
  );
  // What an item or the caller has, such as owners, downloads or updates, is a collection whatever its list is called.
  const isBelow = isOfCaller(candidate) || items.isOfItem(above);
  if (idProperty === undefined && !isPaged && !isBelow) return false;
  const isNamed =
    isBelow ||
    shape.at.length === 0 ||
    isPaged ||
    isUsualList(shape.at.at(-1) as string) ||
    endsInNoun(shape.at.at(-1) as string, noun);
  return isNamed && (parameters.length === 0 || isBelow);
};
