/** A document, a service that keeps to it, and a client that uses all of it: what the tests of comparing have in common. */
import { createVivarium, type Vivarium, type VivariumWorld } from '../../../src/index.ts';
import { inPath, inQuery, integer, jsonBody, listOf, named, object, ref } from '../../short-document.ts';
import { openRealService } from './real-service.ts';

const json = (schema: object) => ({ content: jsonBody(schema) });
const answer = (schema: object) => ({ description: 'Fine.', ...json(schema) });
const idIn = (name: string) => inPath(name);
const problem = { description: 'Wrong.', ...json(object({ message: { type: 'string' } })) };

const text = { type: 'string' };

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/notes': {
      get: named('listNotes', object({ items: listOf(ref('Note')), total: integer, at: text }, ['items', 'total']), {
        parameters: [
          inQuery('sort', { type: 'string', enum: ['title', '-title', '-views'] }),
          inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          inQuery('offset', { type: 'integer', minimum: 0 }),
        ],
      }),
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(ref('NewNote')) },
        responses: { 201: answer(ref('Note')), 400: problem },
      },
    },
    '/notes/{id}': {
      parameters: [idIn('id')],
      get: { operationId: 'getNote', responses: { 200: answer(ref('Note')), 404: problem } },
      put: {
        operationId: 'putNote',
        requestBody: { required: true, ...json(ref('NewNote')) },
        responses: { 200: answer(ref('Note')), 404: problem },
      },
      patch: {
        operationId: 'patchNote',
        requestBody: { required: true, ...json(ref('NotePatch')) },
        responses: { 200: answer(ref('Note')), 404: problem },
      },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'Gone.' }, 404: problem } },
    },
    '/notes/{id}/lines': {
      parameters: [idIn('id')],
      get: { operationId: 'listLines', responses: { 200: answer(listOf(ref('Line'))), 404: problem } },
      post: {
        operationId: 'createLine',
        requestBody: { required: true, ...json(ref('NewLine')) },
        responses: { 201: answer(ref('Line')), 404: problem },
      },
    },
    '/notes/{id}/review': {
      parameters: [idIn('id')],
      get: { operationId: 'getReview', responses: { 200: answer(ref('Review')), 404: problem } },
    },
    '/settings': {
      get: named('getSettings', ref('Settings')),
      put: {
        operationId: 'putSettings',
        requestBody: { required: true, ...json(ref('Settings')) },
        responses: { 200: answer(ref('Settings')) },
      },
    },
    '/quotes': {
      post: {
        operationId: 'quote',
        requestBody: { required: true, ...json(object({ words: integer })) },
        responses: {
          200: answer(
            object({ price: { type: 'number' }, until: { type: 'string', format: 'date-time' }, hint: text }, [
              'price',
              'until',
            ]),
          ),
        },
      },
    },
  },
  components: {
    schemas: {
      Note: object(
        {
          id: integer,
          title: text,
          status: { type: 'string', enum: ['open', 'done'] },
          place: object({ city: text, street: text }, ['city']),
          tags: listOf(text),
          priority: { type: ['integer', 'null'] },
          due: { type: 'string', format: 'date-time' },
          createdAt: { type: 'string', format: 'date-time' },
          views: { type: 'integer', readOnly: true },
        },
        ['id', 'title', 'createdAt', 'views'],
      ),
      NewNote: object(
        {
          title: { type: 'string', minLength: 1 },
          status: { type: 'string', enum: ['open', 'done'] },
          place: object({ city: text, street: text }),
          tags: listOf(text),
          priority: { type: ['integer', 'null'] },
          due: { type: 'string', format: 'date-time' },
        },
        ['title'],
      ),
      NotePatch: object({ title: text, status: { type: 'string', enum: ['open', 'done'] }, priority: integer }),
      Line: object({ id: integer, label: text, length: integer }, ['id', 'label']),
      NewLine: object({ label: text, length: integer }, ['label']),
      // Its properties have the names of a note's, and other values.
      Review: object({ title: text, priority: integer, grade: integer }, ['title', 'grade']),
      Settings: object({ language: text, size: integer }, ['language']),
    },
  },
};

export interface Answer {
  status: number;
  contentType: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each difference changes something else
  body: any;
}

export interface Asked {
  readonly method: string;
  /** Below the base path, without the query. */
  readonly path: string;
  readonly query: string;
  // biome-ignore lint/suspicious/noExplicitAny: as sent
  readonly body: any;
}

/** Changes what a service answers, or answers in its place. */
export type Plant = (
  answer: Answer,
  asked: Asked,
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>,
) => void | Promise<void>;

/** One comparison: what is planted in the service, and the seeds of both. */
interface Compared {
  readonly plant?: Plant;
  readonly seed: number;
  readonly simulatedSeed: number;
}

interface Comparing {
  /** A world that compares itself with one of the service: both are new. The comparisons follow each other. */
  readonly compare: (compared: Compared) => VivariumWorld;
  readonly close: () => Promise<void>;
}

/** Two services of the document, one behind the other. The first keeps to the document, but for what is planted. */
export const openComparing = async (): Promise<Comparing> => {
  const service = await createVivarium({ document, scenario: 'empty' });
  let world = service.world();
  let plant: Plant = () => {};
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await world.fetch(`/v1${path}`, { method, ...sent });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? undefined;
    return { status: response.status, contentType, body: text === '' ? undefined : JSON.parse(text) };
  };
  const real = await openRealService(async (request, response) => {
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.replace(/^\/v1/, '').split('?');
    const sent = real.seen.findLast((one) => one.url === url && one.method === method)?.body ?? '';
    const body = sent === '' ? undefined : JSON.parse(sent);
    const answer = await ask(method, `${path}${query && `?${query}`}`, body);
    await plant(answer, { method, path, query, body }, ask);
    if (answer.contentType !== undefined) response.setHeader('Content-Type', answer.contentType);
    response.writeHead(answer.status);
    const isText = typeof answer.body === 'string' && answer.contentType !== 'application/json';
    response.end(answer.body === undefined ? undefined : isText ? answer.body : JSON.stringify(answer.body));
  });
  const vivarium = await compareWith(real.url);
  let count = 0;
  const openWorld = (of: Vivarium, seed: number): VivariumWorld => {
    const opened = of.world(`compared-${count}`);
    opened.start({ seed });
    return opened;
  };
  return {
    compare: (compared) => {
      count++;
      world = openWorld(service, compared.seed);
      plant = compared.plant ?? (() => {});
      return openWorld(vivarium, compared.simulatedSeed);
    },
    close: async () => {
      await vivarium.close();
      real.close();
      await service.close();
    },
  };
};

/** A simulation that compares itself with the service. The caller closes it. */
export const compareWith = (upstream: string): Promise<Vivarium> =>
  createVivarium({ document, scenario: 'empty', upstream, compare: true });

/** Sends a request, and returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: the tests know the bodies.
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>;

export const clientOf =
  (world: VivariumWorld): Call =>
  async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await world.fetch(`/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...sent,
    });
    const text = await response.text();
    return /^[{[]/.test(text) ? JSON.parse(text) : text;
  };

/** Uses every operation. */
export const useAll = async (call: Call, title = 'one'): Promise<void> => {
  await call('GET', '/notes');
  const note = {
    title,
    status: 'open',
    place: { city: 'Ghent', street: 'Main' },
    tags: ['a', 'b'],
    priority: 3,
    due: '2030-01-01T00:00:00Z',
  };
  const { id } = await call('POST', '/notes', note);
  const { id: other } = await call('POST', '/notes', { title: `${title} two` });
  await call('GET', `/notes/${id}`);
  await call('GET', '/notes');
  await call('GET', '/notes?sort=-title');
  await call('GET', '/notes?sort=-views');
  await call('PATCH', `/notes/${id}`, { title: `${title} changed` });
  await call('GET', `/notes/${id}`);
  await call('GET', `/notes/${id}/review`);
  await call('PUT', `/notes/${other}`, { title: `${title} put`, priority: null, status: 'done' });
  await call('GET', `/notes/${other}`);
  await call('POST', `/notes/${other}/lines`, { label: 'first', length: 5 });
  await call('POST', `/notes/${other}/lines`, { label: 'second' });
  await call('GET', `/notes/${other}/lines`);
  await call('PUT', '/settings', { language: title, size: 2 });
  await call('GET', '/settings');
  await call('POST', '/quotes', { words: 10 });
  await call('POST', '/notes', {});
  await call('DELETE', `/notes/${id}`);
  await call('GET', `/notes/${id}`);
  await call('GET', '/notes?limit=1&offset=1');
};
