import type { Json } from '../../core/primitives/json.ts';
import type { SchemaFactsOf } from '../../core/service/check.ts';
import type { Parameter } from '../../core/service/operation.ts';
import type { Completers } from '../completion/complete.ts';
import type { Source } from '../document/source.ts';
import type { Generators } from '../generate/generate.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Checks } from '../validation/checks.ts';
import type { Strips } from './strip-undeclared.ts';

export interface CompiledParameter {
  readonly parameter: Parameter;
  readonly key: string;
  readonly examples: readonly Json[];
  /** Its named examples. */
  readonly named: ReadonlyMap<string, Json>;
  readonly text: string | undefined;
}

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
  /** The compiled parameters by place and name. */
  readonly parameters: Map<string, CompiledParameter>;
  readonly factsFor: (key: string) => SchemaFactsOf;
}
