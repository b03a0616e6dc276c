import { splitList } from '../../core/primitives/units.ts';

/** What a part states of its command. The program loads it only for this command, and its work only when it runs. */
export interface CommandDefinition {
  readonly description: string;
  /** What help shows behind the name (default: the arguments and `[options]`). */
  readonly usage?: string;
  readonly arguments?: readonly (readonly [name: string, text: string])[];
  readonly options: readonly OptionDefinition[];
  /** More options, by their headings. */
  readonly groups?: Readonly<Record<string, readonly OptionDefinition[]>>;
  /** What help shows behind the options. */
  readonly notes?: string;
  /**
   * Loads its work: a function of the arguments, the flags, and the command that follows `--` (undefined: none does). That returns the exit code,
   * unless it sets it itself.
   */
  readonly load: () => Promise<(...given: never[]) => Promise<number | undefined>>;
}

export type OptionDefinition = readonly [
  flags: string,
  text: string,
  collect?: (value: string, before: string[] | undefined) => string[],
];

export const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Collects the values of a list that is separated by commas. */
export const collectList = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...splitList(value),
];

export const failOnHelp =
  'exit with 1 on violations, unmatched, deprecated, unknown-parameters or drift (separated by commas)';
export const minCoverageHelp = 'exit with 1 if the clients covered less of the document';
export const reportHelp = 'write a report: junit=FILE, md=FILE, json=FILE or html=FILE (repeatable)';

export const shared = {
  config: ['--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'],
  overlay: ['--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)', collect],
  handlers: ['--handlers <file>', 'TypeScript or JavaScript file of functions that decide responses'],
  scenarios: ['--scenarios <directory>', 'directory of scenario files (default: scenarios)'],
  report: ['--report <format=file>', reportHelp, collectList],
  world: ['--world <name>', 'the world (default: default)'],
  url: ['--url <url>', 'address of the server (default: VIVARIUM_URL, else http://127.0.0.1:4010)'],
  token: ['--token <token>', 'token of the server, required if it is not on loopback'],
} as const;

export const worldOptions: readonly OptionDefinition[] = [
  shared.config,
  shared.overlay,
  shared.handlers,
  ['--base <path>', "base path, in place of the document's (such as /v1)"],
  ['-s, --scenario <name>', 'scenario that worlds start from (default: default)'],
  shared.scenarios,
  ['--seed <n>', 'seed of generated data and chance (default: 1)'],
  ['--locale <name>', 'locale of names and places in generated data, such as pt_BR (default: English)'],
];

export const upstreamOptions: readonly OptionDefinition[] = [
  ['--forward <what>', 'all, unknown, none, or operations, separated by commas (default: all)', collectList],
  ["--upstream-header <'name: value'>", 'header for the upstream; $NAME is a variable (repeatable)', collect],
  ['--upstream-timeout <duration>', 'time in which the upstream must respond (default: 30s)'],
  ['--allow-origin <origin>', 'origin whose pages may use the upstream and show the toolbar (repeatable)', collect],
];
