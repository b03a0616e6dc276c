/** What is next in a world, and a step that happens before its time. */
import { stringifyJson } from '../../core/primitives/json.ts';
import { idText } from '../../core/state/item-key.ts';
import { readBody, withWorld } from '../../server/control/request/control-request.ts';
import { noContent, ok, problem } from '../../server/control/request/control-response.ts';
import type { Route } from '../../server/control/request/control-route.ts';
import { lifecycleStep, noQuery } from '../../server/control/request/control-schemas.ts';
import { listUnderway, nextStepOf } from './lifecycle-progress.ts';
import { lifecyclesPart } from './lifecycle-state.ts';

const getLifecycles = withWorld(noQuery, (_call, { decisions: { state } }) => {
  const { items, total } = listUnderway(state);
  return ok({ items, total });
});

const postLifecycle = withWorld(noQuery, (request, world) => {
  const order = readBody(request, lifecycleStep, 'the step');
  if (!order.ok) return order.response;
  const { collection, id, property } = order.value;
  const key = idText(id) ?? '';
  const changes = nextStepOf(world.decisions.state, { collection, key, property }, world.clock.now());
  if (changes === undefined)
    return problem(404, `Nothing of ${collection} with the id ${stringifyJson(id)} goes on by itself.`);
  world.applyAsTime(changes, lifecyclesPart);
  return noContent;
});

export const lifecycleRoutes: readonly Route[] = [
  { path: '/worlds/:world/lifecycles', methods: { GET: getLifecycles, POST: postLifecycle } },
];
