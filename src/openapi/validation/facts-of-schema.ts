/** Schema facts of each node of a value, for faults that alter response bodies. */

import type { Json } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import type { SchemaFacts, SchemaFactsOf } from '../../core/service/check.ts';
import { createPattern } from '../pattern/pattern.ts';
import { type Alternative, alternativesOf } from '../schema/alternatives.ts';
import { type Merged, mergeSchemas, patternsOf } from '../schema/merged-schema.ts';
import { createIdentities, type Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Checks } from './checks.ts';

/** The facts of a node. The value decides which alternative of a union applies. */
type FactsNode = (value: Json, types?: SchemaFacts['types']) => SchemaFacts;

/** The facts of the schema with a key, read once. The checks that choose between alternatives are those of whole values. */
export const createFacts = (schemas: SchemaSet, checks: Checks): ((key: string) => SchemaFactsOf) => {
  const count: CountProblems = (schema, value) => {
    if (typeof schema === 'boolean') return schema ? 0 : Number.POSITIVE_INFINITY;
    // What stands beside the reference counts too: the values that name a branch.
    if (schema.$ref !== undefined) return checks.checkFor(schemas.adopt(schema, schema.$ref))(value).length;
    // The only schema in a union without a key is `{ type: null }`.
    return value === null ? 0 : Number.POSITIVE_INFINITY;
  };
  const identityOf = createIdentities();
  const nodes = new Map<string, FactsNode>();
  /** Nodes are shared by their list of schemas, so that recursive schemas have finitely many nodes. */
  const nodeFor = (list: readonly Schema[]): FactsNode => {
    const identity = [...new Set(list.map(identityOf))].join(' ');
    return getOrInsert(nodes, identity, () => createNode(list));
  };

  const createNode = (list: readonly Schema[]): FactsNode => {
    const merged = lazily(() => mergeSchemas(schemas, list));
    let plain: SchemaFacts | undefined;
    const nodesOfBranches = new Map<number, FactsNode>();
    return (value, types = merged().types) => {
      const { union, parts } = merged();
      if (union === undefined) {
        plain ??= factsOf(merged(), types, nodeFor);
        return plain;
      }
      const { branches, rest } = alternativesOf(union);
      const index = chooseBranch(branches, value, count);
      const node = getOrInsert(nodesOfBranches, index, () =>
        createNode([...parts.map((part) => (part === union ? rest : part)), ...(branches[index]?.schemas ?? [])]),
      );
      return node(value, types);
    };
  };

  return (key) => {
    const node = nodeFor([{ $ref: key }]);
    return (value) => node(value);
  };
};

/** The index of the first branch that the value matches, else of the branch with the fewest problems. */
const chooseBranch = (branches: readonly Alternative[], value: Json, count: CountProblems): number => {
  let best = { index: 0, problems: Number.POSITIVE_INFINITY };
  for (const [index, { condition }] of branches.entries()) {
    const problems = count(condition, value);
    if (problems === 0) return index;
    if (problems < best.problems) best = { index, problems };
  }
  return best.index;
};

type CountProblems = (schema: Schema, value: Json) => number;

const factsOf = (
  merged: Merged,
  types: SchemaFacts['types'],
  nodeFor: (list: readonly Schema[]) => FactsNode,
): SchemaFacts => {
  const { properties, additional, prefixItems, items } = merged;
  const patterned = patternsOf(merged);
  const declarationOf: SchemaFacts['declarationOf'] = (name) => {
    if (properties.has(name)) return 'declared';
    if (patterned.some(({ pattern }) => pattern?.test(name) === true)) return 'typed';
    if (additional === undefined || additional === true) return 'open';
    if (additional === false) return 'closed';
    return Object.keys(additional).length === 0 ? 'open' : 'typed';
  };
  const schemasOf = (token: string | number): readonly Schema[] => {
    if (typeof token === 'number') return prefixItems[token] === undefined ? items : [prefixItems[token]];
    const named = [
      ...(properties.get(token) ?? []),
      ...patterned.filter(({ pattern }) => pattern?.test(token) === true).map(({ schema }) => schema),
    ];
    return named.length === 0 && additional !== undefined ? [additional] : named;
  };
  const inner = new Map<string | number, FactsNode>();
  return {
    ...merged,
    types,
    values: merged.values?.length === 0 ? undefined : merged.values,
    patterns: merged.patterns.flatMap((pattern) => createPattern(pattern) ?? []),
    declares: properties.size > 0 || additional === false,
    declarationOf,
    child: (token, value) => {
      // All items after the prefix have the same schema.
      const known = typeof token === 'number' ? Math.min(token, prefixItems.length) : token;
      const isNamed = typeof token === 'number' || properties.has(token);
      const node = inner.get(known) ?? nodeFor(schemasOf(token));
      if (isNamed) inner.set(known, node);
      return node(value);
    },
  };
};
