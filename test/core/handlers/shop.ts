/** A service with a login, articles, orders and their lines, and requests that handlers decide. */

import { withHandlers } from '../../../src/core/handlers/with-handlers.ts';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Handler, HandlerContext } from '../../../src/core/service/handler.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { boolean, fullObject, integer, listOf, named, object, text } from '../../short-document.ts';
import { answer, inPath, inQuery, json } from '../bound.ts';
import { type Decided, decide, documentOf, now, readyService, requestOf, type Sent, stateOf } from '../helpers.ts';

const body = (schema: JsonObject): JsonObject => ({ required: true, content: json(schema) });
const number = { type: 'number' };
const user = object({ id: integer, email: text, token: text }, ['id', 'email']);
const ofArticle = { slug: text, title: text, favorited: boolean, favoritesCount: integer };
const article = object({ ...ofArticle, note: text }, Object.keys(ofArticle));
const line = fullObject({ id: integer, name: text, price: number });
const time = { ...text, format: 'date-time' };
const status = { ...text, enum: ['open', 'paid', 'sent'] };
const ofOrder = { id: { ...integer, format: 'int64' }, customer: text, status, total: number };
const order = object({ ...ofOrder, tags: listOf(text), createdAt: time, updatedAt: time }, Object.keys(ofOrder));
const changes = { type: 'object', properties: order.properties as JsonObject };
const problem = fullObject({ code: integer, message: text });
const error = answer(problem);
const oneArticle = answer(fullObject({ article }));
const theme = fullObject({ theme: text });
const slug = { parameters: [inPath('slug', 'string')] };

const listParameters = [
  inQuery('after', 'integer'),
  { name: 'limit', in: 'query', schema: { ...integer, default: 20 } },
  { name: 'X-Trace', in: 'header', schema: text },
  { name: 'session', in: 'cookie', schema: text },
];
const securitySchemes = {
  token: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
};

export const shopDocument = documentOf(
  {
    '/login': {
      post: {
        operationId: 'login',
        security: [],
        requestBody: body(object({ user: object({ email: text, password: text }, ['email']) }, ['user'])),
        responses: { 200: answer(fullObject({ user })), 401: error },
      },
    },
    '/users': {
      get: named('listUsers', listOf(user)),
      post: { operationId: 'createUser', requestBody: body(user), responses: { 201: answer(user) } },
    },
    '/users/{id}': { get: { operationId: 'getUser', responses: { 200: answer(user) } } },
    '/articles': {
      get: {
        operationId: 'listArticles',
        parameters: [inQuery('title')],
        responses: { 200: answer(fullObject({ articles: listOf(article) })) },
      },
      post: {
        operationId: 'createArticle',
        requestBody: body(fullObject({ title: text })),
        responses: { 201: oneArticle, 409: error },
      },
    },
    '/articles/{slug}': {
      ...slug,
      get: { operationId: 'getArticle', responses: { 200: oneArticle, 404: error } },
      delete: { operationId: 'deleteArticle', responses: { 204: { description: '' }, 404: error } },
    },
    '/articles/{slug}/favorite': {
      ...slug,
      post: { operationId: 'favoriteArticle', responses: { 200: oneArticle, 404: error } },
    },
    '/orders': {
      get: named('listOrders', listOf(order), { parameters: listParameters }),
      post: {
        operationId: 'createOrder',
        requestBody: body(changes),
        responses: { 201: answer(order), 409: error, 422: error },
      },
    },
    '/orders/{id}': {
      get: { operationId: 'getOrder', responses: { 200: answer(order), 404: error } },
      patch: { operationId: 'updateOrder', requestBody: body(changes), responses: { 200: answer(order), 404: error } },
      put: { operationId: 'replaceOrder', requestBody: body(changes), responses: { 200: answer(order), 404: error } },
    },
    '/orders/{id}/lines': {
      get: { operationId: 'listLines', responses: { 200: answer(listOf(line)), 404: error } },
      post: { operationId: 'addLine', requestBody: body(line), responses: { 201: answer(line), 404: error } },
    },
    '/orders/{id}/lines/{lineId}': { get: { operationId: 'getLine', responses: { 200: answer(line), 404: error } } },
    '/settings': {
      get: named('getSettings', theme),
      put: { operationId: 'putSettings', requestBody: body(theme), responses: { 200: answer(theme) } },
    },
    '/quote': {
      get: {
        operationId: 'quote',
        parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }],
        security: [{}, { key: [] }, { token: [] }],
        responses: { 200: answer(fullObject({ price: number })), 204: { description: '' } },
      },
    },
    '/ping': { post: { operationId: 'ping', security: [], responses: { 404: error } } },
  },
  { security: [{ token: [] }], components: { securitySchemes } },
);

export const shopData: ScenarioDocument = {
  data: {
    users: [
      { id: 1, email: 'ada@example.com' },
      { id: 2, email: 'bob@example.com' },
    ],
    articles: [
      { slug: 'one', title: 'One', favorited: false, favoritesCount: 1, note: 'n' },
      { slug: 'two', title: 'Two', favorited: false, favoritesCount: 0 },
    ],
    orders: [
      { id: 1, customer: 'ada', status: 'open', total: 3, tags: ['a'], updatedAt: '2020-01-01T00:00:00Z' },
      { id: 2, customer: 'bob', status: 'paid', total: 5 },
    ],
    lines: [
      { $parent: { id: 1 }, id: 1, name: 'lamp', price: 1 },
      { $parent: { id: 1 }, id: 2, name: 'desk', price: 2 },
      { $parent: { id: 2 }, id: 1, name: 'sofa', price: 5 },
    ],
  },
};

let compiled: Promise<Service> | undefined;

/** A handler as a test writes it: without casts of JSON values. */
// biome-ignore lint/suspicious/noExplicitAny: the values of a body are those of the test's own document
export type Loose = (context: any) => unknown;

export class Shop {
  service: Service;
  readonly state: State;

  constructor(service: Service, state: State) {
    this.service = service;
    this.state = state;
  }

  /** Decides a request and applies its changes. */
  send(method: string, target: string, sent?: Sent): Decided {
    const decided = decide(this.service, this.state, requestOf(method, target, sent), now);
    applyChanges(this.state, decided.changes);
    return decided;
  }

  body(method: string, target: string, sent?: Sent): Json | undefined {
    return this.send(method, target, sent).body;
  }
}

export const openShop = async (
  handlers: Readonly<Record<string, Loose>>,
  scenario: ScenarioDocument = {},
): Promise<Shop> => {
  compiled ??= readyService(shopDocument);
  const named = new Map(Object.entries(handlers) as [string, Handler][]);
  const { service, unknown } = withHandlers(await compiled, named);
  if (unknown.length > 0) throw new Error(unknown[0]?.message);
  return new Shop(service, stateOf(service, { ...shopData, ...scenario }));
};

/** Calls `use` in a handler of an operation, and returns its result or its error. */
export const within = async <Result>(
  use: (context: HandlerContext & { readonly shop: Shop }) => Result,
  { target = '/quote', scenario = {} as ScenarioDocument } = {},
): Promise<Result> => {
  let result: Result | undefined;
  let thrown: unknown;
  const handler = (context: HandlerContext): unknown => {
    try {
      result = use({ ...context, shop });
    } catch (error) {
      thrown = error;
    }
    return { status: 204 };
  };
  const shop = await openShop({ quote: handler, getOrder: handler }, scenario);
  shop.send('GET', target);
  if (thrown !== undefined) throw thrown;
  return result as Result;
};

export const whyOf = ({ exchange }: Decided): readonly string[] =>
  exchange.steps.flatMap((step) => (step.type === 'handler' ? [step.failure ?? 'ran'] : []));
