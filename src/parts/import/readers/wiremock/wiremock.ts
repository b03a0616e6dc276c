/** Stub mappings of WireMock: a file with one or with several, or a folder of such files with its `__files`. */

import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { type KeyTree, keysWith, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import type { ImportSource } from '../../recording/recording-source.ts';
import { lose } from '../../stubs/inexpressible.ts';
import { Notes } from '../../stubs/notes.ts';
import { seenOf } from '../../stubs/seen-of.ts';
import type { Stub, StubScenario } from '../../stubs/stub.ts';
import { writeStubs } from '../../stubs/write-stubs.ts';
import { type BodyFolder, bodyFiles, type ReadBodyFile } from '../body-files.ts';
import type { Format, ImportOptions } from '../known-format.ts';
import { listAt, numberAt, textAt } from '../values.ts';
import { readRequests } from './wiremock-request.ts';
import { readStubResponse } from './wiremock-response.ts';

export const wiremock: Format = {
  marks: '"mappings", or "request" with "response" (WireMock)',
  recognises: (value) => isMapping(value) || Array.isArray(getProperty(value as JsonObject, 'mappings')),
  read: async (sources, ledger, options) => {
    const filesOf = bodyFiles(folderOf);
    const read: ReadMappings[] = [];
    for (const source of sources)
      read.push(await readSource(source, ledger, { ...options, readFile: filesOf(source.name) }));
    const stubs = read.flatMap((one) => one.stubs);
    const lost = read.flatMap((one) => one.lost);
    return { seen: seenOf(stubs), write: (...to) => writeStubs({ stubs, lost }, ledger, ...to) };
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

const isMapping = (value: Json): boolean =>
  isJsonObject(value) && isJsonObject(getProperty(value, 'request')) && isJsonObject(getProperty(value, 'response'));

const key = 'mappings[]';

const fileKeys: KeyTree = { mappings: 'decided', meta: 'describes the export', importOptions: 'a field of the tool' };

interface ReadMappings {
  readonly stubs: readonly Stub[];
  /** The steps of scenarios that are not carried over. */
  readonly lost: readonly StubScenario[];
}

interface MappingOptions extends ImportOptions {
  readonly readFile: ReadBodyFile;
}

const readSource = async (source: ImportSource, ledger: Ledger, options: MappingOptions): Promise<ReadMappings> => {
  const { value } = source;
  const isOne = isMapping(value);
  if (!isOne) ledger.tally(value, fileKeys, '', { source, path: [] });
  const stubs: Stub[] = [];
  const lost: StubScenario[] = [];
  for (const [index, mapping] of (isOne ? [value] : listAt(value, 'mappings')).entries()) {
    const place = { source, path: isOne ? [] : ['mappings', index] };
    if (!isMapping(mapping)) {
      ledger.lose(key, 'this has no "request" and "response"', place);
      continue;
    }
    const scenario = scenarioOf(mapping as JsonObject);
    try {
      stubs.push(...(await readMapping(mapping as JsonObject, scenario, place, options)));
    } catch (error) {
      lose(error, ledger, key, place);
      if (scenario !== undefined) lost.push(scenario);
    }
  }
  return { stubs, lost };
};

/** One for each combination of alternatives. @throws Inexpressible */
const readMapping = async (
  mapping: JsonObject,
  scenario: StubScenario | undefined,
  place: SeenPlace,
  options: MappingOptions,
): Promise<readonly Stub[]> => {
  const notes = new Notes(key, place);
  const requests = readRequests(mapping, notes, scenario !== undefined);
  const { response, delivery } = await readStubResponse(mapping, notes, options);
  return requests.map((request) => ({
    key,
    place,
    keys: mappingKeys,
    notes: notes.list,
    name: textAt(mapping, 'name'),
    ...request,
    priority: numberAt(mapping, 'priority') ?? usualPriority,
    response,
    delivery,
    scenario,
    whens: undefined,
  }));
};

const usualPriority = 5;

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
    transformerParameters: ['templates are not evaluated'],
    ...keysWith(onlyForProxies, 'additionalProxyRequestHeaders removeProxyRequestHeaders proxyUrlPrefixToRemove'),
    fromConfiguredStub: ofTool,
  },
};
