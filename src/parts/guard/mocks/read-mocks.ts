/** Mocks that lie in files: HTTP Archives, bodies by their request and status, and a body whose request is given. */
import { essenceOf, isJsonType } from '../../../core/http/http.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  parseJson,
  valueAt,
} from '../../../core/primitives/json.ts';
import { readTextFile, UnreadableError } from '../../../files/read-regular-file.ts';
import { createJsonOffsets } from '../../../text/json-text.ts';
import { createPositions } from '../../../text/text-position.ts';

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

/** Loads what reads HTTP Archives, where a file is one. */
export type LoadArchives = () => Promise<{
  readonly archiveReader: (file: string) => (entry: JsonObject) => Promise<ArchivedEntry>;
}>;

export interface MockBody {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** One response in a file. */
export interface Mock {
  /** `src/mocks/orders.json:3`. */
  readonly place: string;
  /** `GET /orders 200`. */
  readonly name: string;
  readonly method: string;
  readonly status: number;
  /** The address of a recorded request; undefined: the file has the path alone, which may be a template. */
  readonly url: URL | undefined;
  readonly path: string;
  /** The body of a recorded request. */
  readonly sent: MockBody | undefined;
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
  return {
    name: `${method.toUpperCase()} ${path} ${status}`,
    method: method.toUpperCase(),
    path,
    status: Number(status),
  };
};

/** @throws ConfigError if it is none. */
export const readAs = (text: string): Named => {
  const named = readName(text);
  if (named !== undefined) return named;
  throw commandInvalid(`--as must be a method, a path and a status, not "${text}"`, "Write --as 'GET /orders 200'.");
};

/** @throws ConfigError if the file cannot be read as mocks. */
export const readMocks = async (
  file: string,
  as: Named | undefined,
  loadArchives: LoadArchives,
): Promise<readonly Mock[]> => {
  const text = await readTextFile(file).catch((error: unknown) => {
    throw error instanceof UnreadableError ? unreadable(file, error.message) : error;
  });
  const parsed = parseJson(text);
  if (!parsed.ok) throw unreadable(file, `the file ${parsed.reason}`);
  const { value } = parsed;
  const offsets = createJsonOffsets(text);
  const positions = createPositions(text);
  const placeOf = (path: JsonPath): string => `${file}:${positions(offsets(path)).line}`;
  const entries = valueAt(value, ['log', 'entries']);
  if (Array.isArray(entries)) {
    const readEntry = (await loadArchives()).archiveReader(file);
    return readArchive(entries as readonly Json[], placeOf, readEntry);
  }
  if (as !== undefined) return [{ ...as, place: placeOf([]), url: undefined, sent: undefined, body: { value } }];
  const names = isJsonObject(value) ? Object.keys(value) : [];
  const named = names.map((name) => [name, readName(name)] as const);
  if (!named.some(([, mock]) => mock !== undefined))
    throw unreadable(file, `it is neither an HTTP Archive nor ${form}`, "Say what it is of: --as 'GET /orders 200'.");
  return named.map(([name, mock]) => {
    if (mock === undefined)
      throw unreadable(placeOf([name]), `"${name}" is no method, path and status`, `Write ${form}.`);
    return {
      ...mock,
      place: placeOf([name]),
      url: undefined,
      sent: undefined,
      body: { value: valueAt(value, [name]) as Json },
    };
  });
};

const unreadable = (file: string, reason: string, hint?: string) =>
  commandInvalid({ message: `the mocks cannot be read: ${reason}`, file, hint });

/** Requests that got no response, and those that no mock answers, are left out. */
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

/** The media type of a value, of those that are documented. */
export const mediaTypeFor = (value: Json, documented: readonly string[]): string => {
  const json = documented.find((type) => isJsonType(essenceOf(type)));
  return json ?? (typeof value === 'string' ? documented[0] : undefined) ?? 'application/json';
};
