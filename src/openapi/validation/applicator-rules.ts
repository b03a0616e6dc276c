/** The keywords that apply other schemas to the same value. */
import { escapePointer, getProperty, isJsonObject, type Json, stringifyJson } from '../../core/primitives/json.ts';
import { coveredEnd, type Problem } from '../../core/service/check.ts';
import { type Merged, mergeSchemas } from '../schema/merged-schema.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { problemOf, typesInWords } from './check-messages.ts';
import {
  type CompileSchema,
  explainIfFailing,
  leaf,
  type ProblemCollector,
  type Rule,
  type Run,
} from './evaluation.ts';

export const applicatorRules = (schema: SchemaObject, compile: CompileSchema): readonly (Rule | undefined)[] => [
  schema.$ref === undefined ? undefined : explainedIfFailing(compile({ $ref: schema.$ref })),
  schema.not === undefined ? undefined : notRule(compile(schema.not as Schema)),
  unionRule(schema, 'anyOf', compile),
  unionRule(schema, 'oneOf', compile),
  ...(schema.allOf ?? []).map(compile).map(explainedIfFailing),
  schema.if === undefined ? undefined : ifRule(schema, compile),
];

const explainedIfFailing = (node: Rule): Rule => ({
  test: node.test,
  explain: (value, pointer, run, report) => explainIfFailing(node, value, pointer, run, report),
});

const notRule = (node: Rule): Rule => leaf({ keyword: 'not' }, (value, run) => !node.test(value, run));

const ifRule = (schema: SchemaObject, compile: CompileSchema): Rule => {
  const condition = compile(schema.if as Schema);
  const met = compile(schema.then ?? true);
  const unmet = compile(schema.else ?? true);
  const branchFor = (value: Json, run: Run): Rule => (condition.test(value, run) ? met : unmet);
  return {
    test: (value, run) => branchFor(value, run).test(value, run),
    explain: (value, pointer, run, report) => explainIfFailing(branchFor(value, run), value, pointer, run, report),
  };
};

const unionRule = (schema: SchemaObject, keyword: 'anyOf' | 'oneOf', compile: CompileSchema): Rule | undefined => {
  const schemas = schema[keyword];
  if (schemas === undefined) return undefined;
  const branches = schemas.map(compile);
  const count = (value: Json, run: Run): number =>
    countMatching(branches, value, keyword === 'anyOf' || run.allowsOverlap ? 1 : 2, run);
  return {
    test: (value, run) => count(value, run) === 1,
    explain: (value, pointer, run, report) => {
      const matching = count(value, run);
      if (matching === 1) return;
      const isAmbiguous = matching > 1;
      const several = isAmbiguous ? schemas.filter((_, index) => branches[index]?.test(value, run)) : [];
      const isCovered = several.some((one) => several.some((other) => covers(compile.schemas, other, one)));
      explainUnion({ schema, keyword, branches, isAmbiguous, isCovered }, value, pointer, run, report);
    },
  };
};

const countMatching = (branches: readonly Rule[], value: Json, limit: number, run: Run): number => {
  let count = 0;
  for (const branch of branches) {
    run.budget.spend(1);
    if (!branch.test(value, run)) continue;
    if (++count === limit) break;
  }
  return count;
};

interface Union {
  readonly schema: SchemaObject;
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly Rule[];
  /** Whether the value matches several branches of a `oneOf`. Otherwise it matches none. */
  readonly isAmbiguous: boolean;
  /** Whether one of them takes all that another one does. */
  readonly isCovered: boolean;
}

/** The number of unions in unions that are explained. */
const maxUnions = 4;

/** The problems of a branch, with pointers relative to the union's value. Empty if the value matches it. */
type Explained = readonly Problem[];

const mismatch: Problem = { pointer: '', rule: 'anyOf', message: 'must match one of the documented alternatives' };

/** Explains why a value does not match a union, with the problems of one branch instead of all branches. */
const explainUnion = (union: Union, value: Json, pointer: string, run: Run, report: ProblemCollector) => {
  const found = union.isAmbiguous
    ? [ambiguous(union)]
    : bestOf(explainBranches(union, value, run, report), union, value);
  for (const problem of found) report.add({ ...problem, pointer: `${pointer}${problem.pointer}` });
};

const explainBranches = (
  { branches }: Union,
  value: Json,
  run: Run,
  { unionDepth }: ProblemCollector,
): readonly Explained[] =>
  branches.map((node) => {
    if (node.test(value, run)) return [];
    return unionDepth === maxUnions ? [mismatch] : run.explain(node, value, unionDepth + 1);
  });

const ambiguous = ({ keyword, isCovered }: Union): Problem => ({
  pointer: '',
  rule: keyword,
  message: `must match exactly one of the documented alternatives, but matches several${isCovered ? coveredEnd : ''}`,
});

/** Keywords that say no more than which properties there are, and of which type. */
const plain = /^(type|required|properties|title|description|default|examples|x-.*)$/;

/** Whether a schema takes the usual values of another one: what it requires is required there, and what both name is the same. */
const covers = (schemas: SchemaSet, wide: Schema, narrow: Schema) => {
  const [outer, inner] = [wide, narrow].map((one) => mergeSchemas(schemas, [one])) as [Merged, Merged];
  return (
    wide !== narrow &&
    outer.parts.every((part) => Object.keys(part).every((keyword) => plain.test(keyword))) &&
    [...outer.required].every((name) => inner.required.has(name)) &&
    (outer.types === undefined || inner.types !== undefined) &&
    [...outer.properties].every(([name, own]) => {
      const other = inner.properties.get(name);
      return other === undefined || stringifyJson(own as Json) === stringifyJson(other as Json);
    })
  );
};

const bestOf = (branches: readonly Explained[], union: Union, value: Json): Explained => {
  const tagged = branchByTag(branches, union, value);
  if (tagged !== undefined) return tagged;
  const nonNull = branches.filter((problems) => problems.length !== 1 || problems[0]?.message !== 'must be null');
  const [only] = nonNull;
  if (only !== undefined && nonNull.length === 1) return only;
  const sameType = nonNull.filter((problems) => !problems.some(isOfType));
  if (sameType.length === 0) {
    const types = branches.flat().filter(isOfType);
    const limit = [...new Set(types.flatMap((problem) => problem.limit as string | readonly string[]))];
    return [{ pointer: '', rule: 'type', message: `must be ${typesInWords(limit)}`, limit }];
  }
  const alternatives = requiredAlternatives(sameType);
  if (alternatives !== undefined) return [{ pointer: '', rule: union.keyword, message: `must have ${alternatives}` }];
  // A branch with a different constant is another variant than the client intended.
  const isOther = ({ rule, pointer }: Problem) => rule === 'const' || (rule === 'enum' && pointer !== '');
  const intended = sameType.filter((problems) => !problems.some(isOther));
  const [best] = (intended.length > 0 ? intended : sameType).toSorted((left, right) => left.length - right.length);
  return best ?? [];
};

/** Whether the value as a whole is of another type. */
const isOfType = ({ pointer, rule }: Problem) => pointer === '' && rule === 'type';

/** The problems of the branch that the discriminator's property names. A missing property is a problem too. */
const branchByTag = (branches: readonly Explained[], { schema }: Union, value: Json): Explained | undefined => {
  const { discriminator } = schema;
  if (discriminator === undefined || !isJsonObject(value)) return undefined;
  const { propertyName, tags } = discriminator;
  const tag = getProperty(value, propertyName);
  const pointer = `/${escapePointer(propertyName)}`;
  if (tag === undefined) {
    const isRequired = branches.flat().some((problem) => problem.rule === 'required' && problem.pointer === pointer);
    return isRequired ? [{ pointer, rule: 'required', message: 'is required' }] : undefined;
  }
  const branch = branches[tags.findIndex((names) => names.includes(tag))];
  if (branch !== undefined) return branch.length > 0 ? branch : undefined;
  if (tags.some((names) => names.length === 0)) return undefined;
  return [problemOf({ keyword: 'enum', limit: [...new Set(tags.flat())] }, pointer)];
};

/** `a or b`, if each branch only requires another property. */
const requiredAlternatives = (branches: readonly Explained[]): string | undefined => {
  const names = branches.map((problems) =>
    problems.every(({ rule, pointer }) => rule === 'required' && pointer.lastIndexOf('/') === 0)
      ? problems.map(({ pointer }) => pointer.slice(1)).join(' and ')
      : undefined,
  );
  const different = new Set(names);
  // If every branch misses the same properties, they are reported as required instead.
  return different.has(undefined) || different.size === 1 ? undefined : [...different].join(' or ');
};
