/** `check --mocks`: judges the responses that lie in files, as a guard judges those that a mock server gives. */

import { type Dirent, globSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { exitCodes } from '../../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../../cli/terminal/given-options.ts';
import { escapeControls, paint, paintError, printableLines } from '../../../cli/terminal/paint.ts';
import { essenceOf, type HttpRequest, isJsonType } from '../../../core/http/http.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { suggest } from '../../../core/primitives/did-you-mean.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  parseJson,
  stringifyJson,
  valueAt,
} from '../../../core/primitives/json.ts';
import { formatCount } from '../../../core/primitives/units.ts';
import { type Operation, responseFor } from '../../../core/service/operation.ts';
import { isBelowBase, type Service } from '../../../core/service/service.ts';
import { readTextFile, UnreadableError } from '../../../files/read-regular-file.ts';
import { chooseServices } from '../../../simulation/service-source.ts';
import { createSimulation, type Simulation } from '../../../simulation/simulation.ts';
import { createJsonOffsets } from '../../../text/json-text.ts';
import { createPositions } from '../../../text/text-position.ts';
import { createRedactFor } from '../../../world/evidence/redact.ts';
import { viewExchange } from '../../../world/evidence/view-exchange.ts';
import { silentLogger } from '../../../world/logger.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import type { GuardedExchange } from '../api.ts';
import { describeFinding } from '../describe-findings.ts';
import { GuardFindings } from '../guard-findings.ts';
import { plainPath } from '../ignored.ts';
import { type GivenResponse, judgeExchange } from '../judge-exchange.ts';

export interface MockFlags {
  readonly mocks: readonly string[];
  readonly as?: string | undefined;
  readonly json?: boolean | undefined;
  readonly loadArchives: LoadArchives;
  /** The flags that choose a document. */
  readonly [flag: string]: unknown;
}

/**
 * Returns the exit code: 1 if a mock breaks the document.
 *
 * @param documents Files and URLs; none: those that `serve` would load.
 * @throws ConfigError if no file matches or one cannot be read, and for a document that cannot be used.
 */
export const checkMocks = async (
  documents: readonly string[],
  { mocks: patterns, as, json = false, loadArchives, ...flags }: MockFlags,
): Promise<number> => {
  const files = filesOf(patterns);
  const named = as === undefined ? undefined : readAs(as);
  const mocks = (await Promise.all(files.map((file) => readMocks(file, named, loadArchives)))).flat();
  const simulation = await loadSimulation(documents, flags);
  const { service } = simulation.worlds;
  const judged = mocks.filter(({ url }) => url === undefined || isBelowBase(service, url.pathname));
  if (judged.length === 0) throw nothingOf(service, files, mocks);
  const findings = new GuardFindings();
  const rows = judged.flatMap((mock) => judge(simulation, mock, findings));
  if (json) print(stringifyJson({ mocks: judged.length, findings: rows } as never, 2));
  else report(simulation, findings, `${formatCount(judged.length, 'mock')} in ${formatCount(files.length, 'file')}`);
  return rows.length === 0 ? exitCodes.fine : exitCodes.findings;
};

const print = (text: string) => void process.stdout.write(`${escapeControls(text)}\n`);

const filesOf = (patterns: readonly string[]): readonly string[] => {
  const found = patterns.flatMap((pattern) => {
    const files = findFiles(pattern);
    if (files.length > 0) return files;
    const hint = 'Put a pattern in quotes: the shell may have changed it.';
    throw commandInvalid(`no file matches --mocks ${pattern}`, hint);
  });
  return [...new Set(found)];
};

const nothingOf = (service: Service, files: readonly string[], mocks: readonly Mock[]) => {
  const origins = [...new Set(mocks.flatMap(({ url }) => url?.origin ?? []))];
  const hint = `The paths of the service begin with ${service.basePaths.join(', ') || '/'}.`;
  const what =
    origins.length === 0
      ? 'there is no response'
      : `no request to ${origins.slice(0, 3).join(', ')} is one to the service`;
  return commandInvalid(`nothing can be judged in ${files.slice(0, 3).join(', ')}: ${what}`, hint);
};

const loadSimulation = async (
  documents: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<Simulation> => {
  const given = await readGivenOptions({ ...flags, ...(documents.length > 0 && { document: documents }) });
  const { options, serviceOptions, names } = given;
  const services = await chooseServices(serviceOptions);
  if (services.origin === 'shipped')
    throw commandInvalid(
      'there is no OpenAPI document here by which mocks could be judged',
      'Name it: vivarium check openapi.yaml --mocks mocks.json',
    );
  const settings = { ...options, maxWorlds: 1, logger: silentLogger };
  const simulation = await createSimulation({ ...options, scenario: {}, services, ...names }, settings);
  await simulation.worlds.ready();
  return simulation;
};

interface Row {
  readonly file: string;
  readonly mock: string;
  readonly [property: string]: unknown;
}

const now = 0;

const notInFile = 'is not in the file';

const judge = ({ worlds }: Simulation, mock: Mock, findings: GuardFindings): readonly Row[] => {
  const { service } = worlds;
  const world = worlds.open(defaultWorldName) as NonNullable<ReturnType<typeof worlds.open>>;
  const operation = mock.url === undefined ? operationFor(service, mock) : undefined;
  const request = requestFor(service, mock, operation);
  const unjudged = mock.lacks?.request === true ? notInFile : undefined;
  const moment = { service, state: world.decisions.state, request, unjudged, now };
  const { exchange } = judgeExchange(moment, responseOf(mock, operation), { ignoresHeaders: true });
  const violations = exchange.violations
    .filter(({ side, rule }) => mock.url !== undefined || side === 'response' || rule === 'unmatched')
    .map((violation) => (violation.rule === 'unmatched' ? unmatched(service, mock, violation) : violation));
  if (violations.length === 0) return [];
  const found = service.operations.find(({ name }) => name === exchange.operation);
  const view = viewExchange({ ...exchange, violations }, createRedactFor()(service)) as unknown as GuardedExchange;
  findings.add(view, found, { subject: exchange.operation ?? mock.name, line: `${mock.place} ${mock.name}` });
  const about = { file: mock.place, mock: mock.name, operation: exchange.operation ?? null };
  return violations.map((violation) => ({ ...about, ...violation }));
};

const unmatched = <V>(service: Service, { method, path }: Mock, violation: V): V => {
  const known = service.operations.map((one) => `${one.method} ${one.path}`);
  return {
    ...violation,
    message: `the document has no operation ${method} ${path}. ${suggest(`${method} ${path}`, 'operations', known)}`,
  };
};

const operationFor = (service: Service, { method, path }: Mock): Operation | undefined => {
  const paths = new Set([
    plainPath(path),
    ...service.basePaths.flatMap((base) => (path.startsWith(`${base}/`) ? [plainPath(path.slice(base.length))] : [])),
  ]);
  return service.operations.find((one) => one.method === method && paths.has(plainPath(one.path)));
};

const requestFor = (
  service: Service,
  { method, url, path, sent }: Mock,
  operation: Operation | undefined,
): HttpRequest => {
  const [pathname = '', query = ''] = (operation?.path.replaceAll(/\{[^}]*\}/g, '1') ?? path).split('?');
  const isWhole = url !== undefined || isBelowBase(service, pathname);
  return {
    method,
    path: url?.pathname ?? (isWhole ? pathname : `${service.basePaths[0] ?? ''}${pathname}`),
    query: url?.search.slice(1) ?? query,
    headers: sent === undefined ? {} : { 'content-type': sent.mediaType },
    body: sent === undefined ? { type: 'none' } : { type: 'bytes', bytes: sent.bytes },
    pathPrefix: '',
  };
};

const responseOf = ({ status, body, lacks }: Mock, operation: Operation | undefined): GivenResponse => {
  const { bytes, mediaType } = bytesOf(body, operation, status);
  const headers = mediaType === '' ? [] : ['content-type', mediaType];
  return { status, headers, body: bytes, by: 'mock', unjudged: lacks?.response ? notInFile : undefined };
};

const nothing: MockBody = { bytes: new Uint8Array(), mediaType: '' };

const bytesOf = (body: Mock['body'], operation: Operation | undefined, status: number): MockBody => {
  if (body === undefined || 'bytes' in body) return body ?? nothing;
  const { value } = body;
  const documented = operation && responseFor(operation, status)?.contents.map(({ mediaType }) => mediaType);
  if (value === null && (documented ?? []).length === 0) return nothing;
  const mediaType = mediaTypeFor(value, documented ?? []);
  const text = typeof value === 'string' && !/json/.test(mediaType) ? value : stringifyJson(value);
  return { bytes: new TextEncoder().encode(text), mediaType };
};

const report = ({ worlds, sources }: Simulation, findings: GuardFindings, judged: string) => {
  const { groups } = findings;
  const { title, version } = worlds.service;
  if (groups.length === 0) print(paint('green', `No finding in ${judged} by ${title} ${version}.`));
  if (groups.length === 0) return;
  const [loaded] = sources.loaded;
  for (const finding of groups) {
    const lines = describeFinding(finding, (pointer) => loaded?.document?.locate(pointer), worlds.service);
    process.stderr.write(`${printableLines(lines)}\n\n`);
  }
  process.stderr.write(`${paintError('red', `${formatCount(findings.rows.length, 'finding')} in ${judged}.`)}\n`);
};

/** Sorted, without what is below `node_modules` and hidden folders, as far as the pattern does not name them. */
const findFiles = (pattern: string): readonly string[] => {
  const isLeftOut = ({ name }: Dirent) => name === 'node_modules' && !pattern.includes(name);
  const found = globSync(pattern, { withFileTypes: true, exclude: isLeftOut });
  const files = found.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => (isAbsolute(pattern) ? file : relative('.', file))).sort();
};

interface ArchivedBody {
  readonly text: string;
  readonly isBase64: boolean;
  readonly type: string | undefined;
}

/** An entry of an HTTP Archive, as `import` reads it. */
type ArchivedEntry =
  | (Pick<Mock, 'method' | 'status'> & {
      readonly type: 'exchange';
      readonly url: URL;
      readonly sent: ArchivedBody | undefined;
      readonly received: ArchivedBody | undefined;
      readonly lacks: NonNullable<Mock['lacks']>;
    })
  | { readonly type: 'skipped' | 'websocket' | 'lost'; readonly reason: string };

type LoadArchives = () => Promise<{
  readonly archiveReader: (file: string) => (entry: JsonObject) => Promise<ArchivedEntry>;
}>;

interface MockBody {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** One response in a file. */
interface Mock {
  /** `src/mocks/orders.json:3`. */
  readonly place: string;
  /** `GET /orders 200`. */
  readonly name: string;
  readonly method: string;
  readonly status: number;
  /** The address of a recorded request; undefined: the file has the path alone, which may be a template. */
  readonly url?: URL;
  readonly path: string;
  /** The body of a recorded request. */
  readonly sent?: MockBody | undefined;
  /** A recorded body, or the value of one. */
  readonly body: MockBody | { readonly value: Json } | undefined;
  /** Whether a recorded message had a body that the file does not have. */
  readonly lacks?: { readonly request: boolean; readonly response: boolean };
}

type Named = Pick<Mock, 'name' | 'method' | 'status' | 'path'>;

const form = '{ "GET /orders 200": body }';

/** Reads `GET /orders 200`. Undefined: the text is none. */
const readName = (text: string): Named | undefined => {
  const [, method, path, status] = /^([A-Za-z]+) (\/\S*) ([1-5]\d\d)$/.exec(text.trim()) ?? [];
  if (method === undefined || path === undefined || status === undefined) return undefined;
  const verb = method.toUpperCase();
  return { name: `${verb} ${path} ${status}`, method: verb, path, status: Number(status) };
};

const readAs = (text: string): Named => {
  const named = readName(text);
  if (named !== undefined) return named;
  throw commandInvalid(`--as must be a method, a path and a status, not "${text}"`, "Write --as 'GET /orders 200'.");
};

const readMocks = async (file: string, as: Named | undefined, loadArchives: LoadArchives): Promise<readonly Mock[]> => {
  const text = await readTextFile(file).catch((error: unknown) => {
    throw error instanceof UnreadableError ? unreadable(file, error.message) : error;
  });
  const parsed = parseJson(text);
  if (!parsed.ok) throw unreadable(file, `the file ${parsed.reason}`);
  const { value } = parsed;
  const offsets = createJsonOffsets(text);
  const positions = createPositions(text);
  const placeOf = (path: JsonPath) => `${file}:${positions(offsets(path)).line}`;
  const entries = valueAt(value, ['log', 'entries']);
  if (Array.isArray(entries)) {
    const readEntry = (await loadArchives()).archiveReader(file);
    return readArchive(entries as readonly Json[], placeOf, readEntry);
  }
  if (as !== undefined) return [{ ...as, place: placeOf([]), body: { value } }];
  const names = isJsonObject(value) ? Object.keys(value) : [];
  const named = names.map((name) => [name, readName(name)] as const);
  if (!named.some(([, mock]) => mock !== undefined))
    throw unreadable(file, `it is neither an HTTP Archive nor ${form}`, "Say what it is of: --as 'GET /orders 200'.");
  return named.map(([name, mock]) => {
    const place = placeOf([name]);
    if (mock === undefined)
      throw unreadable(place, `"${name}" does not give a method, a path and a status`, `Write ${form}.`);
    return { ...mock, place, body: { value: valueAt(value, [name]) as Json } };
  });
};

const unreadable = (file: string, reason: string, hint?: string) =>
  commandInvalid({ message: `the mocks cannot be read: ${reason}`, file, hint });

/** Reads the mocks in an HTTP Archive. Leaves out entries that are no exchange of HTTP: without a response, or of WebSockets. */
const readArchive = async (
  entries: readonly Json[],
  placeOf: (path: JsonPath) => string,
  readEntry: (entry: JsonObject) => Promise<ArchivedEntry>,
): Promise<readonly Mock[]> => {
  const mocks: Mock[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = placeOf(['log', 'entries', index]);
    if (!isJsonObject(entry)) throw unreadable(place, 'this is not an entry');
    const read = await readEntry(entry);
    if (read.type === 'lost') throw unreadable(place, read.reason);
    if (read.type !== 'exchange') continue;
    const { method, url, status, sent, received, lacks } = read;
    mocks.push({
      ...{ place, method, status, url, lacks },
      name: `${method} ${url.pathname} ${status}`,
      path: url.pathname,
      sent: bodyOf(sent),
      body: bodyOf(received),
    });
  }
  return mocks;
};

const bodyOf = (body: ArchivedBody | undefined): MockBody | undefined => {
  if (body === undefined) return undefined;
  const { text, isBase64, type = '' } = body;
  return { bytes: (isBase64 ? decodeBase64(text) : undefined) ?? new TextEncoder().encode(text), mediaType: type };
};

const mediaTypeFor = (value: Json, documented: readonly string[]): string => {
  const json = documented.find((type) => isJsonType(essenceOf(type)));
  return json ?? (typeof value === 'string' ? documented[0] : undefined) ?? 'application/json';
};
