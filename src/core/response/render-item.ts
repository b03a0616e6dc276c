/** Renders one item as a response body: on its own, as the only element of a list, or in an envelope. */

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

export const renderItem = (
  context: RequestContext,
  content: Content,
  collection: string,
  { action, item, view }: Extract<ActionView, { type: 'item' }>,
): DraftBody => {
  const { mediaType } = content;
  const projected = projectItem(context, collection, action, item, view);
  if (view.path.length === 0 && !view.isInList) return renderBare(context, content, action, item, projected);
  const rendered = view.isInList ? [projected.value] : projected.value;
  if (view.path.length === 0) return { mediaType, value: rendered, written: undefined };
  const { path } = view;
  const body = embedInEnvelope(context, content, { path, value: rendered }, (generated) =>
    setAt(setSuccessFlags(generated, action), path, rendered),
  );
  return { mediaType, value: body, written: undefined };
};

interface ProjectedItem {
  readonly value: Json;
  readonly memo: ItemMemo;
}

const projectItem = (
  { state }: RequestContext,
  collection: string,
  action: ShownAction,
  item: ResultItem,
  { projection }: ItemView,
): ProjectedItem => {
  if (projection === undefined) return item;
  const projected = project(state, collection, item, projection);
  const value = setSuccessFlags(projected.value, action, item.value);
  return value === projected.value || projection.check(value).length > 0 ? projected : { value, memo: createMemo() };
};

/**
 * The item itself, if it matches the response's schema. Other responses (`{ deleted: true }`, only an id) are generated,
 * with the values of the item for common properties.
 */
const renderBare = (
  context: RequestContext,
  content: Content,
  action: ShownAction,
  item: ResultItem,
  { value, memo }: ProjectedItem,
): DraftBody => {
  const { mediaType, check } = content;
  const problems = checkOnce(memo, value, check);
  if (problems.length === 0) {
    const { text, byteLength } = writeOnce(memo, value);
    return { mediaType, value, written: { text, byteLength, problems } };
  }
  const shared = shareProperties(item.value, generateBody(context, content), check);
  const flagged = setSuccessFlags(shared, action, item.value);
  return { mediaType, value: check(flagged).length === 0 ? flagged : shared, written: undefined };
};

/** Names of properties that report success, and that an item was deleted. */
const successName = /^(ok|success|succeeded|successful|acknowledged)$/i;
const deletedName = /^(is_?)?(deleted|removed|archived)$/i;

/** Sets generated success flags to true. Properties of the item itself are kept, except for the flags of a deletion. */
export const setSuccessFlags = (body: Json, action: ShownAction | 'list', existing: JsonObject = {}): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body).filter((name) => {
    if (body[name] !== false) return false;
    return (
      (action === 'delete' && deletedName.test(name)) || (successName.test(name) && !Object.hasOwn(existing, name))
    );
  });
  if (names.length === 0) return body;
  const flagged: Record<string, Json> = { ...body };
  for (const name of names) setProperty(flagged, name, true);
  return flagged;
};
