import { isDocumented } from '../../../core/service/operation.ts';
import { phrases } from '../../../parts/words/index.ts';
import { hasConditions } from '../describe/filters.ts';
import { type Role, roleOf } from '../describe/group.ts';
import { countShared, type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import type { ListShape } from '../describe/locate-items.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext } from './finder-context.ts';
import { answerShape, isAbout } from './item-match.ts';

interface Items {
  readonly itemSchema: ItemSchema;
  readonly idProperty: string;
  readonly noun: string;
  /** Whether another operation creates them. */
  readonly areCreated: boolean;
  /** Whether no other operation changes them. */
  readonly isOnlyWrite: boolean;
}

/** Returns no role if the body cannot name an item: it may mean anything. */
export const bodyKeyedRole = (candidate: UnboundOperation, items: Items, finding: FinderContext): readonly Role[] => {
  const { bodyKey } = candidate;
  const { schemas } = finding;
  if (bodyKey === undefined || hasConditions(candidate, schemas)) return [];
  const list = finding.shapes.listIn(bodyKey, items.noun);
  return list === undefined || finding.describe(bodyKey).properties.has(items.idProperty)
    ? roleOfOne(candidate, bodyKey, items, finding)
    : roleOfMany(candidate, list, items, finding);
};

/** `PUT /things` with a whole item in its body, including the id. */
const roleOfOne = (
  candidate: UnboundOperation,
  bodyKey: string,
  { itemSchema, idProperty, noun }: Items,
  finding: FinderContext,
): readonly Role[] => {
  const { operation } = candidate;
  const sent = finding.describe(bodyKey);
  if (!isSimilar(sent, itemSchema) || !namesItem(candidate, sent, idProperty, finding)) return [];
  const shape = answerShape(candidate, itemSchema, '', finding);
  const answered = shape && finding.describe(shape.key);
  // An acknowledgement has nothing of the item.
  const isItem = answered === undefined || isSimilar(answered, itemSchema);
  if (!isItem && (countShared(answered, itemSchema) > 0 || !isAbout(candidate, itemSchema, noun, finding))) return [];
  const isPut = candidate.method === 'PUT';
  // Without the id, a PUT that cannot be rejected adds an item.
  const isRejecting = [400, 404, 422].some((status) => isDocumented(operation, status));
  return [
    roleOf(isPut ? 'replace' : 'update', candidate, {
      shape,
      key: 'body',
      upsert: isPut && (operation.responses.has('201') || !isRejecting),
      reason: `Takes a whole item, including its ${idProperty}.`,
    }),
  ];
};

/** `PATCH /things` with a list of changes, each with the id of its item. A `PUT` may have new items too. */
const roleOfMany = (
  candidate: UnboundOperation,
  bulk: ListShape,
  { itemSchema, idProperty, noun, areCreated, isOnlyWrite }: Items,
  finding: FinderContext,
): readonly Role[] => {
  const { describe, shapes } = finding;
  const sent = describe(bulk.key);
  const isPut = candidate.method === 'PUT';
  const mayBeNew = !sent.required.includes(idProperty);
  if (mayBeNew && !isPut) {
    finding.abstain(candidate, `Takes a list whose items need no "${idProperty}", so they may be new.`);
    return [];
  }
  if (!isSimilar(sent, itemSchema) || !namesItem(candidate, sent, idProperty, finding)) return [];
  const key = candidate.success?.json?.key;
  const listed = shapes.listIn(key, noun);
  if (key !== undefined && (listed === undefined || !isSimilar(describe(listed.key), itemSchema))) {
    finding.abstain(candidate, 'Takes a list of items, and returns something other than these items.');
    return [];
  }
  const isWhole = sent.required.some((name) => name !== idProperty && itemSchema.properties.has(name));
  const isAll = isPut && ((isWhole && isOnlyWrite) || phrases.replacesAll.test(candidate.description));
  return [
    roleOf(isPut && (isWhole || isAll) ? 'replace' : 'update', candidate, {
      shape: listed && { ...listed, listed: true },
      key: 'body',
      bulk: { in: 'body', ...bulk, isAll },
      // A list that only a PUT fills has what it takes.
      upsert: isPut && (mayBeNew || !areCreated || isAll),
      reason: `Takes a list of items, ${mayBeNew ? 'new ones without' : 'each with its'} ${idProperty}.`,
    }),
  ];
};

/** Whether the sent item has an id that a client may set. */
const namesItem = (
  candidate: UnboundOperation,
  sent: ItemSchema,
  idProperty: string,
  { abstain, schemas }: FinderContext,
) => {
  const schema = sent.schemaOf(idProperty);
  const isSent = schema !== undefined && !schemas.partsOf(schema, 'all').some((part) => part.readOnly === true);
  if (!isSent)
    abstain(
      candidate,
      schema === undefined
        ? `Its body names no item: it has no "${idProperty}".`
        : `Its body cannot name an item: "${idProperty}" is readOnly.`,
    );
  return isSent;
};
