/** Converts faults from documents (scenario files, the control API), and back. */
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import { groupOf, rowOf, textsOf } from '../../core/faults/effects.ts';
import {
  type Fault,
  type FaultCounts,
  type FaultEntry,
  type FaultOn,
  type FaultWhen,
  noCounts,
} from '../../core/faults/fault.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { equalsJson, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { formatDuration, parseDuration } from '../../core/primitives/units.ts';
import { checkEffect, checkOn, faultNameOf } from './check-fault.ts';
import { type Checked, problemAt, type ScenarioProblem } from './document-path.ts';
import { findExcess } from './document-size.ts';
import { explainIssues, show } from './explain-issues.ts';
import {
  changedPropertiesOf,
  effectFrom,
  effectPropertiesOf,
  type FaultDocument,
  type FaultObject,
  type FaultPatch,
  faultPatchSchema,
} from './fault-schema.ts';

export const faultFrom = (document: FaultDocument): FaultEntry => {
  const properties: FaultObject = typeof document === 'string' ? { use: document } : document;
  const name = faultNameOf(document) ?? '';
  const base = properties.use === undefined ? undefined : builtInFaults.get(properties.use);
  const effect = effectFrom(effectPropertiesOf(properties), base?.effect);
  // Only reached if the caller did not check the document.
  if (effect === undefined) throw new Error(`fault "${name}" has no effect`);
  const parts = {
    on: properties.on === undefined ? base?.on : faultOnFrom(properties.on),
    when: properties.when === undefined ? base?.when : faultWhenFrom(properties.when),
    effect,
  };
  const description = properties.description ?? inheritedDescription(base, parts);
  return { fault: { name, description, ...parts }, enabled: properties.enabled ?? true };
};

type FaultParts = Pick<Fault, 'on' | 'when' | 'effect'>;

/** The description of a built-in fault is inherited only if the effect and the conditions are the same. */
const inheritedDescription = (base: Fault | undefined, { effect, when }: FaultParts): string | undefined =>
  base !== undefined && equalsParts(base.effect, effect) && equalsParts(base.when, when) ? base.description : undefined;

/** The shortest document for this fault: the inverse of {@link faultFrom}. */
export const faultToDocument = (entry: FaultEntry): Json => {
  const { name } = entry.fault;
  const base = builtInFaults.get(name);
  if (base !== undefined) {
    const changed: JsonObject = { use: name, ...propertiesOf(entry, base) };
    if (equalsParts(faultFrom(changed as FaultDocument), entry))
      return Object.keys(changed).length === 1 ? name : changed;
  }
  return { name, ...propertiesOf(entry, undefined) };
};

const propertiesOf = ({ fault, enabled }: FaultEntry, base: Fault | undefined): JsonObject => ({
  ...(fault.description !== undefined && fault.description !== base?.description && { description: fault.description }),
  ...(!enabled && { enabled }),
  ...(fault.on !== undefined && !equalsParts(fault.on, base?.on) && { on: fault.on as JsonObject }),
  ...(fault.when !== undefined && !equalsParts(fault.when, base?.when) && { when: whenToDocument(fault.when) }),
  ...(!equalsParts(fault.effect, base?.effect) && rowOf(fault.effect.type).write(fault.effect)),
});

/** A fault in the format of the control API; `fired` is the number of responses that it affected. */
export const describeFault = ({ fault, enabled }: FaultEntry, counts: FaultCounts = noCounts): JsonObject => ({
  name: fault.name,
  description: descriptionOf(fault),
  group: groupOf(fault.effect.type),
  enabled,
  builtIn: builtInFaults.has(fault.name),
  ...(fault.on !== undefined && { on: fault.on as JsonObject }),
  ...(fault.when !== undefined && { when: whenToDocument(fault.when) }),
  ...rowOf(fault.effect.type).write(fault.effect),
  fired: counts.fired,
});

const descriptionOf = (fault: Fault): string => fault.description ?? rowOf(fault.effect.type).describe(fault.effect);

export type FaultMerge =
  | { readonly type: 'merged'; readonly entry: FaultEntry }
  /** There is no fault with this name, and the patch has no effect to create one. */
  | { readonly type: 'unknown'; readonly hint: string | undefined }
  | { readonly type: 'invalid'; readonly problems: readonly ScenarioProblem[] };

export const readFaultPatch = (value: unknown): Checked<FaultPatch> => {
  const excess = findExcess(value, { code: 'VIV_FAULT_INVALID', what: 'the fault' });
  if (excess !== undefined) return { ok: false, problems: [excess] };
  const result = faultPatchSchema().safeParse(value, { reportInput: true });
  // Not zod's copy, which loses properties named `__proto__`.
  if (result.success) return { ok: true, value: value as FaultPatch };
  return { ok: false, problems: explainIssues(result.error.issues, 'the fault', () => 'VIV_FAULT_INVALID') };
};

/**
 * The result of a PUT. The base is the fault in `use`, the current fault, or the built-in fault with this name. Omitted
 * properties are kept, null removes one, a new effect replaces the old one with its headers, body and `work`, and the
 * fault is enabled unless `enabled` is false.
 */
export const mergeFault = (current: FaultEntry | undefined, name: string, patch: FaultPatch): FaultMerge => {
  const builtIn = builtInFaults.get(patch.use ?? name);
  const base = patch.use === undefined ? (current?.fault ?? builtIn) : builtIn;
  const properties = changedPropertiesOf(patch);
  const effect = effectFrom(properties, base?.effect);
  const on = patch.on === undefined ? base?.on : faultOnFrom(patch.on ?? {});
  const problems = [
    ...checkName(patch.name, name),
    ...checkEffect(properties, base?.effect, []),
    ...checkOn(on, effect?.type, []),
  ];
  if (problems.length > 0) return { type: 'invalid', problems };
  if (effect === undefined) return { type: 'unknown', hint: didYouMean(name, builtInFaults.keys()) };
  const parts: FaultParts = {
    on,
    when: patch.when === undefined ? base?.when : faultWhenFrom(patch.when ?? {}),
    effect,
  };
  const description = mergeDescription(base, builtIn, parts, patch.description);
  return { type: 'merged', entry: { fault: { name, description, ...parts }, enabled: patch.enabled ?? true } };
};

/** A fault cannot be renamed: another name indicates a mistake. */
const checkName = (provided: string | undefined, name: string): readonly ScenarioProblem[] =>
  provided === undefined || provided === name
    ? []
    : [problemAt('VIV_FAULT_INVALID', ['name'], `name is ${show(provided)}, but the fault is ${show(name)}`)];

/**
 * A description that was generated or inherited must not be stored as the author's when a client sends it back in a PUT,
 * and must not be kept after the effect has changed.
 */
const mergeDescription = (
  base: Fault | undefined,
  builtIn: Fault | undefined,
  parts: FaultParts,
  provided: string | null | undefined,
): string | undefined => {
  const isGenerated = base !== undefined && provided === descriptionOf(base);
  if (typeof provided === 'string' && !isGenerated) return provided;
  const inherited = provided === null || base?.description === builtIn?.description ? undefined : base?.description;
  return inherited ?? inheritedDescription(builtIn, parts);
};

const faultOnFrom = ({ query, header, ...on }: NonNullable<FaultObject['on']>): FaultOn | undefined =>
  withoutUndefinedProperties<FaultOn>({ ...on, query: query && textsOf(query), header: header && textsOf(header) });

const faultWhenFrom = ({ from, for: lasts, ...when }: NonNullable<FaultObject['when']>): FaultWhen | undefined =>
  withoutUndefinedProperties<FaultWhen>({
    fromMs: parseDuration(from ?? ''),
    forMs: parseDuration(lasts ?? ''),
    ...when,
  });

const whenToDocument = ({ fromMs, forMs, ...when }: FaultWhen): JsonObject => ({
  ...(fromMs !== undefined && { from: formatDuration(fromMs) }),
  ...(forMs !== undefined && { for: formatDuration(forMs) }),
  ...when,
});

/** Removes undefined properties; undefined if no property is left. */
const withoutUndefinedProperties = <Whole extends object>(
  properties: { readonly [Name in keyof Whole]?: Whole[Name] | undefined },
): Whole | undefined => {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Whole);
};

/** Compares faults and their parts, which are JSON except for undefined properties. */
const equalsParts = (left: unknown, right: unknown) => equalsJson(withoutUndefined(left), withoutUndefined(right));

const withoutUndefined = (value: unknown): Json => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return (value ?? null) as Json;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, property]) => property !== undefined)
      .map(([name, property]) => [name, withoutUndefined(property)]),
  );
};
