/** The patterns of a document. An automaton tests each in linear time, see docs/decisions/0016-patterns-of-documents.md. */
import { lazily } from '../../core/primitives/lazy.ts';
import { OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { Automaton, type Units } from './automaton.ts';
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
  const { flags } = expression;
  if (mayReferBack.test(source) && parseOrGiveUp(source, flags) === undefined) return undefined;
  // A pattern is analysed on the first test, because many patterns of a document are never used.
  const testBounded = lazily(() => createTest(parseOrGiveUp(expression.source, flags)));
  return {
    flags,
    test: (text, budget) => {
      if (budget !== undefined) return testBounded()(text, budget);
      try {
        return testBounded()(text, new StepBudget(usualBudget));
      } catch (error) {
        if (error instanceof OutOfSteps) return undefined;
        throw error;
      }
    },
  };
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

const parseOrGiveUp = (source: string, flags: string): Syntax | undefined => {
  try {
    return parsePattern(source, flags);
  } catch {
    return undefined;
  }
};

/** One automaton per class, because repetitions are only expanded up to the length of the text. */
const lengthClasses = [64, 1024, Number.MAX_SAFE_INTEGER];

const createTest = (syntax: Syntax | undefined): ((text: string, budget: StepBudget) => boolean | undefined) => {
  if (syntax === undefined) return () => undefined;
  const automata = new Map<number, Automaton | undefined>();
  return (text, budget) => {
    const units = unitsOf(text, syntax.isUnicode);
    const maxLength = lengthClasses.find((length) => units.length <= length) as number;
    if (!automata.has(maxLength)) {
      const program = compileProgram(syntax, maxLength);
      automata.set(maxLength, program && new Automaton(program));
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
