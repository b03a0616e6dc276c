import type { Json } from '../../core/primitives/json.ts';
import type { Schema } from '../schema/schema.ts';
import type { Tools } from './faker.ts';
import type { NameHint } from './name-hint.ts';
import type { FactsContext, SharedFacts } from './shared-facts.ts';

export interface DrawContext extends FactsContext {
  /** Undefined: drawn plainly, without the libraries. */
  readonly tools: Tools | undefined;
  /** Only what must be there. */
  readonly sparse: boolean;
  /** Optional members that are there nevertheless; lists are then not empty. Undefined: none. */
  readonly keeps: ((name: string) => boolean) | undefined;
  shared: SharedFacts;
  /** Schemas that are being drawn lean: one that comes up again inside itself would do so for ever. */
  readonly open: Set<Draw>;
  depth: number;
  /** Alternatives of unions that are being drawn: they are counted in `depth`, but are the same value. */
  openUnions: number;
  /** Values that may still be drawn before only what must be there is. */
  budget: number;
  /** What is left for schemas that are merged for this value. */
  work: number;
  /** Characters of long text that may still be drawn. */
  textLeft: number;
  /** Whether the schema asks for more than is ever drawn: then drawing again is no help. */
  isCut: boolean;
  /** Cut because it would not end: a schema that requires itself has no value at all. */
  isEndless: boolean;
}

export type Draw = (context: DrawContext) => Json;

/** Draws values that all of the schemas apply to. */
export type DrawFor = (list: readonly Schema[], hint: NameHint) => Draw;

/** Optional members and items are left out below this depth. */
const leanDepth = 5;

/** More items or members than anyone asks an example for, but a schema may. */
export const maxDrawnItems = 10_000;

/** Longer text is never drawn, whatever a schema allows or asks for. */
export const maxTextLength = 1_000_000;

/** Characters of all the text in one value; a little more where its texts are short. */
export const maxTextOfValue = 2_000_000;

/** Schemas that are merged while one value is drawn, about: a schema with many unions has a merged one for each choice. */
export const maxWork = 1_000_000;

/** Values above the budget that are drawn because they must be there; what requires more has no value in practice. */
const overdraft = 100_000;

/** The budget of a value that does not end: what is shown of it is wrong in any case, and need not be large. */
export const endlessBudget = 500 - overdraft;

/** Nothing is drawn below this depth: a schema that requires itself has no value. */
const maxDepth = 30;

/** Whether the value has become so deep or large that nothing more is drawn. */
export const isExhausted = ({ depth, openUnions, budget, work }: DrawContext): boolean =>
  depth - openUnions > maxDepth || budget < -overdraft || work < 0;

/** What is drawn of so many that a schema asks for at least; the bound is noted. */
export const cutTo = (least: number, most: number, context: DrawContext): number => {
  if (least <= most) return least;
  context.isCut = true;
  return most;
};

/** Whether only what must be there is drawn: by wish, or because the value has become deep or large. */
export const isLean = ({ sparse, depth, budget }: DrawContext): boolean => sparse || depth > leanDepth || budget < 0;

/** A nullable value is there nine times in ten; one that identifies something always. */
export const isAbsent = ({ sparse, random }: DrawContext, { isId }: NameHint): boolean =>
  !sparse && !isId && random() < 0.1;
