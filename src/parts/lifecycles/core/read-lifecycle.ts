/** Reads lifecycles, as scenarios and `x-vivarium` state them, for the items of a collection. */

import { readChanges } from '../../../core/lifecycles/stated-changes.ts';
import { didYouMean, suggest } from '../../../core/primitives/did-you-mean.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  setAt,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { parseDuration } from '../../../core/primitives/units.ts';
import type { CollectionSpec, Lifecycle, LifecycleStep, StepEffect } from '../../../core/service/collection-facts.ts';
import { wordLists } from '../../words/index.ts';

/** The place below the lifecycle, what is wrong there, and what to do. */
export type ReportLifecycle = (path: readonly (string | number)[], message: string, hint?: string) => void;

type Facts = Pick<CollectionSpec, 'name' | 'properties' | 'factsOf' | 'checkValue'>;

/** Reads a lifecycle, and reports everything that is wrong with it. The result is undefined if it cannot be used. */
export const readLifecycle = (raw: Json, spec: Facts, report: ReportLifecycle): Lifecycle | undefined => {
  const listed = isJsonObject(raw) ? getProperty(raw, 'steps') : undefined;
  if (!isJsonObject(raw) || !Array.isArray(listed) || listed.length === 0) {
    report(['steps'], 'must be a list with at least one step');
    return undefined;
  }
  reportUnknown(raw, ['property', 'steps'], report);
  const property = propertyOf(raw, spec, report);
  if (property === undefined) return undefined;
  const reader: StepReader = { spec, property, report, last: listed.length - 1 };
  const steps = (listed as readonly Json[]).flatMap((step, index) => readStep(step, index, reader) ?? []);
  reportRepeated(steps, report);
  return steps.length < listed.length ? undefined : { property, steps, failure: failureOf(spec, property) };
};

/** The value that says that something failed. */
export const failureOf = ({ factsOf }: Pick<Facts, 'factsOf'>, property: string): Json | undefined => {
  const values = factsOf?.(property)?.values;
  if (values === undefined) return 'failed';
  const failures = values.filter((value) => typeof value === 'string' && wordLists.failed.has(value));
  return failures.find((value) => value === 'failed') ?? failures[0];
};

const reportUnknown = (raw: JsonObject, known: readonly string[], report: ReportLifecycle) => {
  for (const name of Object.keys(raw))
    if (!known.includes(name))
      report([name], `unknown key "${name}"`, didYouMean(name, known) ?? `Known: ${known.join(', ')}.`);
};

const propertyOf = (raw: JsonObject, spec: Facts, report: ReportLifecycle): string | undefined => {
  const { name, properties, factsOf } = spec;
  const given = getProperty(raw, 'property');
  if (given === undefined) {
    const states = [...properties].filter((one) => wordLists.states.has(one) && factsOf?.(one)?.values !== undefined);
    const only = theOnly(states);
    if (only !== undefined) return only;
    const found = states.length === 0 ? 'no' : 'more than one';
    report(
      ['property'],
      `is missing, and the items of ${name} have ${found} enum named status or state`,
      'Name the property that has the steps.',
    );
    return undefined;
  }
  if (typeof given === 'string' && (properties.size === 0 || properties.has(given))) return given;
  report(
    ['property'],
    `names an unknown property ${stringifyJson(given)} of ${name}`,
    suggest(String(given), 'properties', properties),
  );
  return undefined;
};

interface StepReader {
  readonly spec: Facts;
  readonly property: string;
  readonly report: ReportLifecycle;
  /** The index of the last step. */
  readonly last: number;
}

/** Reads one step; the result is undefined if it cannot be used. */
const readStep = (raw: Json, index: number, reader: StepReader): LifecycleStep | undefined => {
  const { spec, property, last } = reader;
  let isWrong = false;
  const report: ReportLifecycle = (path, message, hint) => {
    isWrong = true;
    reader.report(['steps', index, ...path], message, hint);
  };
  if (!isJsonObject(raw)) {
    report([], 'must be a map with is, and for or polls');
    return undefined;
  }
  reportUnknown(raw, ['is', 'for', 'polls', 'set'], report);
  const is = getProperty(raw, 'is');
  if (is === undefined) report([], 'has no value: is is missing');
  else reportValue(spec, [property], is, (message, hint) => report(['is'], message, hint));
  const forMs = readFor(raw, report);
  const polls = getProperty(raw, 'polls');
  if (polls !== undefined && !(Number.isSafeInteger(polls) && (polls as number) > 0))
    report(['polls'], 'must be a whole number, 1 or more');
  const goesOn = getProperty(raw, 'for') !== undefined || polls !== undefined;
  if (index < last && !goesOn)
    report(
      [],
      'has no way to the next step',
      'Give it for (a duration) or polls (a number of reads), or remove the steps behind it.',
    );
  if (index === last && goesOn)
    report([], 'is the last step, and has nothing to go on to', 'Remove its for and polls, or add a step behind it.');
  const set = readSet(getProperty(raw, 'set'), spec, report);
  if (isWrong) return undefined;
  const way = { ...(forMs !== undefined && { forMs }), ...(polls !== undefined && { polls: polls as number }) };
  return { is: is as Json, set, ...way };
};

const readFor = (raw: JsonObject, report: ReportLifecycle): number | undefined => {
  const given = getProperty(raw, 'for');
  if (given === undefined) return undefined;
  const ms = typeof given === 'string' ? parseDuration(given) : undefined;
  if (ms === undefined) report(['for'], 'must be a duration such as 250ms, 30s, 5m, 2h or 7d');
  else if (ms <= 0) report(['for'], 'must be longer than 0', 'Remove a step that takes no time.');
  return ms;
};

const readSet = (raw: Json | undefined, spec: Facts, report: ReportLifecycle): readonly StepEffect[] => {
  if (raw === undefined) return [];
  const at = (pointer: string): readonly string[] => ['set', ...pathTo(pointer)];
  const changes = readChanges(raw, '', (pointer, message) => report(at(pointer), message));
  return changes.flatMap(({ name, pointer, to }): readonly StepEffect[] => {
    const path = spec.properties.has(name) ? [name] : name.split('.');
    const [first = ''] = path;
    if (spec.properties.size > 0 && !spec.properties.has(first)) {
      report(
        at(pointer),
        `names an unknown property "${first}" of ${spec.name}`,
        suggest(first, 'properties', spec.properties),
      );
      return [];
    }
    switch (to.type) {
      case 'value':
        reportValue(spec, path, to.value, (message, hint) => report(at(pointer), message, hint));
        return [{ path, to }];
      case 'add':
        return [{ path, to: { ...to, minimum: undefined, changed: undefined } }];
      case 'now':
        return [{ path, to: { type: 'time', form: spec.factsOf?.(name)?.time ?? 'date-time' } }];
      case 'from':
        report([...at(pointer), '$from'], 'must be "now": a step has no request');
        return [];
      default:
        return to satisfies never;
    }
  });
};

const reportValue = (
  { checkValue, factsOf }: Facts,
  path: readonly string[],
  value: Json,
  report: (message: string, hint?: string) => void,
) => {
  const [name = ''] = path;
  const values = path.length === 1 ? factsOf?.(name)?.values : undefined;
  if (values !== undefined) {
    if (values.some((one) => equalsJson(one, value))) return;
    const shown = values.map((one) => (typeof one === 'string' ? one : stringifyJson(one)));
    const text = typeof value === 'string' ? value : stringifyJson(value);
    report(`names an unknown value ${stringifyJson(value)} of ${name}`, suggest(text, 'values', shown));
    return;
  }
  const pointer = `/${path.join('/')}`;
  const problem = checkValue(setAt({}, path, value) as JsonObject).find(
    (one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`),
  );
  if (problem !== undefined) report(problem.message);
};

const reportRepeated = (steps: readonly LifecycleStep[], report: ReportLifecycle) => {
  for (const [index, { is }] of steps.entries())
    if (steps.findIndex((one) => equalsJson(one.is, is)) < index)
      report(
        ['steps', index, 'is'],
        `is the value of an earlier step: ${stringifyJson(is)}`,
        'Each step has another value.',
      );
};
