/** The commands that work on a real service. */

import type { Command } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import type { RecordFlags } from '../../parts/upstream/command/record-command.ts';
import type { VerifyFlags } from '../../parts/verify/command/read-flags.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { addUpstream, collect, shared } from './common-options.ts';

export const addVerify = (command: Command): Command =>
  addExercise(
    command.description(
      'Check a real service against a document: exercise every operation, and let Prism judge each response. Exits with 1 on findings.',
    ),
  ).action(async (url: string, document: string | undefined, flags: VerifyFlags) => {
    const { verify } = await import('../../parts/verify/command/verify-command.ts');
    process.exitCode = await verify(url, document, flags);
  });

export const addCompare = (command: Command): Command =>
  addExercise(
    command.description(
      'Compare a real service with the simulation of its document: send the requests of verify, and report where the two differ. Exits with 1 on differences that may break a client.',
    ),
  ).action(async (url: string, document: string | undefined, flags: VerifyFlags) => {
    const { compare } = await import('../../parts/verify/command/compare-run.ts');
    process.exitCode = await compare(url, document, flags);
  });

/** The arguments and options of commands that exercise a real service. */
const addExercise = (command: Command): Command =>
  command
    .argument('<url>', 'the base URL of the service; without a path, that of the document is added')
    .argument('[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)')
    .option('--key <key>', 'credential of every kind: a token, an API key or user:password (default: VIVARIUM_KEY)')
    .option('--header <name: value>', 'send a header with every request (repeatable)', collect)
    .option('--read-only', 'only send requests that change nothing (the default unless the host is loopback)')
    .option('--no-read-only', 'also send requests that change data')
    .option('--operation <name>', 'judge only this operation (repeatable)', collect)
    .option(...shared.report)
    .option('--seed <n>', 'seed of generated values (default: 1)')
    .option('--rate <n>', 'at most this many requests per second (default: unlimited)')
    .option('--timeout <duration>', 'time for one response (default: 10s)')
    .option(...shared.overlay);

export const addRecord = (command: Command, child: readonly string[] | undefined): Command =>
  addUpstream(
    command
      .description(
        'Record a real service as a scenario: forward requests to it, and write what it responded. With -- COMMAND, until the command has ended.',
      )
      .usage('[options] <url> [document] [-- COMMAND...]')
      .argument('<url>', 'the base URL of the service; without a path, that of the document is added')
      .argument('[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)')
      .option('--out <file>', 'the scenario to write (default: scenarios/recorded.yaml)')
      .option('--force', 'replace an existing file')
      .option('--compare', 'simulate forwarded requests too, and list the differences')
      .option('-p, --port <port>', 'port to listen on (default: 4010; with a command, any free port)')
      .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
      .option(...shared.config)
      .option(...shared.overlay),
  ).action(async (url: string, document: string | undefined, flags: RecordFlags) => {
    if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
    const onStop = stopOnSignals();
    const { record } = await import('../../parts/upstream/command/record-command.ts');
    await record(url, document, flags, child, onStop);
  });
