/** A document with features that the shipped one lacks: nested items, envelopes, cursors, pages and singletons. */
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { answer, inPath, inQuery, json } from '../core/bound.ts';
import { documentOf } from '../core/helpers.ts';
import { boolean, integer, listOf } from '../short-document.ts';

const object = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const text: JsonObject = { type: 'string' };
const int64: JsonObject = { type: 'integer', format: 'int64' };

const team = object(['id', 'name'], { id: text, name: text, createdAt: { type: 'string', format: 'date-time' } });
const task = object(['id', 'teamId', 'title', 'points'], {
  id: integer,
  teamId: text,
  title: text,
  points: int64,
  state: { enum: ['open', 'done'] },
});
const note = object(['text'], { text, points: int64 });
const settings = object(['color', 'limit'], {
  color: { enum: ['red', 'green', 'blue'] },
  limit: { type: 'integer', minimum: 1 },
});

const sent = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  content: json(object(required, properties)),
});
const envelope = object(['data', 'next_cursor', 'has_more'], {
  data: listOf(team),
  next_cursor: { type: ['string', 'null'] },
  has_more: boolean,
});
const page = object(['tasks', 'total', 'page'], { tasks: listOf(task), total: integer, page: integer });
const refusals: JsonObject = { 400: { description: '' }, 404: { description: '' }, 409: { description: '' } };
const created = (schema: JsonObject): JsonObject => ({
  201: answer(schema, { Location: { schema: text } }),
  ...refusals,
});
const done = (schema: JsonObject): JsonObject => ({ 200: answer(schema), ...refusals });
const gone: JsonObject = { 204: { description: '' }, ...refusals };
const inTeam = inPath('teamId', 'string');
const ofTask = sent({ title: text, points: int64, state: { enum: ['open', 'done'] } });

export const nestedDocument: JsonObject = documentOf({
  '/teams': {
    get: {
      operationId: 'listTeams',
      parameters: [inQuery('cursor'), inQuery('limit', 'integer'), inQuery('name')],
      responses: done(envelope),
    },
    post: { operationId: 'createTeam', requestBody: sent({ name: text }, ['name']), responses: created(team) },
  },
  '/teams/{teamId}': {
    parameters: [inTeam],
    get: { operationId: 'getTeam', responses: done(team) },
    delete: { operationId: 'deleteTeam', responses: gone },
  },
  '/teams/{teamId}/settings': {
    parameters: [inTeam],
    get: { operationId: 'getSettings', responses: done(settings) },
    patch: {
      operationId: 'changeSettings',
      requestBody: { content: json(object([], settings.properties as JsonObject)) },
      responses: done(settings),
    },
  },
  '/teams/{teamId}/tasks': {
    parameters: [inTeam],
    get: {
      operationId: 'listTasks',
      parameters: [inQuery('page', 'integer'), inQuery('per_page', 'integer'), inQuery('state'), inQuery('sort')],
      responses: { 200: answer(page, { 'X-Total-Count': { schema: integer } }), ...refusals },
    },
    post: { operationId: 'createTask', requestBody: ofTask, responses: created(task) },
  },
  '/teams/{teamId}/tasks/{taskId}': {
    parameters: [inTeam, inPath('taskId')],
    get: { operationId: 'getTask', responses: done(task) },
    patch: { operationId: 'changeTask', requestBody: ofTask, responses: done(task) },
    delete: { operationId: 'deleteTask', responses: gone },
  },
  '/teams/{teamId}/tasks/{taskId}/notes': {
    parameters: [inTeam, inPath('taskId')],
    get: { operationId: 'listNotes', responses: done(listOf(note)) },
    post: { operationId: 'createNote', requestBody: sent({ text, points: int64 }, ['text']), responses: created(note) },
  },
});
