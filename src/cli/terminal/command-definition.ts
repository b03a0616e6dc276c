import { type OptionRow, optionRows } from '../../simulation/option-rows.ts';

export { collect, collectList } from '../../simulation/option-rows.ts';

/** What a part states of its command. The program loads it only for this command, and its work only when it runs. */
export interface CommandDefinition {
  readonly details?: string;
  /** What help shows behind the name (default: the arguments and `[options]`). */
  readonly usage?: string;
  readonly arguments?: readonly (readonly [name: string, text: string])[];
  readonly options: readonly OptionRow[];
  readonly groups?: Readonly<Record<string, readonly OptionRow[]>>;
  /** What help shows behind the options. */
  readonly notes?: string;
  /**
   * Loads its work: a function of the arguments, the flags, and the command that follows `--` (undefined if none does). The function returns the exit
   * code, or sets it itself.
   */
  readonly load: () => Promise<(...given: never[]) => Promise<number | undefined>>;
}

const { config, overlay, handlers, base, scenario, scenarios, seed, locale } = optionRows;

export const shared = {
  ...{ config, overlay, handlers, scenarios, report: optionRows.report },
  world: ['--world <name>', 'the world (default: default)'],
  url: ['--url <url>', 'address of the server (default: VIVARIUM_URL, else http://127.0.0.1:4010)'],
  token: ['--token <token>', 'token of the server, required if it is not on loopback'],
} as const;

export const worldOptions = [config, overlay, handlers, base, scenario, scenarios, seed, locale];

const { forward, upstreamHeader, upstreamTimeout, allowOrigin } = optionRows;
export const upstreamOptions = [forward, upstreamHeader, upstreamTimeout, allowOrigin];
