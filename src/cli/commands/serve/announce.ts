/** Announces a server that listens: the banner for people, events in JSON. */
import { startEvents } from '../../../parts/json-log/index.ts';
import type { Options } from '../../../simulation/options.ts';
import type { Simulation } from '../../../simulation/simulation.ts';
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
      for (const event of startEvents(simulation, { url, token, fingerprint })) output.print(JSON.stringify(event));
      return;
    case 'pretty':
      output.print(formatBanner(simulation, options, address, { columns: output.columns, hasKeys }));
      return;
    default:
      options.log satisfies never;
  }
};
