import type { SchemaFactsOf } from '../../core/service/check.ts';
import type { Completers } from '../completion/complete.ts';
import type { Source } from '../document/source.ts';
import type { Generators } from '../generate/generate.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Checks } from '../validation/checks.ts';
import type { CompiledParameter } from './parameters.ts';
import type { Strips } from './strip-undeclared.ts';

/** The shared state of one document's compilation. */
export interface Compilation {
  readonly service: string;
  /** Whether no operation keeps anything. */
  readonly stateless: boolean;
  readonly source: Source;
  readonly schemas: SchemaSet;
  readonly checks: Checks;
  readonly generators: Generators;
  readonly completers: Completers;
  readonly strips: Strips;
  /** By place and name. */
  readonly parameters: Map<string, CompiledParameter>;
  readonly factsFor: (key: string) => SchemaFactsOf;
}
