import { quoteName } from '../../../core/primitives/units.ts';
import { viewHeld } from '../../../world/control/view-world.ts';
import {
  noContent,
  okItems,
  pathParameter,
  problem,
  type Route,
  withoutBody,
  withWorld,
} from '../request/control-call.ts';
import { noQuery } from '../request/control-schemas.ts';

const listHeld = withWorld(noQuery, ({ context }, world) =>
  okItems(world.records.held.map((held) => viewHeld(held, world, context))),
);

const releaseAll = withWorld(noQuery, (_call, world) => {
  world.release(world.records.held);
  return noContent;
});

const releaseOne = withWorld(noQuery, (request, world) => {
  const number = pathParameter(request, 'exchange');
  const found = world.records.held.find(({ exchange }) => String(exchange.id) === number);
  if (found === undefined) return problem(404, `The response to exchange ${quoteName(number)} is not delayed.`);
  if (found.due === undefined)
    return problem(
      409,
      `The response to exchange ${quoteName(number)} cannot be released: a timeout fault never responds.`,
    );
  world.release([found]);
  return noContent;
});

export const heldRoutes: readonly Route[] = [
  { path: '/worlds/:world/held', methods: { GET: listHeld, DELETE: withoutBody(releaseAll) } },
  { path: '/worlds/:world/held/:exchange', methods: { DELETE: withoutBody(releaseOne) } },
];
