/** Generates values: they are drawn and checked, then drawn again or repaired until they are valid. */

import { equalsJson, type Json } from '../../core/primitives/json.ts';
import { pathTo, setAt } from '../../core/primitives/json-path.ts';
import { maxStepsPerRequest, StepBudget } from '../../core/primitives/step-budget.ts';
import { type Check, type Generate, type GenerateContext, notEvaluated } from '../../core/service/check.ts';
import type { Located, Source } from '../document/source.ts';
import { bundleSchema } from '../schema/bundle-schema.ts';
import type { SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { createDraws } from './draw.ts';
import { type Draw, type DrawContext, endlessBudget, maxTextOfValue, maxWork } from './draw-context.ts';
import { loadTools, type Tools } from './faker.ts';
import { hintFor } from './name-hint.ts';

export interface Generators {
  readonly generatorFor: (key: string, check: Check, options: GeneratorOptions) => Generate;
  /** A plain value without the libraries: the required properties and those that `keeps` selects. */
  readonly plainValue: (key: string, keeps: (name: string) => boolean) => Json;
  readonly load: () => Promise<void>;
}

interface GeneratorOptions {
  /** The name of the value, as a hint for its text. */
  readonly name?: string;
  /** Returned unchanged if it is valid. */
  readonly example?: Json | undefined;
  /** Properties that are required in addition to the schema. */
  readonly required?: readonly string[];
  /** Keys of schemas that properties must match in addition to their own. */
  readonly refined?: Readonly<Record<string, string>>;
}

interface Drawn {
  readonly value: Json;
  /** Whether the schema requires more than the limits allow. Other attempts would fail too. */
  readonly isCut: boolean;
}

/** The approximate limit of values in one drawn value. */
const drawBudget = 3000;
/** The number of seeds that are tried before the last resort. */
const attempts = 8;

export const createGenerators = (schemas: SchemaSet, source: Source, fakers: readonly Located<Json>[]): Generators => {
  const drawFor = createDraws(schemas);
  let tools: Tools | undefined;
  let loading: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    const loaded = await loadTools();
    loaded.seed(1, 0);
    for (const { value, pointer } of fakers) {
      const problem = loaded.problemWith(value);
      if (problem !== undefined) source.report(pointer, `${problem}; the value is generated without it`);
    }
    tools = loaded;
  };

  const drawWith = (draw: Draw, { seed, now }: GenerateContext, sparse: boolean): Drawn => {
    if (tools === undefined) throw new Error('a generator was called before service.ready()');
    tools.seed(seed, now);
    const context = contextFor(tools, tools.random, now, sparse);
    const value = draw(context);
    if (!context.isEndless) return { value, isCut: context.isCut };
    return {
      value: draw({ ...contextFor(tools, tools.random, now, true), budget: endlessBudget }),
      isCut: true,
    };
  };

  const generatorFor: Generators['generatorFor'] = (
    key,
    check,
    { name = '', example, required = [], refined = {} },
  ) => {
    const more: SchemaObject = {
      required,
      properties: Object.fromEntries(
        Object.entries(refined).map(([property, schemaKey]) => [property, { $ref: schemaKey }]),
      ),
    };
    let draw: Draw | undefined;
    let isExampleValid: boolean | undefined;
    return (context) => {
      if (example !== undefined) {
        isExampleValid ??= check(example).length === 0;
        if (isExampleValid) return example;
      }
      draw ??= drawFor(required.length === 0 ? [{ $ref: key }] : [{ $ref: key }, more], hintFor(name, ''));
      const budget = new StepBudget(maxStepsPerRequest);
      for (let attempt = 0; attempt < attempts; attempt++) {
        const { value, isCut } = drawWith(draw, { ...context, seed: context.seed + attempt * 0x9e3779b1 }, false);
        if (isCut) return value;
        const [problem] = check(value, budget);
        // If a value cannot be checked, another cannot be checked either.
        if (problem === undefined || problem.rule === notEvaluated) return value;
      }
      return lastResort(key, draw, (value) => check(value, budget), context, example);
    };
  };

  /** The required properties alone, then a value by json-schema-faker, then the value with the fewest problems. */
  const lastResort = (
    key: string,
    draw: Draw,
    check: Check,
    context: GenerateContext,
    example: Json | undefined,
  ): Json => {
    const candidates = [
      () => repair(drawWith(draw, context, true).value, check),
      () => repair(drawWith(draw, context, false).value, check),
      () => repair(drawByLibrary(key, context.seed), check),
      ...(example === undefined ? [] : [() => example]),
    ];
    let best: { readonly value: Json; readonly problems: number } | undefined;
    for (const candidate of candidates) {
      const value = candidate();
      const problems = check(value).length;
      if (problems === 0) return value;
      if (best === undefined || problems < best.problems) best = { value, problems };
    }
    return best?.value ?? null;
  };

  const drawByLibrary = (key: string, seed: number): Json => {
    const bundle = bundleSchema(key, schemas);
    if (bundle === undefined) return null;
    try {
      return (tools as Tools).drawAny(bundle, seed) as Json;
    } catch {
      return null;
    }
  };

  return {
    generatorFor,
    load: () => {
      loading ??= load();
      return loading;
    },
    plainValue: (key, keeps) =>
      drawFor([{ $ref: key }], hintFor('', ''))({ ...contextFor(undefined, () => 0, 0, true), keeps }),
  };
};

const contextFor = (tools: Tools | undefined, random: () => number, now: number, sparse: boolean): DrawContext => ({
  tools,
  random,
  now,
  sparse,
  keeps: undefined,
  shared: {},
  open: new Set(),
  depth: 0,
  openUnions: 0,
  budget: drawBudget,
  work: maxWork,
  textLeft: maxTextOfValue,
  isCut: false,
  isEndless: false,
});

/** Removes invalid values, in a few rounds: an optional property is better absent than invalid. */
const repair = (value: Json, check: Check): Json => {
  let repaired = value;
  for (let round = 0; round < 4; round++) {
    const invalid = check(repaired).filter(({ rule, pointer }) => rule !== 'required' && pointer !== '');
    if (invalid.length === 0) return repaired;
    const before = repaired;
    for (const { pointer } of invalid) repaired = setAt(repaired, pathTo(pointer), undefined);
    if (equalsJson(before, repaired)) return repaired;
  }
  return repaired;
};
