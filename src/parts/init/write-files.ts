/** Writes the files of `vivarium init`: all of them are checked before the first is written. */
import { accessSync, constants, lstatSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { printLine } from '../../cli/terminal/output.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { makeFolder } from '../../files/make-folder.ts';

/** One file, or the lines that state why it stays as it is. */
export interface PlannedFile {
  readonly write?: { readonly file: string; readonly text: string; readonly isNew: boolean };
  /** Printed when the file has been written. */
  readonly lines: readonly string[];
}

/** @throws ConfigError if a file cannot be written. */
export const writeFiles = async (steps: readonly PlannedFile[]): Promise<void> => {
  for (const { write } of steps) if (write !== undefined) await tryTo(checkWritable, write);
  for (const { write, lines } of steps) {
    if (write !== undefined) await tryTo(writeFile, write);
    for (const line of lines) printLine(line);
  }
};

type Write = NonNullable<PlannedFile['write']>;

const tryTo = async (act: (write: Write) => void | Promise<void>, write: Write): Promise<void> => {
  try {
    await act(write);
  } catch (error) {
    throw optionInvalid(
      `${write.file} cannot be written: ${(error as Error).message}`,
      'Run init in a directory that you may write to.',
    );
  }
};

const checkWritable = ({ file, isNew }: Write): void => {
  if (isNew) {
    checkFolder(dirname(file));
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw new Error('it is a link to nothing');
  } else accessSync(file, constants.W_OK);
};

/** The folder of a new file, or the one in which that is made. */
const checkFolder = (folder: string): void => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) checkFolder(dirname(folder));
  else if (!stats.isDirectory()) throw new Error(`${folder} is not a directory`);
  else accessSync(folder, constants.W_OK | constants.X_OK);
};

const writeFile = async ({ file, text, isNew }: Write): Promise<void> => {
  await makeFolder(dirname(file));
  writeFileSync(file, text, { flag: isNew ? 'wx' : 'w' });
};
