/** A document whose operations have unusual responses, headers and bodies. */
import { explainStep } from '../../src/core/exchange.ts';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { State } from '../../src/core/state/state.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { inPath, inQuery, integer, jsonBody, listOf, named, object, text } from '../short-document.ts';
import { type Decided, decide, documentOf, readyService, requestOf, type Sent, stateOf } from './helpers.ts';

export const jsonContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
export const ok = (schema: JsonObject, rest: JsonObject = {}): JsonObject => ({
  200: { description: '', content: jsonContent(schema), ...rest },
});
const note: JsonObject = object({ id: integer, text: text }, ['id', 'text']);
export const idIn = (name: string): JsonObject => inPath(name);

/** A collection of notes below `path`. `deleted` is the schema of the response to DELETE. */
const notesAt = (path: string, deleted: JsonObject, list: JsonObject = listOf(note)): JsonObject => ({
  [path]: { get: { parameters: [jsonFilter], responses: ok(list) } },
  [`${path}/{id}`]: {
    get: { responses: ok(note) },
    patch: { requestBody: { content: jsonContent(note) }, responses: ok(note) },
    delete: { responses: ok(deleted) },
  },
});
const jsonFilter: JsonObject = { name: 'text', in: 'query', content: jsonBody({}) };

const labels = {
  'X-Label': { required: true, schema: { const: 'für dich' } },
  'X-Left': { required: true, schema: { const: 7 } },
};
const longText = inQuery('q', { ...text, minLength: 2 }, { required: true });
const plain = { 'text/plain': { schema: { const: 'one' } } };

const document = documentOf({
  ...notesAt('/notes', { type: 'string', const: 'gone' }),
  ...notesAt('/memos', object({ id: integer, text: { const: 'removed' } }, ['id', 'text'])),
  ...notesAt('/few', note, { type: 'array', items: note, minItems: 1 }),
  '/old/{id}': { get: named('readOld', {}, { 'x-deprecated-at': '2029-01-01T00:00:00Z', 'x-successor': 'readNew' }) },
  '/older/{key}': { get: named('readOlder', {}, { 'x-successor': 'readNew' }) },
  '/new/{id}': { get: named('readNew', {}) },
  '/labelled': { get: { responses: ok({ const: 1 }, { headers: labels }) } },
  '/jobs': { post: named('run', { const: 'run' }) },
  '/find/{id}': { get: named('find', { const: 'found' }, { parameters: [longText] }) },
  '/tags': {
    put: {
      operationId: 'setTags',
      requestBody: { required: true, content: jsonContent(listOf(text)) },
      responses: ok({ const: 'set' }),
    },
  },
  '/forms': { post: named('fill', { const: 'filled' }, { takes: { ...object({ a: text }), minProperties: 3 } }) },
  '/texts': {
    get: {
      operationId: 'readText',
      responses: ok({ const: 1 }, { content: { ...jsonContent({ const: 1 }), ...plain } }),
    },
  },
});

export const notes = [
  { id: 1, text: 'first' },
  { id: 2, text: 'second' },
];

export const notesService = await readyService(document);

export const notesState = (scenario: ScenarioDocument = {}): State =>
  stateOf(notesService, { data: { notes, memos: [{ id: 1, text: 'first' }] }, ...scenario });

export const askNotes = (method: string, target: string, sent?: Sent, scenario?: ScenarioDocument): Decided =>
  decide(notesService, notesState(scenario), requestOf(method, target, sent));

export const violationTexts = ({ exchange }: Decided): readonly string[] =>
  exchange.violations.map(({ side, in: place, pointer, rule }) => `${side} ${place} ${pointer} ${rule}`);

export const explainSteps = ({ exchange }: Decided): readonly string[] => exchange.steps.map(explainStep);
