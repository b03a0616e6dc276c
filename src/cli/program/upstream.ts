import type { Command } from 'commander';
import { collect, collectList, option } from './options.ts';

/** The options of commands that forward. */
export const addUpstream = (command: Command): Command =>
  command
    .addOption(
      option('--forward <what>', 'all, unknown, none, or operations, separated by commas (default: all)').argParser(
        collectList,
      ),
    )
    .addOption(
      option(
        "--upstream-header <'name: value'>",
        'header for the upstream; $NAME is a variable (repeatable)',
      ).argParser(collect),
    )
    .addOption(option('--upstream-timeout <duration>', 'time in which the upstream must respond (default: 30s)'))
    .addOption(
      option('--allow-origin <origin>', 'origin whose pages may use the upstream (repeatable)').argParser(collect),
    );
