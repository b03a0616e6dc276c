/** A small service whose mocks are judged. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const note = { $ref: '#/components/schemas/Note' };
const error = { description: 'An error', ...json({ $ref: '#/components/schemas/Problem' }) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

export const notes = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [{ key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'status', in: 'query', schema: { enum: ['open', 'done'] } },
        ],
        responses: { 200: { description: 'All', ...json({ type: 'array', items: note }) }, 401: error },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(note) },
        responses: {
          201: {
            description: 'Created',
            headers: { Location: { required: true, schema: { type: 'string' } } },
            ...json(note),
          },
          400: error,
        },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'getNote', responses: { 200: { description: 'One', ...json(note) }, 404: error } },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'Gone' }, 404: error } },
    },
    '/pages': {
      get: {
        operationId: 'listPages',
        responses: {
          200: {
            description: 'A page',
            headers: { 'X-Total': { schema: { type: 'integer' } } },
            ...json({
              type: 'object',
              required: ['items', 'total'],
              properties: { items: { type: 'array', items: note }, total: { type: 'integer' } },
            }),
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text', 'status', 'createdAt'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', readOnly: true },
          text: { type: 'string', minLength: 1 },
          status: { enum: ['open', 'done'], readOnly: true },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
          due: { type: ['string', 'null'], format: 'date' },
          secret: { type: 'string', writeOnly: true },
          tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
        },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};
