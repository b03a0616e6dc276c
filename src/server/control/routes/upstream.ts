/** What a world does with the real services. */
import { readPutUpstream } from '../../../scenario/put-upstream.ts';
import { chooseUpstreams, noUpstream, viewUpstreams } from '../../../world/control/upstream.ts';
import type { World } from '../../../world/world.ts';
import { opening, readJson, withWorld } from '../request/control-request.ts';
import { badRequest, type ControlResponse, ok, problem } from '../request/control-response.ts';
import type { Route } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

const view = (world: World): ControlResponse => ok(viewUpstreams(world));

const putUpstream = withWorld(noQuery, (request, world) => {
  const json = readJson(request);
  if (!json.ok) return json.response;
  const merge = readPutUpstream(json.value, world.service);
  switch (merge.type) {
    case 'invalid':
      return badRequest(merge.problems);
    case 'none':
      return problem(409, noUpstream(world, merge.services));
    case 'changed':
      chooseUpstreams(world, merge.changes);
      return view(world);
    default:
      return merge satisfies never;
  }
});

export const upstreamRoutes: readonly Route[] = [
  {
    path: '/worlds/:world/upstream',
    methods: { GET: withWorld(noQuery, (_request, world) => view(world)), PUT: opening(putUpstream) },
  },
];
