/** Functions that check and generate values, and the rules of a schema for one value, as contract and extreme faults need them. */
import type { Json, JsonObject } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

export interface SchemaLimits {
  /** The allowed types; undefined if the schema does not restrict them. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly values: readonly Json[] | undefined;
  readonly format: string | undefined;
  /** The lower bound; `-Infinity` if there is none. */
  readonly low: number;
  /** Whether the bound itself is not allowed. */
  readonly lowOpen: boolean;
  readonly high: number;
  readonly highOpen: boolean;
  readonly step: number | undefined;
  /** In code points, as JSON Schema counts them. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly minProperties: number;
  readonly required: ReadonlySet<string>;
}

/** If a value matches one of several alternatives, the rules of that one count; `types` are those of all alternatives. */
export interface SchemaFacts extends SchemaLimits {
  /** Their tests always end: undefined if it cannot be decided in bounded time whether the text matches. */
  readonly patterns: readonly { readonly test: (text: string) => boolean | undefined }[];
  readonly declares: boolean;
  /** Whether a property is declared or allowed; `typed`: not declared by name, but it must match a schema. */
  readonly declarationOf: (name: string) => 'declared' | 'typed' | 'open' | 'closed';
  /** The facts for a property or a list item with this value. The same object for the same rules. */
  readonly child: (token: string | number, value: Json) => SchemaFacts;
}

export type SchemaFactsOf = (value: Json) => SchemaFacts;

export const typeOf = (value: Json): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
};

export const allowsType = ({ types }: SchemaFacts, type: JsonType): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

export interface Problem {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** The JSON Schema keyword, or another word such as `syntax` or `duplicate`. */
  readonly rule: string;
  /** Without the name of the property, which precedes it: `is required`, `must be at least 1`. */
  readonly message: string;
  /** What the rule demands: the bound, the pattern, the format, the types, the allowed values. Undefined: the rule says it all. */
  readonly limit?: Json | undefined;
}

/** Whether the value is only too good for a `oneOf`: it fits several alternatives. */
export const isOverlap = ({ message }: Problem): boolean => /, but matches several/.test(message);

/** How the message ends where one alternative takes all that another one does. */
export const coveredEnd = ', one within another';

/** The rule of a problem that only reports that the value could not be checked within the budget. */
export const notEvaluated = 'not-evaluated';

export const missing: Problem = { pointer: '', rule: 'required', message: 'is required' };

export const tooManySteps: Problem = {
  pointer: '',
  rule: notEvaluated,
  message: 'cannot be checked: its schema takes too many steps to evaluate for this value',
};

/** The problems of a value; empty if it is valid. `budget`: the remaining steps of the request. */
export type Check = (value: Json, budget?: StepBudget) => readonly Problem[];

/** The input of a generator; the same context gives the same value. */
export interface GenerateContext {
  readonly seed: number;
  /** World time in milliseconds; generated dates are relative to it. */
  readonly now: number;
  /** The remaining steps, shared by several values. Default: those of one request for each value. */
  readonly budget?: StepBudget;
  /** Whether the document's examples of properties are used; false for all items of a collection but the first. Default: true. */
  readonly usesExamples?: boolean;
  /** The least number of items of the outermost list of this name; undefined as a name: of any name. */
  readonly listSize?: {
    readonly name: string | undefined;
    readonly least: number;
    /** The list and the objects around it, which the body then has although its schema does not require them. */
    readonly within?: readonly string[];
  };
  /** Whether every optional property is drawn. Default: false. */
  readonly isWhole?: boolean;
  /** The path of a part that the caller replaces: its dates do not count. Default: none. */
  readonly replaced?: readonly string[];
  /** The values of some parts of the drawn value, with which the rest agrees. Default: none. */
  readonly given?: GivenValues | undefined;
  /** The names of the drawn object, for the parts that depend on them, unless the document has an example. Default: none. */
  readonly called?: JsonObject | undefined;
  /** Called for each drawn value: whether it depends on `now`. If it is never called, it may. */
  readonly onDrawn?: (isDated: boolean) => void;
}

/** Parts of a value that is drawn, by their places in it. */
export interface GivenValues {
  readonly fixed: JsonObject;
  /** The values that may change, to agree with the fixed ones. */
  readonly usual: JsonObject;
}

/** @throws OutOfSteps if the shared budget was used up before. */
export type Generate = (context: GenerateContext) => Json;

/** The number of problems; infinite if the remaining steps are not enough to check the value. */
export const countProblems = (check: Check, value: Json, budget: StepBudget): number => {
  const problems = check(value, budget);
  return problems[0] === tooManySteps ? Number.POSITIVE_INFINITY : problems.length;
};

/** What completes a value. Its `budget` is `maxStepsToFit` by default; when it is used up, the value stays as it is. */
export interface CompleteContext extends GenerateContext {
  /** An earlier value: its parts replace those that the schema requires or does not accept. */
  readonly before?: Json | undefined;
  /** Whether the value is new: what is missing is its default, or false, no items, or a count of 0. Default: false. */
  readonly isNew?: boolean;
}

/** The object with the document's defaults for what is missing in it. */
export type WithDefaults = (value: JsonObject, budget: StepBudget) => JsonObject;

/** The value with what the schema requires, and with parts that it rejects converted, replaced or removed; if none matches, with the fewest problems. */
export type Complete = (value: Json, context: CompleteContext) => Json;
