/** One item as the body of an answer: bare, in a list of its own, or inside of what the document puts around it. */

import { isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { setAt } from '../primitives/json-path.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ActionView, ResultItem } from '../resources/action-result.ts';
import type { ItemView } from '../service/binding.ts';
import type { Content } from '../service/operation.ts';
import { createMemo, type ItemMemo } from '../state/collection.ts';
import { embedInEnvelope, generateBody } from './envelope.ts';
import { checkOnce, writeOnce } from './item-memo.ts';
import { project, shareProperties } from './projection.ts';
import type { DraftBody } from './write-response.ts';

type ShownAction = Extract<ActionView, { type: 'item' }>['action'];

export const showItem = (
  call: RequestContext,
  content: Content,
  collection: string,
  { action, item, view }: Extract<ActionView, { type: 'item' }>,
): DraftBody => {
  const { mediaType } = content;
  const { value, memo } = viewed(call, collection, action, item, view);
  if (view.at.length === 0 && !view.listed) return showBare(call, content, action, item, value, memo);
  const shown = view.listed ? [value] : value;
  if (view.at.length === 0) return { mediaType, value: shown, written: undefined };
  const { at } = view;
  const whole = embedInEnvelope(call, content, { at, shown }, (drawn) =>
    setAt(setSuccessFlags(drawn, action), at, shown),
  );
  return { mediaType, value: whole, written: undefined };
};

const viewed = (
  { state }: RequestContext,
  collection: string,
  action: ShownAction,
  item: ResultItem,
  { projection }: ItemView,
): { readonly value: Json; readonly memo: ItemMemo } => {
  if (projection === undefined) return item;
  const projected = project(state, collection, item, projection);
  const value = setSuccessFlags(projected.value, action, item.value);
  return value === projected.value || projection.check(value).length > 0 ? projected : { value, memo: createMemo() };
};

/**
 * The item as the answer, where the document says that it is. Some answers are about the item and are not it
 * (`{ deleted: true }`, an id alone): those are generated, with what they share with the item.
 */
const showBare = (
  call: RequestContext,
  content: Content,
  action: ShownAction,
  item: ResultItem,
  value: Json,
  memo: ItemMemo,
): DraftBody => {
  const { mediaType, check } = content;
  const problems = checkOnce(memo, value, check);
  if (problems.length === 0) {
    const { text, byteLength } = writeOnce(memo, value);
    return { mediaType, value, written: { text, byteLength, problems } };
  }
  const shared = shareProperties(item.value, generateBody(call, content), check);
  const affirmed = setSuccessFlags(shared, action, item.value);
  return { mediaType, value: check(affirmed).length === 0 ? affirmed : shared, written: undefined };
};

/** How answers say that all went well; of an item that is gone, that it is. */
const saysSuccess = /^(ok|success|succeeded|successful|acknowledged)$/i;
const saysGone = /^(is_?)?(deleted|removed|archived)$/i;

/** What was generated, with the truth about what was done; what the item itself says stays, as long as it is there. */
export const setSuccessFlags = (body: Json, action: ShownAction | 'list', own: JsonObject = {}): Json => {
  if (!isJsonObject(body)) return body;
  const wrong = Object.keys(body).filter((name) => {
    if (body[name] !== false) return false;
    return (action === 'delete' && saysGone.test(name)) || (saysSuccess.test(name) && !Object.hasOwn(own, name));
  });
  if (wrong.length === 0) return body;
  const affirmed: Record<string, Json> = { ...body };
  for (const name of wrong) setProperty(affirmed, name, true);
  return affirmed;
};
