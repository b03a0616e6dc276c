/** The evaluation of a value against a compiled schema: its state, and the interfaces of what is evaluated. */
import type { Json } from '../../core/primitives/json.ts';
import { OutOfSteps, type StepBudget } from '../../core/primitives/step-budget.ts';
import type { Problem } from '../../core/service/check.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { type Failure, problemOf } from './messages.ts';

/** Whether the value fits. It does no more than the answer needs. */
export type Test = (value: Json, run: Run) => boolean;

/** A keyword, or several that belong together, of one schema. */
export interface Rule {
  readonly test: Test;
  /** Reports each failure. Called only for a value that does not pass the test; `pointer` leads to it. */
  readonly explain: (value: Json, pointer: string, run: Run, report: Report) => void;
}

/** A compiled schema. */
export interface SchemaNode extends Rule {
  readonly id: number;
}

/** The same node for the same schema. What is inside a reference is compiled when it is first needed. */
export interface CompileSchema {
  (schema: Schema): SchemaNode;
  /** The schema that a reference leads to. */
  readonly resolve: (key: string) => Schema;
  readonly schemas: SchemaSet;
}

/** One of the alternatives of a union. */
export interface Branch {
  readonly node: SchemaNode;
  /** Made when a value is first compared. */
  readonly guard: () => BranchGuard;
}

/** False only for a value that does not fit the branch. */
export type BranchGuard = (value: Json) => boolean;

/** Thrown where a pattern of the document cannot be evaluated in bounded time. */
export class PatternNotEvaluated extends Error {}

/** Until then each result is found again where it is asked for again: that is cheaper for the usual value. */
const stepsWithoutMemo = 5000;
/** More results take too much memory; the budget of steps still bounds the time. */
const maxResults = 500_000;
/** Schemas within schemas; the stack holds several times as many. */
const maxDepth = 500;

/** One evaluation of one value. */
export class Run {
  readonly budget: StepBudget;
  /** Whether a pattern that cannot be evaluated counts as not found; else it ends the run. */
  readonly isLenient: boolean;
  readonly #firstSteps: number;
  /** By node and value. A result depends on nothing else, so that equal strings and numbers share theirs. */
  readonly #results: Map<Json, boolean>[] = [];
  readonly #explanations = new Map<SchemaNode, Map<Json, readonly Problem[]>>();
  #resultCount = 0;
  #depth = 0;

  constructor(budget: StepBudget, { isLenient = false } = {}) {
    this.budget = budget;
    this.isLenient = isLenient;
    this.#firstSteps = budget.left - stepsWithoutMemo;
  }

  /** Tests the value, at most once for each schema where the value is large. @throws OutOfSteps */
  test(id: number, test: Test, value: Json): boolean {
    const { budget } = this;
    budget.spend(1);
    if (++this.#depth > maxDepth) throw new OutOfSteps();
    if (budget.left > this.#firstSteps) {
      const result = test(value, this);
      this.#depth--;
      return result;
    }
    let results = this.#results[id];
    if (results === undefined) {
      results = new Map();
      this.#results[id] = results;
    }
    const known = results.get(value);
    const result = known ?? test(value, this);
    if (known === undefined && ++this.#resultCount <= maxResults) results.set(value, result);
    this.#depth--;
    return result;
  }

  /** The problems of a value that does not fit, with pointers relative to it; found once for each branch of a union. */
  explain(node: SchemaNode, value: Json, unionDepth: number): readonly Problem[] {
    let explanations = this.#explanations.get(node);
    if (explanations === undefined) {
      explanations = new Map();
      this.#explanations.set(node, explanations);
    }
    const known = explanations.get(value);
    if (known !== undefined) return known;
    const report = new Report(unionDepth);
    node.explain(value, '', this, report);
    explanations.set(value, report.problems);
    return report.problems;
  }
}

/** More problems show nothing that the first ones do not. */
const maxProblems = 100;

/** Collects the problems of one value, each once. */
export class Report {
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();
  readonly #explained = new Set<string>();
  /** Unions that this report is about a branch of, one inside the other. */
  readonly unionDepth: number;

  constructor(unionDepth = 0) {
    this.unionDepth = unionDepth;
  }

  get isFull(): boolean {
    return this.#problems.length >= maxProblems;
  }

  /** A value of a wrong type need not have a format: 1.5 is not an integer, and that is enough. */
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
    const key = `${problem.pointer} ${problem.message}`;
    if (this.isFull || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#problems.push(problem);
  }

  /** Whether the schema has not been explained here yet: several schemas may refer to it for the same value. */
  enter(id: number, pointer: string): boolean {
    const key = `${id} ${pointer}`;
    return this.#explained.size < this.#explained.add(key).size;
  }
}
