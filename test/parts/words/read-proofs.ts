/** For each list of words that no binding shows: what is read of one of its words, in errors, values, items and recordings. */
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { finish } from '../../../src/core/primitives/steps.ts';
import { contentsOf } from '../../../src/core/resources/kept-file.ts';
import { testOf } from '../../../src/core/resources/preconditions.ts';
import { asSuccess } from '../../../src/core/response/body-memo.ts';
import { setSuccessFlags } from '../../../src/core/response/render-item.ts';
import { showEffects } from '../../../src/core/response/show-effects.ts';
import type { Binding } from '../../../src/core/service/binding.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { isIdName, isLoginName, joinsNames, ownersInJoined } from '../../../src/core/service/id-names.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import type { Mistake } from '../../../src/core/service/service.ts';
import { initialObject, initialValues } from '../../../src/openapi/completion/initial-values.ts';
import type { Plan } from '../../../src/openapi/completion/plan.ts';
import { usualIdOf } from '../../../src/openapi/completion/value-completion.ts';
import {
  isErrorLike,
  isErrorProperty,
  isMessageName,
  isStatusName,
  messagePathsIn,
} from '../../../src/openapi/operations/error-properties.ts';
import { messagesIn } from '../../../src/openapi/operations/responses.ts';
import { allWords } from '../../../src/openapi/resources/describe/comparable-values.ts';
import { isKeyName } from '../../../src/openapi/resources/describe/find-id.ts';
import { isOwnerName } from '../../../src/openapi/resources/describe/item-schema.ts';
import { isKeyName as endsAsKey } from '../../../src/openapi/resources/describe/locate-items.ts';
import { agreementOf } from '../../../src/parts/agreement/index.ts';
import { isListOfFlag } from '../../../src/parts/flags/index.ts';
import { isKeyName as isCredential } from '../../../src/parts/import/draft/operations.ts';
import { orderOnFront } from '../../../src/parts/orders/index.ts';
import { eventNamesIn, subscribersIn } from '../../../src/parts/webhooks/core/follow-webhooks.ts';
import { versionKey, wordLists } from '../../../src/parts/words/index.ts';
import { generateItems } from '../../../src/scenario/data/generate-items.ts';
import { createTargets } from '../../../src/scenario/data/reference-targets.ts';
import { createReferences } from '../../../src/scenario/data/referring-items.ts';
import { serviceOf } from '../../openapi/documents.ts';
import { collection, collectionsOf } from '../../scenario/nested-stub.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { draft, seen } from '../import/draft/drafted.ts';
import type { allLists } from './atoms.ts';

/** The name in plain form gives what is read. */
type Proof = (word: string) => object;

const value = (one: unknown): object => ({ value: one });
const valid = () => [];

const content = (schema: object, example?: Json): object => ({
  description: 'It has been sent.',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

/** The error of a status that is built from a schema, or like an example. */
const errorOf = (
  schema: object,
  status: number,
  { mistakes = [], example, other }: { mistakes?: readonly Mistake[]; example?: Json; other?: Json } = {},
): object => {
  // An example of several statuses is that of another one.
  const responses = { [other === undefined ? status : '4XX']: content(ref('Error'), other ?? example) };
  const post = { ...operation(undefined, { takes: object({ age: integer }) }), responses };
  const service = serviceOf({ '/a': { post } }, { schemas: { Error: schema } });
  const [posted] = service.operations;
  return value(posted && service.errorFor(posted, status).body({ message: 'It is wrong', status, mistakes }));
};
const mistake = { in: 'body', pointer: '/age', rule: 'type', message: 'must be an integer' } as unknown as Mistake;
const missing = { ...mistake, rule: 'required', message: 'is required' };
const mistaken: Proof = (word) =>
  errorOf(object({ errors: listOf(object({ [word]: text, message: text })) }), 400, { mistakes: [mistake] });

/** A new property. */
const planOf = (words: string, ...types: readonly string[]): Plan => {
  const merged = () => ({ parts: [], types: new Set(types) });
  return { merged, hint: { words } } as unknown as Plan;
};

/** The words of each status when all are known. */
const known = wordLists.statusWords.pairs();

/** Which of two values an error has that fit its status, and what becomes of one that fits another. */
const ofStatus: Proof = (pair) => {
  const [status = '', word = ''] = pair.split('-');
  const errorWith = (at: number, ...values: readonly string[]) =>
    errorOf(object({ type: { enum: values } }, ['type']), at);
  return [
    ...[403, 404].filter((other) => other !== Number(status)).map((other) => errorWith(other, word, 'x')),
    ...['x', ...(known.get(status) ?? [])].map((other) => errorWith(Number(status), other, word)),
  ];
};

const targetsOf = (...specs: readonly CollectionSpec[]) =>
  createTargets(new Map(specs.map((spec) => [spec.name, spec])));
const specOf = (name: string, properties: readonly string[] = ['id']) =>
  ({
    ...{ name, localName: name, kind: 'list', idProperty: 'id', idType: 'integer', parents: [], collections: [] },
    ...{ properties: new Set(properties), relations: () => ({}) },
  }) as unknown as CollectionSpec;
const is = { number: true, uuid: false, list: false };

/** What a response shows of an item. */
export const showing = (binding: object, shown: JsonObject, item: JsonObject): object => {
  const content = { check: valid } as unknown as Content;
  const body = { mediaType: 'application/json', value: shown, written: undefined };
  return showEffects(body, { binding: binding as Binding, item, at: [], content });
};

const success = (body: JsonObject, isAround = false): object =>
  value(asSuccess(body, valid, 200, isAround ? ['data'] : []));

/** Properties that are numbers. */
const numbers = (...names: readonly string[]) => ({
  properties: new Set(names),
  typesOf: () => new Set(['integer'] as const),
});

const numbered = (name: string, ...values: readonly Json[]) =>
  draft(
    ...values.map((one, index) =>
      seen(`GET /things/${index + 1}`, 200, { id: index + 1, name: `n${index}`, [name]: one }),
    ),
  );

export const readProofs = {
  tallies: (word) => initialValues(planOf(word, 'integer')),
  judgements: (word) => initialValues(planOf(word, 'integer')),
  openings: (word) => {
    const plan = planOf('status', 'string');
    return initialValues({ ...plan, merged: () => ({ ...plan.merged(), values: ['closed', word] }) });
  },
  inUse: (word) => initialValues(planOf(word, 'boolean')),
  versions: (word) => value(versionKey('1.10', word)),
  relating: (word) => {
    const plan = { ...planOf('author'), property: (name: string) => planOf(name, 'boolean') } as Plan;
    return initialObject(plan, { id: 7, [word]: true }, () => true);
  },
  besideIds: (word) => draft(seen(`GET /things/${word}`, 200, { id: 7, name: 'x' }), ...some),
  actions: (word) => draft(seen(`GET /things/${word}`, 200, { id: 7, name: 'x' }), ...some),
  maybeBases: (word) => recordedBelow(word),
  ids: (word) => value([isIdName(word), usualIdOf({ [word]: 7 })]),
  ownIds: (word) =>
    draft(...['abc', 'def', 'ghi'].map((id) => seen(`GET /things/${id}`, 200, { [word]: id, name: 'x' }))),
  labels: (word) => value(testOf('includes', ['7'], new StepBudget(100))([{ [word]: '7' }])),
  logIns: (word) => value(isLoginName(word)),
  keyNames: (word) => value(isKeyName(word)),
  keyEnds: (word) => value(endsAsKey(`thing${word}`)),
  joinedTexts: (word) => value(joinsNames(word)),
  owners: (word) => value([isOwnerName(word), ownersInJoined('pathWithNamespace')]),
  allValues: (word) => value(allWords().includes(word)),
  callerVerbs: (word) => value(isListOfFlag(`${word.replace(/b?e$/, '')}ed`, `${word}s`)),
  flagForms: (word) => value(isListOfFlag(`star${word}`, 'stars')),
  flagLists: (word) => value(isListOfFlag('starred', `star${word}`)),
  credentialNames: (word) => value(isCredential(word)),
  fractions: (word) => numbered(`own${word}`, 1, 2),
  degrees: (word) => numbered(word, 1, 2),
  repeated: (word) =>
    numbered(`own_${word}`, ...Array.from({ length: 40 }, (_, index) => ['red', 'green'][index % 2] as string)),
  recordedIds: (word) =>
    draft(...['abc', 'def', 'ghi'].map((id) => seen(`GET /things/${id}`, 200, { [word]: id, size: 1 }))),

  errorSentences: (word) => value(isErrorLike({ [word]: 'x' })),
  errorTexts: (word) => value(isMessageName(word)),
  errorTextEnds: (word) => value(messagePathsIn({ own: 'x', [`a${word}`]: 'x' })),
  besideErrorTexts: (word) => value(messagePathsIn({ [`a${word}`]: 'x', own: 'x' })),
  errorStatuses: (word) => value(isStatusName(word)),
  errorCodes: (word) => value(isStatusName(word)),
  errorKinds: (word) =>
    errorOf(object({ [word]: text, message: text }), 404, { other: { [word]: 'conflict', message: 'x' } }),
  errorLists: (word) => value(isErrorProperty(word)),
  mistakeLists: (word) => errorOf(object({ [word]: listOf(text) }), 400, { mistakes: [mistake] }),
  mistakenPlaces: mistaken,
  mistakenNames: (word) => errorOf(object({ message: text, [word]: text }), 400, { mistakes: [mistake] }),
  requiredCodes: (word) =>
    errorOf(object({ errors: listOf(object({ code: text, field: text, message: text })) }), 400, {
      mistakes: [mistake, missing],
      example: { errors: [{ code: `field_${word}`, field: 'name', message: 'x' }] },
    }),
  documentation: (word) =>
    errorOf(object({ message: text, [word]: text }), 404, { other: { message: 'x', [word]: 'https://a.test' } }),
  errorEnds: (word) => errorOf(object({ type: { enum: ['nosuch', `notfound${word}`] } }, ['type']), 404),
  statusWords: ofStatus,
  messages: (word) => value(messagesIn(new Map([[word, true]]))),
  successFlags: (word) => success({ [word]: false }),
  shownErrors: (word) => success({ success: true, [word]: 'x' }),
  errorNumbers: (word) => success({ success: true, [word]: 7 }, true),
  shownStatuses: (word) => success({ [word]: 7 }, true),
  shownMessages: (word) => success({ [word]: 'x', status: 7 }),
  maybeMessages: (word) => success({ [word]: 'x', status: 7 }),
  contents: (word) => success({ [word]: { x: 1 }, status: 7 }),
  deletedFlags: (word) => value(setSuccessFlags({ [word]: false }, 'delete')),
  hooks: (word) => value(subscribersIn([specOf(word, ['id', 'url'])])),
  hookUrls: (word) => value(subscribersIn([specOf('hooks', ['id', word])])),
  hookEvents: (word) => value(subscribersIn([specOf('hooks', ['id', 'url', word])])),
  most: (word) => value(orderOnFront(`${word}_things`, numbers('count_all'))),
  countWords: (word) => value(orderOnFront('most_things', numbers(`${word}_all`))),
  eventNames: (word) => value(eventNamesIn({ [word]: 'x' })),
  measured: (word) => value(targetsOf(specOf(`${word}s`), specOf('things')).of(specOf('things'), `${word}`, is)?.name),
  persons: (word) => value(targetsOf(specOf(`${word}s`), specOf('things')).of(specOf('things'), 'owner_id', is)?.name),
  parts: (word) => value(targetsOf(specOf('users'), specOf('things')).of(specOf('things'), `${word}_id`, is)?.name),
  references: (word) =>
    value(targetsOf(specOf('vendors'), specOf('things')).of(specOf('things'), `vendor_${word}`, is)?.name),
  files: () => value(contentsOf('/things/7')),
  ownerIds: (word) => {
    const binding = { action: 'create', view: { token: {} }, collection: { idProperty: 'id' } };
    return showing(binding, { [word]: 0 }, { id: 7 });
  },
  besideMeaning: (word) => {
    const binding = { action: 'act', effects: [{ path: ['liked'] }], view: {} };
    return showing(binding, { [`${word}_liked`]: false }, { liked: true });
  },
  ladder: (word) => {
    const names = ['status', 'paid_at', 'shipped_at', 'delivered_at'];
    const agree = agreementOf(names, { takes: () => true, emptyAs: () => 'absent' }, (name) => name.replace('_', ' '));
    const given = { status: word, paid_at: '2030-01-01', shipped_at: '2030-01-01', delivered_at: '2030-01-01' };
    agree(given, 0);
    return given;
  },
  ordinals: (word) => {
    const spec = collection('things', { generate: () => ({ [word]: 7 }) });
    return finish(generateItems(spec, [], 1, { seed: 1, now: 0, highestUsed: 0n, examples: false, parents: [[]] }));
  },
  places: (word) => {
    const [orders, own] = [collection('orders'), collection(`${word}s`)];
    const { set } = createReferences(collectionsOf(orders, own), () => [{ id: 1, name: 'Known' }], 1);
    return set(orders, { id: 1, [word]: 'x', city: 'x', region: 'x' }, new StepBudget(1000));
  },
} satisfies Partial<Record<keyof typeof allLists, Proof>>;

const some = [1, 2, 3].map((id) => seen(`GET /things/${id}`, 200, { id, name: 'x' }));

/** Recorded requests below a segment. */
const recordedBelow = (segment: string) =>
  draft(
    seen(`GET /${segment}/things`, 200, [{ id: 7, name: 'x' }]),
    seen(`GET /${segment}/things/7`, 200, { id: 7, name: 'x' }),
    seen(`GET /${segment}/owners`, 200, [{ id: 7, name: 'x' }]),
  );
