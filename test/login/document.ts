/** A document that declares a login: notes that some may read, and some may write. */
const note = {
  type: 'object',
  required: ['text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } },
} as const;

const answer = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });

export const notesDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: '/v1' }],
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://login.example.com/dialog/authorize',
            tokenUrl: 'https://login.example.com/oauth/token',
            scopes: { 'notes:read': 'Read notes', 'notes:write': 'Write notes' },
          },
          password: { tokenUrl: 'login', scopes: {} },
        },
      },
    },
  },
  security: [{ login: ['notes:read'] }],
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: answer({ type: 'array', items: note }) } },
      post: {
        operationId: 'addNote',
        security: [{ login: ['notes:write'] }],
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        responses: { 201: answer(note), 403: { description: 'no' } },
      },
    },
    '/open': { get: { operationId: 'open', security: [], responses: { 200: answer({ type: 'string' }) } } },
  },
} as const;
