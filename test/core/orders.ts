/** A document that has every action on its resources, and one operation on none. */
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { inPath, inQuery, integer, jsonBody, listOf, named, object, text } from '../short-document.ts';
import { documentOf } from './helpers.ts';

const state = { ...text, enum: ['open', 'paid'] };
const ofOrder = { id: { ...integer, format: 'int64' }, title: text, state };
const order = object({ ...ofOrder, note: text, tag: text }, Object.keys(ofOrder));
const body = (schema: JsonObject): JsonObject => ({ required: true, content: jsonBody(schema) });
const answer = (schema: JsonObject): JsonObject => ({ description: 'Fine.', content: jsonBody(schema) });
const error = { description: 'No.' };
const patch = object(order.properties);

const unavailable = object({ code: integer }, ['code']);
const newCustomer = object({ name: text });
const customer = object({ code: text, name: text }, ['code']);

export const ordersDocument = documentOf({
  '/orders': {
    get: named('listOrders', listOf(order), {
      parameters: [inQuery('state', listOf(text)), inQuery('note'), inQuery('tag'), inQuery('limit', integer)],
    }),
    post: { operationId: 'createOrder', requestBody: body(order), responses: { 201: answer(order), 409: error } },
  },
  '/orders/{id}': {
    get: { operationId: 'getOrder', responses: { 200: answer(order), 404: error, 410: error } },
    put: { operationId: 'replaceOrder', requestBody: body(order), responses: { 200: answer(order), 404: error } },
    patch: { operationId: 'updateOrder', requestBody: body(patch), responses: { 200: answer(order), 404: error } },
    delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Gone.' }, 404: error } },
  },
  '/customers': {
    get: named('listCustomers', listOf(customer)),
    post: { operationId: 'createCustomer', requestBody: body(newCustomer), responses: { 201: answer(customer) } },
  },
  '/customers/{code}': {
    parameters: [inPath('code', text)],
    get: { operationId: 'getCustomer', responses: { 200: answer(customer), 404: error } },
  },
  '/report': {
    parameters: [{ name: 'a', in: 'query', schema: { type: 'integer' } }],
    get: named('getReport', object({ total: integer }, ['total']), { others: { 503: unavailable } }),
  },
});
