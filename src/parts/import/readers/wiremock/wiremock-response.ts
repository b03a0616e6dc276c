/** The response of a mapping, its delays and its faults. */

import { maxChunks } from '../../../../core/faults/effects.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { headerIn, type SeenBody, type SeenHeaders } from '../../recording/recording.ts';
import type { Notes } from '../../stubs/notes.ts';
import { canSend, delayText, noTemplate, templateBody } from '../../stubs/response-effect.ts';
import type { StubDelivery, StubResponse } from '../../stubs/stub.ts';
import type { ReadBodyFile } from '../body-files.ts';
import type { ImportOptions } from '../known-format.ts';
import { listAt, numberAt, objectAt, textAt } from '../values.ts';

/** @throws Inexpressible */
export const readStubResponse = async (
  mapping: JsonObject,
  notes: Notes,
  options: ImportOptions & { readonly readFile: ReadBodyFile },
): Promise<{ readonly response: StubResponse; readonly delivery: readonly StubDelivery[] }> => {
  const response = objectAt(mapping, 'response');
  const proxy = textAt(response, 'proxyBaseUrl');
  if (proxy !== undefined)
    notes.give(`a fault forwards nothing; start with --upstream ${proxy.slice(0, 200)}`, 'response', 'proxyBaseUrl');
  const delivery = readDelivery(response, notes);
  const stated = readHeaders(response, notes, options);
  const body = await readBody(response, stated, notes, options);
  // The text of a template that is no JSON is sent as a text.
  const headers = stated.filter(([name]) => body?.type !== 'text/plain' || !/^content-type$/i.test(name));
  // What is cut must have a body.
  const isCut = delivery.some(({ effect }) => effect.transport === 'truncate');
  return {
    response: { status: numberAt(response, 'status') ?? 200, headers, body: body ?? (isCut ? 'unknown' : undefined) },
    delivery,
  };
};

const readHeaders = (response: JsonObject, notes: Notes, { keepTemplates }: ImportOptions): SeenHeaders =>
  Object.entries(objectAt(response, 'headers')).flatMap(([name, value]) => {
    const at = ['response', 'headers', name];
    const values = (Array.isArray(value) ? (value as readonly Json[]) : [value])
      .filter((one) => typeof one !== 'object')
      .map(String);
    if (!canSend(name, values, keepTemplates, notes, at)) return [];
    notes.carry(...at);
    return values.map((one) => [name, one] as const);
  });

const readBody = async (
  response: JsonObject,
  headers: SeenHeaders,
  notes: Notes,
  { readFile, keepTemplates }: ImportOptions & { readonly readFile: ReadBodyFile },
): Promise<SeenBody | undefined> => {
  const type = headerIn(headers, 'content-type');
  const transformers = listAt(response, 'transformers');
  const found = await findBody(response, type, notes, readFile);
  const isTemplate = found !== undefined && !found.body.isBase64 && found.body.text.includes('{{');
  if (transformers.length > 0)
    if (!isTemplate && transformers.every((one) => one === 'response-template'))
      notes.leave('there is no template', 'response', 'transformers');
    else notes.lose('templates and other transformers are not evaluated', 'response', 'transformers');
  if (found === undefined) return undefined;
  if (isTemplate) return templateBody(found.body, keepTemplates, notes, 'response', found.key);
  notes.carry('response', found.key);
  return found.body;
};

const findBody = async (
  response: JsonObject,
  type: string | undefined,
  notes: Notes,
  readFile: ReadBodyFile,
): Promise<{ readonly key: string; readonly body: SeenBody } | undefined> => {
  const json = getProperty(response, 'jsonBody');
  if (json !== undefined)
    return { key: 'jsonBody', body: { text: stringifyJson(json), isBase64: false, type: type ?? 'application/json' } };
  const text = textAt(response, 'body');
  if (text !== undefined) return { key: 'body', body: { text, isBase64: false, type } };
  const base64 = textAt(response, 'base64Body');
  if (base64 !== undefined) return { key: 'base64Body', body: { text: base64, isBase64: true, type } };
  const name = textAt(response, 'bodyFileName');
  if (name === undefined) return undefined;
  if (name.includes('{{')) return notes.give(noTemplate, 'response', 'bodyFileName');
  const read = await readFile(name);
  if (typeof read === 'string') return notes.give(read, 'response', 'bodyFileName');
  return { key: 'bodyFileName', body: { ...read, type } };
};

const readDelivery = (response: JsonObject, notes: Notes): readonly StubDelivery[] => {
  const found: StubDelivery[] = [];
  const add = (key: string, suffix: StubDelivery['suffix'], effect: StubDelivery['effect']): void => {
    found.push({ suffix, effect, key: `${notes.key}.response.${key}`, path: [...notes.path, 'response', key] });
  };
  const fixed = numberAt(response, 'fixedDelayMilliseconds');
  if (fixed !== undefined && fixed > 0) add('fixedDelayMilliseconds', 'delay', { latency: delayText(fixed) });
  else if (getProperty(response, 'fixedDelayMilliseconds') !== undefined)
    notes.leave('no delay', 'response', 'fixedDelayMilliseconds');
  const distribution = getProperty(response, 'delayDistribution');
  if (isJsonObject(distribution)) {
    const latency = latencyOf(distribution);
    if (latency === undefined) notes.lose('this distribution is not known', 'response', 'delayDistribution');
    else add('delayDistribution', 'delay', { latency });
    if (getProperty(distribution, 'maxValue') !== undefined)
      notes.lose('a log-normal delay has no upper end', 'response', 'delayDistribution', 'maxValue');
  }
  const dribble = getProperty(response, 'chunkedDribbleDelay');
  if (isJsonObject(dribble)) {
    const chunks = numberAt(dribble, 'numberOfChunks') ?? 1;
    const over = numberAt(dribble, 'totalDuration') ?? 0;
    add('chunkedDribbleDelay', 'dribble', {
      dribble: { chunks: Math.min(Math.max(Math.round(chunks), 1), maxChunks), over: delayText(over) },
    });
  }
  const fault = textAt(response, 'fault');
  const transport = fault === undefined ? undefined : transports[fault];
  if (transport !== undefined) add('fault', 'lost', { transport, work: 'skipped' });
  else if (fault !== undefined) notes.lose('this fault is not known', 'response', 'fault');
  return found;
};

const transports: Readonly<Record<string, 'reset' | 'empty' | 'truncate' | 'garbage'>> = {
  __proto__: null as never,
  CONNECTION_RESET_BY_PEER: 'reset',
  EMPTY_RESPONSE: 'empty',
  MALFORMED_RESPONSE_CHUNK: 'truncate',
  RANDOM_DATA_THEN_CLOSE: 'garbage',
};

/** The 99th percentile of the standard normal distribution. */
const normal99 = 2.326;

const latencyOf = (distribution: JsonObject): StubDelivery['effect']['latency'] => {
  const [median, sigma] = [numberAt(distribution, 'median'), numberAt(distribution, 'sigma')];
  const [lower, upper] = [numberAt(distribution, 'lower'), numberAt(distribution, 'upper')];
  const fixed = numberAt(distribution, 'milliseconds');
  if (median !== undefined && sigma !== undefined && median >= 0.5 && sigma >= 0)
    return { median: delayText(median), p99: delayText(median * Math.exp(normal99 * sigma)) };
  if (lower !== undefined && upper !== undefined && lower <= upper)
    return { min: delayText(lower), max: delayText(upper) };
  return fixed === undefined ? undefined : delayText(fixed);
};
