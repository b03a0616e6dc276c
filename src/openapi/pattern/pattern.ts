/**
 * The patterns of a document. Each test ends: what is provably linear is tested by the JavaScript engine, the rest by an
 * automaton, and what has back references in a bounded number of steps. See docs/decisions/0016-patterns-of-documents.md.
 */
import { OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { type Automaton, createAutomaton, type Units } from './automaton.ts';
import { matchByBacktracking } from './backtrack.ts';
import { isDeterministic } from './deterministic.ts';
import { createProgram } from './program.ts';
import { parsePattern, type Syntax } from './syntax.ts';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /**
   * Whether the pattern is found in the text; undefined where that cannot be found out in bounded time.
   * @throws OutOfSteps where a budget is given and spent.
   */
  readonly test: (text: string, budget?: StepBudget) => boolean | undefined;
}

/** Undefined where it is not a regular expression of JavaScript. */
export const createPattern = (source: string): Pattern | undefined => {
  const expression = compile(source, 'u') ?? compile(source, '');
  return expression && patternOf(expression);
};

/** Unicode-aware where possible: many real patterns have escapes (`\-`) that only the older mode takes. */
const compile = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

/** The engine keeps a place to return to for each repetition: a longer text might overflow its memory. */
const maxNative = 100_000;
const unitsPerStep = 64;
/** For a test outside of any request. */
const usualBudget = 5_000_000;

type Test = (text: string, budget: StepBudget | undefined) => boolean | undefined;

/** The pattern is looked into when it is first tested: a document has many that never are. */
const patternOf = (expression: RegExp): Pattern => {
  const { source, flags } = expression;
  let test: Test | undefined;
  return {
    source,
    flags,
    test: (text, budget) => {
      test ??= createTest(expression);
      return test(text, budget);
    },
  };
};

const createTest = (expression: RegExp): Test => {
  const syntax = parseOrGiveUp(expression.source, expression.flags);
  if (syntax === undefined) return () => undefined;
  const testBounded = syntax.hasBackReferences ? createBacktracking(syntax) : createLinear(syntax);
  const bounded: Test = (text, budget) =>
    budget === undefined ? testAlone(testBounded, text) : testBounded(text, budget);
  if (!isDeterministic(syntax)) return bounded;
  return (text, budget) => {
    if (text.length > maxNative) return bounded(text, budget);
    budget?.spend(1 + text.length / unitsPerStep);
    return expression.test(text);
  };
};

const parseOrGiveUp = (source: string, flags: string): Syntax | undefined => {
  try {
    return parsePattern(source, flags);
  } catch {
    return undefined;
  }
};

const testAlone = (test: BoundedTest, text: string): boolean | undefined => {
  try {
    return test(text, new StepBudget(usualBudget));
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined;
    throw error;
  }
};

type BoundedTest = (text: string, budget: StepBudget) => boolean | undefined;

/** Enough for any pattern that does not backtrack without end. */
const maxBacktracking = 200_000;

const createBacktracking = (syntax: Syntax): BoundedTest => {
  return (text, budget) => {
    budget.spend(1 + text.length);
    const own = new StepBudget(maxBacktracking);
    try {
      return matchByBacktracking(syntax, unitsOf(text, syntax.flags.unicode), own);
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    } finally {
      budget.spend(maxBacktracking - Math.max(0, own.left));
    }
  };
};

/** Texts up to these lengths have automata of their own: a repetition need not be written out more often. */
const lengthClasses = [64, 1024, Number.MAX_SAFE_INTEGER];

const createLinear = (syntax: Syntax): BoundedTest => {
  const automata = new Map<number, Automaton | undefined>();
  return (text, budget) => {
    const units = unitsOf(text, syntax.flags.unicode);
    const maxLength = lengthClasses.find((length) => units.length <= length) as number;
    if (!automata.has(maxLength)) {
      const program = createProgram(syntax, maxLength);
      automata.set(maxLength, program && createAutomaton(program));
    }
    return automata.get(maxLength)?.test(units, budget);
  };
};

const surrogate = /[\ud800-\udfff]/;

const unitsOf = (text: string, isUnicode: boolean): Units => {
  if (isUnicode && surrogate.test(text))
    return Uint32Array.from(text, (character) => character.codePointAt(0) as number);
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
};
