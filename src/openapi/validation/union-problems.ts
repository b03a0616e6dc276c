/** What is wrong with a value that fits no branch of a union, in one sensible problem instead of those of every branch. */
import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { Problem } from '../../core/service/check.ts';
import type { SchemaObject } from '../schema/schema.ts';

import type { Branch, Report, Run } from './evaluation.ts';
import { typesInWords } from './messages.ts';

export interface Union {
  /** The schema that the union belongs to. */
  readonly schema: SchemaObject;
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly Branch[];
  /** Whether the value fits several branches of a `oneOf`, else it fits none. */
  readonly isAmbiguous: boolean;
}

interface Explained {
  readonly at: number;
  /** Relative to the union's value. */
  readonly problems: readonly Problem[];
}

/** Unions inside unions are looked into this deep: each level explains every branch. */
const maxUnions = 6;
const misfit: Problem = { pointer: '', rule: 'anyOf', message: 'must fit one of the documented alternatives' };

export const explainUnion = (union: Union, value: Json, pointer: string, run: Run, report: Report): void => {
  const found = union.isAmbiguous
    ? [several(union.keyword)]
    : bestOf(explainBranches(union, value, run, report), union, value);
  for (const problem of found) report.add({ ...problem, pointer: `${pointer}${problem.pointer}` });
};

const explainBranches = ({ branches }: Union, value: Json, run: Run, { unionDepth }: Report): readonly Explained[] =>
  branches.map(({ node }, at) => {
    if (node.test(value, run)) return { at, problems: [] };
    if (unionDepth === maxUnions) return { at, problems: [misfit] };
    return { at, problems: run.explain(node, value, unionDepth + 1) };
  });

const several = (rule: string): Problem => ({
  pointer: '',
  rule,
  message: 'must fit exactly one of the documented alternatives, but fits several',
});

const bestOf = (branches: readonly Explained[], union: Union, value: Json): readonly Problem[] => {
  const tagged = branchByTag(branches, union, value);
  if (tagged !== undefined) return tagged;
  const isOnlyNull = ({ problems }: Explained): boolean =>
    problems.length === 1 && problems[0]?.message === 'must be null';
  const real = branches.filter((branch) => !isOnlyNull(branch));
  const [only] = real;
  if (only !== undefined && real.length === 1) return only.problems;
  const hasType = ({ problems }: Explained): boolean =>
    problems.some(({ pointer, rule }) => pointer === '' && rule === 'type');
  const fitting = real.filter((branch) => !hasType(branch));
  if (fitting.length === 0) return [{ pointer: '', rule: 'type', message: `must be ${typesOf(branches)}` }];
  const alternatives = requiredAlternatives(fitting);
  if (alternatives !== undefined) return [{ pointer: '', rule: union.keyword, message: `must have ${alternatives}` }];
  // A branch whose constants differ is a variant that was not meant.
  const isOther = ({ problems }: Explained): boolean =>
    problems.some(({ rule, pointer }) => rule === 'const' || (rule === 'enum' && pointer !== ''));
  const meant = fitting.filter((branch) => !isOther(branch));
  const [best] = (meant.length > 0 ? meant : fitting).toSorted(
    (one, other) => one.problems.length - other.problems.length,
  );
  return best?.problems ?? [];
};

/** The problems of the branch that the discriminator's member names, or that it names none. */
const branchByTag = (branches: readonly Explained[], union: Union, value: Json): readonly Problem[] | undefined => {
  const { discriminator } = union.schema;
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

const typesOf = (branches: readonly Explained[]): string => {
  const words = branches.flatMap(({ problems }) =>
    problems
      .filter(({ pointer, rule }) => pointer === '' && rule === 'type')
      .map(({ message }) => message.replace(/^must be /, '')),
  );
  return words.length === 0 ? typesInWords([]) : [...new Set(words.flatMap((word) => word.split(' or ')))].join(' or ');
};

/** `a or b`, where each branch wants only another member. */
const requiredAlternatives = (branches: readonly Explained[]): string | undefined => {
  const names = branches.map(({ problems }) =>
    problems.every(({ rule, pointer }) => rule === 'required' && pointer.lastIndexOf('/') === 0)
      ? problems.map(({ pointer }) => pointer.slice(1)).join(' and ')
      : undefined,
  );
  const different = new Set(names);
  // What every branch misses is missing, whichever was meant: that is said of the member.
  return different.has(undefined) || different.size === 1 ? undefined : [...different].join(' or ');
};
