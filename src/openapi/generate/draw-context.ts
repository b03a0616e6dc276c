import type { Json } from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { GenerateContext, GivenValues } from '../../core/service/check.ts';
import { wordGroups } from '../../parts/names/index.ts';
import type { Schema } from '../schema/schema.ts';
import type { Tools } from './faker.ts';
import type { NameHint } from './name-hint.ts';
import type { FactsContext, SharedFacts } from './shared-facts.ts';

export interface DrawContext extends FactsContext {
  /** Plain values are drawn without these libraries. */
  readonly tools: Tools | undefined;
  /** The server's origin. */
  readonly origin: string;
  /** Whether only required properties and items are drawn. */
  readonly sparse: boolean;
  /** See {@link GenerateContext}. */
  readonly isWhole: boolean;
  listSize: GenerateContext['listSize'];
  /** The position of the item that is being drawn in its list. */
  position: number | undefined;
  /** Selects optional properties that are always drawn. If defined, lists are not empty. */
  readonly keeps: ((name: string) => boolean) | undefined;
  /** Ranks the branches of a union: the highest is drawn if possible. Undefined: the first. */
  readonly rank: ((branch: Schema) => number) | undefined;
  shared: SharedFacts;
  /** Below the present value, the path of a part that the caller replaces. Undefined: there is none. */
  replaced: readonly string[] | undefined;
  /** What the next object has. Undefined: nothing is given. */
  given: GivenValues | undefined;
  /** Whether examples of the document are drawn as they are; otherwise texts like them. */
  usesExamples: boolean;
  /** Whether not even the pattern of examples is used: an example may be invalid. */
  readonly ignoresExamples: boolean;
  /** Schemas whose value is being drawn lean. A schema that occurs again below itself would not end. */
  readonly open: Set<Draw>;
  depth: number;
  /** The number of unions being drawn. `depth` counts their alternatives too, although these are the same value. */
  openUnions: number;
  /** The number of values that may still be drawn. Then only required properties and items are drawn. */
  budget: number;
  /** The remaining cost of merging schemas for this value. */
  work: number;
  /** The number of characters of long text that may still be drawn. */
  textLeft: number;
  /** Steps for the tests of texts that patterns restrict. */
  readonly patternSteps: StepBudget;
  /** Whether the schema requires more than the limits allow. Another draw would not help. */
  isCut: boolean;
  /** Whether the value was cut because it would not end: a schema that requires itself has no finite value. */
  isEndless: boolean;
}

export type Draw = (context: DrawContext) => Json;

/** Draws values that all of the schemas apply to. */
export type DrawFor = (list: readonly Schema[], hint: NameHint) => Draw;

/** Optional properties and items are omitted below this depth. */
const leanDepth = 5;

/** The largest number of drawn items or properties. A schema may require more. */
export const maxDrawnItems = 10_000;

/** Longer text is never drawn, even if a schema requires it. */
export const maxTextLength = 1_000_000;

/** The approximate limit of steps to merge schemas for one value. Each choice in a schema with many unions needs a merge. */
export const maxWork = 250_000;

/** The number of required values that are drawn above the budget. A schema that requires more has no value in practice. */
const overdraft = 100_000;

/** The budget of a value that does not end. The value is invalid in any case, so it is kept small. */
export const endlessBudget = 500 - overdraft;

const maxDepth = 30;

/** Whether the value is so deep or large that nothing more is drawn. */
export const isExhausted = ({ depth, openUnions, budget, work }: DrawContext): boolean =>
  depth - openUnions > maxDepth || budget < -overdraft || work < 0;

/**
 * Draws an optional part; undefined if it would contain itself without end. A value that is not plain keeps the mark `isEndless`, and is
 * drawn again with less in it.
 */
export const drawUnlessEndless = (draw: Draw, context: DrawContext): Json | undefined => {
  const { isCut, isEndless, keeps } = context;
  const value = draw(context);
  if (keeps === undefined || isEndless || !context.isEndless) return value;
  context.isCut = isCut;
  context.isEndless = isEndless;
  return undefined;
};

/** Limits a minimum of the schema. Sets `isCut` if the limit applies. */
export const cutTo = (minimum: number, max: number, context: DrawContext): number => {
  if (minimum <= max) return minimum;
  context.isCut = true;
  return max;
};

/** Whether only required properties and items are drawn: on request, or because the value is deep or large. */
export const isLean = ({ sparse, depth, budget }: DrawContext): boolean => sparse || depth > leanDepth || budget < 0;

/** Whether a nullable value is null: one in ten; never an identifier, a name or a creation, mostly the time of what has not happened. */
export const isAbsent = ({ sparse, random }: DrawContext, { isId, isDecided, words }: NameHint): boolean => {
  if (sparse || isId || isDecided || wordGroups.names.has(words, 'neverNull')) return false;
  return random() < 1 - (rareTimeChance(words) ?? (wordGroups.names.has(words, 'doneTime') ? 0.5 : 0.9));
};

/** The probability of the time of what seldom happens (`archivedAt`), or has not happened to what is there (`deletedAt`); undefined for others. */
export const rareTimeChance = (words: string): number | undefined =>
  wordGroups.names.has(words, 'rareTime') ? (wordGroups.inside.has(words, 'gone') ? 0 : 0.1) : undefined;
