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
  const {
    name,
    decisions: { start, state, service },
    recorded,
    clock,
  } = world;
  const now = clock.now();
  const removed = service.operations.filter(({ sunset }) => sunset !== undefined && sunset <= now);
  return {
    name,
    scenario: start.overrides.name,
    seed: state.seed,
    collections: countItems(world),
    faults: state.active.entries.map(({ fault }) => fault.name),
    removed: removed.map((operation) => operation.name),
    exchanges: recorded,
    clock: viewClock(world),
  };
};

const countItems = ({ decisions: { state } }: World): JsonObject =>
  Object.fromEntries([...state.collections].map(([name, { items }]) => [name, sizeOf(items)]));

export const viewHeld = (
  { exchange, due }: HeldResponse,
  { decisions: { service } }: World,
  { redactFor }: { readonly redactFor: RedactFor },
): JsonObject => {
  const { id, at, operation, method, path, status, faults } = summarizeExchange(exchange, redactFor(service));
  const out = due === undefined ? null : new Date(due).toISOString();
  return { exchange: id, at, operation, method, path, status, faults, due: out } as JsonObject;
};
