import { createPattern, type Pattern } from '../pattern/pattern.ts';
import type { Merged } from './merged-schema.ts';
import type { Schema } from './schema.ts';

/** The schemas of `patternProperties`, with the patterns of the names that they are for. */
export const patternsOf = ({ parts }: Merged): readonly Patterned[] =>
  parts
    .flatMap((part) => Object.entries(part.patternProperties ?? {}))
    .map(([pattern, schema], index) => ({ index, pattern: createPattern(pattern), schema }));

export interface Patterned {
  readonly index: number;
  readonly pattern: Pattern | undefined;
  readonly schema: Schema;
}
