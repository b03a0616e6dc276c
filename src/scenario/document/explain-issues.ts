/** Converts zod issues to sentences. The messages of the schema contain the expected value; the rest is added here. */

import type { z } from 'zod';
import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { type Json, stringifyJson } from '../../core/primitives/json.ts';
import { maxProblems } from '../../core/primitives/units.ts';
import { type DocumentPath, formatPath, problemAt, type ScenarioProblem } from './document-path.ts';

type Issue = z.core.$ZodIssue;

interface Checked {
  /** Names the whole value in messages: `the scenario`. */
  readonly what: string;
  readonly codeOf: (path: DocumentPath) => ConfigProblemCode;
  /** Similar names. Undefined also if there were many suggestions: nobody reads a hundred thousand, which take seconds. */
  readonly suggest: (text: string, candidates: Iterable<string>) => string | undefined;
}

const createSuggest = (): Checked['suggest'] => {
  let left = maxProblems;
  return (text, candidates) => (left-- > 0 ? didYouMean(text, candidates) : undefined);
};

/** The problems of a value that a zod schema rejected: if there are more than a report shows, one more than it shows. */
export const explainIssues = (
  issues: readonly Issue[],
  subject: Checked['what'],
  codeOf: Checked['codeOf'] = () => 'VIV_OPTION_INVALID',
): readonly ScenarioProblem[] => {
  const checked = { what: subject, codeOf, suggest: createSuggest() };
  const all = issues.values().flatMap((issue) => explainIssue(issue, [], checked));
  return [...all.take(maxProblems + 1)];
};

function* explainIssue(issue: Issue, base: DocumentPath, checked: Checked): Generator<ScenarioProblem> {
  const path = [...base, ...(issue.path as DocumentPath)];
  const code = checked.codeOf(path);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownKey(code, path, key, issue.message, checked);
    return;
  }
  if (issue.code === 'invalid_key') {
    yield problemAt(code, path, `${show(path.at(-1))} must be ${issue.issues[0]?.message}`, undefined, 'key');
    return;
  }
  const branch = issue.code === 'invalid_union' ? intendedBranch(issue.errors, issue.input) : undefined;
  if (branch === undefined) yield wrongValue(code, issue, path, checked);
  else for (const child of branch) yield* explainIssue(child, path, checked);
}

const unknownKey = (
  code: ConfigProblemCode,
  path: DocumentPath,
  key: string,
  known: string,
  { suggest }: Checked,
): ScenarioProblem => {
  const message = `unknown key ${show(key)}${path.length === 0 ? '' : ` in ${formatPath(path)}`}`;
  const hint = suggest(key, known.split(', ')) ?? `Allowed keys: ${known}.`;
  return problemAt(code, [...path, key], message, hint, 'key');
};

const wrongValue = (code: ConfigProblemCode, issue: Issue, path: DocumentPath, checked: Checked): ScenarioProblem => {
  const name = path.length === 0 ? checked.what : formatPath(path);
  const suggestion =
    issue.code === 'invalid_value' && typeof issue.input === 'string'
      ? checked.suggest(issue.input, issue.values.map(String))
      : undefined;
  if (issue.input === undefined) return problemAt(code, path, `${name} is missing: it must be ${issue.message}`);
  if (issue.code === 'invalid_value' && issue.message === 'a built-in fault' && typeof issue.input === 'string') {
    const hint = suggestion ?? `Built-in faults: ${issue.values.join(', ')}.`;
    return problemAt('VIV_FAULT_UNKNOWN', path, `unknown fault ${show(issue.input)}`, hint);
  }
  return problemAt(code, path, `${name} must be ${issue.message}, not ${show(issue.input)}`, suggestion);
};

/** The alternative of a union that was probably intended: that with the fewest problems of the type of the value. */
const intendedBranch = (branches: readonly (readonly Issue[])[], input: unknown): readonly Issue[] | undefined =>
  branches
    .filter((issues) => issues.length > 0 && issues.every((issue) => issue.path.length > 0 || isOfKind(issue, input)))
    .map((issues) => ({ issues, weight: issues.reduce((sum, issue) => sum + weigh(issue), 0) }))
    .sort((left, right) => left.weight - right.weight)
    .at(0)?.issues;

const weigh = (issue: Issue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

const isOfKind = (issue: Issue, input: unknown) => {
  if (issue.code === 'invalid_type') return false;
  // `custom` is either a check of the type (bigint) or a refinement of a text.
  if (issue.code === 'custom') return typeof input === 'string';
  return issue.code !== 'invalid_value' || issue.values.some((value) => typeof value === typeof input);
};

/** Formats a value for a sentence, at most 60 characters. */
export const show = (value: unknown): string => {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty map' : 'a map';
  const text = stringifyJson(value as Json) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
};
