/** Mocks that lie in files: HTTP Archives, bodies by their request and status, and a body whose request is given. */
import { dirname, join } from 'node:path';
import { essenceOf, isJsonType } from '../../../core/http/media-type.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { isJsonObject, type Json, parseJson } from '../../../core/primitives/json.ts';
import { type JsonPath, pathTo, valueAt } from '../../../core/primitives/json-path.ts';
import { readRegularFile, readTextFile, UnreadableError } from '../../../files/read-regular-file.ts';
import { createJsonOffsets } from '../../../text/json-text.ts';
import { createPositions } from '../../../text/text-position.ts';

/** A body as bytes, with its media type. */
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
export const readMocks = async (file: string, as: Named | undefined): Promise<readonly Mock[]> => {
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
  if (Array.isArray(entries)) return readArchive(entries as readonly Json[], placeOf, dirname(file));
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
  folder: string,
): Promise<readonly Mock[]> => {
  const mocks: Mock[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = placeOf(['log', 'entries', index]);
    const at = (pointer: string): unknown => valueAt(entry, pathTo(pointer));
    const [method, address, status] = [at('/request/method'), at('/request/url'), at('/response/status')];
    if (
      typeof method !== 'string' ||
      typeof address !== 'string' ||
      !URL.canParse(address) ||
      typeof status !== 'number'
    )
      throw unreadable(place, 'this entry has no method, URL or status');
    const url = new URL(address);
    const headers = at('/request/headers');
    const isPreflight =
      method.toUpperCase() === 'OPTIONS' && headerIn(headers, 'access-control-request-method') !== undefined;
    if (status < 200 || status === 304 || !/^https?:$/.test(url.protocol) || isPreflight) continue;
    const sentType = headerIn(headers, 'content-type') ?? at('/request/postData/mimeType');
    const type = headerIn(at('/response/headers'), 'content-type') ?? at('/response/content/mimeType');
    mocks.push({
      place,
      name: `${method} ${url.pathname} ${status}`,
      method: method.toUpperCase(),
      status,
      url,
      path: url.pathname,
      sent: await bodyOf(at('/request/postData'), sentType, folder, place),
      body: await bodyOf(at('/response/content'), type, folder, place),
      lacks: {
        request: at('/request/postData') === undefined && isSome(at('/request/bodySize')),
        response: isOmitted(at('/response/content')),
      },
    });
  }
  return mocks;
};

/** Browsers leave out bodies that they have no more, and Playwright those that it was told to: their size is known, or is -1. */
const isOmitted = (content: unknown): boolean => {
  const { text, size, _file } = (content ?? {}) as Readonly<Record<string, unknown>>;
  return text === undefined && _file === undefined && typeof size === 'number' && size !== 0;
};

const isSome = (size: unknown): boolean => typeof size === 'number' && size > 0;

const headerIn = (headers: unknown, name: string): unknown =>
  (Array.isArray(headers) ? headers : []).find((header) => String(header?.name).toLowerCase() === name)?.value;

/** Playwright writes bodies to files beside the archive. */
const bodyOf = async (
  content: unknown,
  type: unknown,
  folder: string,
  place: string,
): Promise<MockBody | undefined> => {
  if (!isJsonObject(content as Json)) return undefined;
  const { text, encoding, _file } = content as Readonly<Record<string, unknown>>;
  const mediaType = typeof type === 'string' && type !== 'x-unknown' ? type : '';
  if (typeof _file === 'string') {
    const bytes = await readRegularFile(join(folder, _file)).catch((error: Error) => {
      throw unreadable(place, `${_file}: ${error.message}`);
    });
    return { bytes, mediaType };
  }
  if (isOmitted(content)) return { bytes: new Uint8Array(), mediaType };
  if (typeof text !== 'string' || text === '') return undefined;
  const bytes = encoding === 'base64' ? decodeBase64(text) : new TextEncoder().encode(text);
  if (bytes === undefined) throw unreadable(place, 'the body is no base64');
  return { bytes, mediaType };
};

/** The media type of a value, of those that are documented. */
export const mediaTypeFor = (value: Json, documented: readonly string[]): string => {
  const json = documented.find((type) => isJsonType(essenceOf(type)));
  return json ?? (typeof value === 'string' ? documented[0] : undefined) ?? 'application/json';
};
