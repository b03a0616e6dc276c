/** The PATCH of SCIM (RFC 7644, section 3.5.2): operations with a path such as `emails[type eq "work"].value`. */

import { equalsJson, getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import { type FilterExpression, nameIn, pathIn, readExpression } from './filter-expression.ts';

/** The item after all operations. An operation whose path cannot be read changes nothing. @throws OutOfSteps */
export const scimPatch = (item: JsonObject, operations: readonly Json[], budget: StepBudget): JsonObject =>
  operations.reduce<JsonObject>((value, operation) => {
    if (!isJsonObject(operation)) return value;
    const action = String(operation.op).toLowerCase();
    if (action !== 'add' && action !== 'replace' && action !== 'remove') return value;
    const { path, value: sent } = operation;
    if (typeof path !== 'string' || path === '')
      return isJsonObject(sent) ? withAll(value, { action, budget }, sent) : value;
    const steps = stepsIn(path);
    return steps === undefined ? value : (changeAt(value, steps, { action, sent, budget }) as JsonObject);
  }, item);

interface Change {
  readonly action: 'add' | 'replace' | 'remove';
  readonly sent: Json | undefined;
  readonly budget: StepBudget;
}

/** Without a path, the value has the properties. Their names may be paths. */
const withAll = (value: JsonObject, change: Omit<Change, 'sent'>, sent: JsonObject): JsonObject =>
  Object.keys(sent).reduce<JsonObject>((result, name) => {
    const steps = Object.hasOwn(result, name) ? [{ name, filter: undefined }] : stepsIn(name);
    return steps === undefined ? result : (changeAt(result, steps, { ...change, sent: sent[name] }) as JsonObject);
  }, value);

interface Step {
  readonly name: string;
  /** Selects elements of a list. */
  readonly filter: FilterExpression | undefined;
}

/** Longer paths are not read. In names. */
const maxPathLength = 50;

/** Undefined if the path cannot be read. */
const stepsIn = (path: string): readonly Step[] | undefined => {
  const [, before = '', condition, after] = /^([^[\]]+)(?:\[(.*)\](?:\.([^[\]]+))?)?$/.exec(path) ?? [];
  const filter = condition === undefined ? undefined : readExpression(condition);
  if (before === '' || (condition !== undefined && filter === undefined)) return undefined;
  const names = pathIn(before);
  const own = names.map((name, index) => ({ name, filter: index === names.length - 1 ? filter : undefined }));
  const below = after === undefined ? [] : pathIn(after).map((name) => ({ name, filter: undefined }));
  return own.length + below.length > maxPathLength ? undefined : [...own, ...below];
};

/** The value with the change below it; undefined if nothing is left of it. */
const changeAt = (value: Json | undefined, steps: readonly Step[], change: Change): Json | undefined => {
  const [step, ...rest] = steps;
  if (step === undefined) return changed(value, change);
  const { budget } = change;
  if (Array.isArray(value)) {
    budget.spend(value.length);
    return (value as readonly Json[]).map((element) => changeAt(element, steps, change) as Json);
  }
  const owner = isJsonObject(value) ? value : {};
  const name = nameIn(owner, step.name, budget) ?? step.name;
  const before = getProperty(owner, name);
  const after =
    step.filter === undefined ? changeAt(before, rest, change) : changeElements(before, step.filter, rest, change);
  if (after === before) return value;
  // Each change copies the object.
  budget.spend(Object.keys(owner).length);
  if (after === undefined) return Object.fromEntries(Object.entries(owner).filter(([other]) => other !== name));
  const result: Record<string, Json> = { ...owner };
  setProperty(result, name, after);
  return result;
};

/** Of a list, the elements that match; a new one if none does. */
const changeElements = (
  list: Json | undefined,
  { matches, equal }: FilterExpression,
  rest: readonly Step[],
  change: Change,
): Json | undefined => {
  const elements: readonly Json[] = Array.isArray(list) ? list : [];
  const { budget } = change;
  budget.spend(elements.length);
  const matching = new Set(elements.filter((element) => matches(element, budget)));
  if (matching.size > 0)
    return elements.flatMap((element) => (matching.has(element) ? (changeAt(element, rest, change) ?? []) : [element]));
  if (change.action === 'remove' || equal.length === 0) return list;
  const added = equal.reduce<Json | undefined>(
    (element, { path, value }) =>
      changeAt(
        element,
        path.map((name) => ({ name, filter: undefined })),
        { action: 'replace', sent: value, budget },
      ),
    {},
  );
  return [...elements, changeAt(added, rest, change) as Json];
};

/** An added list is appended, an object is merged. */
const changed = (before: Json | undefined, { action, sent, budget }: Change): Json | undefined => {
  if (action === 'remove' || sent === undefined) return action === 'remove' ? undefined : before;
  if (action === 'add' && Array.isArray(before)) {
    const elements = before as readonly Json[];
    const more: readonly Json[] = Array.isArray(sent) ? sent : [sent];
    budget.spend(elements.length * (more.length + 1));
    return [...elements, ...more.filter((one) => !elements.some((element) => equalsJson(element, one)))];
  }
  return isJsonObject(before) && isJsonObject(sent) ? { ...before, ...sent } : sent;
};
