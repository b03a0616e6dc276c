/** Ranks the branches of a union in an error schema by how well they describe a status. */
import type { Json } from '../../core/primitives/json.ts';
import { partsOf, propertiesOf } from '../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { isMessageName, isStatusName } from './error-properties.ts';
import { fitOf } from './error-words.ts';

export type RankBranch = (branch: Schema) => number;

/** Objects in objects are searched for the words of a status, but not further. */
const maxDepth = 2;

export const branchRanker = (schemas: SchemaSet, status: number): RankBranch => {
  const rankValues = (name: string, values: readonly Json[]): number => {
    const numbers = values.filter((value) => typeof value === 'number' && value >= 100 && value < 600);
    if (isStatusName(name) && numbers.length > 0) return values.includes(status) ? 50 : -50;
    const fits = values.flatMap((value) => (typeof value === 'string' ? [fitOf(value, status)] : []));
    const best = Math.max(...fits, Number.NEGATIVE_INFINITY);
    return best > 0 ? 20 * best : best < 0 ? -20 : 0;
  };
  const rankObject = (branch: Schema, depth: number): number => {
    const parts = partsOf(schemas, branch, 'some');
    let score = 0;
    for (const [name, declared] of propertiesOf(parts)) {
      if (isMessageName(name)) score += 3;
      for (const schema of declared) {
        const values = listedValues(schemas, schema);
        if (values.length > 0) score += rankValues(name, values);
        else if (depth < maxDepth) score += rankObject(schema, depth + 1);
      }
    }
    return score;
  };
  return (branch) => {
    if (typeof branch !== 'object') return 0;
    const parts = partsOf(schemas, branch, 'all');
    const names = [nameOf(schemas, branch), ...parts.map(({ title }) => title ?? '')];
    const named = names.map((name) => 10 * fitOf(name, status)).find((score) => score !== 0) ?? 0;
    const isNothing = parts.some(({ type }) => type === 'null');
    return named + rankObject(branch, 0) - (isNothing ? 100 : 0);
  };
};

/** The name under which the document defines the branch. */
const nameOf = (schemas: SchemaSet, branch: SchemaObject): string => {
  const pointer = branch.$ref === undefined ? '' : schemas.get(branch.$ref).entry.pointer;
  return pointer.slice(pointer.lastIndexOf('/') + 1);
};

/** The values of `enum` and `const`, also those of branches. */
export const listedValues = (schemas: SchemaSet, schema: Schema): readonly Json[] =>
  partsOf(schemas, schema, 'some').flatMap((part) => [
    ...(part.enum ?? []),
    ...('const' in part ? [part.const as Json] : []),
  ]);
