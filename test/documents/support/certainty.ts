/** Whether what `explain` reports with a high confidence is true: the effect of an operation, and of each query parameter that filters. */
import type { Operation } from '../../../src/core/service/operation.ts';
import { declaredEffects } from '../../../src/core/service/parameter-effects.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { pathOf } from '../sources.ts';
import { textsOf } from './client.ts';
import { itemsIn } from './items.ts';
import type { Life } from './life.ts';
import type { LiveDocument } from './live-documents.ts';
import { isObject, type Raw, type RawObject, type RawOperation } from './raw-document.ts';
import type { SweepFinding } from './sweep.ts';

export interface Certainty {
  /** The operations with a high confidence. */
  readonly sure: number;
  /** Those of them that behave as stated. */
  readonly right: number;
  readonly findings: readonly string[];
}

/** `lives` and `swept`: what is known about the operations already. */
export const judgeCertainty = async (
  live: LiveDocument,
  lives: readonly Life[],
  swept: readonly SweepFinding[],
): Promise<Certainty> => {
  const { document } = live;
  const { operations } = compileService((await loadDocument(pathOf(document.name))).document);
  const wrong = new Set([
    ...lives.flatMap(({ findings }) => findings.flatMap((one) => (one.problem === undefined ? [] : [one.operation]))),
    // A 404 is right for an id that no response has shown.
    ...swept.flatMap(({ operation, kind }) => (kind === 'unknown' ? [] : [operation])),
  ]);
  const findings: string[] = [];
  const sure = document.operations.flatMap((raw) => {
    const stated = operations.find(({ method, path }) => method === raw.method && path === raw.path);
    return stated?.confidence === 'high' ? [{ raw, stated }] : [];
  });
  for (const { raw, stated } of sure) {
    const problems = await problemsOfFilters(live, raw, stated);
    if (problems.length > 0) wrong.add(raw.name);
    findings.push(...problems.map((problem) => `${document.name}: ${raw.name}: filter: ${problem}`));
  }
  const right = sure.filter(({ raw }) => !wrong.has(raw.name)).length;
  return { sure: sure.length, right, findings };
};

/** Each filter for equal values is tried with the value of an item: it keeps this item, and only items with the value. */
const problemsOfFilters = async (
  live: LiveDocument,
  raw: RawOperation,
  stated: Operation,
): Promise<readonly string[]> => {
  if (raw.method !== 'GET' || stated.binding?.action !== 'list') return [];
  const client = live.clientOf(`filters-${live.document.operations.indexOf(raw)}`);
  const known = textsOf(await client.findIds(raw));
  // Few items have a value: a page that begins behind them is empty.
  const beginning = raw.parameters.flatMap((one) => (/^(offset|skip)$/i.test(String(one.name)) ? [[one.name, 0]] : []));
  const list = async (given: RawObject): Promise<readonly RawObject[] | string> => {
    const query = { ...Object.fromEntries(beginning), ...given };
    const { status, value, text } = await client.send(raw, { known, isWhole: false, query });
    return status === 200 ? itemsIn(value, raw.path) : `${status} ${text.slice(0, 200)}`;
  };
  const all = await list({});
  if (typeof all === 'string') return [];
  const problems: string[] = [];
  for (const { name, effect, property, comparison } of declaredEffects(stated)) {
    if (effect !== 'filter' || property === undefined || comparison !== 'equals') continue;
    const value = all
      .map((item) => item[property])
      .filter(isTried)
      .find((one) => live.builder.accepts(raw, name, String(one)));
    if (value === undefined || name.includes('[')) continue;
    const found = await list({ [name]: value });
    if (typeof found === 'string') problems.push(`${name}=${value}: ${found}`);
    else if (found.length === 0) problems.push(`${name}=${value}: no items, though ${property} has the value`);
    else if (found.some((item) => !isSame(item[property], value)))
      problems.push(`${name}=${value}: items with another ${property}`);
  }
  return problems;
};

const isTried = (value: Raw | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

const isSame = (value: Raw | undefined, wanted: Raw): boolean =>
  Array.isArray(value)
    ? value.some((one) => isSame(one, wanted))
    : !isObject(value) && String(value) === String(wanted);
