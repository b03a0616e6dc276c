/** A world as the text of a snapshot. */
import { expect, test } from 'vitest';
import { savedParts } from '../../../../src/core/state/state.ts';
import { chooseUpstream } from '../../../../src/core/state/upstream-choice.ts';
import { captureReplica, decodeReplica, encodeReplica, Starts } from '../../../../src/parts/store/redis/encoding.ts';
import { saveWorld } from '../../../../src/world/control/save-world.ts';
import { World } from '../../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../../core/helpers.ts';

test('a snapshot has what was chosen for the upstream, and what was recorded', async () => {
  const service = await loadAnimalStore();
  const start = startOf(service);
  const world = new World('test', service, start);
  const response = { operation: 'listPets', path: '/pets', query: 'limit=1', status: 200, response: [1] };
  world.apply([chooseUpstream('shop', { record: true }), { type: 'response-recorded', response }]);
  const starts = new Starts(service, () => Promise.reject(new Error('nothing is read')));
  const text = [...encodeReplica(captureReplica(world), starts)].join('');
  const { state } = (await decodeReplica(text, 'test', service, starts)).decisive;
  expect(savedParts(state, { isShared: true })).toEqual({ upstreams: { shop: { record: true } } });
  expect(state.responses).toEqual(world.decisions.state.responses);
  expect(saveWorld(world).responses).toEqual([response]);
});
