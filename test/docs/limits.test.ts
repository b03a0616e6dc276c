/** docs/limits.md lists the limits that a user may meet, with the values of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { optionsSchema } from '../../src/simulation/options.ts';
import { root } from '../cli/process.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';

const rows = rowsBelow(readPage('docs/limits.md'), 'Limits');

/** Each row of the page: the file with its constant, and the constant's name; of an option, its default. */
const inCode: readonly (readonly [what: string, file: string, name: string])[] = [
  ['body of a request, decompressed', 'src/simulation/options.ts', 'maxBody'],
  ['headers of a request, together', 'src/server/listen.ts', 'maxHeaderBytes'],
  ['time for the headers of a request', 'src/server/listen.ts', 'headersMs'],
  ['time for a whole request', 'src/server/listen.ts', 'requestMs'],
  ['connection without a request', 'src/server/listen.ts', 'idleMs'],
  ['responses that wait on one connection', 'src/server/edge/deliver.ts', 'maxWaitingResponses'],
  ['bodies that wait for slow readers, over all connections', 'src/server/edge/deliver.ts', 'maxUnsentBytes'],
  ['nesting of JSON, of a form and of a scenario', 'src/core/primitives/json.ts', 'maxJsonDepth'],
  ['digits of an exact integer', 'src/core/primitives/json.ts', 'maxIntegerDigits'],
  ['parts of a multipart body', 'src/openapi/serialization/forms.ts', 'maxParts'],
  [
    'steps to check one request; more in proportion to a body above 1 MiB',
    'src/core/primitives/step-budget.ts',
    'maxStepsPerRequest',
  ],
  ['problems of one body or scenario that are reported', 'src/core/primitives/units.ts', 'maxProblems'],
  ['conditions of the query or the body of a list', 'src/core/resources/filter.ts', 'maxConditions'],
  ['values that one JSON Patch copies', 'src/core/primitives/json-patch.ts', 'maxCopied'],
  ['item that a change makes larger', 'src/core/resources/change-item.ts', 'maxChangedLength'],
  ['items that one request changes, together', 'src/core/resources/many-items.ts', 'maxChangedTogether'],
  ['uploaded file', 'src/core/resources/kept-file.ts', 'maxFileBytes'],
  ['uploaded files, and recorded responses, of an operation', 'src/core/state/recorded-response.ts', 'maxRecorded'],
  ['delay of a preference', 'src/core/primitives/units.ts', 'maxTimerMs'],
  ['preferences of a request, together', 'src/core/request/prefer.ts', 'maxAppliedLength'],
  ['open worlds, `default` included', 'src/simulation/options.ts', 'maxWorlds'],
  ['exchanges in the journal of a world', 'src/simulation/options.ts', 'journal'],
  ['bytes of the journal of a world', 'src/world/evidence/journal.ts', 'defaultBytes'],
  ['bytes of all journals', 'src/world/evidence/journal.ts', 'defaultBudgetBytes'],
  ['bytes of a body in the journal', 'src/world/evidence/exchange-record.ts', 'maxRecordedBytes'],
  ['exchanges in a list of the control API', 'src/world/evidence/exchange-filter.ts', 'defaultExchangeLimit'],
  ['distinct findings of the gate, of each kind', 'src/world/evidence/distinct-rows.ts', 'maxFindings'],
  ['names of unknown query parameters in the coverage of a world', 'src/world/evidence/coverage.ts', 'maxCountedNames'],
  ['body of a call of the control API', 'src/server/control/control.ts', 'maxBodyBytes'],
  ['open event streams', 'src/server/control/routes/events-routes.ts', 'maxStreams'],
  ['bytes that wait for a slow reader of events', 'src/server/control/routes/events-routes.ts', 'maxWaitingBytes'],
  ['use of the heap after a full collection, in percent', 'src/cli/terminal/watch-heap.ts', 'maxUsedPercent'],
  ['any file that is read', 'src/files/read-regular-file.ts', 'maxFileBytes'],
  [
    'time to fetch a document, and then all files that it refers to',
    'src/parts/bundle/outer-references.ts',
    'maxFetchMs',
  ],
  ['redirects of a document', 'src/openapi/load/read-text.ts', 'maxRedirects'],
  ['files that a document refers to', 'src/parts/bundle/files.ts', 'maxFiles'],
  ['characters of all files of a document', 'src/parts/bundle/files.ts', 'maxTotalCharacters'],
  ['nesting of a document', 'src/openapi/document/source.ts', 'maxDocumentDepth'],
  ['aliases of YAML in a scenario', 'src/scenario/file/parse-file.ts', 'maxAliasCount'],
  ['operations of a document', 'src/openapi/compile-operations.ts', 'maxOperations'],
  ['schemas of one `allOf`, `anyOf` or `oneOf`', 'src/openapi/document/schema-size.ts', 'maxBranches'],
  ['characters that all actions of an Overlay add', 'src/parts/overlays/overlay.ts', 'maxAddedCharacters'],
  ['configuration file', 'src/parts/configuration/read-configuration.ts', 'maxConfigurationBytes'],
  ['scenario file', 'src/scenario/file/load-layer.ts', 'maxScenarioBytes'],
  ['saved world', 'src/parts/save/save-folder.ts', 'maxSavedBytes'],
  ['generated items of a scenario, together', 'src/scenario/document/scenario-schema.ts', 'maxGenerated'],
  ['items without a scenario, in each collection', 'src/scenario/data/default-scenario.ts', 'defaultItems'],
  ['items without a scenario, in all collections', 'src/scenario/data/default-scenario.ts', 'maxItems'],
  ['items or properties of a generated value', 'src/openapi/generate/draw-context.ts', 'maxDrawnItems'],
  ['chunks of a `dribble`', 'src/core/faults/effects.ts', 'maxChunks'],
  ['characters of a text of the fault `longest`', 'src/core/faults/extreme.ts', 'maxTextLength'],
  ['seconds in which a handler file must have run', 'src/simulation/handlers/load-handlers.ts', 'maxLoadSeconds'],
  ['values in the result of a handler', 'src/core/handlers/json-copy.ts', 'maxValues'],
  [
    "body of an upstream's response that is checked and recorded",
    'src/parts/upstream/send/transfer.ts',
    'maxHeldBytes',
  ],
  ['connections to an upstream', 'src/parts/upstream/send/transfer.ts', 'maxConnections'],
  ['event streams of an upstream', 'src/parts/upstream/send/transfer.ts', 'maxEventStreams'],
  [
    'codes, refresh tokens and links of a login that a world remembers',
    'src/parts/login/core/login-types.ts',
    'maxGrants',
  ],
  ['jobs that wait for a store, over all worlds', 'src/parts/store/redis/store-worlds.ts', 'maxWaiting'],
  ['time for an answer of a store', 'src/parts/store/redis/connection/connection.ts', 'callTimeoutMs'],
  ['time for one response of `verify`', 'src/parts/verify/command/verify-command.ts', 'defaultTimeoutMs'],
  ['requests of one run of `drill` that are judged', 'src/parts/drill/run/run-drill.ts', 'maxRequests'],
  ['operations of a drafted document', 'src/parts/import/draft/draft-document.ts', 'maxOperations'],
  ["characters of the result of an agent's tool", 'src/parts/agents/tools/shorten.ts', 'maxResultLength'],
  ['message of an agent over standard input', 'src/parts/agents/serve-stdio.ts', 'maxMessageBytes'],
];

const factors: Readonly<Record<string, number>> = {
  MiB: 2 ** 20,
  KiB: 2 ** 10,
  MB: 1e6,
  KB: 1e3,
  s: 1000,
  ms: 1,
  '': 1,
};

/** Bytes of `10 MiB`, milliseconds of `60 s`, or the number of `5,000`. */
const numberIn = (cell: string): number => {
  const [, digits = '', unit = ''] = /^([\d,]+)(?: (\w+))?$/.exec(cell) ?? [];
  return Number(digits.replaceAll(',', '')) * (factors[unit] ?? Number.NaN);
};

/** The value of `10 * 1_048_576` or `2 ** 31 - 1`. */
const evaluate = (expression: string): number => {
  const [product = '', minus = '0'] = expression.replaceAll('_', '').replaceAll('mebibyte', '1048576').split(' - ');
  const [base = '', exponent] = product.split(' ** ');
  const value =
    exponent === undefined
      ? base.split(' * ').reduce((all, one) => all * Number(one), 1)
      : Number(base) ** Number(exponent);
  return value - Number(minus);
};

const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The constant or property of this name; of the options, the default. */
const valueInCode = (file: string, name: string): number => {
  if (file === 'src/simulation/options.ts') return Number(optionsSchema.parse({})[name as 'maxBody']);
  const pattern = new RegExp(`\\b${name}(?:: [\\w<>]+)?(?: = |: )((?:mebibyte|[-\\d_* ])+)[,;} ]`);
  return evaluate((pattern.exec(sourceOf(file))?.[1] ?? 'none').trim());
};

test.each(inCode)('%s', (what, file, name) => {
  const row = rows.find(([first]) => first === what) ?? [];
  expect(numberIn(row[1] ?? '')).toBe(valueInCode(file, name));
});

test('each limit of the page is one of the code, once', () => {
  expect(rows.map(([what]) => what)).toEqual(inCode.map(([what]) => what));
});

test('names the options that raise a limit', () => {
  const options = rows.flatMap(([, , , how = '']) => codeIn(how)).filter((name) => name.startsWith('--'));
  expect(new Set(options)).toEqual(
    new Set(['--journal', '--max-body', '--max-old-space-size', '--max-worlds', '--timeout']),
  );
});
