/** A document that has every action on its resources, and one operation on none. */
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { documentOf } from './helpers.ts';

const order = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    title: { type: 'string' },
    state: { type: 'string', enum: ['open', 'paid'] },
    note: { type: 'string' },
    tag: { type: 'string' },
  },
};
const body = (schema: JsonObject): JsonObject => ({ required: true, content: { 'application/json': { schema } } });
const answer = (schema: JsonObject): JsonObject => ({
  description: 'Fine.',
  content: { 'application/json': { schema } },
});
const error = { description: 'No.' };
const patch = { type: 'object', properties: order.properties };
const key = (name: string, type: string): JsonObject => ({ name, in: 'path', required: true, schema: { type } });
const filter = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const customer = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' }, name: { type: 'string' } },
};

export const ordersDocument = documentOf({
  '/orders': {
    get: {
      operationId: 'listOrders',
      parameters: [
        filter('state', { type: 'array', items: { type: 'string' } }),
        filter('note', { type: 'string' }),
        filter('tag', { type: 'string' }),
        filter('limit', { type: 'integer' }),
      ],
      responses: { 200: answer({ type: 'array', items: order }) },
    },
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
    get: { operationId: 'listCustomers', responses: { 200: answer({ type: 'array', items: customer }) } },
    post: {
      operationId: 'createCustomer',
      requestBody: body({ type: 'object', properties: { name: { type: 'string' } } }),
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
    get: {
      operationId: 'getReport',
      responses: {
        200: answer({ type: 'object', required: ['total'], properties: { total: { type: 'integer' } } }),
        503: answer({ type: 'object', required: ['code'], properties: { code: { type: 'integer' } } }),
      },
    },
  },
});
