/** The events of a stream: drawn from their own schema, and about the item or the request. */

import { wordLists } from '../../parts/words/index.ts';
import { filterProperties, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';
import type { RequestContext } from '../request/request-context.ts';
import { typeOf } from '../service/check.ts';
import { isIdName } from '../service/id-names.ts';
import type { Content } from '../service/operation.ts';
import { generateBody } from './body-memo.ts';
import type { ResponseBody } from './write-response.ts';

export const eventStream = 'text/event-stream';

/** `about`: the item or the body of the request, whose texts and numbers the events show under the same names. */
export const renderEvents = (context: RequestContext, content: Content, about: Json | undefined): ResponseBody => {
  const events = generateBody(context, content);
  const value = Array.isArray(events) ? withShared(events as readonly Json[], content, about) : events;
  return { mediaType: content.mediaType, value };
};

/** Whether all events of one stream have the same value, if nothing else says: an id and the time of a creation. */
const isShared = (name: string) => isIdName(plainName(name)) || wordLists.created.has(name);

const withShared = (events: readonly Json[], content: Content, about: Json | undefined): readonly Json[] => {
  const first = events.find(isJsonObject) ?? {};
  const own = filterProperties(first, isShared);
  const shared = { ...own, ...(about !== undefined && isJsonObject(about) && about) };
  return events.map((event) => (isJsonObject(event) ? withValues(event, shared, content) : event));
};

const withValues = (event: JsonObject, shared: JsonObject, content: Content): JsonObject => {
  const changed: Record<string, Json> = { ...event };
  for (const [name, before] of Object.entries(event)) {
    const after = Object.hasOwn(shared, name) ? (shared[name] as Json) : before;
    if (after === before || typeof after === 'object' || typeOf(after) !== typeOf(before)) continue;
    setProperty(changed, name, after);
    if (content.check([changed]).length > 0) setProperty(changed, name, before);
  }
  return changed;
};
