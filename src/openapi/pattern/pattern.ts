/** The patterns of a document. An automaton tests each in linear time, see docs/decisions/0016-patterns-of-documents.md. */
import { OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { type Automaton, createAutomaton, type Units } from './automaton.ts';
import { compileProgram } from './pattern-program.ts';
import { parsePattern, type Syntax } from './syntax.ts';

export interface Pattern {
  readonly flags: string;
  /**
   * Whether the text contains a match. Undefined if this cannot be decided in bounded time.
   * @throws OutOfSteps if a budget is given and spent.
   */
  readonly test: (text: string, budget?: StepBudget) => boolean | undefined;
}

/** Returns undefined if the source is not a JavaScript regular expression, or has a back reference. */
export const createPattern = (source: string): Pattern | undefined => {
  const expression = compile(source, 'u') ?? compile(source, '');
  if (expression === undefined) return undefined;
  const isParsed = !mayReferBack.test(source) || parseOrGiveUp(source, expression.flags) !== undefined;
  return isParsed ? patternOf(expression) : undefined;
};

const mayReferBack = /\\(?:[1-9]|k<)/;

/** Unicode-aware if possible. Many real patterns have escapes (`\-`) that only the older mode accepts. */
const compile = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

/** The budget of a test outside of a request. */
const usualBudget = 5_000_000;

type Test = (text: string, budget: StepBudget | undefined) => boolean | undefined;

/** A pattern is analysed on the first test, because many patterns of a document are never used. */
const patternOf = (expression: RegExp): Pattern => {
  const { flags } = expression;
  let test: Test | undefined;
  return {
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
  const testBounded = createLinear(syntax);
  return (text, budget) => (budget === undefined ? testWithUsualBudget(testBounded, text) : testBounded(text, budget));
};

const parseOrGiveUp = (source: string, flags: string): Syntax | undefined => {
  try {
    return parsePattern(source, flags);
  } catch {
    return undefined;
  }
};

const testWithUsualBudget = (test: BoundedTest, text: string): boolean | undefined => {
  try {
    return test(text, new StepBudget(usualBudget));
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined;
    throw error;
  }
};

type BoundedTest = (text: string, budget: StepBudget) => boolean | undefined;

/** One automaton per class, because repetitions are only expanded up to the length of the text. */
const lengthClasses = [64, 1024, Number.MAX_SAFE_INTEGER];

const createLinear = (syntax: Syntax): BoundedTest => {
  const automata = new Map<number, Automaton | undefined>();
  return (text, budget) => {
    const units = unitsOf(text, syntax.flags.unicode);
    const maxLength = lengthClasses.find((length) => units.length <= length) as number;
    if (!automata.has(maxLength)) {
      const program = compileProgram(syntax, maxLength);
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
  for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
  return units;
};
