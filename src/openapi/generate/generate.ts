/** Generates values: they are drawn and checked, then drawn again or repaired until they are valid. */

import { equalsJson, type Json, pathTo, setAt } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { maxStepsPerRequest, StepBudget } from '../../core/primitives/step-budget.ts';
import { maxTextOfValue } from '../../core/primitives/units.ts';
import { type Check, type Generate, type GenerateContext, notEvaluated } from '../../core/service/check.ts';
import { loadLocale } from '../../parts/locale/find-locale.ts';
import type { Located, Source } from '../document/source.ts';
import type { SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { createDraws } from './draw.ts';
import { type Draw, type DrawContext, type DrawFor, endlessBudget, maxWork } from './draw-context.ts';
import { createTools, loadTools, type Tools } from './faker.ts';
import { clearerName } from './kinds-of-things.ts';
import { hintFor } from './name-hint.ts';

export interface Generators {
  readonly generatorFor: (key: string, check: Check, options: GeneratorOptions) => Generate;
  /** A plain value without the library: the required properties and those that `keeps` selects. */
  readonly plainValue: (key: string, options: PlainOptions) => Json;
  readonly drawFor: DrawFor;
  readonly drawWith: DrawWith;
  readonly load: (origin?: string) => Promise<void>;
  /** Selects the locale of what is drawn next. Undefined: the one of {@link createGenerators}. */
  readonly useLocale: (locale: string | undefined) => void;
}

/** See the properties of {@link DrawContext}. */
type PlainOptions = Pick<DrawContext, 'keeps' | 'rank'>;

/** A drawn value, which may not match its schema. `sparse`: only what is required. */
export type DrawWith = (draw: Draw, context: GenerateContext, sparse: boolean) => Json;

/** See the properties of {@link DrawContext}. */
type How = Pick<DrawContext, 'sparse'> & { readonly ignoresExamples?: boolean };

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

const drawBudget = 3000;
/** The limit of a plain value, which has little of what its schema describes, even if that leads to itself in many ways. */
const plainWork = maxWork / 10;
const attempts = 8;

export const createGenerators = (
  schemas: SchemaSet,
  source: Source,
  fakers: readonly Located<Json>[],
  locale?: string,
): Generators => {
  const drawFor = createDraws(schemas);
  const drawer = new Drawer(locale);
  let loading: Promise<void> | undefined;
  return {
    generatorFor: (key, check, options) => {
      const drawOf = lazily(() => {
        const name = clearerName(options.name ?? '', schemas.nameOf(key));
        return drawFor(partsFor(key, options), hintFor(name, ''));
      });
      return createGenerator(check, options.example, drawOf, drawer);
    },
    drawFor,
    drawWith: (draw, context, sparse) => drawer.draw(draw, context, { sparse }).value,
    load: (origin) => {
      if (origin !== undefined) drawer.origin = origin;
      loading ??= loadInto(drawer, source, fakers);
      return loading;
    },
    useLocale: (chosen = locale) => {
      drawer.locale = chosen;
    },
    plainValue: (key, options) =>
      drawFor(
        [{ $ref: key }],
        hintFor('', ''),
      )({
        ...contextFor({ tools: undefined, random: () => 0, now: 0, sparse: true }),
        work: plainWork,
        ...options,
      }),
  };
};

/** Loads the library. An `x-faker` that cannot be used is reported. */
const loadInto = async (drawer: Drawer, source: Source, fakers: readonly Located<Json>[]) => {
  const tools = await loadTools();
  tools.seed(1, 0);
  for (const { value, pointer } of fakers) {
    const problem = tools.problemWith(value);
    if (problem !== undefined) source.report(pointer, `${problem}; the value is generated without it`);
  }
  drawer.tools = tools;
};

const partsFor = (key: string, { required = [], refined = {} }: GeneratorOptions): readonly SchemaObject[] => {
  if (required.length === 0) return [{ $ref: key }];
  const properties = Object.fromEntries(
    Object.entries(refined).map(([property, schemaKey]) => [property, { $ref: schemaKey }]),
  );
  return [{ $ref: key }, { required, properties }];
};

const createGenerator = (check: Check, example: Json | undefined, drawOf: () => Draw, drawer: Drawer): Generate => {
  let isExampleValid: boolean | undefined;
  return (context) => {
    if (example !== undefined && context.given === undefined) {
      isExampleValid ??= check(example).length === 0;
      if (isExampleValid) return example;
    }
    const draw = drawOf();
    const { budget = new StepBudget(maxStepsPerRequest) } = context;
    budget.spend(1);
    for (let attempt = 0; attempt < attempts; attempt++) {
      // The examples of properties may contradict each other.
      const usesExamples = context.usesExamples !== false && attempt < attempts / 2;
      const seed = context.seed + attempt * 0x9e3779b1;
      const how = { sparse: false, ignoresExamples: attempt >= attempts - 2 };
      const { value, isCut } = drawer.draw(draw, { ...context, seed, usesExamples, budget }, how);
      if (isCut) return value;
      const [problem] = check(value, budget);
      // If a value cannot be checked, another cannot be checked either.
      if (problem === undefined || problem.rule === notEvaluated) return value;
    }
    // The required properties alone, and a whole value, each repaired.
    const checkWithin: Check = (value) => check(value, budget);
    const candidates = [true, false].map(
      (sparse) => () => repair(drawer.draw(draw, { ...context, budget }, { sparse }).value, checkWithin),
    );
    return bestOf(example === undefined ? candidates : [...candidates, () => example], checkWithin);
  };
};

/** The first valid candidate, else the last of those with the fewest problems, which shows the most. */
const bestOf = (candidates: readonly (() => Json)[], check: Check): Json => {
  let best: { readonly value: Json; readonly problems: number } | undefined;
  for (const candidate of candidates) {
    const value = candidate();
    const problems = check(value).length;
    if (problems === 0) return value;
    if (best === undefined || problems <= best.problems) best = { value, problems };
  }
  return best?.value ?? null;
};

class Drawer {
  /** The libraries, once they are loaded. */
  tools: Tools | undefined;
  /** Default: English. */
  locale: string | undefined;
  readonly #ofLocales = new Map<string, Tools>();
  /** The server's origin, for the addresses of pictures. */
  origin = 'http://localhost';

  constructor(locale: string | undefined) {
    this.locale = locale;
  }

  /** @throws ConfigError if the words of the locale are not there. */
  draw(draw: Draw, context: GenerateContext, how: How): Drawn {
    const { tools, locale } = this;
    if (tools === undefined) throw new Error('a generator was called before service.ready()');
    if (locale === undefined) return this.#drawBy(tools, draw, context, how);
    try {
      const own = getOrInsert(this.#ofLocales, locale, () => createTools(loadLocale(locale)));
      return this.#drawBy(own, draw, context, how);
    } catch (error) {
      // The locale has no words for something.
      if (!/^The locale data /.test((error as Error).message)) throw error;
      return this.#drawBy(tools, draw, context, how);
    }
  }

  #drawBy(tools: Tools, draw: Draw, wanted: GenerateContext, { sparse, ignoresExamples = false }: How): Drawn {
    const { origin } = this;
    const { seed, now, budget, usesExamples = true, listSize, isWhole = false, replaced = [], onDrawn } = wanted;
    const { called, given = called && { fixed: called, usual: {} } } = wanted;
    tools.seed(seed, now);
    const context = {
      ...contextFor({ tools, random: tools.random, now, sparse }, budget),
      origin,
      usesExamples,
      ignoresExamples,
      listSize,
      isWhole,
      replaced: replaced.length > 0 ? replaced : undefined,
      given,
    };
    const value = drawWithin(draw, context, budget);
    onDrawn?.(context.isDated || context.isEndless);
    if (!context.isEndless) return { value, isCut: context.isCut };
    const required = contextFor({ tools, random: tools.random, now, sparse: true }, budget);
    const finite = { ...required, budget: endlessBudget };
    return { value: drawWithin(draw, finite, budget), isCut: true };
  }
}

const drawWithin = (draw: Draw, context: DrawContext, budget: StepBudget | undefined): Json => {
  const left = (): number => context.work + context.patternSteps.left + context.budget;
  const before = left();
  const value = draw(context);
  budget?.charge(before - left());
  return value;
};

/** `budget`: limits the work for the value further. */
const contextFor = (
  { tools, random, now, sparse }: Pick<DrawContext, 'tools' | 'random' | 'now' | 'sparse'>,
  budget?: StepBudget,
): DrawContext => ({
  tools,
  random,
  now,
  sparse,
  isWhole: false,
  listSize: undefined,
  position: undefined,
  origin: '',
  keeps: undefined,
  rank: undefined,
  shared: {},
  currency: undefined,
  replaced: undefined,
  given: undefined,
  isDated: false,
  usesExamples: true,
  ignoresExamples: false,
  open: new Set(),
  depth: 0,
  openUnions: 0,
  budget: drawBudget,
  work: Math.min(maxWork, budget?.left ?? maxWork),
  textLeft: maxTextOfValue,
  patternSteps: new StepBudget(Math.min(maxStepsPerRequest, budget?.left ?? maxStepsPerRequest)),
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
