import type { Json } from '../core/json.ts';
import type { Hint } from './hint.ts';
import type { Schema } from './schema.ts';
import type { Tools } from './tools.ts';

export interface DrawContext {
  /** In [0, 1). */
  readonly random: () => number;
  /** World time in milliseconds. */
  readonly now: number;
  /** Undefined: drawn plainly, without the libraries. */
  readonly tools: Tools | undefined;
  /** Only what must be there. */
  readonly sparse: boolean;
  /** Optional members that are there nevertheless; lists are then not empty. Undefined: none. */
  readonly keeps: ((name: string) => boolean) | undefined;
  depth: number;
  /** Values that may still be drawn before only what must be there is. */
  budget: number;
}

export type Draw = (context: DrawContext) => Json;

/** Draws values that all of the schemas apply to. */
export type DrawFor = (list: readonly Schema[], hint: Hint) => Draw;

/** Optional members and items are left out below this depth. */
export const leanDepth = 5;

/** More items or members than anyone asks an example for, but a schema may. */
export const mostItems = 1000;

/** Whether only what must be there is drawn: by wish, or because the value has become deep or large. */
export const isLean = ({ sparse, depth, budget }: DrawContext): boolean => sparse || depth > leanDepth || budget < 0;

/** A nullable value is there nine times in ten; one that identifies something always. */
export const isAbsent = ({ sparse, random }: DrawContext, { isId }: Hint): boolean =>
  !sparse && !isId && random() < 0.1;
