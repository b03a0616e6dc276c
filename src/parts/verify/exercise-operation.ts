/** The requests of one operation: valid and invalid ones, without and with a wrong credential, and those over its resource. */
import { isJsonType } from '../../core/http/http.ts';
import { isJsonObject, type Json, type JsonObject, setAt, setProperty, valueAt } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { BodyContent, Operation } from '../../core/service/operation.ts';
import {
  type BodyCase,
  invalidBodies,
  invalidParameters,
  maxTriedValues,
  unusualBodies,
  unusualParameters,
  validParameters,
} from './cases.ts';
import { type Expectation, type VerifyExchange, validLabel } from './recorder.ts';
import { type BodyText, generateBodyValue, type RequestParts, toBodyText, usualContent } from './requests.ts';
import {
  checkDeleted,
  checkFilters,
  checkLimit,
  checkWritten,
  idOf,
  isCertain,
  type KnownItem,
  listedItems,
  listedValues,
  type ResourceContext,
  send,
  sentProperties,
  shownItem,
} from './resource-checks.ts';

export const exerciseOperation = async (context: ExerciseContext): Promise<void> => {
  const { operation, isJudged } = context.recorder;
  // Before a valid request deletes the item.
  if (operation.binding?.action === 'delete') await checkCredentials(context);
  const isReached = await sendValid(context);
  if (!isJudged) return;
  if (operation.binding?.action !== 'delete') await checkCredentials(context);
  await checkMissingItem(context);
  if (isReached) await checkBodies(context);
  await checkParameters(context);
  if (operation.binding?.action === 'list' && isCertain(operation)) {
    await checkLimit(context, operation.binding);
    await checkFilters(context, operation.binding);
  }
};

/** Sends a request without a credential, and one with a wrong one: for an operation whose success the document does not describe. */
export const checkCredentials = async (context: ExerciseContext): Promise<void> => {
  const { operation } = context.recorder;
  // An alternative without schemes: a credential is optional.
  if (operation.security.length === 0 || operation.security.some(({ length }) => length === 0)) return;
  const { parts } = prepare(operation, context);
  await send(context, 'without a credential', 'unauthorized', { ...parts, credential: 'none' });
  await send(context, 'with a wrong credential', 'unauthorized', { ...parts, credential: 'wrong' });
};

/** Sends valid requests. Returns whether one was successful. */
const sendValid = async (context: ExerciseContext): Promise<boolean> => {
  const { recorder } = context;
  const { operation } = recorder;
  const first = prepare(operation, context);
  const isValid = first.body === undefined || first.body.content.check(first.body.value).length === 0;
  if (!isValid) recorder.note('no valid body could be generated');
  const expectation = isValid ? first.expectation : 'no-failure';
  const isReached = await sendOne(context, validLabel, first, expectation);
  if (operation.binding?.action !== 'create' || first.body === undefined) return isReached;
  for (const [label, body] of variants(operation, context, first.body))
    await sendOne(context, label, { ...first, parts: { ...first.parts, body: body.text }, body }, expectation);
  return isReached;
};

/** Varies a body: only the required properties, and each value of a filter, so that lists have something to filter. */
const variants = (
  { binding }: Operation,
  context: ExerciseContext,
  { content, value }: Body,
): readonly (readonly [string, Body])[] => {
  if (!isJsonObject(value) || !isJsonType(toBodyText(content, value).mediaType) || binding === undefined) return [];
  const made = new Map<string, JsonObject>();
  const minimal = Object.keys(value).reduce<JsonObject>((smaller, name) => {
    const { [name]: _removed, ...rest } = smaller;
    return content.check(rest).length === 0 ? rest : smaller;
  }, value);
  made.set('with the required properties', minimal);
  for (const [property, values] of filterValues(context, binding.collection.name))
    for (const each of values) {
      const changed: Record<string, Json> = { ...value };
      setProperty(changed, property, each);
      if (content.check(changed).length === 0) made.set(`with ${property} ${String(each)}`, changed);
    }
  return [...made].slice(0, maxTriedValues).map(([label, changed]) => {
    const fresh = withUsableId(binding, content, changed, undefined, context);
    return [label, { content, value: fresh, text: toBodyText(content, fresh) }];
  });
};

const filterValues = ({ operations }: ExerciseContext, collection: string): ReadonlyMap<string, readonly Json[]> =>
  new Map(
    operations.flatMap(({ binding, parameters }) =>
      binding?.action === 'list' && binding.collection.name === collection
        ? binding.filters.flatMap(({ property, parameter: index }) => {
            const parameter = parameters[index];
            // A list by POST is filtered by its body.
            return parameter === undefined ? [] : [[property, listedValues(parameter) ?? []] as const];
          })
        : [],
    ),
  );

const sendOne = async (
  context: ExerciseContext,
  label: string,
  { parts, body, item }: Prepared,
  expectation: Expectation,
): Promise<boolean> => {
  const { binding } = context.recorder.operation;
  const exchange = await send(context, label, expectation, parts);
  const isSuccess = exchange.status !== undefined && exchange.status < 300;
  if (isSuccess && binding !== undefined) await learn(context, { exchange, body, item }, binding);
  return isSuccess;
};

/** A successful request, with what it was about. */
interface Done {
  readonly exchange: VerifyExchange;
  readonly body: Body | undefined;
  readonly item: KnownItem | undefined;
}

/** Remembers the items that a successful request shows or changes, and checks that the service stored what was sent. */
const learn = async (context: ExerciseContext, done: Done, binding: Binding): Promise<void> => {
  const { known, recorder } = context;
  const { exchange, item } = done;
  const { collection, action } = binding;
  const parents = known.parentsFor(collection);
  const remember = (value: JsonObject | undefined, isOwn: boolean): KnownItem | undefined => {
    const id = value && idOf(collection, value);
    if (value === undefined || id === undefined || parents === undefined) return undefined;
    const found = { id, parents, value, isOwn };
    known.add(collection, found);
    return found;
  };
  switch (action) {
    case 'list':
      for (const value of listedItems(binding, exchange.body) ?? []) remember(value, false);
      return;
    case 'create':
      return checkStored(context, { ...done, item: remember(shownItem(binding, exchange.body), true) }, binding);
    case 'replace':
    case 'update':
      return checkStored(context, done, binding);
    case 'delete':
      if (item === undefined) return;
      known.remove(collection, item);
      if (recorder.isJudged && isCertain(recorder.operation)) await checkDeleted(context, exchange, item);
      return;
    default:
      action satisfies 'read' | 'act';
  }
};

const checkStored = async (
  context: ExerciseContext,
  { exchange, body, item }: Done,
  binding: Exclude<Binding, { action: 'list' }>,
): Promise<void> => {
  const { recorder } = context;
  if (item === undefined || !recorder.isJudged || !isCertain(recorder.operation)) return;
  if (binding.collection.kind === 'singleton') return;
  const isJson = body !== undefined && isJsonType(body.text.mediaType);
  await checkWritten(context, exchange, item, isJson ? sentProperties(binding, body.value) : new Map());
};

/** A request for an id that no item has. */
const checkMissingItem = async (context: ExerciseContext): Promise<void> => {
  const { operation } = context.recorder;
  const { binding } = operation;
  if (binding === undefined || !('key' in binding) || typeof binding.key !== 'number' || !isCertain(operation)) return;
  if (binding.upsert || binding.collection.kind === 'singleton' || binding.collection.idProperty === undefined) return;
  const parameter = operation.parameters[binding.key];
  const { parts } = prepare(operation, context);
  const ids = [987_654_321, 'vivarium-no-such-item', '00000000-0000-4000-8000-000000000000'];
  const id = ids.find((candidate) => parameter?.check(candidate).length === 0);
  if (id === undefined) return;
  const values = new Map(parts.values).set(binding.key, id);
  await send(context, 'for an item that does not exist', 'not-found', { ...parts, values });
};

const checkBodies = async (context: ExerciseContext): Promise<void> => {
  const { operation } = context.recorder;
  const { parts, body } = prepare(operation, context);
  if (body === undefined || !isJsonType(body.text.mediaType)) return;
  const { content } = body;
  const sendBody = (label: string, expectation: Expectation, sent: BodyText | undefined) =>
    send(context, label, expectation, { ...parts, body: sent });
  const sendCase = ({ label, expectation, value }: BodyCase) =>
    sendBody(label, expectation, toBodyText(content, value));
  if (content.check(body.value).length === 0) for (const one of invalidBodies(content, body.value)) await sendCase(one);
  await sendBody('with a body that is not JSON', 'rejection', { ...body.text, text: '{"broken": ' });
  if (operation.body?.required === true) await sendBody('without a body', 'rejection', undefined);
  for (const one of unusualBodies(content, body.value)) await sendCase(one);
  await sendBody('with another media type', 'no-failure', { mediaType: 'application/vnd.vivarium.unknown', text: 'x' });
};

const checkParameters = async (context: ExerciseContext): Promise<void> => {
  const { operation } = context.recorder;
  const isSafe = operation.method === 'GET';
  const cases = [
    // Every valid call of a write changes the service.
    ...(isSafe ? validParameters(operation, context.drawing) : []),
    ...invalidParameters(operation),
    ...unusualParameters(operation),
  ];
  for (const { label, parts, expectation } of cases) {
    const prepared = prepare(operation, context);
    const values = new Map([...(prepared.parts.values ?? []), ...(parts.values ?? [])]);
    // An item that is not known is not found, whatever the parameter is.
    const isOpen = expectation === 'documented' && prepared.expectation !== 'success';
    await send(context, label, isOpen ? 'no-failure' : expectation, { ...prepared.parts, ...parts, values });
  }
};

export interface ExerciseContext extends ResourceContext {
  /** A number that increases, for ids that are new. */
  readonly nextNumber: () => number;
}

/** A body of which valid and invalid ones are made. */
interface Body {
  readonly content: BodyContent;
  readonly value: Json;
  readonly text: BodyText;
}

interface Prepared {
  readonly parts: RequestParts;
  readonly body: Body | undefined;
  /** The item that the operation is about. */
  readonly item: KnownItem | undefined;
  readonly expectation: Expectation;
}

/** A valid request of an operation, about a known item. */
const prepare = (operation: Operation, context: ExerciseContext): Prepared => {
  const { known } = context;
  const { binding } = operation;
  const hasItem = binding !== undefined && 'key' in binding;
  const item = hasItem ? known.example(binding.collection) : undefined;
  const values = known.valuesFor(operation, item);
  const body = bodyFor(operation, context, item);
  const needsItem = operation.parameters.some((parameter, index) => parameter.in === 'path' && !values.has(index));
  const isUnknown = needsItem || (hasItem && item === undefined);
  return {
    parts: { values, body: body?.text },
    body,
    item,
    expectation: `${isPatch(operation, body) ? 'documented' : 'success'}${isUnknown ? '-or-not-found' : ''}`,
  };
};

/** Whether a body is a JSON Patch, whose schema does not describe which operations an item allows. */
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
const withUsableId = (
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
