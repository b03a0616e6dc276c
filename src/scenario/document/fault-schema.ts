/** The schema of a fault, in a scenario and in a PUT of the control API. */
import { z } from 'zod';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import {
  type Effect,
  type EffectParameter,
  type EffectProperties,
  effectTypes,
  type ParameterName,
  rowOf,
} from '../../core/faults/effects.ts';
import type { Json } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import {
  anyJson,
  choice,
  count,
  duration,
  either,
  type Frozen,
  flag,
  map,
  oneOrMore,
  scalars,
  size,
  text,
} from './schema-values.ts';

const faultOn = () =>
  map('a map of conditions on the request', {
    operation: oneOrMore()
      .optional()
      .describe('The name of the operation in the document, or a list of names. `*` stands for anything.'),
    service: oneOrMore()
      .optional()
      .describe('The name of one of several services, or a list of names. `*` stands for anything.'),
    webhook: oneOrMore()
      .optional()
      .describe('The names of webhooks and callbacks; `*` stands for anything. Such a fault disturbs no response.'),
    method: oneOrMore().optional().describe('The method, or a list of methods. `*` stands for anything.'),
    path: oneOrMore()
      .optional()
      .describe('The path below the base path, or a list of paths: `/orders/*`. `*` stands for anything.'),
    query: scalars().optional().describe('Query parameters and their values. `*` stands for anything.'),
    header: scalars().optional().describe('Request headers and their values. `*` stands for anything.'),
    body: anyJson()
      .optional()
      .describe('A subset of the JSON body: each property given here must have the same value in the request.'),
  }).describe('The requests that the fault affects. All given conditions must match. If omitted, every request.');

const chance = () => {
  const error = 'a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error });
};

const faultWhen = () =>
  map('a map of conditions on the count and the time', {
    from: duration()
      .optional()
      .describe(
        'Count requests only from this time after the world started, or after the fault was last switched on. World time.',
      ),
    for: duration().optional().describe('Count requests only for this long. World time.'),
    after: count(0).optional().describe('Skip this number of matching requests first.'),
    every: count(1).optional().describe('Of the rest, take every nth request: with 2, the second, the fourth, ...'),
    first: count(0).optional().describe('Of those taken, keep only the first n requests.'),
    chance: chance()
      .optional()
      .describe('For each of those kept, the fault fires with this probability, from 0 to 1. The seed decides.'),
  }).describe('The matching requests for which the fault fires. If omitted, all of them.');

const latency = () =>
  either(
    'a duration such as 200ms, { min: 100ms, max: 900ms } or { median: 200ms, p99: 2s }',
    duration(),
    map('a map of min and max', {
      min: duration().describe('The shortest delay.'),
      max: duration().describe('The longest delay.'),
    }),
    map('a map of median and p99', {
      median: duration().describe('Half of the responses are delayed by at most this time.'),
      p99: duration().describe('99 of 100 responses are delayed by at most this time.'),
    }),
  );

const pointerExpected = 'a JSON Pointer such as /0/name or /*/name';

type Parameter<Kind> = EffectParameter & { readonly kind: Kind };

const schemas: { readonly [Kind in EffectParameter['kind']]: (parameter: Parameter<Kind>) => z.ZodType } = {
  count: ({ min, max }) => count(min, max),
  choice: ({ values }) => choice(...values),
  map: ({ expected, fields }) =>
    map(
      expected,
      mapValues(fields, (field) => schemaOf(field).describe(field.description)),
    ),
  duration,
  latency,
  size,
  // RFC 6901.
  pointer: () => text(pointerExpected).regex(/^(?:\/(?:[^/~]|~[01])*)*$/, { error: pointerExpected }),
  example: () => text('the name of an example').min(1, { error: 'the name of an example' }),
  headers: scalars,
  json: anyJson,
};

const schemaOf = (parameter: EffectParameter): z.ZodType =>
  (schemas[parameter.kind] as (parameter: EffectParameter) => z.ZodType)(parameter);

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  convert: (value: Value) => Result,
): Readonly<Record<string, Result>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));

const parameters = Object.assign({}, ...effectTypes.map((type) => rowOf(type).parameters)) as Readonly<
  Record<ParameterName, EffectParameter>
>;

/** What a document may have as the value of a property: a body is not boxed. */
type Given<Name extends ParameterName> = Name extends 'body' ? Json : NonNullable<EffectProperties[Name]>;

/** A fault has the properties of one effect. */
const effect = () =>
  mapValues(parameters, (parameter) => schemaOf(parameter).optional().describe(parameter.description)) as {
    readonly [Name in ParameterName]: z.ZodOptional<z.ZodType<Given<Name>>>;
  };

const builtIn = () => z.enum([...builtInFaults.keys()] as [string, ...string[]], { error: 'a built-in fault' });

const faultObject = () =>
  map('a map', {
    use: builtIn().optional().describe('A built-in fault to change or to copy.'),
    name: text('a name')
      .min(1, { error: 'a name' })
      .optional()
      .describe('The name of a custom fault, or of a copy of a built-in fault. Unique in the scenario.'),
    description: text().optional().describe('A description of the fault, shown in lists.'),
    enabled: flag().optional().describe('Whether the fault is on at the start. Default: true.'),
    on: faultOn().optional(),
    when: faultWhen().optional(),
    ...effect(),
  });

export const faultSchema = () =>
  either(
    'the name of a built-in fault, { use: ... } or { name: ... } with one effect',
    builtIn().describe('A built-in fault, switched on.'),
    faultObject().describe('A built-in fault with changes (`use`), or a custom fault (`name` and one effect).'),
  ).describe('A rule that disturbs responses.');

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** The body of a PUT of a fault in the control API. Null removes a property; read-only properties are ignored. */
export const faultPatchSchema = lazily(() => {
  const { headers, example, at, work, ...others } = effect();
  return map('an object', {
    use: builtIn().optional().describe("The built-in fault to start from, instead of the fault's present values."),
    enabled: flag().optional().describe('Whether the fault is on. Default: true.'),
    on: nullable(faultOn()),
    when: nullable(faultWhen()),
    description: nullable(text()),
    ...others,
    headers: nullable(headers.unwrap()),
    example: nullable(example.unwrap()),
    at: nullable(at.unwrap()),
    work: nullable(work.unwrap()),
    name: text('a name').optional().describe('The name of the fault, as in the path.'),
    group: anyJson().optional().describe('Ignored.'),
    builtIn: anyJson().optional().describe('Ignored.'),
    fired: anyJson().optional().describe('Ignored.'),
  });
});

export type FaultDocument = Frozen<z.infer<ReturnType<typeof faultSchema>>>;
export type FaultObject = Frozen<z.infer<ReturnType<typeof faultObject>>>;
export type FaultPatch = Frozen<z.infer<ReturnType<typeof faultPatchSchema>>>;

export const effectPropertiesOf = (given: FaultObject | FaultPatch): EffectProperties => ({
  ...given,
  body: given.body === undefined ? undefined : { value: given.body },
});

/** The properties of an effect in a patch, in which null removes the body. */
export const changedPropertiesOf = (patch: FaultPatch): EffectProperties =>
  patch.body === null ? { ...patch, body: null } : effectPropertiesOf(patch);

/**
 * The effect that results from `before` and the properties. A new effect replaces `before` completely; otherwise only its other
 * properties change. Undefined if there is neither. Expects checked properties.
 */
export const effectFrom = (given: EffectProperties, before: Effect | undefined): Effect | undefined => {
  const named = effectTypes.find((type) => given[type] !== undefined);
  if (named !== undefined) return rowOf(named).read(given, undefined);
  return before && rowOf(before.type).read(given, before);
};
