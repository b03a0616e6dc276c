import type { JsonObject } from '../../../core/primitives/json.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import type { CollectionSpec } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { Clock } from '../../../world/clock.ts';
import { sampleRequest } from '../../../world/sample-request.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import { pathParameter, whenReady, withQuery } from '../request/control-request.ts';
import { ok, okList, unknownName } from '../request/control-response.ts';
import type { Route } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

/** Responds before the checks are loaded: a script that waits for the server must not wait for them. */
const getHealth = withQuery(noQuery, ({ context: { version, uptimeMs, worlds } }) =>
  ok({
    status: 'ok',
    version,
    service: { title: worlds.service.title, version: worlds.service.version },
    uptimeMs: uptimeMs(),
  }),
);

const getService = withQuery(noQuery, ({ context }) => {
  const { title, version, basePaths, operations } = context.worlds.service;
  return ok({ title, version, basePath: basePaths[0] ?? '', operations: operations.map(viewOperation) });
});

const viewOperation = ({
  name,
  method,
  path,
  tags,
  deprecated,
  sunset,
  stability,
  binding,
  reason,
}: Operation): JsonObject => ({
  operation: name,
  method,
  path,
  tags,
  deprecated,
  sunset: sunset === undefined ? null : formatSunset(sunset),
  stability: stability ?? null,
  collection: binding?.collection.name ?? null,
  action: binding?.action ?? null,
  reason,
});

/** In the format of `x-sunset`: a date means 00:00:00 UTC. */
const formatSunset = (time: number): string => {
  const text = new Date(time).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, text.indexOf('T')) : text;
};

const getDocument = withQuery(noQuery, ({ context }) => ok(context.worlds.service.document));

/** Generated dates refer to the start of the day, so that the request is the same all day. */
const dayMs = 86_400_000;

const getRequest = withQuery(noQuery, async (request) => {
  await whenReady(request.context);
  const { worlds } = request.context;
  const name = pathParameter(request, 'operation');
  const { operations } = worlds.service;
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined)
    return unknownName(
      'operation',
      name,
      operations.map((candidate) => candidate.name),
    );
  const world = worlds.get(defaultWorldName);
  const now = (world?.clock ?? new Clock(worlds.start.clock)).now();
  const { method, path, headers, body } = sampleRequest(worlds.service, operation, {
    state: world?.state,
    seed: seedFrom(world?.state.seed ?? worlds.start.seed, 'request', name),
    now: Math.floor(now / dayMs) * dayMs,
  });
  return ok({ method, path, headers, ...(body !== undefined && { body: body.value }) });
});

const getCollections = withQuery(noQuery, ({ context }) =>
  okList([...context.worlds.service.collections.values()].map(viewCollection)),
);

const viewCollection = (spec: CollectionSpec): JsonObject => ({
  name: spec.name,
  kind: spec.kind,
  id: spec.idProperty ?? null,
  properties: [...spec.properties],
  required: spec.required,
  parents: spec.parents.map(({ name }) => name),
  parent: spec.parentCollection ?? null,
});

export const serviceRoutes: readonly Route[] = [
  { path: '/health', methods: { GET: getHealth } },
  { path: '/service', methods: { GET: getService } },
  { path: '/service/collections', methods: { GET: getCollections } },
  { path: '/service/openapi.json', methods: { GET: getDocument } },
  { path: '/service/operations/:operation/request', methods: { GET: getRequest } },
];
