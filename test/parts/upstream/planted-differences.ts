/** Differences that a service may have from its document, or from what clients sent: each with what must be found. */
import type { UpstreamDifference } from '../../../src/index.ts';
import type { Answer, Asked, Plant } from './compared-service.ts';

interface Planted extends Pick<UpstreamDifference, 'kind' | 'breaking'> {
  readonly operation: string;
  /** As in `GET /drift`. */
  readonly pointer: string;
  /** Whether later responses differ too, because the service has other data than its responses say. */
  readonly hasConsequences?: boolean;
  readonly plant: Plant;
}

const isNote = ({ path }: Asked): boolean => /^\/notes\/\d+$/.test(path);
const isLines = ({ path }: Asked): boolean => path.endsWith('/lines');

type Change = (answer: Answer, asked: Asked) => void;

const requests = {
  listNotes: ({ method, path }) => method === 'GET' && path === '/notes',
  createNote: ({ method, path }) => method === 'POST' && path === '/notes',
  getNote: (asked) => asked.method === 'GET' && isNote(asked),
  putNote: (asked) => asked.method === 'PUT' && isNote(asked),
  patchNote: (asked) => asked.method === 'PATCH' && isNote(asked),
  deleteNote: (asked) => asked.method === 'DELETE' && isNote(asked),
  listLines: (asked) => asked.method === 'GET' && isLines(asked),
  createLine: (asked) => asked.method === 'POST' && isLines(asked),
  getSettings: ({ method, path }) => method === 'GET' && path === '/settings',
  putSettings: ({ method, path }) => method === 'PUT' && path === '/settings',
  quote: ({ path }) => path === '/quotes',
} as const satisfies Readonly<Record<string, (asked: Asked) => boolean>>;

type OperationName = keyof typeof requests;

/** `operation`: the only one whose successes are changed. */
const planted = (
  operation: OperationName,
  kind: Planted['kind'],
  pointer: string,
  breaking: boolean,
  change: Change,
): Planted => ({
  operation,
  kind,
  pointer,
  breaking,
  plant: (answer, asked) => {
    if (requests[operation](asked) && answer.status < 400) change(answer, asked);
  },
});

const replaced =
  (status: number, body?: unknown): Change =>
  (answer) => {
    answer.status = status;
    answer.body = body;
    if (body === undefined) answer.contentType = undefined;
  };

const status = (operation: OperationName, code: number, body?: unknown, breaking = true): Planted =>
  planted(operation, 'status', '', breaking, replaced(code, body));

const message = { message: 'no' };

export const plantedDifferences: readonly Planted[] = [
  // Statuses.
  status('listNotes', 204),
  status('createNote', 200, { id: 1, title: 'one', createdAt: '2030-01-01T00:00:00Z', views: 0 }),
  status('createNote', 500, message),
  { ...status('getNote', 404, message), hasConsequences: true },
  status('getNote', 302),
  {
    ...status('putNote', 201, { id: 1, title: 'one', createdAt: '2030-01-01T00:00:00Z', views: 0 }),
    hasConsequences: true,
  },
  { ...status('patchNote', 409, message), hasConsequences: true },
  { ...status('deleteNote', 200, {}), hasConsequences: true },
  status('listLines', 404, message),
  status('quote', 503, message),
  status('getSettings', 401, message, false),
  status('listNotes', 403, message, false),
  {
    operation: 'createNote',
    kind: 'status',
    pointer: '',
    breaking: true,
    // It accepts what the document does not allow.
    plant: (answer, asked) => {
      if (requests.createNote(asked) && answer.status === 400) replaced(201, { id: 99, title: '' })(answer, asked);
    },
  },
  {
    operation: 'createNote',
    kind: 'status',
    pointer: '',
    breaking: true,
    plant: (answer, asked) => {
      if (requests.createNote(asked) && answer.status === 400) replaced(422, message)(answer, asked);
    },
  },
  {
    operation: 'getNote',
    kind: 'status',
    pointer: '',
    breaking: true,
    // Deletions have no effect.
    plant: (answer, asked) => {
      if (requests.getNote(asked) && answer.status === 404)
        replaced(200, { id: 1, title: 'a', createdAt: '2030-01-01T00:00:00Z', views: 0 })(answer, asked);
      answer.contentType ??= answer.body && 'application/json';
    },
  },
  // Content types.
  planted('getNote', 'content-type', '', true, (answer) => {
    answer.contentType = 'application/hal+json';
  }),
  planted('listNotes', 'content-type', '', true, (answer) => {
    answer.contentType = 'text/html';
    answer.body = '<p>none</p>';
  }),
  planted('quote', 'content-type', '', true, (answer) => {
    answer.contentType = undefined;
    answer.body = undefined;
  }),
  // What is missing.
  planted('getNote', 'missing', '/createdAt', true, ({ body }) => void delete body.createdAt),
  planted('getNote', 'missing', '/status', false, ({ body }) => void delete body.status),
  planted('createNote', 'missing', '/tags', false, ({ body }) => void delete body.tags),
  planted('listNotes', 'missing', '/total', true, ({ body }) => void delete body.total),
  planted('listNotes', 'missing', '/items/*/title', true, ({ body }) => {
    for (const item of body.items) delete item.title;
  }),
  planted('listNotes', 'missing', '/items/*/due', false, ({ body }) => {
    for (const item of body.items) delete item.due;
  }),
  planted('getNote', 'missing', '/place/city', true, ({ body }) => void delete body.place?.city),
  planted('quote', 'missing', '/until', true, ({ body }) => void delete body.until),
  planted('listLines', 'missing', '/*/length', false, ({ body }) => {
    for (const line of body) delete line.length;
  }),
  // What is new.
  {
    ...planted('createNote', 'additional', '/owner', false, ({ body }) => void Object.assign(body, { owner: 'me' })),
    hasConsequences: true,
  },
  planted('listNotes', 'additional', '/next', false, ({ body }) => void Object.assign(body, { next: null })),
  planted('getNote', 'additional', '/place/zip', false, ({ body }) => {
    if (body.place) body.place.zip = '9000';
  }),
  planted('quote', 'additional', '/currency', false, ({ body }) => void Object.assign(body, { currency: 'EUR' })),
  // Types.
  planted('getNote', 'type', '/views', true, ({ body }) => void Object.assign(body, { views: '7' })),
  planted('createNote', 'type', '/id', true, ({ body }) => void Object.assign(body, { id: `n${body.id}` })),
  planted('listNotes', 'type', '/items', true, ({ body }) => void Object.assign(body, { items: {} })),
  planted('listNotes', 'type', '/total', true, ({ body }) => void Object.assign(body, { total: 1.5 })),
  planted('getNote', 'type', '/createdAt', true, ({ body }) => void Object.assign(body, { createdAt: null })),
  planted('quote', 'type', '/price', true, ({ body }) => void Object.assign(body, { price: '9.50' })),
  planted('putNote', 'type', '', true, (answer) => void Object.assign(answer, { body: [answer.body] })),
  planted('getNote', 'type', '/priority', true, ({ body }) => {
    if (body.priority !== undefined) body.priority = true;
  }),
  // Values that were sent.
  planted('createNote', 'value', '/title', false, ({ body }) => void Object.assign(body, { title: 'other' })),
  planted('getNote', 'value', '/place/street', false, ({ body }) => {
    if (body.place) body.place.street = 'MAIN';
  }),
  planted('createNote', 'value', '/tags/*', false, ({ body }) => {
    body.tags?.reverse();
  }),
  planted('getNote', 'value', '/tags', false, ({ body }) => {
    body.tags?.push('c');
  }),
  planted('patchNote', 'value', '/title', false, ({ body }) => void Object.assign(body, { title: 'one' })),
  planted('listNotes', 'value', '/items/*/status', false, ({ body }) => {
    for (const item of body.items) if (item.status === 'open') item.status = 'done';
  }),
  planted('putNote', 'value', '/status', false, ({ body }) => void Object.assign(body, { status: 'open' })),
  planted('getSettings', 'value', '/size', false, ({ body }) => void Object.assign(body, { size: 3 })),
  planted('createLine', 'value', '/length', false, ({ body }) => {
    if (body.length !== undefined) body.length++;
  }),
  // The order.
  planted('listNotes', 'order', '/items', false, ({ body }) => void body.items.reverse()),
  {
    operation: 'listNotes',
    kind: 'order',
    pointer: '/items',
    breaking: false,
    // The parameter has no effect.
    plant: ({ body }, asked) => {
      if (asked.query === 'sort=-title') body.items.reverse();
    },
  },
  planted('listLines', 'order', '', false, ({ body }) => void body.reverse()),
];
