import type { FactsOf } from '../core/service/schema-facts.ts';
import type { Checks } from './checks.ts';
import type { Generators } from './generate.ts';
import type { SchemaSet } from './schema.ts';
import type { Source } from './source.ts';

/** What every part of a document is compiled with. */
export interface Compilation {
  readonly source: Source;
  readonly schemas: SchemaSet;
  readonly checks: Checks;
  readonly generators: Generators;
  readonly factsFor: (key: string) => FactsOf;
}
