/** Users and their orders: a nested collection. */
const idParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const reply = (status: string, schema: object) => ({ [status]: { description: 'Done.', ...json(schema) } });

export const nestedDocument = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '2.0.0' },
  servers: [{ url: 'http://127.0.0.1:4010/api' }],
  paths: {
    '/users': {
      get: { operationId: 'listUsers', responses: reply('200', { type: 'array', items: ref('User') }) },
      post: { operationId: 'createUser', requestBody: json(ref('User')), responses: reply('201', ref('User')) },
    },
    '/users/{userId}': {
      parameters: [idParameter('userId')],
      get: { operationId: 'getUser', responses: reply('200', ref('User')) },
    },
    '/users/{userId}/orders': {
      parameters: [idParameter('userId')],
      get: { operationId: 'listOrders', responses: reply('200', { type: 'array', items: ref('Order') }) },
      post: { operationId: 'createOrder', requestBody: json(ref('Order')), responses: reply('201', ref('Order')) },
    },
    '/users/{userId}/orders/{orderId}': {
      parameters: [idParameter('userId'), idParameter('orderId')],
      get: { operationId: 'getOrder', responses: reply('200', ref('Order')) },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
      Order: {
        type: 'object',
        required: ['title', 'code', 'createdAt'],
        properties: {
          id: { type: 'integer' },
          title: { type: 'string', maxLength: 20 },
          code: { type: 'string', pattern: '^[A-Z]{3}$', readOnly: true },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
    },
  },
} as const;
