/** Renders one item as a response body: on its own, as the only element of a list, or in an envelope. */

import { wordLists } from '../../parts/words/index.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setAt, setProperty } from '../primitives/json.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { ActionView, ResultItem } from '../resources/action-result.ts';
import type { ItemView, PartView } from '../service/binding.ts';
import type { CollectionSpec, Projection } from '../service/collection-facts.ts';
import type { Content } from '../service/operation.ts';
import { idText } from '../state/item-key.ts';
import { checkOnce, createMemo, type ProjectedItem, writeOnce } from '../state/item-memo.ts';
import { keepId, project } from '../state/projection.ts';
import { generateBody } from './body-memo.ts';
import { embedInEnvelope } from './envelope.ts';
import type { ResponseBody } from './write-response.ts';

type ShownAction = Extract<ActionView, { type: 'item' }>['action'];

export const renderItem = (
  context: RequestContext,
  content: Content,
  { localName, idProperty }: CollectionSpec,
  { action, item, view }: Extract<ActionView, { type: 'item' }>,
): ResponseBody => {
  const { mediaType } = content;
  if (view.part !== undefined) return renderPart(context, content, view, view.part, item);
  const { path, isInList } = view;
  const own = projectItem(context, localName, action, item, view);
  if (isConfirmation(own.value, action)) return { mediaType, value: generateBody(context, content) };
  const projected = path.length > 0 || isInList || action === 'read' ? own : confirmed(context, content, own, view);
  if (path.length === 0) {
    if (isInList) return { mediaType, value: [projected.value] };
    return renderBare(context, content, view, action, { item, projected });
  }
  const rendered = isInList ? [projected.value] : projected.value;
  return embedInEnvelope(context, content, {
    path,
    value: rendered,
    put: (generated) => setAt(withSameId(setSuccessFlags(generated, action), idProperty, item.value), path, rendered),
    inputs: [item.value, projected.value, action, view],
  });
};

const elementShown = (list: readonly Json[], { operation, pathValues }: RequestContext): Json | undefined => {
  const [by = '', id] = (operation?.path.endsWith('}') && [...pathValues].at(-1)) || [];
  const isNamed = (one: Json) => isJsonObject(one) && [by, 'id'].some((name) => String(getProperty(one, name)) === id);
  return list.find(isNamed) ?? list.at(-1);
};

/** A property of the item; generated if it has none. */
const renderPart = (
  context: RequestContext,
  content: Content,
  { path }: ItemView,
  { property, missing, isLast }: PartView,
  { value: item }: ResultItem,
): ResponseBody => {
  const { mediaType } = content;
  const part = getProperty(item, property) ?? missing;
  const value = isLast && Array.isArray(part) ? elementShown(part as readonly Json[], context) : part;
  const moment = { seed: seedOf(context), now: context.now };
  if (value === undefined || value === null) return { mediaType, value: generateBody(context, content) };
  if (path.length > 0)
    return embedInEnvelope(context, content, {
      path,
      value,
      put: (body) => setAt(body, path, value),
      inputs: undefined,
    });
  const isFitting = content.check(value).length === 0;
  return { mediaType, value: isFitting ? value : content.complete(value, moment) };
};

/** The items that a bulk operation changed, in the order of the request. */
export const renderItems = (
  context: RequestContext,
  content: Content,
  { localName }: CollectionSpec,
  { action, items, view }: Extract<ActionView, { type: 'items' }>,
): ResponseBody => {
  const path = view.count ?? view.path;
  const value =
    view.count === undefined
      ? items.map((item) => projectItem(context, localName, action, item, view).value)
      : items.length;
  if (path.length === 0) return { mediaType: content.mediaType, value };
  return embedInEnvelope(context, content, {
    path,
    value,
    put: (generated) => setAt(setSuccessFlags(generated, action), path, value),
    inputs: undefined,
  });
};

/** Gives the envelope the id of the item, if it has one too; a number becomes a text where it has a text. */
const withSameId = (body: Json, idProperty: string | undefined, item: JsonObject): Json => {
  const id = idProperty === undefined ? undefined : getProperty(item, idProperty);
  if (id === undefined || !isJsonObject(body)) return body;
  const existing = getProperty(body, idProperty as string);
  const own = typeof existing === 'string' ? (idText(id) ?? id) : id;
  return typeof existing === typeof own ? { ...body, [idProperty as string]: own } : body;
};

const projectItem = (
  { state }: RequestContext,
  collection: string,
  action: ShownAction,
  item: ResultItem,
  { projection }: ItemView,
): ProjectedItem => {
  if (projection === undefined) return item;
  const projected = project(state, collection, item, projection);
  const acknowledged = action === 'delete' ? withDeleted(projected.value, projection, item.value) : projected.value;
  const value = setSuccessFlags(acknowledged, action, item.value);
  return value === projected.value || projection.check(value).length > 0 ? projected : { value, memo: createMemo() };
};

/** The item with what confirms a change, as the response would show it without state. */
const confirmed = (
  context: RequestContext,
  content: Content,
  projected: ProjectedItem,
  { projection }: ItemView,
): ProjectedItem => {
  const names = projection?.confirming ?? [];
  const [own, body] = [projected.value, names.length === 0 ? undefined : generateBody(context, content)];
  if (!isJsonObject(own) || body === undefined || !isJsonObject(body)) return projected;
  const value: Record<string, Json> = { ...own };
  for (const name of names) if (Object.hasOwn(body, name)) setProperty(value, name, body[name] as Json);
  return content.check(value).length > content.check(own).length ? projected : { value, memo: createMemo() };
};

/** Adds the flag of a deletion that the response declares, also if it does not require it: `{ "id": 7, "deleted": true }`. */
const withDeleted = (value: Json, { properties }: Projection, item: JsonObject): Json => {
  if (!isJsonObject(value)) return value;
  const isMissing = (name: string) => wordLists.deletedFlags.has(name) && !Object.hasOwn(item, name);
  const name = [...properties].find(isMissing);
  return name === undefined || value[name] === true ? value : { ...value, [name]: true };
};

/** The item itself. If the content has a schema of its own, the properties that it requires in addition are filled in. */
const renderBare = (
  context: RequestContext,
  content: Content,
  { projection }: ItemView,
  action: ShownAction,
  { item, projected: { value, memo } }: { readonly item: ResultItem; readonly projected: ProjectedItem },
): ResponseBody => {
  const { mediaType } = content;
  const problems = checkOnce(memo, value, content.check);
  if (problems.length === 0) {
    const { text, byteLength } = writeOnce(memo, value);
    return { mediaType, value, written: { text, byteLength }, problems };
  }
  const completed = content.complete(value, { seed: seedOf(context), now: context.now });
  if (isConfirmation(completed, action)) return { mediaType, value: generateBody(context, content) };
  const own = setSuccessFlags(keepId(completed, item.value, projection?.idProperty), action, item.value);
  return { mediaType, value: own };
};

/** Whether a text confirms a change; after a creation, it may be the id. */
const isConfirmation = (shown: Json, action: ShownAction) => typeof shown === 'string' && action !== 'create';

/** Sets generated success flags to true. Properties of the item itself are kept, except for the flags of a deletion. */
export const setSuccessFlags = (body: Json, action: ShownAction | 'list', existing: JsonObject = {}): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body).filter((name) => {
    if (body[name] !== false) return false;
    return (
      (action === 'delete' && wordLists.deletedFlags.has(name)) ||
      (wordLists.successFlags.has(name) && !Object.hasOwn(existing, name))
    );
  });
  if (names.length === 0) return body;
  const flagged: Record<string, Json> = { ...body };
  for (const name of names) setProperty(flagged, name, true);
  return flagged;
};
