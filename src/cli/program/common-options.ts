/** What the definitions of several commands share. */
import type { Command } from 'commander';
import { splitList } from '../../core/primitives/units.ts';

/** The action of a command, which gives the exit code: it is loaded only when it runs. */
export const runs =
  <Given extends unknown[]>(load: () => Promise<(...given: Given) => Promise<number>>) =>
  async (...given: Given): Promise<void> => {
    process.exitCode = await (await load())(...given);
  };

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

/** Options of several commands. */
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

/** The options that describe a world. */
export const addWorld = (command: Command): Command =>
  command
    .option(...shared.config)
    .option(...shared.overlay)
    .option(...shared.handlers)
    .option('--base <path>', "base path, in place of the document's (such as /v1)")
    .option('-s, --scenario <name>', 'scenario that worlds start from (default: default)')
    .option(...shared.scenarios)
    .option('--seed <n>', 'seed of generated data and chance (default: 1)')
    .option('--locale <name>', 'locale of names and places in generated data, such as pt_BR (default: English)');

/** The options of commands that forward. */
export const addUpstream = (command: Command): Command =>
  command
    .option('--forward <what>', 'all, unknown, none, or operations, separated by commas (default: all)', collectList)
    .option("--upstream-header <'name: value'>", 'header for the upstream; $NAME is a variable (repeatable)', collect)
    .option('--upstream-timeout <duration>', 'time in which the upstream must respond (default: 30s)')
    .option(
      '--allow-origin <origin>',
      'origin whose pages may use the upstream and show the toolbar (repeatable)',
      collect,
    );
