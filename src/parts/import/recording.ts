/** What was seen of a service, whatever tool saw it: the files with the positions of their values, the requests, and what became of each part. */

import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonType } from '../../core/http/http.ts';
import { decodeBase64 } from '../../core/primitives/base64.ts';
import { type ConfigError, commandInvalid } from '../../core/primitives/config-error.ts';
import {
  getProperty,
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  maxJsonDepth,
  mayBeUnsafeJson,
  parseJson,
  stringifyJson,
  type Token,
} from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import {
  decodeText,
  largerThan,
  maxFileBytes,
  readRegularFile,
  UnreadableError,
} from '../../files/read-regular-file.ts';
import { kindOfText } from '../../simulation/file-kind.ts';
import { createJsonOffsets, scanJson } from '../../text/json-text.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';

/** One request, and what the service responded. */
export interface Seen {
  readonly place: SeenPlace;
  /** What becomes of the keys below `place`, if the request is carried over. */
  readonly keys: KeyTree;
  /** Upper case. */
  readonly method: string;
  /** Scheme and host: `https://api.example.com`; empty if the source does not tell. */
  readonly origin: string;
  /** Percent-encoded, as sent. */
  readonly path: string;
  /** The path with its parameters, if the source tells them: `/books/{id}`. */
  readonly template?: string | undefined;
  /** Without the `?`. */
  readonly query: string;
  readonly headers: SeenHeaders;
  readonly body: SeenBody | undefined;
  /** If it is undefined, only the request is known. */
  readonly response: SeenAnswer | undefined;
  /** The folders of the source, outermost first. */
  readonly tags?: readonly string[] | undefined;
  /** What the source calls the request: `List all books`. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Whether it is an example, which has no place in time: items that others delete exist too. */
  readonly isExample?: boolean | undefined;
  /** Whether it follows from another part of the source, which the table names in its place. */
  readonly isDerived?: boolean | undefined;
  /** Whether the service takes less than the body: the source tells only what it looks at, or what it keeps. */
  readonly isBodyPart?: boolean | undefined;
  /** Whether the response has items alone, whatever envelope the document has for them. */
  readonly isBare?: boolean | undefined;
}

/** Names in lower case, and values, in pairs. */
export type SeenHeaders = readonly (readonly [name: string, value: string])[];

export interface SeenAnswer {
  readonly status: number;
  readonly headers: SeenHeaders;
  readonly body: SeenBody | undefined;
  /** Milliseconds from the request to the end of the response; undefined if it is not known. */
  readonly ms?: number | undefined;
}

/** A body without content encodings. */
export interface SeenBody {
  readonly text: string;
  readonly isBase64: boolean;
  /** With its parameters. */
  readonly type: string | undefined;
}

const empty = new Uint8Array();

export const bytesOf = (content: SeenBody | undefined): Uint8Array => {
  if (content === undefined) return empty;
  return content.isBase64 ? (decodeBase64(content.text) ?? empty) : new TextEncoder().encode(content.text);
};

/** Returns undefined if it is not JSON. */
export const jsonOf = (content: SeenBody | undefined): Json | undefined => {
  if (content?.type === undefined || !isJsonType(content.type)) return undefined;
  const text = content.isBase64 ? new TextDecoder().decode(bytesOf(content)) : content.text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
};

/** `name` in lower case, whatever case the headers have. */
export const headerIn = (headers: SeenHeaders, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

export const jsonBody = (value: Json): SeenBody => ({
  text: stringifyJson(value),
  isBase64: false,
  type: 'application/json',
});

/** Returns undefined if the path is not below the base. */
export const belowBase = (path: string, base: string): string | undefined => {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || rest.startsWith('/') ? rest || '/' : undefined;
};

/** Contents are saved decoded. */
export const withoutCoding = (headers: SeenHeaders): SeenHeaders => headers.filter(([name]) => !ofCoding.has(name));

const ofCoding: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Whether a page requests it for itself: scripts, styles, images and fonts are no part of the service. */
export const isAsset = ({ method, path, headers, response, isExample }: Seen): boolean => {
  // What somebody wrote as an example is meant.
  if (isExample === true) return false;
  const purpose = headerIn(headers, 'sec-fetch-dest');
  if (
    (method !== 'GET' && method !== 'HEAD') ||
    response === undefined ||
    response.status >= 300 ||
    purpose === 'empty'
  )
    return false;
  const type = response.body?.type ?? headerIn(response.headers, 'content-type') ?? '';
  if (
    /^(?:text\/(?:html|css|javascript)|application\/(?:x-)?javascript|application\/(?:wasm|manifest\+json)|font\/|application\/font)/i.test(
      type,
    )
  )
    return true;
  return /^(?:image|audio|video)\//i.test(type) && (/\.\w{2,5}$/.test(path) || purpose !== undefined);
};

/** A part of a source that cannot be carried over. */
export class Inexpressible extends Error {
  /** The key that cannot be carried over, if not the whole part. */
  readonly place: SeenPlace | undefined;

  constructor(reason: string, place?: SeenPlace) {
    super(reason);
    this.place = place;
  }
}

export interface Note {
  readonly fate: Fate;
  readonly reason: string | undefined;
  readonly place: SeenPlace;
}

/** A part of a source. What becomes of it is a row in the table of the import. */
export class SeenPlace {
  readonly source: ImportSource;
  readonly path: JsonPath;
  /** How the table names it: `log.entries[]`. Empty: the whole. */
  readonly key: string;
  readonly #ledger: Ledger;
  readonly #notes: Note[] | undefined;

  constructor(ledger: Ledger, source: ImportSource, path: JsonPath = [], key = '', notes?: Note[]) {
    this.#ledger = ledger;
    this.source = source;
    this.path = path;
    this.key = key;
    this.#notes = notes;
  }

  below(...path: JsonPath): SeenPlace {
    return path.reduce<SeenPlace>((place, token) => place.#child(token), this);
  }

  /** The same part, with another name in the table. */
  as(key: string): SeenPlace {
    return new SeenPlace(this.#ledger, this.source, this.path, key, this.#notes);
  }

  /** The same part, whose rows wait in a list until it is certain that the whole is carried over. Undefined: they do not wait. */
  noting(notes: Note[] | undefined): SeenPlace {
    return new SeenPlace(this.#ledger, this.source, this.path, this.key, notes);
  }

  carry(...path: JsonPath): void {
    this.note('carried', undefined, ...path);
  }

  /** `before`: the condition as the source has it; `after`: as it is now. */
  widen(before: string, after: string, ...path: JsonPath): void {
    this.note('wider', `${shortened(before)} → ${shortened(after)}`, ...path);
  }

  /** Leaves it out: its absence changes nothing, or is what the user expects. */
  leave(reason: string, ...path: JsonPath): void {
    this.note('no-loss', reason, ...path);
  }

  lose(reason: string, ...path: JsonPath): void {
    this.note('lost', reason, ...path);
  }

  note(fate: Fate, reason: string | undefined, ...path: JsonPath): void {
    const place = this.below(...path).noting(undefined);
    if (this.#notes === undefined) this.#ledger.note(fate, reason, place);
    else this.#notes.push({ fate, reason, place });
  }

  /** Gives up the whole stub because of this key. @throws Inexpressible */
  give(reason: string, ...path: JsonPath): never {
    throw new Inexpressible(`${reason}: the stub is not carried over`, this.below(...path).noting(undefined));
  }

  /** @throws Inexpressible with the place of the key */
  express<Value>(read: () => Value, ...path: JsonPath): Value {
    try {
      return read();
    } catch (error) {
      if (error instanceof Inexpressible) return this.give(error.message, ...path);
      throw error;
    }
  }

  /** Counts every key below a value, as its tree says. Those that are `decided` are counted by the reader. */
  tally(value: Json, tree: KeyTree): void {
    if (!isJsonObject(value)) return;
    for (const [name, child] of Object.entries(value)) {
      const fate = fateIn(tree, name);
      // Names that the source chose, such as those of definitions, are one row.
      const shown = fate !== undefined && fate === tree['*'] ? '*' : name;
      const at = this.below(name).as(keyBelow(this.key, shown));
      if (fate === undefined) at.lose('this key is not known');
      else if (fate === 'decided') continue;
      else if (fate === 'carried') at.carry();
      else if (typeof fate === 'string') at.leave(fate);
      else if (Array.isArray(fate)) {
        if (!isAbsent(child)) at.lose(fate[0] as string);
      } else at.tally(child, fate as KeyTree);
    }
  }

  #child(token: Token): SeenPlace {
    const key = keyBelow(this.key, typeof token === 'string' && chosen.has(this.path.at(-1)) ? '*' : token);
    return new SeenPlace(this.#ledger, this.source, [...this.path, token], key, this.#notes);
  }
}

/** Names that the user chose are `*` in the table. */
const chosen: ReadonlySet<unknown> = new Set(
  'headers queryParameters cookies pathParameters formParameters'.split(' '),
);

const keyBelow = (key: string, token: Token): string => {
  if (typeof token === 'number') return `${key}[]`;
  const name = token.slice(0, 60);
  return key === '' ? name : `${key}.${name}`;
};

/** `file:line:column`. */
export const showPlace = ({ source, path }: Pick<SeenPlace, 'source' | 'path'>): string => {
  const { file = source.name, line, column } = source.locate(path);
  return `${file}:${line}:${column}`;
};

/** `wider`: carried over, but it is also for requests that the source does not mean. */
export type Fate = 'carried' | 'wider' | 'no-loss' | 'lost';

export interface Row {
  readonly fate: Fate;
  /** A part of the source: `log.entries[].request.url`. */
  readonly key: string;
  /** Why it is not carried over; for a wider condition, both texts; else what it became. */
  readonly reason: string | undefined;
  readonly count: number;
  /** The first ones. */
  readonly places: readonly SeenPlace[];
}

/** The largest number of rows in the table. The rest of a hostile source is counted together. */
const maxRows = 1000;

export class Ledger {
  readonly #rows = new Map<string, Row & { count: number; readonly places: SeenPlace[] }>();

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  note(fate: Fate, reason: string | undefined, place: SeenPlace): void {
    const { key } = place;
    const id = `${fate} ${key} ${reason ?? ''}`;
    const known = this.#rows.get(id);
    if (known !== undefined) {
      known.count++;
      if (known.places.length < maxShownRows) known.places.push(place);
    } else if (this.#rows.size < maxRows || key === otherKeys)
      this.#rows.set(id, { fate, key, reason, count: 1, places: [place] });
    else this.note(fate, 'more kinds than are listed', place.as(otherKeys));
  }
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

const otherKeys = '(others)';

/** Whether an option is there without a value, as exports write them. */
const isAbsent = (value: Json) =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/**
 * The keys of a format. `carried`; `decided`: by the reader, which counts it itself; another text: why its absence is no loss; a list
 * with a text: why it is lost, unless it is empty. `*` stands for any other name.
 */
export interface KeyTree {
  readonly [name: string]: KeyFate;
}
type KeyFate = string | readonly [reason: string] | KeyTree;

/** Several keys of one fate; `names`: with spaces between them. */
export const keysWith = (fate: KeyFate, names: string): KeyTree =>
  Object.fromEntries(names.split(' ').map((name) => [name, fate]));

const fateIn = (tree: KeyTree, name: string): KeyFate | undefined => {
  if (Object.hasOwn(tree, name)) return tree[name];
  const family = Object.keys(tree).find(
    (key) => key.length > 1 && key.endsWith('*') && name.startsWith(key.slice(0, -1)),
  );
  return tree[family ?? '*'];
};

export interface ImportSource {
  readonly name: string;
  readonly value: Json;
  /** The position of a value, or of its key. */
  readonly locate: (path: JsonPath) => Pick<TextPosition, 'line' | 'column'> & { readonly file?: string };
}

const zipStart = Buffer.from('PK\u0003\u0004');

/** `paths`: files, or folders of files (WireMock's `mappings`). @throws ConfigError if one cannot be read. */
export const readSources = async (paths: readonly string[]) => {
  const list: ImportSource[] = [];
  /** Files that are documents: Swagger 2.0 or OpenAPI 3. */
  const documents: string[] = [];
  let bytes = 0;
  for (const path of paths)
    for (const file of statSync(path, { throwIfNoEntry: false })?.isDirectory() ? await filesIn(path) : [path]) {
      const content = await orProblem(file, () => readRegularFile(file));
      bytes += content.length;
      if (bytes > maxFileBytes) throw tooLarge(file, 'these files are');
      if (content.subarray(0, zipStart.length).equals(zipStart))
        throw problem(file, 'this is a ZIP archive', 'Extract it, and import the files that it contains.');
      const text = await orProblem(file, () => decodeText(content));
      // Only documents may be YAML.
      const source = /^\s*[{[]/.test(text) ? parseJsonSource(text, file) : undefined;
      const isDocument = source === undefined ? kindOfText(text) === 'document' : isDocumentValue(source.value);
      if (isDocument) documents.push(file);
      else list.push(source ?? parseJsonSource('""', file));
    }
  return { list, documents };
};

const isDocumentValue = (value: Json) =>
  ['swagger', 'openapi'].some((name) => getProperty(value as JsonObject, name) !== undefined);

const orProblem = async <Result>(file: string, read: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw error.message === largerThan(maxFileBytes)
      ? tooLarge(file, 'this is')
      : problem(file, error.message, error.hint);
  }
};

const tooLarge = (file: string, subject: string): ConfigError =>
  problem(
    file,
    `${subject} larger than ${maxFileBytes / 1024 ** 2} MiB, the most that is imported at once`,
    'Export only the requests to the service: filter them by its address, and leave out images, scripts and fonts.',
  );

const filesIn = async (folder: string): Promise<readonly string[]> => {
  const mappings = join(folder, 'mappings');
  const root = existsSync(mappings) ? mappings : folder;
  const names = (await readdir(root, { recursive: true })).filter((name) => /\.json$/i.test(name)).sort();
  if (names.length === 0) throw problem(folder, 'there is no JSON file in this folder');
  return names.map((name) => join(root, name));
};

const problem = (file: string, message: string, hint?: string): ConfigError =>
  commandInvalid({ message, file, ...(hint !== undefined && { hint }) });

/** @throws ConfigError with the position, if it is not JSON. */
const parseJsonSource = (text: string, name: string): ImportSource => {
  const positionOf = createPositions(text);
  const offsets = lazily(() => createJsonOffsets(text));
  return {
    name,
    value: parse(text, name, positionOf),
    locate: (path) => positionOf(offsets()(path)),
  };
};

const parse = (text: string, file: string, positionOf: (offset: number) => TextPosition): Json => {
  if (!isDeeperThan(text, maxJsonDepth)) {
    try {
      const value = JSON.parse(text) as Json;
      // The bodies in a HAR are texts, which are parsed later.
      const isHar = isJsonObject(value) && getProperty(value, 'log') !== undefined;
      const exact = isHar || !mayBeUnsafeJson(text) ? undefined : parseJson(text);
      return exact?.ok === true ? exact.value : value;
    } catch {
      // The position is found below.
    }
  }
  const [found] = scanJson(text);
  const message = found?.message ?? 'this is not valid JSON';
  const place = found === undefined ? undefined : positionOf(found.offset);
  throw commandInvalid({ message, file, ...place });
};
