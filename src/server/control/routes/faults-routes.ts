import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { effectTypes } from '../../../core/faults/effects.ts';
import { suggest } from '../../../core/primitives/did-you-mean.ts';
import { findFault, listFaults, readPutFault, viewFault } from '../../../world/control/faults.ts';
import type { World } from '../../../world/world.ts';
import {
  badRequest,
  type ControlResponse,
  noContent,
  ok,
  okItems,
  onWorld,
  opening,
  pathParameter,
  type Route,
  readJson,
  unknownName,
  withoutBody,
} from '../request/control-call.ts';

const faultNames = (world: World): ReadonlySet<string> =>
  new Set([...builtInFaults.keys(), ...world.decisions.state.faults.keys()]);

const unknownFault = (world: World, name: string): ControlResponse => unknownName('fault', name, faultNames(world));

const disableFaults = onWorld((_call, world) => {
  world.apply([{ type: 'faults-disabled' }]);
  return noContent;
});

const getFault = onWorld((request, world) => {
  const name = pathParameter(request, 'fault');
  const entry = findFault(world, name);
  return entry === undefined ? unknownFault(world, name) : ok(viewFault(world, entry));
});

const putFault = onWorld((request, world) => {
  const name = pathParameter(request, 'fault');
  const present = findFault(world, name);
  const merge = readPutFault(readJson(request), name, world);
  switch (merge.type) {
    case 'invalid':
      return badRequest(merge.problems);
    case 'unknown': {
      const names = faultNames(world);
      const remedy = `${suggest(name, 'faults', names)} A new one needs an effect: ${effectTypes.join(', ')}.`;
      return unknownName('fault', name, names, remedy);
    }
    case 'merged':
      world.putFault(merge.entry);
      return ok(viewFault(world, merge.entry), present === undefined ? 201 : 200);
  }
});

/** Removing the entry of a built-in fault restores it: off, and without `on`. */
const deleteFault = onWorld((request, world) => {
  const name = pathParameter(request, 'fault');
  if (findFault(world, name) === undefined) return unknownFault(world, name);
  world.apply([{ type: 'fault-removed', fault: name }]);
  return noContent;
});

export const faultRoutes: readonly Route[] = [
  {
    path: '/worlds/:world/faults',
    methods: {
      GET: onWorld((_call, world) => okItems(listFaults(world).map((entry) => viewFault(world, entry)))),
      DELETE: withoutBody(disableFaults),
    },
  },
  {
    path: '/worlds/:world/faults/:fault',
    methods: { GET: getFault, PUT: opening(putFault), DELETE: withoutBody(deleteFault) },
  },
];
