/** Bounds what a scenario or a fault consists of, before its parts are checked one by one. */
import { isJsonObject } from '../../core/primitives/json.ts';
import { type DocumentPath, problemAt, type ScenarioProblem } from './document-path.ts';

/** More would take seconds to check, and every request would consider them. */
export const maxParts = 100_000;

/**
 * The problem of a value with more than `max` keys and elements. Not counted are the items of `data`, which are checked otherwise,
 * and what may be any JSON: the bodies of faults.
 */
export const findExcess = (
  value: unknown,
  subject: Pick<ScenarioProblem, 'code'> & { readonly what: string },
  max = maxParts,
): ScenarioProblem | undefined => {
  let count = 0;
  // Without recursion: a value of code may contain itself, and so have no end.
  const waiting: [value: unknown, path: DocumentPath][] = [[value, []]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, path] = next;
    if (typeof parent !== 'object' || parent === null) continue;
    const isItems = path.length === 2 && path[0] === 'data';
    if (isItems) count += Array.isArray(parent) ? parent.filter((item) => !isJsonObject(item)).length : 0;
    else count += Array.isArray(parent) ? parent.length : Object.keys(parent).length;
    if (count > max) {
      const [section] = path;
      const where = section === undefined ? '' : ` (${section} exceeds that)`;
      const message = `${subject.what} has more than ${max} keys and elements${where}`;
      return problemAt(subject.code, section === undefined ? [] : [section], message, remedy);
    }
    if (isItems) continue;
    for (const [name, child] of Object.entries(parent))
      if (!isAnyJson(path, name)) waiting.push([child, path.length < keptNames ? [...path, name] : path]);
  }
  return undefined;
};

/** Enough to tell what is not counted. */
const keptNames = 3;

/**
 * Whether any JSON may be at a path: in a scenario `faults[3].body` and `faults[3].on.body`, the same in a fault; `responses[3].response`;
 * and the scenario in `resume.start`, which is read when it is used.
 */
const isAnyJson = (path: DocumentPath, name: string) =>
  (name === 'body' && (path.length === 0 || path[0] === 'faults' || path[0] === 'on' || path[0] === 'refusals')) ||
  (name === 'response' && path[0] === 'responses') ||
  (name === 'inline' && path[0] === 'resume');

const remedy =
  'Remove some: every request would consider them. Only the items of data and the bodies of faults may have more.';
