/** Imports files of other tools: writes a scenario and a document, and prints what became of each of their parts. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Document, isScalar, Scalar, visit } from 'yaml';
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../cli/terminal/given-options.ts';
import { printLine } from '../../cli/terminal/output.ts';
import { paint, printable } from '../../cli/terminal/paint.ts';
import { commandInvalid, optionInvalid } from '../../core/primitives/config-error.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { chooseServices } from '../../simulation/service-source.ts';
import { toCommandLine } from '../../text/shell-words.ts';
import { type ChooseDocument, type Imported, importFiles } from './import.ts';
import { type Row, showPlace } from './recording.ts';

export interface ImportFlags {
  readonly out?: string;
  readonly name?: string;
  /** False: none is looked for. */
  readonly document?: string | false;
  readonly force?: boolean;
  readonly keepTemplates?: boolean;
}

/** Returns the exit code. @throws ConfigError if nothing is written. */
export const importCommand = async (files: readonly string[], flags: ImportFlags): Promise<number> => {
  const { out = '.', document, force = false, keepTemplates = false } = flags;
  const name = flags.name ?? /^\.*([^.]+)/.exec(basename(resolve(files[0] as string)))?.[1] ?? '';
  if (!/^[^\p{Cc}/\\.][^\p{Cc}/\\]*$/u.test(name))
    throw optionInvalid(`"${name}" cannot be the name of a scenario`, 'Give one with --name.');
  const imported = await importFiles(files, chooserOf(document), { keepTemplates });
  const written = filesOf(imported, out, name);
  const existing = written.map(({ file }) => file).filter((file) => existsSync(file));
  if (existing.length > 0 && !force)
    throw optionInvalid(
      `${existing.join(' and ')} exist${existing.length === 1 ? 's' : ''}`,
      'Choose another --name or --out, or add --force.',
    );
  await writeAll(written);
  printRows(imported.rows);
  for (const { file } of written) printLine(`${paint('green', 'Wrote')} ${printable(file)}.`);
  printLine(printable(`To serve it: ${commandFor(imported, written, { out, name, document })}`));
  return imported.rows.some(({ fate }) => fate === 'lost') ? exitCodes.findings : exitCodes.fine;
};

const chooserOf =
  (document: string | false | undefined): ChooseDocument =>
  async () => {
    if (document === false) return undefined;
    const { serviceOptions } = await readGivenOptions(document === undefined ? {} : { document: [document] });
    const services = await chooseServices(serviceOptions);
    if (services.origin === 'shipped') return undefined;
    if (services.list.length > 1)
      throw commandInvalid('import takes one service', 'Name its document with --document FILE.');
    return services;
  };

const commandFor = (
  { document, scenario }: Imported,
  [first]: readonly WrittenFile[],
  given: { readonly out: string; readonly name: string; readonly document: string | false | undefined },
): string => {
  const served = document === undefined ? given.document || '' : (first?.file ?? '');
  const folder = given.out === '.' ? [] : ['--scenarios', join(given.out, 'scenarios')];
  const started = scenario === undefined ? [] : [...folder, '--scenario', given.name];
  return toCommandLine(['vivarium', ...(served === '' ? [] : [served]), ...started]);
};

interface WrittenFile {
  readonly file: string;
  /** In pieces: together they may be as large as what was imported. */
  readonly text: Iterable<string>;
}

const filesOf = ({ scenario, document }: Imported, out: string, name: string): readonly WrittenFile[] => [
  ...(document === undefined ? [] : [{ file: join(out, `${name}.openapi.yaml`), text: [documentToYaml(document)] }]),
  ...(scenario === undefined ? [] : [{ file: join(out, 'scenarios', `${name}.yaml`), text: scenario }]),
];

const writeAll = async (files: readonly WrittenFile[]) => {
  for (const { file, text } of files) {
    try {
      await makeFolder(dirname(file));
      await writeFile(file, text);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw optionInvalid(`${file} cannot be written (${code})`, 'Choose another --out.');
    }
  }
};

const titles = [
  ['carried', 'Carried over'],
  ['wider', 'Carried over, wider'],
  ['no-loss', 'Left out, without loss'],
  ['lost', 'Not carried over'],
] as const;

const printRows = (rows: readonly Row[]) => {
  const width = Math.max(...rows.map(({ key }) => key.length));
  for (const [fate, title] of titles) {
    const ofFate = rows.filter((row) => row.fate === fate);
    if (ofFate.length === 0) continue;
    const found = [...Map.groupBy(ofFate, ({ key }) => key).values()].flat();
    printLine(paint('bold', title));
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

/** A longer list has a line for each of its values. */
const maxListLength = 80;

/** Texts that readers of YAML 1.1 take for a date, a flag or a number. */
const misread = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?-\d\d?.*|[-+]?\d[\d_]*(?::[0-5]?\d)+|0\d+|\d[\d_]*_[\d_]*)$/i;

/** The document as YAML that any reader of documents takes: without aliases for equal parts, and without folded lines. A short list of values is one line. */
export const documentToYaml = (document: JsonObject): string => {
  const yaml = new Document(document, { aliasDuplicateObjects: false, schema: 'core' });
  visit(yaml, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && misread.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
    Seq: (_key, list) => {
      if (!list.items.every(isScalar)) return;
      const length = list.items.reduce((sum, { value }) => sum + String(value).length + 2, 0);
      if (length <= maxListLength && list.items.length > 0) list.flow = true;
    },
  });
  return yaml.toString({ lineWidth: 0, flowCollectionPadding: false });
};
