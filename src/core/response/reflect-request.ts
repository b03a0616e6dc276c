/** Stateless responses that reflect the request: properties with the names of those that were sent take their values. */

import { wordLists } from '../../parts/words/index.ts';
import {
  childOf,
  filterProperties,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  setProperty,
  stringifyJson,
  valueAt,
} from '../primitives/json.ts';
import { maxStepsToFit, StepBudget } from '../primitives/step-budget.ts';
import { plainName } from '../primitives/words.ts';
import { factsAbout, type Input } from '../request/read-input.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import { applyEffects } from '../resources/apply-effects.ts';
import { allowsType, countProblems, type SchemaFacts, typeOf } from '../service/check.ts';
import type { Content, ParameterValues, ReflectedParameter, StatelessView } from '../service/operation.ts';
import { mergeAccepted } from '../state/merge-accepted.ts';

export interface Reflected {
  readonly value: Json;
  /** The paths of the properties that the request sets. */
  readonly properties: readonly string[];
}

/** The body with the values of the request, as far as the schema allows them. */
export const reflectRequest = (
  context: RequestContext,
  content: Content,
  view: StatelessView,
  input: Input,
  drawn: Json,
): Reflected => {
  const { item } = view;
  const body = asSent(context, content, view, input, drawn);
  const target = valueAt(body, item);
  if (!isJsonObject(target)) return { value: body, properties: [] };
  const values = valuesFor(target, factsAt(content, body, item), view, input);
  const acted = applyEffects(target, view.effects, context.now, input);
  const source = {
    ...(view.strip === undefined ? values : (view.strip(values) as JsonObject)),
    ...filterProperties(acted, (name, value) => value !== target[name]),
  };
  const wanted = Object.keys(source).filter((name) => target[name] !== source[name]);
  if (wanted.length === 0) return { value: body, properties: [] };
  const budget = new StepBudget(maxStepsToFit);
  const count = (candidate: Json): number => countProblems(content.check, candidate, budget);
  const problems = count(body);
  const accepts = (candidate: Json) => isWithin(count(setAt(body, item, candidate)), problems);
  const merged = mergeAccepted(target, source, wanted, accepts);
  // Objects and lists that the schema rejects as they were sent are completed: the response shows prices of the sent lines.
  const rest = wanted.filter((name) => merged[name] !== source[name] && isContainer(source[name]));
  const candidate = { ...merged, ...filterProperties(source, (name) => rest.includes(name)) };
  const completed =
    rest.length === 0 ? undefined : completeWith({ context, content, budget }, setAt(body, item, candidate), item);
  const value = setAt(body, item, completed === undefined ? merged : valueAt(completed, item));
  const after = valueAt(value, item) as JsonObject;
  const names = wanted.filter((name) => after[name] !== target[name]);
  return { value, properties: names.map((name) => [...item, name].join('.')) };
};

/** The body in the alternative that the sent object is of. */
const asSent = (context: RequestContext, content: Content, view: StatelessView, input: Input, body: Json): Json => {
  const target = valueAt(body, view.item);
  const sent = input.body === undefined ? undefined : valueAt(input.body, view.sent);
  if (!isJsonObject(target) || !isJsonObject(sent) || content.factsOf === undefined) return body;
  const meant = setAt(body, view.item, { ...target, ...sent });
  if (factsAt(content, body, view.item) === factsAt(content, meant, view.item)) return body;
  const budget = new StepBudget(maxStepsToFit);
  return completeWith({ context, content, budget }, setAt(body, view.item, sent), view.item) ?? body;
};

/** The body, completed around the object at the path; undefined if the schema rejects it all the same. */
const completeWith = (
  {
    context,
    content,
    budget,
  }: { readonly context: RequestContext; readonly content: Content; readonly budget: StepBudget },
  body: Json,
  path: readonly string[],
): Json | undefined => {
  const completed = content.complete(body, { seed: seedOf(context), now: context.now, budget });
  const isFitting = isJsonObject(valueAt(completed, path)) && countProblems(content.check, completed, budget) === 0;
  return isFitting ? completed : undefined;
};

interface SentList {
  readonly path: readonly string[];
  readonly items: readonly Json[];
  readonly sent: readonly Json[];
}

/** One item for each that was sent, with its values, as far as the schema allows them. */
export const reflectList = (content: Content, body: Json, { path, items, sent }: SentList): Reflected => {
  const unchanged: Reflected = { value: body, properties: [] };
  if (items.length === 0 || !sent.every(isJsonObject)) return unchanged;
  const facts = factsAt(content, body, path);
  const budget = new StepBudget(maxStepsToFit);
  const problemsWith = (list: readonly Json[]): number => countProblems(content.check, setAt(body, path, list), budget);
  const reflected = sent.map((values, index): Json => {
    const item = items[index % items.length] as Json;
    if (!isJsonObject(item)) return item;
    const source: Record<string, Json> = {};
    assignInto(source, values, item, facts?.child(index, item));
    const wanted = Object.keys(source).filter((name) => item[name] !== source[name]);
    const problems = problemsWith([item]);
    return mergeAccepted(item, source, wanted, (candidate) => isWithin(problemsWith([candidate]), problems));
  });
  if (!isWithin(problemsWith(reflected), problemsWith(items))) return unchanged;
  return { value: setAt(body, path, reflected), properties: [path.join('.') || 'body'] };
};

/** Whether a value that could be checked has no more problems than another. */
const isWithin = (count: number, limit: number) => count < Number.POSITIVE_INFINITY && count <= limit;

const isContainer = (value: Json | undefined) => Array.isArray(value) || isJsonObject(value);

/** The schema facts of the object that is at the path; undefined if the body is not JSON. */
const factsAt = ({ factsOf }: Content, body: Json, path: readonly string[]): SchemaFacts | undefined => {
  let [facts, value] = [factsOf?.(body), body];
  for (const name of path) {
    value = childOf(value, name) as Json;
    facts = facts?.child(name, value);
  }
  return facts;
};

/** The values of the request for properties of the object; those of the path take precedence. */
const valuesFor = (
  target: JsonObject,
  facts: SchemaFacts | undefined,
  { sent, parameters }: StatelessView,
  { body, parameters: values, file }: Input,
): JsonObject => {
  const source: Record<string, Json> = {};
  const sentValue = body === undefined ? undefined : valueAt(body, sent);
  // An XML body is data that was sent, and not an upload.
  if (file !== undefined && !file.type.endsWith('xml'))
    for (const [name, fact] of factsAbout(Object.keys(target), file)) setProperty(source, name, fact);
  if (isJsonObject(sentValue)) assignInto(source, sentValue, target, facts);
  assignParameters(source, target, facts, parameters, values);
  return source;
};

const assignParameters = (
  source: Record<string, Json>,
  target: JsonObject,
  facts: SchemaFacts | undefined,
  parameters: readonly ReflectedParameter[],
  values: ParameterValues,
) => {
  for (const { parameter, names, above } of parameters) {
    const last = values[parameter];
    if (last === undefined) continue;
    const value = above === undefined ? last : `${values[above]}/${last}`;
    const name = names.map((one) => nameIn(target, facts, one)).find((one) => one !== undefined);
    Object.assign(source, aboutIn(target, names[0] as string, value));
    if (name !== undefined && !isJsonObject(target[name] ?? null))
      setProperty(source, name, convertFor(value, facts, name, target[name]));
  }
};

/** The object that a parameter names, with its value: the `id` in `clinic` for `{clinicId}`. */
const aboutIn = (target: JsonObject, parameter: string, value: Json): JsonObject | undefined => {
  for (const [name, inner] of Object.entries(target)) {
    if (!isJsonObject(inner) || !plainName(parameter).startsWith(plainName(name))) continue;
    const rest = plainName(parameter).slice(plainName(name).length);
    const own = Object.keys(inner).find((one) => (rest === '' ? wordLists.keyNames.has(one) : one === rest));
    if (own !== undefined) return { [name]: { ...inner, [own]: convertTo(typeof inner[own], value) } };
  }
  return undefined;
};

/** The items of a list with the ids of what they belong to: the posts of user 7 have the `userId` 7. */
export const withParentIds = (
  items: readonly Json[],
  parents: readonly ReflectedParameter[],
  values: ParameterValues,
): readonly Json[] => {
  if (parents.length === 0) return items;
  return items.map((item) => {
    if (!isJsonObject(item)) return item;
    const reflected: Record<string, Json> = { ...item };
    assignParameters(reflected, item, undefined, parents, values);
    return Object.keys(reflected).every((name) => typeOf(reflected[name] as Json) === typeOf(item[name] as Json))
      ? reflected
      : item;
  });
};

const assignInto = (
  source: Record<string, Json>,
  sent: JsonObject,
  target: JsonObject,
  facts: SchemaFacts | undefined,
): void => {
  for (const sentName of Object.keys(sent)) {
    const name = nameIn(target, facts, sentName);
    if (name === undefined) continue;
    const [value, existing] = [sent[sentName] as Json, getProperty(target, name)];
    const inner = existing === undefined ? undefined : facts?.child(name, existing);
    if (inner?.declares === true && isJsonObject(value) && isJsonObject(existing)) {
      const nested: Record<string, Json> = { ...existing };
      assignInto(nested, value, existing, inner);
      setProperty(source, name, nested);
    } else setProperty(source, name, convertFor(value, facts, name, existing));
  }
};

/** The object's property of this name, in any spelling; undefined if it has none and the schema declares none. */
const nameIn = (target: JsonObject, facts: SchemaFacts | undefined, name: string): string | undefined => {
  if (Object.hasOwn(target, name) || facts?.declarationOf(name) === 'declared') return name;
  const plain = plainName(name);
  return Object.keys(target).find((candidate) => plainName(candidate) === plain);
};

/** The value in a type that the property allows: a path has texts, and documents often declare an id otherwise in a body. */
const convertFor = (value: Json, facts: SchemaFacts | undefined, name: string, existing: Json | undefined): Json => {
  const allowed = facts?.child(name, existing ?? value);
  const isFitting = (form: Json) =>
    allowed === undefined
      ? // Without facts, only properties that exist have names.
        typeOf(form) === typeOf(existing as Json)
      : allowsType(allowed, typeOf(form));
  if (isFitting(value) || typeof value === 'object') return value;
  const forms: readonly Json[] =
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? [Number(value)] : [String(value)];
  return forms.find(isFitting) ?? value;
};

/** A property beside the list with the name of a path parameter has its value: `list_id` below `/lists/{list_id}`. */
export const reflectPath = (rest: Json, { operation, parameters }: RequestContext): Json => {
  if (!isJsonObject(rest)) return rest;
  let result: Json = rest;
  for (const [index, { name, in: location }] of (operation?.parameters ?? []).entries()) {
    const sent = location === 'path' ? parameters[index] : undefined;
    if (sent === undefined || !('value' in sent)) continue;
    const property = Object.keys(rest).find((other) => plainName(other) === plainName(name));
    const before = property === undefined ? undefined : rest[property];
    const value = convertTo(typeof before, sent.value);
    if (property !== undefined && typeof value === typeof before) result = setAt(result, [property], value);
  }
  return result;
};

/** `type`: that of the property, else that of the generated value. */
export const convertTo = (type: string, value: Json): Json => {
  if ((type === 'text' || type === 'string') && typeof value !== 'string') return stringifyJson(value);
  if (type !== 'number' || typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return value;
  return Number(value);
};
