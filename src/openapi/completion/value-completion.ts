/** Completes one value and its parts: what matches is kept, what is missing is taken from the earlier value or generated. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { CompleteContext } from '../../core/service/check.ts';
import { typeOf } from '../../core/service/schema-facts.ts';
import type { DrawWith } from '../generate/generate.ts';
import { Run } from '../validation/evaluation.ts';
import type { Completion, Place } from './completion.ts';
import { formsOf } from './completion-forms.ts';
import { fitList } from './fit-list.ts';
import { fitObject } from './fit-object.ts';
import { fitUnion } from './fit-union.ts';
import { initialObject, initialValues } from './initial-values.ts';
import { countKept, countValues } from './kept-values.ts';
import type { Plan } from './plan.ts';

/** The number of unions of one value in which several branches are compared. In others, the most likely branch is taken. */
const maxComparedUnions = 64;
/** The number of seeds with which a missing value is drawn. */
const drawAttempts = 4;

/** The cost of looking at a value, apart from tests. */
const stepsPerFit = 3;
/** The costs of drawing a value. */
const stepsPerDraw = 5;
const stepsPerDrawnValue = 10;

/** The completion of one value. The properties, items and branches of the value are completed in the same way. */
export class ValueCompletion implements Completion {
  readonly #context: CompleteContext;
  readonly #drawWith: DrawWith;
  readonly #run: Run;
  /** Schemas of which no drawn value matches: another attempt would take as long. */
  readonly #undrawable = new Set<Plan>();
  #comparedUnions = 0;

  constructor(context: CompleteContext, drawWith: DrawWith, budget: StepBudget) {
    this.#run = new Run(budget);
    this.#context = context;
    this.#drawWith = drawWith;
  }

  fit(plan: Plan, value: Json, place: Place): Json | undefined {
    this.budget.spend(stepsPerFit);
    if (this.matches(plan, value)) return value;
    const own = this.#fitAsIs(plan, value, place);
    if (own !== undefined) return own;
    for (const form of formsOf(value, plan.merged())) {
      if (this.matches(plan, form)) return form;
      const fitted = typeof form === 'object' ? this.#fitAsIs(plan, form, place) : undefined;
      // A candidate that keeps nothing of the value is not a form of it.
      if (fitted !== undefined && countKept(form, fitted, this.budget) > 0) return fitted;
    }
    return undefined;
  }

  /** The value with each of its properties completed, even if the whole does not match. */
  closest(plan: Plan, value: Json, place: Place): Json | undefined {
    return isJsonObject(value) && plan.merged().union === undefined ? fitObject(this, plan, value, place) : undefined;
  }

  get budget(): StepBudget {
    return this.#run.budget;
  }

  mayCompareBranches(): boolean {
    return ++this.#comparedUnions <= maxComparedUnions;
  }

  matches(plan: Plan, value: Json): boolean {
    return plan.test(value, this.#run);
  }

  #fitAsIs(plan: Plan, value: Json, place: Place): Json | undefined {
    const { types, values, union } = plan.merged();
    if (values !== undefined) return undefined;
    if (union !== undefined) return fitUnion(this, plan, value, place);
    if (types !== undefined && !types.has(typeOf(value))) return undefined;
    const fitted = Array.isArray(value)
      ? fitList(this, plan, value as readonly Json[], place)
      : isJsonObject(value)
        ? fitObject(this, plan, value, place)
        : undefined;
    return fitted !== undefined && this.matches(plan, fitted) ? fitted : undefined;
  }

  earlier(plan: Plan, { before }: Place): Json | undefined {
    return before !== undefined && this.matches(plan, before) ? before : undefined;
  }

  missing(plan: Plan, place: Place): Json | undefined {
    const earlier = this.earlier(plan, place);
    if (earlier !== undefined) return earlier;
    const initial = this.initial(plan);
    if (initial !== undefined) return initial;
    const generated = this.#generated(plan, place);
    if (!this.#context.isNew || generated === undefined || !isJsonObject(generated)) return generated;
    return initialObject(plan, generated, (part, value) => this.matches(part, value));
  }

  /** What a part of a new value is before anything happens to it; undefined if there is nothing usual. */
  initial(plan: Plan): Json | undefined {
    return this.#context.isNew ? initialValues(plan).find((value) => this.matches(plan, value)) : undefined;
  }

  #generated(plan: Plan, place: Place): Json | undefined {
    const { seed, now } = this.#context;
    const template = place.template();
    if (template !== undefined && this.matches(plan, template)) return template;
    if (this.#undrawable.has(plan)) return undefined;
    for (let attempt = 0; attempt <= drawAttempts; attempt++) {
      const drawn = this.#drawWith(
        plan.draw(),
        { seed: seedFrom(seed, place.pointer, attempt), now, budget: this.budget },
        attempt === drawAttempts,
      );
      this.budget.spend(stepsPerDraw + stepsPerDrawnValue * countValues(drawn));
      if (this.matches(plan, drawn)) return drawn;
    }
    this.#undrawable.add(plan);
    return undefined;
  }
}
