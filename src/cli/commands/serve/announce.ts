/** Announces a server that listens: the banner for people, events in JSON. */
import type { Options } from '../../../simulation/options.ts';
import { type Simulation, serviceUrlOf } from '../../../simulation/simulation.ts';
import { listServices } from '../../../world/control/list-services.ts';
import { type Address, formatBanner } from '../../terminal/banner.ts';
import type { Output } from '../../terminal/output.ts';

export const announce = (
  simulation: Simulation,
  options: Options,
  address: Address,
  { output, hasKeys }: { readonly output: Output; readonly hasKeys: boolean },
): void => {
  const { url, token, fingerprint } = address;
  switch (options.log) {
    case 'silent':
      // A generated token must be printed, or nobody could use the control API.
      if (token !== undefined && options.token === undefined) output.print(`The token of the control API is ${token}`);
      return;
    case 'json':
      for (const event of eventsOf(simulation, { url, token, fingerprint })) output.print(JSON.stringify(event));
      return;
    case 'pretty':
      output.print(formatBanner(simulation, options, address, { columns: output.columns, hasKeys }));
      return;
    default:
      options.log satisfies never;
  }
};

/** Each document that is not named on the command line is an event. */
const eventsOf = (simulation: Simulation, { url, ...secrets }: Address): readonly object[] => {
  const { worlds, services, sources } = simulation;
  const { reason, list } = services;
  const directory = sources.ignoredScenarios;
  const listed = listServices(worlds.service, url);
  return [
    { event: 'listening', url, service: serviceUrlOf(simulation, url), services: listed, ...secrets },
    ...(reason === undefined ? [] : list.map(({ document }) => ({ event: 'document', document, reason }))),
    ...(directory === undefined ? [] : [{ event: 'scenarios-left-out', directory }]),
  ];
};
