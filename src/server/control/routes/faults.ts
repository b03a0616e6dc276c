import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { type FaultEntry, noCounts } from '../../../core/faults/fault.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import type { JsonObject } from '../../../core/primitives/json.ts';
import { describeFault } from '../../../scenario/document/fault-document.ts';
import { effectNames } from '../../../scenario/document/fault-effect.ts';
import { readPutFault } from '../../../scenario/put-fault.ts';
import type { World } from '../../../world/world.ts';
import { inWorld, nameIn, readJson, withoutBody } from '../request/control-request.ts';
import {
  badRequest,
  type ControlResponse,
  noContent,
  ok,
  okList,
  problem,
  quote,
  unknownName,
} from '../request/control-response.ts';
import type { Resource } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

const viewFault = ({ state }: World, entry: FaultEntry): JsonObject =>
  describeFault(entry, state.counters.faults.get(entry.fault.name) ?? noCounts);

/** The world's own and switched ones in their order, then the built-in ones that were never touched. */
const faultsOf = ({ state }: World): readonly FaultEntry[] => [
  ...state.faults.values(),
  ...[...builtInFaults.values()]
    .filter((fault) => !state.faults.has(fault.name))
    .map((fault) => ({ fault, enabled: false })),
];

const findFault = (world: World, name: string): FaultEntry | undefined => {
  const builtIn = builtInFaults.get(name);
  return world.state.faults.get(name) ?? (builtIn && { fault: builtIn, enabled: false });
};

const faultNames = (world: World): ReadonlySet<string> =>
  new Set([...builtInFaults.keys(), ...world.state.faults.keys()]);

const unknownFault = (world: World, name: string): ControlResponse => unknownName('fault', name, faultNames(world));

const listFaults = inWorld(noQuery, (_call, world) => okList(faultsOf(world).map((entry) => viewFault(world, entry))));

const disableFaults = inWorld(noQuery, (_call, world) => {
  world.apply([{ type: 'faults-disabled' }]);
  return noContent;
});

const getFault = inWorld(noQuery, (call, world) => {
  const name = nameIn(call, 'fault');
  const entry = findFault(world, name);
  return entry === undefined ? unknownFault(world, name) : ok(viewFault(world, entry));
});

const putFault = inWorld(noQuery, (call, world) => {
  const name = nameIn(call, 'fault');
  const json = readJson(call);
  if (!json.ok) return json.answer;
  const present = findFault(world, name);
  const merge = readPutFault(json.value, name, world.state.faults.get(name), world.service);
  switch (merge.type) {
    case 'invalid':
      return badRequest(merge.problems);
    case 'unknown': {
      const hint = didYouMean(name, faultNames(world)) ?? `To add it, send its effect: ${effectNames.join(', ')}.`;
      return problem(404, `No fault is named ${quote(name)}. ${hint}`);
    }
    case 'merged':
      world.putFault(merge.entry);
      return ok(viewFault(world, merge.entry), present === undefined ? 201 : 200);
    default:
      return merge satisfies never;
  }
});

/** Without an entry of its own a built-in fault is as it came: off, and on everything. */
const deleteFault = inWorld(noQuery, (call, world) => {
  const name = nameIn(call, 'fault');
  if (findFault(world, name) === undefined) return unknownFault(world, name);
  world.apply([{ type: 'fault-removed', fault: name }]);
  return noContent;
});

export const faultResources: readonly Resource[] = [
  { path: '/worlds/:world/faults', methods: { GET: listFaults, DELETE: withoutBody(disableFaults) } },
  { path: '/worlds/:world/faults/:fault', methods: { GET: getFault, PUT: putFault, DELETE: withoutBody(deleteFault) } },
];
