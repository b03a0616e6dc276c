/** What is wrong with a value that fits no branch of a union, in one sensible problem instead of every branch's. */
import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { Problem } from '../../core/service/check.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import { type RawError, typesInWords } from './messages.ts';

/** What is wrong with a part of the value by the schema with this key. */
export type AskBranch = (
  key: string,
  value: Json,
) => { readonly errorCount: number; readonly problems: readonly Problem[] };

export interface UnionProblems {
  readonly problems: readonly Problem[];
  /** How many errors of the branches stand right before the union's own. */
  readonly errorCount: number;
}

interface UnionBranch {
  readonly at: number;
  readonly errorCount: number;
  /** Relative to the union's value. */
  readonly problems: readonly Problem[];
}

/** Where a union's branches are converted in this way, each `$ref`s a key or is so small that its errors are known. */
export const problemsOfUnion = (error: RawError, ask: AskBranch): UnionProblems => {
  const value = error.data as Json;
  const passing = (error.params.passingSchemas ?? []) as readonly number[] | null;
  const branches = (error.schema as readonly Schema[]).map((schema, at) => askBranch(schema, at, value, ask));
  // Behind the second branch that fits nothing is looked at any more.
  const looked = passing?.[1] === undefined ? branches : branches.slice(0, passing[1] + 1);
  const errorCount = looked.reduce((sum, branch) => sum + branch.errorCount, 0);
  const found = passing?.[1] === undefined ? bestOf(branches, error, value) : [several(error.keyword)];
  return {
    errorCount,
    problems: found.map((problem) => ({ ...problem, pointer: `${error.instancePath}${problem.pointer}` })),
  };
};

const askBranch = (schema: Schema, at: number, value: Json, ask: AskBranch): UnionBranch => {
  if (typeof schema === 'boolean')
    return { at, errorCount: schema ? 0 : 1, problems: [{ pointer: '', rule: 'false', message: 'is not allowed' }] };
  if (schema.$ref !== undefined) return { at, ...ask(schema.$ref, value) };
  // Only `{ type: null }` stands inside a union by itself.
  return { at, errorCount: value === null ? 0 : 1, problems: [{ pointer: '', rule: 'type', message: 'must be null' }] };
};

const several = (rule: string): Problem => ({
  pointer: '',
  rule,
  message: 'must fit exactly one of the documented alternatives, but fits several',
});

const bestOf = (branches: readonly UnionBranch[], error: RawError, value: Json): readonly Problem[] => {
  const tagged = branchByTag(branches, error, value);
  if (tagged !== undefined) return tagged;
  const isOnlyNull = ({ problems }: UnionBranch): boolean =>
    problems.length === 1 && problems[0]?.message === 'must be null';
  const real = branches.filter((branch) => !isOnlyNull(branch));
  const [only] = real;
  if (only !== undefined && real.length === 1) return only.problems;
  const hasType = ({ problems }: UnionBranch): boolean =>
    problems.some(({ pointer, rule }) => pointer === '' && rule === 'type');
  const fitting = real.filter((branch) => !hasType(branch));
  if (fitting.length === 0) return [{ pointer: '', rule: 'type', message: `must be ${typesOf(branches)}` }];
  const alternatives = requiredAlternatives(fitting);
  if (alternatives !== undefined) return [{ pointer: '', rule: error.keyword, message: `must have ${alternatives}` }];
  // A branch whose constants differ is a variant that was not meant.
  const isOther = ({ problems }: UnionBranch): boolean =>
    problems.some(({ rule, pointer }) => rule === 'const' || (rule === 'enum' && pointer !== ''));
  const meant = fitting.filter((branch) => !isOther(branch));
  const [best] = (meant.length > 0 ? meant : fitting).toSorted(
    (one, other) => one.problems.length - other.problems.length,
  );
  return best?.problems ?? [];
};

/** The problems of the branch that the discriminator's member names, or that it names none. */
const branchByTag = (
  branches: readonly UnionBranch[],
  error: RawError,
  value: Json,
): readonly Problem[] | undefined => {
  const { discriminator } = (error.parentSchema ?? {}) as SchemaObject;
  if (discriminator === undefined || !isJsonObject(value)) return undefined;
  const { propertyName, values } = discriminator;
  const tag = getProperty(value, propertyName);
  const pointer = `/${escapePointer(propertyName)}`;
  if (tag === undefined) {
    const isMissed = branches.some(({ problems }) =>
      problems.some((problem) => problem.rule === 'required' && problem.pointer === pointer),
    );
    return isMissed ? [{ pointer, rule: 'required', message: 'is required' }] : undefined;
  }
  const branch = branches[values.indexOf(tag as string)];
  if (branch !== undefined && branch.problems.length > 0) return branch.problems;
  return undefined;
};

const typesOf = (branches: readonly UnionBranch[]): string => {
  const words = branches.flatMap(({ problems }) =>
    problems
      .filter(({ pointer, rule }) => pointer === '' && rule === 'type')
      .map(({ message }) => message.replace(/^must be /, '')),
  );
  return words.length === 0 ? typesInWords([]) : [...new Set(words.flatMap((word) => word.split(' or ')))].join(' or ');
};

/** `a or b`, where each branch wants only another member. */
const requiredAlternatives = (branches: readonly UnionBranch[]): string | undefined => {
  const names = branches.map(({ problems }) =>
    problems.every(({ rule, pointer }) => rule === 'required' && pointer.lastIndexOf('/') === 0)
      ? problems.map(({ pointer }) => pointer.slice(1)).join(' and ')
      : undefined,
  );
  const different = new Set(names);
  // What every branch misses is missing, whichever was meant: that is said of the member.
  return different.has(undefined) || different.size === 1 ? undefined : [...different].join(' or ');
};
