import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import { actionOf } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import { findByName } from '../../../core/service/names.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { type Service, servicesOf } from '../../../core/service/service.ts';
import { sampleRequest } from '../../../parts/samples/sample-request.ts';
import { Clock } from '../../../world/clock.ts';
import { listServices } from '../../../world/control/list-services.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import {
  ambiguousName,
  type ControlRequest,
  type ControlResponse,
  ok,
  okItems,
  pathParameter,
  type Route,
  unknownName,
  whenReady,
  withoutQuery,
} from '../request/control-call.ts';

/** Responds before the checks are loaded: a script that waits for the server must not wait for them. */
const getHealth = withoutQuery(async ({ base, context: { version, uptimeMs, worlds } }) => {
  const store = await worlds.store();
  return ok({
    status: 'ok',
    version,
    ...(store !== undefined && { store }),
    service: { title: worlds.service.title, version: worlds.service.version },
    services: listServices(worlds.service, base) as unknown as Json,
    uptimeMs: uptimeMs(),
  });
});

const viewService = (service: Service, base: string): ControlResponse => {
  const { title, version, basePaths, operations, logins, webhooks = [], callbacks = [] } = service;
  return ok({
    title,
    version,
    basePath: basePaths[0] ?? '',
    services: listServices(service, base) as unknown as Json,
    operations: operations.map(viewOperation),
    login: logins.length > 0,
    ...(webhooks.length + callbacks.length > 0 && { webhooks: webhooks.map(({ name }) => name) }),
  });
};

const getServices = withoutQuery(({ context, base }) =>
  okItems(listServices(context.worlds.service, base) as unknown as readonly JsonObject[]),
);

const withService = (handle: (service: Service, request: ControlRequest) => ControlResponse) =>
  withoutQuery((request) => {
    const parts = servicesOf(request.context.worlds.service);
    const name = pathParameter(request, 'service');
    const part = parts.find((candidate) => candidate.name === name);
    const names = parts.map((candidate) => candidate.name);
    return part === undefined ? unknownName('service', name, names) : handle(part, request);
  });

const viewOperation = (operation: Operation): JsonObject => {
  const { name, service, method, path, tags, deprecated, sunset, stability = null, binding, reason } = operation;
  return {
    ...{ operation: name, service, method, path, tags, deprecated },
    sunset: sunset === undefined ? null : formatSunset(sunset),
    stability,
    collection: binding?.collection.name ?? null,
    action: binding === undefined ? null : actionOf(binding),
    reason,
  };
};

/** Writes a time in the format of `x-sunset`: a date means 00:00:00 UTC. */
const formatSunset = (time: number): string => {
  const text = new Date(time).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, text.indexOf('T')) : text;
};

/** Generated dates refer to the start of the day, so that the request is the same all day. */
const dayMs = 86_400_000;

const getRequest = withoutQuery(async (request) => {
  await whenReady(request.context);
  const { worlds } = request.context;
  const name = pathParameter(request, 'operation');
  const { operations } = worlds.service;
  const lookup = findByName(operations, name);
  const names = operations.map((candidate) => candidate.name);
  if (lookup.type === 'ambiguous') return ambiguousName('operation', name, lookup.names);
  if (lookup.type === 'unknown') return unknownName('operation', name, names);
  const operation = lookup.value;
  const service = servicesOf(worlds.service).find((part) => part.name === operation.service) ?? worlds.service;
  const world = worlds.get(defaultWorldName);
  const now = (world?.clock ?? new Clock(worlds.start.clock)).now();
  const { method, path, headers, body } = sampleRequest(service, operation, {
    state: world?.decisions.state,
    seed: seedFrom(world?.decisions.state.seed ?? worlds.start.seed, 'request', operation.localName),
    now: Math.floor(now / dayMs) * dayMs,
  });
  return ok({ method, path, headers, ...(body !== undefined && { body: body.value }) });
});

const getCollections = withoutQuery(({ context }) =>
  okItems([...context.worlds.service.collections.values()].map(viewCollection)),
);

const viewCollection = (spec: CollectionSpec): JsonObject => ({
  name: spec.name,
  service: spec.service,
  kind: spec.kind,
  id: spec.idProperty ?? null,
  properties: [...spec.properties],
  required: spec.required,
  parents: spec.parents.map(({ name }) => name),
  parent: spec.parentCollection ?? null,
});

export const serviceRoutes: readonly Route[] = [
  { path: '/health', methods: { GET: getHealth } },
  // All operations. The title and the document are those of the first service.
  {
    path: '/service',
    methods: { GET: withoutQuery(({ context, base }) => viewService(context.worlds.service, base)) },
  },
  { path: '/service/collections', methods: { GET: getCollections } },
  {
    path: '/service/openapi.json',
    methods: { GET: withoutQuery(({ context }) => ok(context.worlds.service.document)) },
  },
  { path: '/service/operations/:operation/request', methods: { GET: getRequest } },
  { path: '/services', methods: { GET: getServices } },
  { path: '/services/:service', methods: { GET: withService((service, { base }) => viewService(service, base)) } },
  { path: '/services/:service/openapi.json', methods: { GET: withService(({ document }) => ok(document)) } },
];
