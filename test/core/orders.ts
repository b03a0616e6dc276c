/** A document that has every action on its resources, and one operation on none. */
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { inPath, inQuery, integer, jsonBody, listOf, named, object, text } from '../short-document.ts';
import { documentOf } from './helpers.ts';

const order = object(
  {
    id: { type: 'integer', format: 'int64' },
    title: text,
    state: { type: 'string', enum: ['open', 'paid'] },
    note: text,
    tag: text,
  },
  ['id', 'title', 'state'],
);
const body = (schema: JsonObject): JsonObject => ({ required: true, content: jsonBody(schema) });
const answer = (schema: JsonObject): JsonObject => ({ description: 'Fine.', content: jsonBody(schema) });
const error = { description: 'No.' };
const patch = object(order.properties);
const key = (name: string, type: string): JsonObject => inPath(name, { type });
const filter = (name: string, schema: JsonObject): JsonObject => inQuery(name, schema);
const customer = object({ code: text, name: text }, ['code']);

export const ordersDocument = documentOf({
  '/orders': {
    get: named('listOrders', listOf(order), {
      parameters: [filter('state', listOf(text)), filter('note', text), filter('tag', text), filter('limit', integer)],
    }),
    post: { operationId: 'createOrder', requestBody: body(order), responses: { 201: answer(order), 409: error } },
  },
  '/orders/{id}': {
    parameters: [key('id', 'integer')],
    get: { operationId: 'getOrder', responses: { 200: answer(order), 404: error, 410: error } },
    put: { operationId: 'replaceOrder', requestBody: body(order), responses: { 200: answer(order), 404: error } },
    patch: { operationId: 'updateOrder', requestBody: body(patch), responses: { 200: answer(order), 404: error } },
    delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Gone.' }, 404: error } },
  },
  '/customers': {
    get: { operationId: 'listCustomers', responses: { 200: answer(listOf(customer)) } },
    post: {
      operationId: 'createCustomer',
      requestBody: body(object({ name: text })),
      responses: { 201: answer(customer) },
    },
  },
  '/customers/{code}': {
    get: {
      operationId: 'getCustomer',
      parameters: [key('code', 'string')],
      responses: { 200: answer(customer), 404: error },
    },
  },
  '/report': {
    get: named('getReport', object({ total: integer }, ['total']), {
      others: { 503: object({ code: integer }, ['code']) },
    }),
  },
});
