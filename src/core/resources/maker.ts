/** Who sends a request: the one that an operation of the caller shows, and the author or owner of what the request creates. */

import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
  valueAt,
} from '../primitives/json.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import { basicUserOf, sentCredentials } from '../request/authenticate.ts';
import { loginOf, subjectIn } from '../request/login.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ItemBinding } from '../service/binding.ts';
import type { CollectionSpec, MadeProperty } from '../service/collection-facts.ts';
import { isLoginName } from '../service/id-names.ts';
import { type Collection, findItem, type Item, indexText, itemsWith } from '../state/collection.ts';
import { joinKey, splitKey, typedId } from '../state/item-key.ts';
import { defaultSingleton } from './target.ts';

/** The caller id of the item with which the caller logs in, by the body or by HTTP Basic, else of the one whose token is sent, else of the first. */
export const callerId = (
  context: RequestContext,
  collection: Collection,
  { action, mapping }: ItemBinding,
  { body }: Input,
): string | undefined => {
  const sent = action === 'read' && body !== undefined ? (valueAt(body, mapping.path) ?? null) : null;
  return knownId(context, collection, sent) ?? firstId(collection);
};

const firstId = ({ spec, items }: Collection): string | undefined => {
  for (const { key } of valuesOf(items)) return splitKey(spec, key).id;
  return undefined;
};

const knownId = (context: RequestContext, collection: Collection, sent: Json): string | undefined => {
  const { spec } = collection;
  const names = spec.indexed.filter(isLoginName);
  const texts = isJsonObject(sent)
    ? Object.keys(sent)
        .filter(isLoginName)
        .map((name) => [name, indexText(sent[name])])
    : [['username', basicUserOf(context.request.headers)]];
  // The `username` of a form may be an email address.
  const pairs = texts.flatMap(([from, text]) => names.map((name) => ({ name, text, isSame: name === from })));
  for (const { name, text } of [...pairs.filter(({ isSame }) => isSame), ...pairs])
    for (const { key } of text === undefined ? [] : valuesOf(itemsWith(collection, name, text)))
      return splitKey(spec, key).id;
  return subjectIn(context, spec.name)?.id ?? loginOf(context.served)?.accountOf(context, collection);
};

/** The user who sends the request, of these: the one that an operation of the caller would show. */
const callerOf = (context: RequestContext, users: Collection): Item | undefined => {
  const { spec } = users;
  if (spec.kind === 'singleton')
    return findItem(users, joinKey(spec, { parents: [], id: undefined })) ?? defaultSingleton(context.state, users, []);
  const id = knownId(context, users, null) ?? (spec.persons?.()?.isShown === true ? firstId(users) : undefined);
  return id === undefined ? undefined : findItem(users, joinKey(spec, { parents: [], id }));
};

/** The request, with its maker where it does not state one itself. `isOwn`: whether its path names the caller. */
export const withMaker = (
  context: RequestContext,
  spec: CollectionSpec,
  requested: JsonObject,
  { isOwn = false, makers = spec.relations().makers } = {},
): JsonObject => {
  const made = makers.filter(({ property }) => !Object.hasOwn(requested, property));
  if (made.length === 0) return requested;
  const { operation } = context;
  const subject = subjectIn(context);
  const users = context.state.collections.get(subject?.collection ?? (made[0] as MadeProperty).collection);
  const isSent = sentCredentials(operation, context).length > 0;
  const isOpen = operation?.security.length === 0 && users?.spec.persons?.()?.isOpen === true;
  const isKnown = isOwn || isSent || isOpen;
  if (!isKnown && subject === undefined) return requested;
  const user = users && callerOf(context, users);
  if (users === undefined || user === undefined) return requested;
  const own = made.filter((row) => row.collection === users.spec.name);
  return own.reduce((item, row) => withMade(item, row, { users, user }, spec), requested);
};

/** The item with what it says of the user, unless it says something already, or the document does not allow it. */
const withMade = (
  item: JsonObject,
  { property, inner, from }: MadeProperty,
  { users: { spec: users }, user }: { readonly users: Collection; readonly user: Item },
  { relations, checkValue }: CollectionSpec,
): JsonObject => {
  const reference = relations().items.find((one) => one.property === property && one.inside === undefined);
  const isOther = reference?.isList === true || (reference?.collection ?? users.name) !== users.name;
  const before = getProperty(item, property);
  const isInner = inner !== undefined && reference?.collection === undefined;
  if (isOther || (isInner ? Object.hasOwn((before ?? {}) as JsonObject, inner) : before !== undefined)) return item;
  const id = typedId(users, splitKey(users, user.key).id ?? '');
  const values =
    reference?.collection === undefined ? from.flatMap((name) => getProperty(user.value, name) || []) : [id];
  if (values.length === 0) return item;
  const value = values.length === 1 ? (values[0] as Json) : values.join(' ');
  const result: Record<string, Json> = { ...item };
  setProperty(result, property, isInner ? { ...(before as JsonObject | undefined), [inner]: value } : value);
  // The item of a reference is shown in place of its id.
  if (reference?.collection !== undefined) return result;
  const at = [property, inner ?? []].flat().reduce((path, name) => `${path}/${escapePointer(name)}`, '');
  const isWrong = checkValue(result).some(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`));
  return isWrong ? item : result;
};
