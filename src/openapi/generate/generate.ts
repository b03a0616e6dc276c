/** Generated values: drawn, checked, and drawn again or repaired until they keep to the interface. */
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  setProperty,
  unescapePointer,
} from '../../core/primitives/json.ts';
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
  /** A plain value that needs no library: required members, and those that `keeps` names. */
  readonly plainValue: (key: string, keeps: (name: string) => boolean) => Json;
  readonly load: () => Promise<void>;
}

interface GeneratorOptions {
  /** What the value is called. */
  readonly name?: string;
  /** Used as it is where it fits the schema. */
  readonly example?: Json | undefined;
  /** Members that must be there although the schema does not require them. */
  readonly required?: readonly string[];
  /** Keys of schemas that members must fit besides their own. */
  readonly refined?: Readonly<Record<string, string>>;
}

interface Drawn {
  readonly value: Json;
  /** It asks for more than is ever drawn: nothing that is tried instead would fit. */
  readonly isCut: boolean;
}

/** Values in one drawn value, about. */
const drawBudget = 3000;
/** With the seeds that follow, before anything else is tried. */
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
      properties: Object.fromEntries(Object.entries(refined).map(([property, other]) => [property, { $ref: other }])),
    };
    let draw: Draw | undefined;
    let isExampleFit: boolean | undefined;
    return (context) => {
      if (example !== undefined) {
        isExampleFit ??= check(example).length === 0;
        if (isExampleFit) return example;
      }
      draw ??= drawFor(required.length === 0 ? [{ $ref: key }] : [{ $ref: key }, more], hintFor(name, ''));
      const budget = new StepBudget(maxStepsPerRequest);
      for (let attempt = 0; attempt < attempts; attempt++) {
        const { value, isCut } = drawWith(draw, { ...context, seed: context.seed + attempt * 0x9e3779b1 }, false);
        if (isCut) return value;
        const [problem] = check(value, budget);
        // Where it cannot be found out whether a value fits, another is no better.
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

/** Takes members out that break a rule, a few times over: one that is optional is better absent than wrong. */
const repair = (value: Json, check: Check): Json => {
  let repaired = value;
  for (let round = 0; round < 4; round++) {
    const wrong = check(repaired).filter(({ rule, pointer }) => rule !== 'required' && pointer !== '');
    if (wrong.length === 0) return repaired;
    const before = repaired;
    for (const { pointer } of wrong) repaired = without(repaired, pointer.split('/').slice(1).map(unescapePointer));
    if (equalsJson(before, repaired)) return repaired;
  }
  return repaired;
};

const without = (value: Json, [token, ...rest]: readonly string[]): Json => {
  if (token === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return rest.length === 0
      ? items.filter((_, at) => String(at) !== token)
      : items.map((item, at) => (String(at) === token ? without(item, rest) : item));
  }
  if (!isJsonObject(value) || getProperty(value, token) === undefined) return value;
  const copy: Record<string, Json> = { ...value };
  if (rest.length === 0) delete copy[token];
  else setProperty(copy, token, without(value[token] as Json, rest));
  return copy;
};
