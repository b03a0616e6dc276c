/** Chooses the item, the values and the body of a valid request. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { setAt, valueAt } from '../../core/primitives/json-path.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { BodyContent, Operation } from '../../core/service/operation.ts';
import type { Expectation } from './expected-response.ts';
import type { KnownItem } from './known-items.ts';
import {
  type BodyText,
  generateBodyValue,
  type RequestParts,
  toBodyText,
  usualContent,
} from './requests/verified-request.ts';
import type { ResourceContext } from './resource-checks.ts';

export interface ExerciseContext extends ResourceContext {
  /** A number that increases, for ids that are new. */
  readonly nextNumber: () => number;
}

/** A body of which valid and invalid ones are made. */
export interface Body {
  readonly content: BodyContent;
  readonly value: Json;
  readonly text: BodyText;
}

export interface Prepared {
  readonly parts: RequestParts;
  readonly body: Body | undefined;
  /** The item that the operation is about. */
  readonly item: KnownItem | undefined;
  readonly expectation: Expectation;
}

/** A valid request of an operation, about a known item. */
export const prepare = (operation: Operation, context: ExerciseContext): Prepared => {
  const { known, parentOf } = context;
  const { binding } = operation;
  const hasItem = binding !== undefined && 'key' in binding;
  const item = hasItem ? known.example(binding.collection) : undefined;
  const values = known.valuesFor(operation, item, parentOf);
  const body = bodyFor(operation, context, item);
  const needsItem = operation.parameters.some((parameter, index) => parameter.in === 'path' && !values.has(index));
  const isUnknown = needsItem || (hasItem && item === undefined);
  return {
    parts: { values, body: body?.text },
    body,
    item,
    expectation: expectationOf(isUnknown, isPatch(operation, body)),
  };
};

const expectationOf = (isUnknown: boolean, isPatched: boolean): Expectation => {
  if (isPatched) return isUnknown ? 'documented-or-not-found' : 'documented';
  return isUnknown ? 'success-or-not-found' : 'success';
};

/** The schema of JSON Patch does not describe which operations an item allows. */
const isPatch = ({ binding }: Operation, body: Body | undefined): boolean =>
  body?.text.mediaType.includes('json-patch') === true ||
  (binding !== undefined && binding.action !== 'list' && binding.mapping.isPatchList);

/** `fetch` sends no body with them. */
const bodyless: readonly string[] = ['GET', 'HEAD'];

const bodyFor = (operation: Operation, context: ExerciseContext, item: KnownItem | undefined): Body | undefined => {
  const content = bodyless.includes(operation.method) ? undefined : usualContent(operation);
  if (content === undefined) return undefined;
  const { seed, now } = context.drawing;
  // Other values than those with which the item was created: otherwise a change that is lost would not be noticed.
  const drawn = generateBodyValue(content, { seed: item === undefined ? seed : seedFrom(seed, operation.method), now });
  const value = withUsableId(operation.binding, content, drawn, item, context);
  return { content, value, text: toBodyText(content, value) };
};

/** The id in a body: of a new item, one that is not taken; else that of the item in the path. */
export const withUsableId = (
  binding: Binding | undefined,
  content: BodyContent,
  value: Json,
  item: KnownItem | undefined,
  context: ExerciseContext,
): Json => {
  const idProperty = binding?.collection.idProperty;
  if (binding === undefined || binding.action === 'list' || idProperty === undefined) return value;
  const { path, names } = binding.mapping;
  const [name = idProperty] = [...names].find(([, property]) => property === idProperty) ?? [];
  const sent = valueAt(value, path);
  if (!isJsonObject(sent) || sent[name] === undefined) return value;
  const ids = binding.action === 'create' ? newIds(context.nextNumber()) : item === undefined ? [] : [item.id];
  for (const id of ids) {
    const changed = setAt(value, [...path, name], id);
    if (content.check(changed).length === 0) return changed;
  }
  return value;
};

/** Far from each other: a service that counts continues after the highest. */
const newIds = (number: number): readonly Json[] => {
  const id = 100_000 + number * 1000;
  return [id, `vivarium-${number}`, String(id)];
};
