/** The state of an evaluation, and the interfaces of compiled schemas. */
import type { Json, Numeric } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { OutOfSteps, type StepBudget } from '../../core/primitives/step-budget.ts';
import { cutText, maxProblems } from '../../core/primitives/units.ts';
import type { Problem } from '../../core/service/check.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { CanonicalValues } from './canonical.ts';
import { type Failure, type LimitKeyword, problemOf } from './check-messages.ts';

/** Whether the value is valid. It stops at the first failure. */
export type Test = (value: Json, run: Run) => boolean;

/** A schema, or one or several related keywords of it. */
export interface Rule {
  readonly test: Test;
  /** Reports each failure. Called only for an invalid value. `pointer` is the location of the value. */
  readonly explain: (value: Json, pointer: string, run: Run, report: ProblemCollector) => void;
}

/** Explains a value that does not match; nothing, once there are enough problems. */
export const explainIfFailing = (
  rule: Rule,
  value: Json,
  pointer: string,
  run: Run,
  report: ProblemCollector,
): void => {
  if (!report.isFull && !rule.test(value, run)) rule.explain(value, pointer, run, report);
};

/** A rule with one possible failure. */
export const leaf = <Value extends Json>(failure: Failure, isFit: (value: Value, run: Run) => boolean): Rule => {
  // A large constant is written once, not for each value.
  const problem = lazily(() => problemOf(failure, ''));
  return {
    test: (value, run) => isFit(value as Value, run),
    explain: (value, pointer, run, report) => {
      if (!isFit(value as Value, run)) report.add({ ...problem(), pointer });
    },
  };
};

/** The rule of a keyword with a limit; undefined: the schema does not have the keyword. */
export const limitRule = <Value extends Json, Limit extends Numeric>(
  keyword: LimitKeyword,
  limit: Limit | undefined,
  isFit: (value: Value, limit: Limit, run: Run) => boolean,
): Rule | undefined =>
  limit === undefined ? undefined : leaf<Value>({ keyword, limit }, (value, run) => isFit(value, limit, run));

/** Compiles a schema. The same schema has the same node. The target of a reference is compiled on first use. */
export interface CompileSchema {
  (schema: Schema): Rule;
  readonly schemas: SchemaSet;
}

/** A pattern of the document cannot be evaluated in bounded time. */
export class PatternNotEvaluated extends Error {}

/** Results are not stored before this number of steps. This is faster for usual values. */
const stepsWithoutMemo = 5000;
/** The limit of stored results, to bound the memory. The budget bounds the time. */
const maxResults = 500_000;
/** The limit of nested schemas. The stack holds several times as many. */
const maxDepth = 500;

/** The cost of describing the problems of a branch. */
const stepsPerExplanation = 50;

/** One evaluation of one value. */
export class Run {
  readonly budget: StepBudget;
  /** Whether a pattern that cannot be evaluated counts as not matching. Otherwise it ends the run. */
  readonly isLenient: boolean;
  /** Whether a value may match several alternatives of a `oneOf`. */
  readonly allowsOverlap: boolean;
  readonly #firstSteps: number;
  #canonical: CanonicalValues | undefined;
  /** Results by node id and value. A result depends on nothing else, so equal strings and numbers share it. */
  #results: Map<Json, boolean>[] | undefined;
  #explanations: Map<Rule, Map<Json, readonly Problem[]>> | undefined;
  #resultCount = 0;
  #depth = 0;

  constructor(budget: StepBudget, { isLenient = false, allowsOverlap = false } = {}) {
    this.budget = budget;
    this.isLenient = isLenient;
    this.allowsOverlap = allowsOverlap;
    this.#firstSteps = budget.left - stepsWithoutMemo;
  }

  /** Shared by all lists of the value: a list may be in many other lists, and several schemas may apply to it. */
  get canonical(): CanonicalValues {
    this.#canonical ??= new CanonicalValues();
    return this.#canonical;
  }

  /** Tests the value. After `stepsWithoutMemo`, results are stored, so each value is tested once per schema. @throws OutOfSteps */
  test(id: number, test: Test, value: Json): boolean {
    const { budget } = this;
    budget.spend(1);
    if (++this.#depth > maxDepth) throw new OutOfSteps();
    if (budget.left > this.#firstSteps) {
      const result = test(value, this);
      this.#depth--;
      return result;
    }
    this.#results ??= [];
    this.#results[id] ??= new Map();
    const results = this.#results[id];
    const known = results.get(value);
    const result = known ?? test(value, this);
    if (known === undefined && ++this.#resultCount <= maxResults) results.set(value, result);
    this.#depth--;
    return result;
  }

  /** The problems of an invalid value, with pointers relative to it. Stored, because several unions may need them. */
  explain(node: Rule, value: Json, unionDepth: number): readonly Problem[] {
    this.#explanations ??= new Map();
    return getOrInsert(
      getOrInsert(this.#explanations, node, () => new Map()),
      value,
      () => {
        this.budget.spend(stepsPerExplanation);
        const report = new ProblemCollector(unionDepth);
        node.explain(value, '', this, report);
        return report.problems;
      },
    );
  }
}

/** The maximum length of all pointers and messages. Each may repeat a name of the value as long as the whole body. */
const maxCharacters = 100_000;
/** A message may repeat a pattern or all required names of the document. */
const maxMessageLength = 2000;

/** Collects the problems of one value, each once. */
export class ProblemCollector {
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();
  readonly #explained = new Set<string>();
  #characters = 0;
  /** The number of nested unions that contain the reported branch. */
  readonly unionDepth: number;

  constructor(unionDepth = 0) {
    this.unionDepth = unionDepth;
  }

  get isFull(): boolean {
    return this.#problems.length >= maxProblems || this.#characters >= maxCharacters;
  }

  /** The collected problems. If the type is wrong, the format is not reported too: 1.5 is not an integer, so `int32` adds nothing. */
  get problems(): readonly Problem[] {
    const problems = this.#problems;
    const mistyped = new Set(problems.filter(({ rule }) => rule === 'type').map(({ pointer }) => pointer));
    return mistyped.size === 0
      ? problems
      : problems.filter(({ rule, pointer }) => rule !== 'format' || !mistyped.has(pointer));
  }

  fail(failure: Failure, pointer: string): void {
    this.add(problemOf(failure, pointer));
  }

  add(problem: Problem): void {
    if (this.isFull) return;
    const message = cutText(problem.message, maxMessageLength);
    const key = `${problem.pointer} ${message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#characters += key.length;
    this.#problems.push({ ...problem, message });
  }

  /** Whether the schema was not explained at this location yet. Several schemas may refer to it for the same value. */
  enter(id: number, pointer: string): boolean {
    const key = `${id} ${pointer}`;
    return this.#explained.size < this.#explained.add(key).size;
  }
}
