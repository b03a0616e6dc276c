/** Sorts the files of a command line by their content. */
import { type ConfigProblem, commandInvalid } from '../../core/primitives/config-error.ts';
import { UnreadableError } from '../../files/read-regular-file.ts';
import { type FileKind, foreignFormatOfFile, kindOfFile } from '../../simulation/file-kind.ts';

export interface SortedFiles extends Record<Exclude<FileKind, 'empty' | 'foreign'>, string[]> {
  /** One problem for each file that cannot be read. */
  readonly unreadable: ConfigProblem[];
}

/** An empty file is a valid scenario, beside a document. Without one, it is probably the document, and is reported. */
export const sortFiles = async (files: readonly string[]): Promise<SortedFiles> => {
  const sorted: Record<Exclude<FileKind, 'foreign'>, string[]> = {
    ...{ document: [], overlay: [], scenario: [], configuration: [], empty: [] },
  };
  const unreadable: ConfigProblem[] = [];
  const report = (file: string, message: string, hint?: string) => {
    unreadable.push(commandInvalid.problem({ message, file, hint }));
  };
  for (const file of files) {
    try {
      const kind = await kindOfFile(file);
      if (/\.[cm]?[jt]s$/.test(file))
        report(file, `this is code. Check handlers with: vivarium check --handlers ${file}`);
      else if ((kind === 'scenario' || kind === 'foreign') && (await isServed(file))) sorted.document.push(file);
      else if (kind === 'foreign') {
        const format = await foreignFormatOfFile(file);
        report(file, `this is ${format?.what}, neither an OpenAPI document nor a scenario`, format?.remedy);
      } else sorted[kind].push(file);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      report(file, error.message, error.hint);
    }
  }
  const { empty, ...others } = sorted;
  for (const file of others.configuration.slice(1))
    report(file, `this is a second configuration, beside ${others.configuration[0]}`);
  if (others.document.length + others.configuration.length > 0) others.scenario.push(...empty);
  else
    for (const file of empty)
      report(file, 'the file is empty: it is neither an OpenAPI document nor an Overlay', 'Name another one.');
  return { ...others, unreadable };
};

/** Whether a file without "openapi" is served in place of a document. */
const isServed = async (file: string): Promise<boolean> => {
  if (!/\.json$/i.test(file)) return false;
  const { isDatabaseFile } = await import('../foreign/load.ts');
  return isDatabaseFile(file);
};

/** The configuration that is named among the files, or by `--config`. */
export const readNamedConfiguration = ([file]: readonly string[], flag: unknown): unknown => {
  if (file === undefined || flag === undefined || flag === file) return flag ?? file;
  throw commandInvalid(`there are two configurations: ${file}, and ${String(flag)} in --config`, 'Name one.');
};
