/** The requests of one operation: valid and invalid ones, without and with a wrong credential, and those over its resource. */
import { isJsonType } from '../../core/http/media-type.ts';
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { Operation } from '../../core/service/operation.ts';
import { type BodyCase, invalidBodies, unusualBodies } from './body-cases.ts';
import type { Expectation } from './expected-response.ts';
import { checkFilters, listedValues } from './filter-checks.ts';
import { idOf, type KnownItem, listedItems, shownItem } from './known-items.ts';
import { invalidParameters, maxTriedValues, unusualParameters, validParameters } from './parameter-cases.ts';
import { type Body, type ExerciseContext, type Prepared, prepare, withUsableId } from './prepare.ts';
import { type Recorder, type VerifyExchange, validLabel } from './recorder.ts';
import { type BodyText, buildRequest, toBodyText } from './requests/verified-request.ts';
import { checkDeleted, checkLimit, checkWritten, isCertain } from './resource-checks.ts';
import { sentProperties } from './stored-values.ts';

/** Variants of a body, one for each value of a filter. */

export const exerciseOperation = async (recorder: Recorder, context: ExerciseContext): Promise<void> => {
  const { operation } = recorder;
  // Before a valid request deletes the item.
  if (operation.binding?.action === 'delete') await checkCredentials(recorder, context);
  const isReached = await sendValid(recorder, context);
  if (!recorder.isJudged) return;
  if (operation.binding?.action !== 'delete') await checkCredentials(recorder, context);
  await checkMissingItem(recorder, context);
  if (isReached) await checkBodies(recorder, context);
  await checkParameters(recorder, context);
  if (operation.binding?.action === 'list' && isCertain(operation)) {
    await checkLimit(recorder, context, operation.binding);
    await checkFilters(recorder, context, operation.binding);
  }
};

/** Sends a request without a credential, and one with a wrong one: for an operation whose success the document does not describe. */
export const checkCredentials = async (recorder: Recorder, context: ExerciseContext): Promise<void> => {
  const { operation } = recorder;
  // An alternative without schemes: a credential is optional.
  if (operation.security.length === 0 || operation.security.some(({ length }) => length === 0)) return;
  const { parts } = prepare(operation, context);
  for (const credential of ['none', 'wrong'] as const)
    await recorder.call(
      credential === 'none' ? 'without a credential' : 'with a wrong credential',
      'unauthorized',
      buildRequest(operation, context.drawing, { ...parts, credential }),
    );
};

/** Sends valid requests. Returns whether one was successful. */
const sendValid = async (recorder: Recorder, context: ExerciseContext): Promise<boolean> => {
  const { operation } = recorder;
  const first = prepare(operation, context);
  const isValid = first.body === undefined || first.body.content.check(first.body.value).length === 0;
  if (!isValid) recorder.note('no valid body could be generated');
  const expectation = isValid ? first.expectation : 'no-failure';
  const isReached = await sendOne(recorder, context, validLabel, first, expectation);
  if (operation.binding?.action !== 'create' || first.body === undefined) return isReached;
  for (const [label, body] of variants(operation, context, first.body))
    await sendOne(
      recorder,
      context,
      label,
      { ...first, parts: { ...first.parts, body: body.text }, body },
      expectation,
    );
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
  recorder: Recorder,
  context: ExerciseContext,
  label: string,
  { parts, body, item }: Prepared,
  expectation: Expectation,
): Promise<boolean> => {
  const { operation } = recorder;
  const exchange = await recorder.call(label, expectation, buildRequest(operation, context.drawing, parts));
  const { answer } = exchange;
  const isSuccess = answer.type === 'response' && answer.status < 300;
  if (!isSuccess || operation.binding === undefined) return isSuccess;
  await learn(recorder, context, { exchange, body, item }, operation.binding);
  return isSuccess;
};

/** A successful request. */
interface Done {
  readonly exchange: VerifyExchange;
  readonly body: Body | undefined;
  readonly item: KnownItem | undefined;
}

/** Remembers the items that a successful request shows or changes, and checks that the service stored what was sent. */
const learn = async (recorder: Recorder, context: ExerciseContext, done: Done, binding: Binding): Promise<void> => {
  const { known, parentOf } = context;
  const { exchange, item } = done;
  const { collection, action } = binding;
  switch (action) {
    case 'list': {
      const parents = known.parentsFor(collection, parentOf);
      if (parents === undefined || exchange.body === undefined) return;
      for (const value of listedItems(binding, exchange.body) ?? []) {
        const id = idOf(collection, value);
        if (id !== undefined) known.add(collection, { id, parents, value, isOwn: false });
      }
      return;
    }
    case 'create': {
      const value = exchange.body === undefined ? undefined : shownItem(binding, exchange.body);
      const id = value && idOf(collection, value);
      const parents = known.parentsFor(collection, parentOf);
      if (value === undefined || id === undefined || parents === undefined) return;
      const created = { id, parents, value, isOwn: true };
      known.add(collection, created);
      await checkStored(recorder, context, { ...done, item: created }, binding);
      return;
    }
    case 'replace':
    case 'update':
      if (item !== undefined) await checkStored(recorder, context, { ...done, item }, binding);
      return;
    case 'delete':
      if (item === undefined) return;
      known.remove(collection, item);
      if (recorder.isJudged && isCertain(recorder.operation)) await checkDeleted(recorder, context, exchange, item);
      return;
    case 'read':
    case 'act':
      return;
    default:
      action satisfies never;
  }
};

const checkStored = async (
  recorder: Recorder,
  context: ExerciseContext,
  { exchange, body, item }: Done & { readonly item: KnownItem },
  binding: Exclude<Binding, { action: 'list' }>,
): Promise<void> => {
  if (!recorder.isJudged || !isCertain(recorder.operation) || binding.collection.kind === 'singleton') return;
  const isJson = body !== undefined && isJsonType(body.text.mediaType);
  await checkWritten(recorder, context, exchange, item, isJson ? sentProperties(binding, body.value) : new Map());
};

/** A request for an id that no item has. */
const checkMissingItem = async (recorder: Recorder, context: ExerciseContext): Promise<void> => {
  const { operation } = recorder;
  const { binding } = operation;
  if (binding === undefined || !('key' in binding) || typeof binding.key !== 'number' || !isCertain(operation)) return;
  if (binding.upsert || binding.collection.kind === 'singleton' || binding.collection.idProperty === undefined) return;
  const parameter = operation.parameters[binding.key];
  const { parts } = prepare(operation, context);
  const ids = [987_654_321, 'vivarium-no-such-item', '00000000-0000-4000-8000-000000000000'];
  const id = ids.find((candidate) => parameter?.check(candidate).length === 0);
  if (id === undefined) return;
  const values = new Map(parts.values).set(binding.key, id);
  await recorder.call(
    'for an item that does not exist',
    'not-found',
    buildRequest(operation, context.drawing, { ...parts, values }),
  );
};

const checkBodies = async (recorder: Recorder, context: ExerciseContext): Promise<void> => {
  const { operation } = recorder;
  const { parts, body } = prepare(operation, context);
  if (body === undefined || !isJsonType(body.text.mediaType)) return;
  const { content } = body;
  const send = (label: string, expectation: Expectation, sent: BodyText | undefined) =>
    recorder.call(label, expectation, buildRequest(operation, context.drawing, { ...parts, body: sent }));
  const sendCase = ({ label, expectation, value }: BodyCase) => send(label, expectation, toBodyText(content, value));
  if (content.check(body.value).length === 0) for (const one of invalidBodies(content, body.value)) await sendCase(one);
  await send('with a body that is not JSON', 'rejection', { ...body.text, text: '{"broken": ' });
  if (operation.body?.required === true) await send('without a body', 'rejection', undefined);
  for (const one of unusualBodies(content, body.value)) await sendCase(one);
  await send('with another media type', 'no-failure', { mediaType: 'application/vnd.vivarium.unknown', text: 'x' });
};

const checkParameters = async (recorder: Recorder, context: ExerciseContext): Promise<void> => {
  const { operation } = recorder;
  const isSafe = operation.method === 'GET';
  const cases = [
    // Every valid call of a write changes the service.
    ...(isSafe ? validParameters(operation, context.drawing) : []),
    ...invalidParameters(operation),
    ...unusualParameters(operation),
  ];
  for (const { label, parts, expectation } of cases) {
    const prepared = prepare(operation, context);
    const request = buildRequest(operation, context.drawing, {
      ...prepared.parts,
      values: new Map([...(prepared.parts.values ?? []), ...(parts.values ?? [])]),
      ...(parts.texts && { texts: parts.texts }),
    });
    // An item that is not known is not found, whatever the parameter is.
    const isOpen = expectation === 'documented' && prepared.expectation !== 'success';
    await recorder.call(label, isOpen ? 'no-failure' : expectation, request);
  }
};
