/** What was read of schemas, so that those with many parts are read once. */
import type { JsonType } from '../../core/service/check.ts';
import type { SchemaObject } from './schema.ts';

/** `all`: the schemas that always apply. `some`: also the branches of unions and conditions. */
export type Reading = 'all' | 'some';

/** The parts and properties that are read while a document is compiled. Those of real services have some thousands. */
const maxRead = 2_000_000;

/** Not a constant: the first `toLocaleString` of a process loads the data of the language. */
const tooMany = (): string =>
  `the schemas of the document lead to more than ${maxRead.toLocaleString('en')} schemas and properties, counted for each that leads to them; this one and those after it are read in part, so that some responses may miss properties. Let fewer schemas refer to the largest ones`;

export class Readings {
  readonly parts: Readonly<Record<Reading, WeakMap<SchemaObject, readonly SchemaObject[]>>> = {
    all: new WeakMap(),
    some: new WeakMap(),
  };
  /** The types of schemas that do not lead back to themselves: they are the same wherever the schema is used. */
  readonly whole = new WeakMap<SchemaObject, ReadTypes>();
  /** The types of other schemas, each read on its own. */
  readonly circular = new WeakMap<SchemaObject, ReadTypes>();
  readonly #report: (pointer: string, message: string) => void;
  #left = maxRead;
  #isReported = false;

  constructor(report: (pointer: string, message: string) => void) {
    this.#report = report;
  }

  /** Whether so many parts or properties may still be read. `pointer`: that of the schema that leads to them, if it is known. */
  take(count: number, pointer?: string): boolean {
    this.#left -= count;
    if (this.#left >= 0) return true;
    if (pointer !== undefined && !this.#isReported) {
      this.#isReported = true;
      this.#report(pointer, tooMany());
    }
    return false;
  }

  /** From then on a reading belongs to one request, so the number of all has no limit. */
  endCompilation(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }
}

export type Types = ReadonlySet<JsonType> | undefined;

/** The types of a schema, as far as they were read. */
export interface ReadTypes {
  readonly types: Types;
  /** The schemas that were read, and the levels of them. */
  readonly parts: number;
  readonly height: number;
  /** False if a reference led back or too deep: from another schema, the types may be others. */
  readonly isWhole: boolean;
}
