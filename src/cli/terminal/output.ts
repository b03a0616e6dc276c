/** Standard output and standard error, with a footer: lines that stay below the log. */

import { format } from 'node:util';
import { cutText, formatCount } from '../../core/primitives/units.ts';
import type { Logger } from '../../world/logger.ts';
import { harmless, printable, printableLines } from './paint.ts';

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The lines about requests are written together after this time. A person does not see it, and a write for each takes a third of the time of a request. */
const gatherMs = 10;

/** A reader that has stopped must not take the memory of the server. */
export const maxUnreadBytes = 4 * 1_048_576;

interface OutputStream {
  readonly columns?: number;
  /** The size of what was written but not read yet, in bytes. */
  readonly writableLength?: number;
  readonly write: (text: string) => unknown;
}

export class Output {
  #stream: OutputStream;
  readonly #errors: OutputStream;
  #footer: readonly string[] = [];
  /** The lines about requests that nobody would have read. */
  #omitted = 0;
  /** The lines about requests that wait to be written. They are formed together then, which takes half as long. */
  #requests: (() => readonly string[])[] = [];

  constructor(stream: OutputStream = process.stdout, errors: OutputStream = process.stderr) {
    this.#stream = stream;
    this.#errors = errors;
  }

  /** Prints messages without control characters; warnings and errors go to standard error. */
  get logger(): Logger {
    return {
      info: (...message) => this.print(printableLines(format(...message))),
      warn: (...message) => this.printError(format(...message)),
      error: (...message) => this.printError(format(...message)),
    };
  }

  /** Writes everything to standard error from now on: standard output is that of a command. */
  leaveStandardOutput(): void {
    this.#stream = this.#errors;
  }

  /** The width of the terminal, in characters. 80 if it is unknown. */
  get columns(): number {
    return this.#stream.columns || 80;
  }

  /** Prints a line above the footer: JSON, or text without control characters other than colours. */
  print(line: string): void {
    this.#write(`${line}\n`);
  }

  /** Prints lines about one request, after {@link gatherMs} or with the next other line, unless {@link maxUnreadBytes} of the output are unread. */
  printRequest(lines: () => readonly string[]): void {
    if ((this.#stream.writableLength ?? 0) > maxUnreadBytes) {
      this.#omitted++;
      return;
    }
    if (this.#omitted > 0) {
      const omitted = formatCount(this.#omitted, 'line');
      this.#omitted = 0;
      this.printError(`The log omits ${omitted} about requests: its reader did not read for a while.`);
    }
    if (this.#requests.push(lines) === 1) setTimeout(() => this.flush(), gatherMs);
  }

  flush(): void {
    this.#write('');
  }

  /** Writes the lines about requests, and other lines after them. */
  #write(lines: string): void {
    const requests = this.#requests;
    this.#requests = [];
    const all = harmless([...requests.flatMap(formed), lines].join('\n'));
    if (all !== '') this.#stream.write(`${this.#erased()}${all}${this.#drawn()}`);
  }

  /** Prints lines to standard error, above the footer and without control characters. */
  printError(text: string): void {
    this.flush();
    if (this.#footer.length > 0) this.#stream.write(this.#erased());
    this.#errors.write(`${printableLines(text)}\n`);
    if (this.#footer.length > 0) this.#stream.write(this.#drawn());
  }

  /** Replaces the footer. Each line must fit into the width of the terminal. */
  setFooter(lines: readonly string[]): void {
    this.flush();
    const erased = this.#erased();
    this.#footer = lines;
    this.#stream.write(`${erased}${this.#drawn()}`);
  }

  /** Empties the terminal, with its scrollback. */
  clear(): void {
    this.flush();
    this.#stream.write(`\u001b[2J\u001b[3J\u001b[H${this.#drawn()}`);
  }

  /** Moves the cursor to the start of the footer, and erases from there. */
  #erased(): string {
    const { length } = this.#footer;
    if (length === 0) return '';
    return `\r${length > 1 ? `\u001b[${length - 1}A` : ''}\u001b[0J`;
  }

  #drawn(): string {
    return this.#footer.join('\n');
  }
}

/** Catches a bug in `form`, since nobody else would: it runs in a timer. */
const formed = (form: () => readonly string[]): readonly string[] => {
  try {
    return form();
  } catch (error) {
    return [`The lines about a request cannot be formed: ${error}`];
  }
};

export const showProgress = (text: string): void => {
  const { stderr } = process;
  if (stderr.isTTY) stderr.write(`\r\u001b[2K${cutText(printable(text), (stderr.columns || 80) - 1)}`);
};

export const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
};
