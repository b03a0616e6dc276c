/** The values of a new item that nobody has sent: flags are off, counters 0, lists empty, a status is the first, what may be null is null. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lastWord, plainName } from '../../core/primitives/words.ts';
import { firstState } from '../../parts/agreement/index.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { Plan } from './plan.ts';

/** Whether a property counts what others do with a thing later, or says how they judge it or what it then holds. */
export const isCounter = (words: string): boolean => {
  const last = lastWord(words);
  return (
    wordLists.held.has(words) ||
    wordLists.tallies.has(last) ||
    wordLists.judgements.has(last) ||
    wordLists.countEnds.has(last) ||
    Boolean(wordLists.countStarts.behind(words))
  );
};

/** The document's default first. Empty without a usual value. */
export const initialValues = (plan: Pick<Plan, 'merged' | 'hint'>): readonly Json[] => {
  const { parts, types, values } = plan.merged();
  const { words } = plan.hint;
  const defaults = parts.flatMap((part) => (part.default === undefined ? [] : [part.default]));
  const none: readonly Json[] = types?.has('null') ? [null] : [];
  if (values !== undefined)
    return [...defaults, ...none, ...(wordLists.states.has(lastWord(words)) ? [firstState(values)] : [])];
  if (types === undefined) return defaults;
  if (types.has('boolean')) return [...defaults, wordLists.inUse.has(words)];
  if (types.has('array')) return [...defaults, []];
  const isNumber = types.has('integer') || types.has('number');
  const isOpen = types.has('null') && wordLists.judgements.has(lastWord(words));
  return [...defaults, ...(isNumber && isCounter(words) && !isOpen ? [0] : none)];
};

/** A generated object with the flags, counters and lists of a new item. */
export const initialObject = (
  plan: Plan,
  value: JsonObject,
  matches: (plan: Plan, value: Json) => boolean,
): JsonObject => {
  if (plan.merged().union !== undefined) return value;
  const names = Object.keys(value);
  // What identifies an object makes it another thing, such as the author, with flags of its own.
  const isOther = names.some((name) => wordLists.labels.has(name) || plainName(name) === 'title');
  const initial: Record<string, Json> = { ...value };
  for (const name of names) {
    const property = plan.property(name);
    if (property === undefined || (isOther && !wordLists.relating.isIn(property.hint.words))) continue;
    const own = value[name] as Json;
    const first = initialValues(property).find((candidate) => matches(property, candidate));
    setProperty(initial, name, first ?? (isJsonObject(own) ? initialObject(property, own, matches) : own));
  }
  return matches(plan, initial) ? initial : value;
};
