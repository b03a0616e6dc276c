/** Finds equal JSON values in linear time: equal values get the same number. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';

const charactersPerStep = 32;

export type Repetition = readonly [first: number, second: number];

export class CanonicalValues {
  readonly #numbers = new Map<string, number>();
  /** The numbers of objects and lists that were already visited. */
  readonly #known = new Map<object, number>();
  readonly #repetitions = new Map<readonly Json[], Repetition | undefined>();

  /** Equal for equal values, as compared by `equalsJson`. @throws OutOfSteps */
  numberOf(value: Json, budget: StepBudget): number {
    budget.spend(1);
    const known = typeof value === 'object' && value !== null ? this.#known.get(value) : undefined;
    if (known !== undefined) return known;
    const text = this.#textOf(value, budget);
    budget.spend(2 + text.length / charactersPerStep);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    if (typeof value === 'object' && value !== null) this.#known.set(value, number);
    return number;
  }

  /** The indexes of the first repeated item and of its first occurrence. @throws OutOfSteps */
  repetitionIn(items: readonly Json[], budget: StepBudget): Repetition | undefined {
    budget.spend(1);
    if (!this.#repetitions.has(items)) this.#repetitions.set(items, this.#findRepetition(items, budget));
    return this.#repetitions.get(items);
  }

  #findRepetition(items: readonly Json[], budget: StepBudget): Repetition | undefined {
    const seen = new Map<number, number>();
    for (const [index, item] of items.entries()) {
      const number = this.numberOf(item, budget);
      const before = seen.get(number);
      if (before !== undefined) return [before, index];
      seen.set(number, index);
    }
    return undefined;
  }

  #textOf(value: Json, budget: StepBudget): string {
    if (Array.isArray(value)) return `[${(value as readonly Json[]).map((item) => this.numberOf(item, budget)).join()}`;
    if (isJsonObject(value)) {
      const names = Object.keys(value).sort();
      return `{${names.map((name) => `${JSON.stringify(name)}:${this.numberOf(value[name] as Json, budget)}`).join()}`;
    }
    if (typeof value === 'string') return `"${value}`;
    // -0 and 0, and 1 and 1n, are the same value.
    return String(value === 0 ? 0 : value);
  }
}
