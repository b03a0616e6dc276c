/** What an action changed, or who logs in, in a response that shows something else than the item: `{ "liked": true, "likes": 3 }`. */

import { phrases, wordLists } from '../../parts/words/index.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath, setAt, valueAt } from '../primitives/json.ts';
import { plainName, singular } from '../primitives/words.ts';
import { issueToken } from '../request/login.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ActionView } from '../resources/action-result.ts';
import type { Binding } from '../service/binding.ts';
import type { Content } from '../service/operation.ts';
import { splitKey } from '../state/item-key.ts';
import type { ResponseBody } from './write-response.ts';

/** `at`: the path to the object that may show the changes. */
export const showEffects = (
  body: ResponseBody,
  { binding, item, at, content }: { binding: Binding; item: JsonObject; at: JsonPath; content: Content },
): ResponseBody => {
  const target = valueAt(body.value, at);
  const effects = 'effects' in binding ? binding.effects : [];
  const isEntry = binding.action !== 'list' && binding.view.token !== undefined;
  if (!isJsonObject(target) || (effects.length === 0 && !isEntry)) return body;
  const changed = new Map([
    ...(isEntry ? callerFacts(item, binding.collection.idProperty) : []),
    ...effects.flatMap(({ path }): readonly (readonly [string, Json])[] => {
      const value = valueAt(item, path);
      return value === undefined ? [] : [[meaningOf(path.at(-1) as string, value), value]];
    }),
  ]);
  const shown = Object.fromEntries(
    Object.entries(target).map(([name, value]) => [
      name,
      isAboutResponse(value) ? value : (changed.get(meaningOf(name, value)) ?? value),
    ]),
  );
  const value = setAt(body.value, at, shown);
  const isFitting = content.check(value).length <= content.check(body.value).length;
  return isFitting ? { mediaType: body.mediaType, value } : body;
};

/** What a login may show of the user beside the token: `{ "token": "…", "user_id": 7, "role": "admin" }`; times and a type are the token's. */
const callerFacts = (item: JsonObject, idProperty: string | undefined): readonly (readonly [string, Json])[] => {
  const id = idProperty === undefined ? undefined : item[idProperty];
  const isOfBoth = (name: string) => name === idProperty || phrases.ofLogin.test(plainName(name));
  return [
    ...(id === undefined ? [] : wordLists.ownerIds.all.map((name) => [meaningOf(name, id), id] as const)),
    ...Object.entries(item).flatMap(([name, value]) =>
      isOfBoth(name) ? [] : [[meaningOf(name, value), value] as const],
    ),
  ];
};

/** Whether a status is of the response, and not of the item: `{ "status": "success" }`. */
const isAboutResponse = (value: Json) => typeof value === 'string' && phrases.outcome.test(value);

/** `likesCount`, `like_count` and `likes` are the same number, `isLiked` and `liked` the same flag. */
const meaningOf = (name: string, value: Json) =>
  `${typeof value} ${singular(
    wordLists.besideMeaning.withoutStart(plainName(name)).replace(/(?<=.)counts?$/, '') || name,
  )}`;

export const showToken = <Body extends ResponseBody | undefined>(
  { state }: RequestContext,
  binding: Binding,
  view: ActionView,
  body: Body,
): Body | ResponseBody => {
  const place = binding.action === 'list' ? undefined : binding.view.token;
  if (place === undefined || body === undefined || view.type !== 'item') return body;
  const { collection } = binding;
  const { id } = splitKey(collection, view.item.key);
  const token = id === undefined ? undefined : issueToken(state, collection.name, id);
  const owner = valueAt(body.value, place.path.slice(0, -1));
  const isFitting = token !== undefined && place.check(token).length === 0 && isJsonObject(owner ?? null);
  return isFitting ? { mediaType: body.mediaType, value: setAt(body.value, place.path, token) } : body;
};
