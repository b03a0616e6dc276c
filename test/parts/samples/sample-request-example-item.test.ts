/** The items in the generated request of an operation. */
import { describe, expect, test } from 'vitest';
import type { Binding, RequestMapping } from '../../../src/core/service/binding.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import type { State } from '../../../src/core/state/state.ts';
import { type Example, exampleFor, sampleRequest } from '../../../src/parts/samples/sample-request.ts';
import { createScenarioStart } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { data, household } from '../../scenario/nested-stub.ts';
import { integer, object } from '../../short-document.ts';

const collections = household();
const specOf = (name: string): CollectionSpec => collections.get(name) as CollectionSpec;
const stateOf = (document: ScenarioDocument): State =>
  createScenarioStart({ collections }, createScenario('s', document)).createState('w', 0);
const state = stateOf({ data });

const sent: RequestMapping = {
  path: [],
  names: new Map(),
  inner: undefined,
  strip: undefined,
  isOpen: true,
  parameters: [],
  isPatchList: false,
};
const view = { path: [], isInList: false, projection: undefined };
const binding = (
  action: 'read' | 'create',
  name: string,
  parentParameters: readonly number[],
  key?: number | 'body',
): Binding => {
  const rest = { collection: specOf(name), parentParameters, mapping: sent, view };
  const ofItem = { bulk: undefined, upsert: false, effects: [], areEffectsStated: false };
  return action === 'create' ? { action, ...rest } : { action, key, ...ofItem, ...rest };
};
const parametersOf = (example: Example | undefined) => [...(example?.parameters ?? [])];

describe('a request has the key of', () => {
  test('the first item, by the ids of its parents and its own', () => {
    expect(parametersOf(exampleFor(binding('read', 'comments', [2, 0], 1), state))).toEqual([
      [2, 2],
      [0, 3],
      [1, 'a,b'],
    ]);
  });

  test('a hidden id', () => {
    expect(parametersOf(exampleFor(binding('read', 'events', [], 0), state))).toEqual([[0, '2']]);
  });

  test('the parents of a singleton', () => {
    expect(exampleFor(binding('read', 'profile', [0]), state)).toMatchObject({ id: undefined, parents: { userId: 1 } });
  });

  test('an existing parent, for a new item or without items', () => {
    const empty = stateOf({ data: { users: [{ id: 7, name: 'Ada' }] } });
    expect(parametersOf(exampleFor(binding('create', 'todos', [0]), empty))).toEqual([[0, 7]]);
    expect(parametersOf(exampleFor(binding('read', 'todos', [0], 1), empty))).toEqual([[0, 7]]);
  });

  test('parents that are in no collection', () => {
    const orphans = stateOf({ data: { todos: [{ $parent: { userId: 4 }, id: 1, text: 'Water' }] } });
    expect(parametersOf(exampleFor(binding('create', 'todos', [0]), orphans))).toEqual([[0, 4]]);
  });

  test('no item, if there is none or the operation needs none', () => {
    expect(parametersOf(exampleFor(binding('read', 'todos', [0], 1), stateOf({})))).toEqual([]);
    expect(exampleFor(undefined, state)).toBeUndefined();
    expect(exampleFor(binding('read', 'todos', [0], 1), undefined)).toBeUndefined();
  });
});

describe('the body of a request', () => {
  const post = async (bound: Binding) => {
    const schema = object({ id: integer, nr: integer }, ['id']);
    const operation = {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { description: '' } },
    };
    const service = await readyService(documentOf({ '/save': { post: { operationId: 'save', ...operation } } }));
    return sampleRequest(service, { ...operationOf(service, 'save'), binding: bound }, { state, seed: 1, now: 0 }).body
      ?.value;
  };

  test('has the id of the item if the path does not', async () => {
    expect(await post(binding('read', 'users', [], 'body'))).toMatchObject({ id: 1 });
  });

  test('has the id under the name of the operation', async () => {
    const renamed = { ...sent, names: new Map([['nr', 'id']]) };
    expect(await post({ ...binding('read', 'users', [], 'body'), mapping: renamed } as Binding)).toMatchObject({
      nr: 1,
    });
  });

  test('is unchanged if the item is wrapped', async () => {
    const wrapped = { ...binding('read', 'users', [], 'body'), mapping: { ...sent, path: ['user'] } } as Binding;
    expect(await post(wrapped)).not.toMatchObject({ id: 1 });
  });
});
