/** The values of a new item that nobody has sent: its flags are off, its counters are 0, its lists are empty. */
import type { Json } from '../../core/primitives/json.ts';
import type { Plan } from './plan.ts';

const counter = /\b(counts?|counter|views|likes|votes|followers|downloads|clicks|visits)$|^(num|number of)\b/;

/** The default of the document first. Empty if the value is neither a flag, a counter nor a list. */
export const initialValues = (plan: Plan): readonly Json[] => {
  const { parts, types, values } = plan.merged();
  const defaults = parts.flatMap((part) => (part.default === undefined ? [] : [part.default]));
  if (values !== undefined || types === undefined) return defaults;
  if (types.has('boolean')) return [...defaults, false];
  if (types.has('array')) return [...defaults, []];
  const isCounter = (types.has('integer') || types.has('number')) && counter.test(plan.hint.words);
  return isCounter ? [...defaults, 0] : defaults;
};
