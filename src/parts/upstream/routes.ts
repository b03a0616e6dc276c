/** What a world does with the real services. */

import {
  badRequest,
  type ControlResponse,
  ok,
  onWorld,
  opening,
  problem,
  type Route,
  readJson,
  withoutQuery,
} from '../../server/control/request/control-call.ts';
import type { DriftRow } from '../../world/evidence/drift.ts';
import type { World } from '../../world/world.ts';
import { chooseUpstreams, noUpstream, readPutUpstream, viewUpstreams } from './world-upstream.ts';

const view = (world: World): ControlResponse => ok(viewUpstreams(world));

const putUpstream = onWorld((request, world) => {
  const json = readJson(request);
  if (!json.ok) return json.response;
  const merge = readPutUpstream(json.value, world.decisions.service);
  switch (merge.type) {
    case 'invalid':
      return badRequest(merge.problems);
    case 'none':
      return problem(409, noUpstream(world, merge.services));
    case 'changed':
      chooseUpstreams(world, merge.changes);
      return view(world);
  }
});

const listDrift = (rows: readonly DriftRow[]): ControlResponse =>
  ok({ items: rows.map((row) => ({ ...row })), total: rows.length });

const getDrift = onWorld((_request, { drift }) => listDrift(drift.rows));

const getTotalDrift = withoutQuery(async ({ context: { worlds } }) =>
  listDrift((await worlds.totals()).findings.drift),
);

export const upstreamRoutes: readonly Route[] = [
  {
    path: '/worlds/:world/upstream',
    methods: { GET: onWorld((_request, world) => view(world)), PUT: opening(putUpstream) },
  },
  { path: '/worlds/:world/drift', methods: { GET: getDrift } },
  { path: '/drift', methods: { GET: getTotalDrift } },
];
