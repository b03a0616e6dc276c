import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { withCopies } from '../../../src/core/resources/item-steps.ts';
import { createCollection } from '../../../src/core/state/collection.ts';
import type { State } from '../../../src/core/state/state.ts';
import { specOf } from '../bound.ts';

const teams = createCollection(specOf('teams'), [
  { id: 1, name: 'one' },
  { id: 2, name: 'two' },
  { id: 3, name: 3 },
]);
const state = { collections: new Map([['teams', teams]]) } as unknown as State;
const copies = [{ property: 'teamName', by: 'teamId', collection: 'teams', source: 'name' }];

test.each<[string, JsonObject, JsonObject | undefined, JsonObject]>([
  ['a new item', { teamId: 1 }, undefined, { teamId: 1, teamName: 'one' }],
  ['an id as text', { teamId: '2' }, undefined, { teamId: '2', teamName: 'two' }],
  ['a text that is sent', { teamId: 1, teamName: 'x' }, undefined, { teamId: 1, teamName: 'x' }],
  ['an unknown id', { teamId: 9 }, undefined, { teamId: 9 }],
  ['no id', { other: 1 }, undefined, { other: 1 }],
  ['what is no text', { teamId: 3 }, undefined, { teamId: 3 }],
  ['another id', { teamId: 2, teamName: 'x' }, { teamId: 1, teamName: 'x' }, { teamId: 2, teamName: 'two' }],
  ['another id and text', { teamId: 2, teamName: 'y' }, { teamId: 1, teamName: 'x' }, { teamId: 2, teamName: 'y' }],
  ['the same id', { teamId: 1, teamName: 'x' }, { teamId: 1, teamName: 'x' }, { teamId: 1, teamName: 'x' }],
])('the text beside an id: %s', (_what, value, before, expected) => {
  expect(withCopies(state, copies, value, before)).toEqual(expected);
});
