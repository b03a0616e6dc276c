/**
 * The values of a new item that nobody has sent: its flags are off, its counters are 0, its lists are empty, its status is the
 * first of those listed, and what may be null is null.
 */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { Plan } from './plan.ts';

/** What others do with a thing after it is there, and how they judge it. */
export const counter =
  /\b(counts?|counter|views|likes|dislikes|votes|upvotes|downvotes|favou?rites|stars|stargazers|followers|watchers|subscribers|members|comments|replies|reactions|reposts|retweets|shares|forks|downloads|clicks|visits|plays|impressions|attempts|retries|failures|unread|ratings?|score|reviews|progress|spent)$|^(num|number of|total (views|likes|votes|comments|downloads|clicks|visits|plays))\b/;

/** Documents list the states of a thing from its first to its last. */
const status = /\b(status|state)$/;

/** Flags of what is in use from its beginning. */
const inUse = /^(is )?(active|enabled|available)$/;

/** The default of the document first. Empty if a new item has no usual value. */
export const initialValues = (plan: Plan): readonly Json[] => {
  const { parts, types, values } = plan.merged();
  const { words } = plan.hint;
  const defaults = parts.flatMap((part) => (part.default === undefined ? [] : [part.default]));
  const none: readonly Json[] = types?.has('null') ? [null] : [];
  if (values !== undefined) return [...defaults, ...none, ...(status.test(words) ? values.slice(0, 1) : [])];
  if (types === undefined) return defaults;
  if (types.has('boolean')) return [...defaults, inUse.test(words)];
  if (types.has('array')) return [...defaults, []];
  const isCounter = (types.has('integer') || types.has('number')) && counter.test(words);
  return [...defaults, ...(isCounter ? [0] : none)];
};

/** Names of properties that identify an object. Then it is another thing, such as the author, with flags of its own. */
const identifying = /^(_?id|uuid|guid|sid|key|slug|name|title|username|user_?name|login|email)$/i;

/** How the caller relates to another thing. A caller has done nothing with a new one. */
const relation =
  /\b(following|followed|favorited|favourited|liked|starred|bookmarked|subscribed|watching|muted|blocked)\b/;

/** A generated object of a new item with its flags off, its counters at 0 and its lists empty. */
export const initialObject = (
  plan: Plan,
  value: JsonObject,
  matches: (plan: Plan, value: Json) => boolean,
): JsonObject => {
  if (plan.merged().union !== undefined) return value;
  const names = Object.keys(value);
  const isOther = names.some((name) => identifying.test(name));
  const initial: Record<string, Json> = { ...value };
  for (const name of names) {
    const property = plan.property(name);
    if (property === undefined || (isOther && !relation.test(property.hint.words))) continue;
    const own = value[name] as Json;
    const first = initialValues(property).find((candidate) => matches(property, candidate));
    setProperty(initial, name, first ?? (isJsonObject(own) ? initialObject(property, own, matches) : own));
  }
  return matches(plan, initial) ? initial : value;
};
