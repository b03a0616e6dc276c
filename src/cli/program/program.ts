/** The commands and their options. A command's work is loaded only when it runs. */
import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import { packageFile } from '../../files/package-file.ts';
import { manifest } from '../../simulation/manifest.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { addDrill } from './add-drill.ts';
import { addServe } from './add-serve.ts';
import { addCheck, addExplain, addImport, addInit, addSample } from './document-commands.ts';
import { type CommandName, helpOf } from './help.ts';
import { addCoverage, addFault, addGate, addMcp, addToken } from './server-commands.ts';
import { addCompare, addRecord, addVerify } from './service-commands.ts';

/** `child`: the command that follows `--`. */
type AddCommand = (command: Command, child: readonly string[] | undefined) => Command;

const commands: Readonly<Record<CommandName, AddCommand>> = {
  serve: addServe,
  check: addCheck,
  explain: addExplain,
  fault: addFault,
  token: addToken,
  gate: addGate,
  verify: addVerify,
  compare: addCompare,
  drill: addDrill,
  coverage: addCoverage,
  record: addRecord,
  mcp: addMcp,
  import: addImport,
  sample: addSample,
  init: addInit,
};

/** `child`: the command that follows `--`; undefined if there is none. */
export const createProgram = (child: readonly string[] | undefined): Command => {
  const program = new Command('vivarium')
    .version(manifest().version, '--version', 'print the version')
    .option('--sbom', 'print the packages that this one contains, as CycloneDX')
    .on('option:sbom', printSbom)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // Errors are printed once, in main.
    .configureOutput({ outputError: () => {} })
    .enablePositionalOptions();
  for (const [name, add] of Object.entries(commands))
    add(program.command(name, { isDefault: name === 'serve' }), child);
  const [serve] = program.commands;
  program.helpInformation = () => helpOf(serve as Command);
  return program;
};

/** Ends like `--version`. */
const printSbom = (): never => {
  const file = packageFile('dist/sbom.json');
  if (!existsSync(file)) throw commandInvalid('this checkout has no list of bundled packages', 'Run npm run build.');
  process.stdout.write(readFileSync(file));
  throw new CommanderError(exitCodes.fine, 'vivarium.sbom', '');
};
