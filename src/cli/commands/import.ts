/** Imports files of other tools: writes the scenario, and prints what became of each of their parts. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configError } from '../../core/primitives/config-error.ts';
import { importFiles } from '../../import/import.ts';
import { type Row, showPlace } from '../../import/recording/ledger.ts';
import { inPieces } from '../../scenario/file/in-pieces.ts';
import { chooseServices } from '../../simulation/service-source.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { readGivenOptions } from '../terminal/given-options.ts';
import { printLine } from '../terminal/output.ts';
import { paint, printable } from '../terminal/paint.ts';

export interface ImportFlags {
  readonly out?: string;
  readonly name?: string;
  readonly document?: string;
  readonly force?: boolean;
}

/** Returns the exit code. @throws ConfigError if nothing is written. */
export const importCommand = async (files: readonly string[], flags: ImportFlags): Promise<number> => {
  const { out = '.', document, force = false } = flags;
  const name = flags.name ?? (/^\.*([^.]+)/.exec(basename(files[0] as string))?.[1] as string);
  if (!/^[\w-]+$/.test(name))
    throw configError('VIV_OPTION_INVALID', `"${name}" cannot be the name of a scenario`, 'Give one with --name.');
  const file = join(out, 'scenarios', `${name}.yaml`);
  if (existsSync(file) && !force)
    throw configError('VIV_OPTION_INVALID', `${file} exists`, 'Choose another --name or --out, or add --force.');
  const { serviceOptions } = await readGivenOptions(document === undefined ? {} : { document: [document] });
  const services = await chooseServices(serviceOptions);
  if (services.origin === 'shipped')
    throw configError(
      'VIV_COMMAND_INVALID',
      'there is no document of the service: none is given, and none was found',
      'Name it with --document FILE.',
    );
  if (services.list.length > 1)
    throw configError('VIV_COMMAND_INVALID', 'import takes one service', 'Name its document with --document FILE.');
  const { scenario, rows } = await importFiles(files, services);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [...inPieces(scenario)].join(''));
  printRows(rows);
  printLine(`${paint('green', 'Wrote')} ${printable(file)}.`);
  return rows.some(({ fate }) => fate === 'lost') ? exitCodes.findings : exitCodes.fine;
};

const titles = [
  ['carried', 'Carried over'],
  ['no-loss', 'Left out, without loss'],
  ['lost', 'Not carried over'],
] as const;

const printRows = (rows: readonly Row[]): void => {
  for (const [fate, title] of titles) {
    const found = rows.filter((row) => row.fate === fate);
    if (found.length === 0) continue;
    printLine(paint('bold', title));
    const width = Math.max(...found.map(({ key }) => key.length));
    for (const { key, count, reason, places } of found) {
      const shown = fate === 'lost' ? places : places.slice(0, 1);
      const rest = count - shown.length;
      const where = `${shown.map(showPlace).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
      const why = reason === undefined ? '' : `  ${reason}`;
      printLine(printable(`  ${key.padEnd(width)}  ${String(count).padStart(5)}${why}  ${where}`));
    }
    printLine('');
  }
};
