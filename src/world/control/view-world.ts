import type { JsonObject } from '../../core/primitives/json.ts';
import { sizeOf } from '../../core/primitives/sorted-map.ts';
import type { RedactFor } from '../evidence/redact.ts';
import { summarizeExchange } from '../evidence/view-exchange.ts';
import type { HeldResponse, World } from '../world.ts';

export const viewClock = ({ clock }: World): JsonObject => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.frozen,
});

export const viewWorld = (world: World): JsonObject => {
  const { name, recorded, clock } = world;
  const { start, state, service } = world.decisions;
  const now = clock.now();
  const removed = service.operations.filter(({ sunset }) => sunset !== undefined && sunset <= now);
  return {
    name,
    scenario: start.overrides.name,
    seed: state.seed,
    collections: Object.fromEntries([...state.collections].map(([own, { items }]) => [own, sizeOf(items)])),
    faults: state.active.entries.map(({ fault }) => fault.name),
    removed: removed.map((operation) => operation.name),
    exchanges: recorded,
    clock: viewClock(world),
  };
};

export const viewHeld = (
  { exchange, due }: HeldResponse,
  { decisions: { service } }: World,
  { redactFor }: { readonly redactFor: RedactFor },
): JsonObject => {
  const { id, at, operation, method, path, status, faults } = summarizeExchange(exchange, redactFor(service));
  const out = due === undefined ? null : new Date(due).toISOString();
  return { exchange: id, at, operation, method, path, status, faults, due: out } as JsonObject;
};
