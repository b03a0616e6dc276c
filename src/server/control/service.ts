import type { JsonObject } from '../../core/json.ts';
import type { Operation } from '../../core/service.ts';
import { ok } from './answer.ts';
import { withQuery } from './call.ts';
import type { Resource } from './resource.ts';
import { noQuery } from './shapes.ts';

/** Answers at once: whoever waits for the server to come up must not wait for its checks too. */
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

/** As `x-sunset` takes it: a date means 00:00:00 UTC. */
const formatSunset = (time: number): string => {
  const text = new Date(time).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, text.indexOf('T')) : text;
};

const getDocument = withQuery(noQuery, ({ context }) => ok(context.worlds.service.document));

export const serviceResources: readonly Resource[] = [
  { path: '/health', methods: { GET: getHealth } },
  { path: '/service', methods: { GET: getService } },
  { path: '/service/openapi.json', methods: { GET: getDocument } },
];
