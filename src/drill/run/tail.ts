/** The last lines of an output. */

import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { maxShownRows } from '../../core/primitives/units.ts';

/** The characters that are kept of a line, or of lines without an end. */
const maxCharacters = 64_000;

export class Tail {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  add(bytes: Buffer): void {
    this.#text = (this.#text + this.#decoder.write(bytes)).slice(-maxCharacters);
  }

  /** Without colours. */
  get text(): string {
    return lastLines(this.#text);
  }
}

const lastLines = (text: string): string =>
  stripVTControlCharacters(text).trimEnd().split(/\r?\n/).slice(-maxShownRows).join('\n');
