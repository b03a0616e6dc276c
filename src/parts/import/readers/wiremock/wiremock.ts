/** Stub mappings of WireMock: a file with one or with several, or a folder of such files with its `__files`. */
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { maxChunks } from '../../../../core/faults/effects.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import {
  headerIn,
  type KeyTree,
  keysWith,
  type Note,
  type SeenBody,
  type SeenHeaders,
  type SeenPlace,
} from '../../recording.ts';
import { lose, type Stub, type StubDelivery, type StubResponse, type StubScenario } from '../../stubs/stub.ts';
import { canSend, delayText, noTemplate, seenOf, templateBody } from '../../stubs/stub-response.ts';
import { writeStubs } from '../../stubs/write-stubs.ts';
import {
  type BodyFolder,
  bodyFiles,
  type Format,
  type ImportOptions,
  listAt,
  numberAt,
  objectAt,
  type ReadBodyFile,
  textAt,
} from '../format.ts';
import { readRequests } from './wiremock-request.ts';

export const wiremock: Format = {
  marks: '"mappings", or "request" with "response" (WireMock)',
  recognises: (value) => isMapping(value) || Array.isArray(getProperty(value as JsonObject, 'mappings')),
  read: async (places, options) => {
    const filesOf = bodyFiles(folderOf);
    const stubs: Stub[] = [];
    /** The steps of scenarios that are not carried over. */
    const lost: StubScenario[] = [];
    for (const whole of places)
      for (const { mapping, place } of mappingsIn(whole)) {
        const scenario = scenarioOf(mapping);
        try {
          const readFile = filesOf(whole.source.name);
          stubs.push(...(await readMapping(mapping, scenario, place, { ...options, readFile })));
        } catch (error) {
          lose(error, place);
          if (scenario !== undefined) lost.push(scenario);
        }
      }
    return [{ seen: seenOf(stubs), write: (...to) => writeStubs({ stubs, lost }, ...to) }];
  },
};

/** `__files` is beside the folder of the mappings, which may have folders. */
const folderOf = (source: string): BodyFolder => {
  const name = 'folder "__files" beside the mappings';
  for (let folder = dirname(resolve(source)); ; folder = dirname(folder)) {
    const path = join(folder, '__files');
    // A link may lead anywhere.
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { path, name };
    if (folder === dirname(folder)) return { path: undefined, name };
  }
};

const isMapping = (value: Json) =>
  isJsonObject(value) && isJsonObject(getProperty(value, 'request')) && isJsonObject(getProperty(value, 'response'));

interface MappingOptions extends ImportOptions {
  readonly readFile: ReadBodyFile;
}

function* mappingsIn(whole: SeenPlace) {
  const { value } = whole.source;
  const isOne = isMapping(value);
  if (!isOne) whole.tally(value, { mappings: 'decided', meta: 'describes the export', importOptions: ofTool });
  for (const [index, mapping] of (isOne ? [value] : listAt(value, 'mappings')).entries()) {
    const place = isOne ? whole.as('mappings[]') : whole.below('mappings', index);
    if (isMapping(mapping)) yield { mapping: mapping as JsonObject, place };
    else place.lose('this has no "request" and "response"');
  }
}

/** Reads the stubs of a mapping: one for each combination of alternatives. @throws Inexpressible */
const readMapping = async (
  mapping: JsonObject,
  scenario: StubScenario | undefined,
  place: SeenPlace,
  options: MappingOptions,
): Promise<readonly Stub[]> => {
  const notes: Note[] = [];
  const noting = place.noting(notes);
  const requests = readRequests(mapping, noting, scenario !== undefined);
  const { response, delivery } = await readStubResponse(mapping, noting, options);
  const isBroad = notes.some(({ fate }) => fate === 'wider');
  return requests.map((request) => ({
    place,
    keys: mappingKeys,
    notes,
    isBroad,
    name: textAt(mapping, 'name'),
    ...request,
    // The usual priority of WireMock.
    priority: numberAt(mapping, 'priority') ?? 5,
    response,
    delivery,
    scenario,
  }));
};

const scenarioOf = (mapping: JsonObject): StubScenario | undefined => {
  const name = textAt(mapping, 'scenarioName');
  if (name === undefined) return undefined;
  return { name, required: textAt(mapping, 'requiredScenarioState'), next: textAt(mapping, 'newScenarioState') };
};

const ofTool = 'a field of the tool';
const onlyForProxies = ['requests are forwarded with --upstream'] as const;

const mappingKeys: KeyTree = {
  ...keysWith(ofTool, 'id uuid persistent insertionIndex metadata'),
  ...keysWith('carried', 'name priority'),
  ...keysWith('decided', 'scenarioName requiredScenarioState newScenarioState'),
  ...keysWith(['no request is sent after a response'], 'postServeActions serveEventListeners'),
  request: {
    ...keysWith('carried', 'method basicAuthCredentials basicAuth'),
    ...keysWith('decided', 'url urlPath urlPattern urlPathPattern urlPathTemplate scheme host port clientIp'),
    ...keysWith(
      'decided',
      'pathParameters queryParameters headers cookies bodyPatterns formParameters multipartPatterns customMatcher',
    ),
  },
  response: {
    status: 'carried',
    statusMessage: ['the text of a status is the usual one'],
    ...keysWith(
      'decided',
      'headers body jsonBody base64Body bodyFileName fixedDelayMilliseconds delayDistribution chunkedDribbleDelay fault transformers',
    ),
    transformerParameters: [noTemplate],
    ...keysWith(onlyForProxies, 'additionalProxyRequestHeaders removeProxyRequestHeaders proxyUrlPrefixToRemove'),
    fromConfiguredStub: ofTool,
  },
};

/** @throws Inexpressible */
const readStubResponse = async (
  mapping: JsonObject,
  ofMapping: SeenPlace,
  options: MappingOptions,
): Promise<{ readonly response: StubResponse; readonly delivery: readonly StubDelivery[] }> => {
  const response = objectAt(mapping, 'response');
  const notes = ofMapping.below('response');
  const proxy = textAt(response, 'proxyBaseUrl');
  if (proxy !== undefined)
    notes.give(`a fault forwards nothing; start with --upstream ${proxy.slice(0, 200)}`, 'proxyBaseUrl');
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

const readHeaders = (response: JsonObject, notes: SeenPlace, { keepTemplates }: ImportOptions): SeenHeaders =>
  Object.entries(objectAt(response, 'headers')).flatMap(([name, value]) => {
    const ofHeader = notes.below('headers', name);
    const values = (Array.isArray(value) ? (value as readonly Json[]) : [value])
      .filter((one) => typeof one !== 'object')
      .map(String);
    if (!canSend(name, values, keepTemplates, ofHeader)) return [];
    ofHeader.carry();
    return values.map((one) => [name, one] as const);
  });

const readBody = async (
  response: JsonObject,
  headers: SeenHeaders,
  notes: SeenPlace,
  { readFile, keepTemplates }: MappingOptions,
): Promise<SeenBody | undefined> => {
  const type = headerIn(headers, 'content-type');
  const transformers = listAt(response, 'transformers');
  const found = await findBody(response, type, notes, readFile);
  const isTemplate = found !== undefined && !found.body.isBase64 && found.body.text.includes('{{');
  if (transformers.length > 0)
    if (!isTemplate && transformers.every((one) => one === 'response-template'))
      notes.leave('there is no template', 'transformers');
    else notes.lose('templates and other transformers are not evaluated', 'transformers');
  if (found === undefined) return undefined;
  if (isTemplate) return templateBody(found.body, keepTemplates, notes.below(found.key));
  notes.carry(found.key);
  return found.body;
};

const findBody = async (
  response: JsonObject,
  type: string | undefined,
  notes: SeenPlace,
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
  if (name.includes('{{')) return notes.give(noTemplate, 'bodyFileName');
  const read = await readFile(name);
  if (typeof read === 'string') return notes.give(read, 'bodyFileName');
  return { key: 'bodyFileName', body: { ...read, type } };
};

const readDelivery = (response: JsonObject, notes: SeenPlace): readonly StubDelivery[] => {
  const found: StubDelivery[] = [];
  const add = (key: string, suffix: StubDelivery['suffix'], effect: StubDelivery['effect']) => {
    found.push({ suffix, effect, place: notes.below(key).noting(undefined) });
  };
  const fixed = numberAt(response, 'fixedDelayMilliseconds');
  if (fixed !== undefined && fixed > 0) add('fixedDelayMilliseconds', 'delay', { latency: delayText(fixed) });
  else if (getProperty(response, 'fixedDelayMilliseconds') !== undefined)
    notes.leave('no delay', 'fixedDelayMilliseconds');
  const distribution = getProperty(response, 'delayDistribution');
  if (isJsonObject(distribution)) {
    const latency = latencyOf(distribution);
    if (latency === undefined) notes.lose('this distribution is not known', 'delayDistribution');
    else add('delayDistribution', 'delay', { latency });
    if (getProperty(distribution, 'maxValue') !== undefined)
      notes.lose('a log-normal delay has no upper end', 'delayDistribution', 'maxValue');
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
  const transport = transports.get(fault as never);
  if (transport !== undefined) add('fault', 'lost', { transport, work: 'skipped' });
  else if (fault !== undefined) notes.lose('this fault is not known', 'fault');
  return found;
};

const transports = new Map([
  ['CONNECTION_RESET_BY_PEER', 'reset'],
  ['EMPTY_RESPONSE', 'empty'],
  ['MALFORMED_RESPONSE_CHUNK', 'truncate'],
  ['RANDOM_DATA_THEN_CLOSE', 'garbage'],
] as const);

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
