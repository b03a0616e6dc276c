/** What was seen of a service, whatever tool saw it. */
import { isJsonType } from '../../../core/http/media-type.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import { type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import type { KeyTree, SeenPlace } from './ledger.ts';

/** One request, and what the service responded. */
export interface Seen {
  /** The part of the source, as the table names it: `log.entries[]`. */
  readonly key: string;
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
  /** Whether it is an example, which stands for no moment: what others delete is there too. */
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

/** Contents are saved decoded. */
export const withoutCoding = (headers: SeenHeaders): SeenHeaders => headers.filter(([name]) => !ofCoding.has(name));

const ofCoding: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Requests of a page for itself: scripts, styles, images and fonts are no part of the service. */
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
