/** What an action changed, in a response that shows something else than the item: `{ "liked": true, "likes": 3 }`. */
import { isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { type JsonPath, setAt, valueAt } from '../primitives/json-path.ts';
import { plainName, singular } from '../primitives/singular.ts';
import type { Binding } from '../service/binding.ts';
import type { Content } from '../service/operation.ts';
import type { DraftBody } from './write-response.ts';

/** `at`: the path to the object that may show the changes. */
export const showEffects = (
  body: DraftBody,
  { binding, item, at, content }: { binding: Binding; item: JsonObject; at: JsonPath; content: Content },
): DraftBody => {
  const target = valueAt(body.value, at);
  const effects = 'effects' in binding ? binding.effects : [];
  if (!isJsonObject(target) || effects.length === 0) return body;
  const changed = new Map(
    effects.flatMap(({ path }): readonly (readonly [string, Json])[] => {
      const value = valueAt(item, path);
      return value === undefined ? [] : [[meaningOf(path.at(-1) as string, value), value]];
    }),
  );
  const shown = Object.fromEntries(
    Object.entries(target).map(([name, value]) => [
      name,
      isAboutResponse(value) ? value : (changed.get(meaningOf(name, value)) ?? value),
    ]),
  );
  const value = setAt(body.value, at, shown);
  const isFitting = content.check(value).length <= content.check(body.value).length;
  return isFitting ? { mediaType: body.mediaType, value, written: undefined } : body;
};

/** `{ "status": "success" }` is no status of the item. */
const isAboutResponse = (value: Json): boolean =>
  typeof value === 'string' && /^(ok|success(ful)?|error|fail(ed|ure)?)$/i.test(value);

/** `likesCount`, `like_count` and `likes` are the same number, `isLiked` and `liked` the same flag. */
const meaningOf = (name: string, value: Json): string =>
  `${typeof value} ${singular(
    plainName(name)
      .replace(/^(is|has|total|num)(?=.)/, '')
      .replace(/(?<=.)counts?$/, ''),
  )}`;
