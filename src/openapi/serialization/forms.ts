/** Decodes and encodes forms, also multipart bodies (RFC 7578, RFC 2046 section 5.1), in memory as a whole, because the core does not wait. */

import { coversMediaType, decodePercent, essenceOf, isJsonType } from '../../core/http/http.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  plainText,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { strictText } from '../../core/primitives/utf8.ts';
import type { Problem } from '../../core/service/check.ts';
import type { DecodedBody, SentFile } from '../../core/service/operation.ts';
import { entriesAt, type Located, objectIn, type Source, stringIn } from '../document/source.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { isStructural, nodeReader, type ReadNode } from './decode-fields.ts';
import { type Decode, type StyledParameter, styleDecoder, styleOf } from './decode-style.ts';
import { bracketPairs, isScalarList, type Pair, styleWriter } from './encode-style.ts';
import { createNode, type Field, type FieldNode, textField, treeOf } from './field-tree.ts';

interface MultipartPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  readonly bytes: Uint8Array;
}

type Invalid = { readonly ok: false; readonly reason: string };
type Parts = { readonly ok: true; readonly parts: readonly MultipartPart[] } | Invalid;

/** Limits for hostile bodies. Real forms stay far below them. */
const maxParts = 1000;
const maxHeadersLength = 16_384;
/** RFC 2046, 5.1.1. The search for a long boundary that nearly occurs takes quadratic time. */
const maxBoundaryLength = 70;

const latin1 = new TextDecoder('latin1');
const lenient = new TextDecoder();

const parseMultipart = (bytes: Uint8Array, contentType: string): Parts => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return invalid('its Content-Type has no boundary');
  if (boundary.length > maxBoundaryLength)
    return invalid(`its boundary is longer than ${maxBoundaryLength} characters`);
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const text = latin1.decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  let offset = text.startsWith(delimiter.slice(2)) ? delimiter.length - 2 : after(text, delimiter, 0);
  const parts: MultipartPart[] = [];
  while (offset >= 0 && !text.startsWith('--', offset)) {
    if (parts.length === maxParts) return invalid(`it has more than ${maxParts} parts`);
    const lineOffset = text.indexOf('\r\n', offset);
    // A part without headers still has the empty line.
    const bodyOffset = lineOffset < 0 ? -1 : after(text, '\r\n\r\n', lineOffset);
    const nextOffset = bodyOffset < 0 ? -1 : text.indexOf(delimiter, bodyOffset - 2);
    if (nextOffset < 0) return invalid('a part has no end');
    if (bodyOffset - lineOffset > maxHeadersLength) return invalid('the headers of a part are too long');
    const part = partOf(
      lenient.decode(bytes.subarray(lineOffset + 2, bodyOffset - 2)),
      bytes.subarray(bodyOffset, Math.max(bodyOffset, nextOffset)),
    );
    parts.push(part);
    offset = nextOffset + delimiter.length;
  }
  return offset < 0 ? invalid('its boundary does not occur') : { ok: true, parts };
};

const invalid = (reason: string): Invalid => ({ ok: false, reason: `is not valid multipart/form-data: ${reason}` });

const after = (text: string, token: string, from: number): number => {
  const found = text.indexOf(token, from);
  return found < 0 ? -1 : found + token.length;
};

/** Reads a part by its headers. The parts of a form have names, others have none. */
const partOf = (head: string, bytes: Uint8Array): MultipartPart => {
  const headers = new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name') ?? '';
  return { name, fileName: parameterOf(disposition, 'filename'), mediaType: headers.get('content-type'), bytes };
};

/** Browsers percent-encode quotes and line breaks; other clients escape quotes with a backslash. */
const parameterOf = (disposition: string, name: string): string | undefined => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
  return quoted === undefined ? plain : decodePercent(quoted.replace(/\\(["\\])/g, '$1'));
};

/** The `encoding` of the properties of a form, as documented. */
interface Encodings {
  /** Properties whose fields are JSON by their documented encoding. */
  readonly json: ReadonlySet<string>;
  /** The documented media types of each property's parts, some with `*`. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** Properties with a documented style. */
  readonly styled: ReadonlyMap<string, StyledField>;
}

export interface Form extends Encodings {
  /** The declared properties. A name with brackets that is declared as it is, is not split. */
  readonly names: ReadonlySet<string>;
  readonly read: ReadNode;
  /** Whether the body is a list, whose elements are the parts, whatever their names (the documents of goa). */
  readonly isList: boolean;
}

/** The property of all elements while a list is read. */
const elements = 'items';

export const plainEncodings: Encodings = { json: new Set(), types: new Map(), styled: new Map() };

interface StyledField {
  /** If it is undefined, it is read like a field without a style, because names in brackets are always read. */
  readonly decode: Decode | undefined;
  /** Pairs of the form, percent-encoded. */
  readonly write: (value: Json) => string;
}

/** `media`: the Media Type Object, with its `encoding`. */
export const createForm = (schemas: SchemaSet, key: string, media: Located | undefined, source: Source): Form => {
  const declared = schemas.propertiesIn(schemas.partsOf(schemas.get(key).schema, 'some'));
  const json = new Set<string>();
  const types = new Map<string, readonly string[]>();
  const styled = new Map<string, StyledField>();
  const names = new Set(declared.keys());
  const encodings = entriesAt(media && getProperty(media.value, 'encoding'), `${media?.pointer ?? ''}/encoding`);
  for (const [name, raw, pointer] of encodings) {
    const encoding = source.resolve(raw, pointer);
    if (encoding === undefined) continue;
    const contentType = stringIn(encoding.value, 'contentType') ?? '';
    if (isJsonType(contentType)) json.add(name);
    const partTypes = contentType.split(',').map(essenceOf).filter(isMediaType);
    if (partTypes.length > 0) types.set(name, partTypes);
    const schema = declared.get(name)?.[0];
    if (schema !== undefined && (Object.hasOwn(encoding.value, 'style') || Object.hasOwn(encoding.value, 'explode')))
      styled.set(name, styledField({ ...encoding, name, in: 'query', schema, siblings: names }, schemas, source));
  }
  const whole = schemas.typesOf({ $ref: key });
  if (whole?.size !== 1 || !whole.has('array'))
    return { names, read: nodeReader(schemas, { $ref: key }), isList: false, json, types, styled };
  const read = nodeReader(schemas, { type: 'object', properties: { [elements]: { $ref: key } } });
  return { names, read, isList: true, json, types, styled };
};

const isMediaType = (text: string) => /^[^/\s]+\/\S+$/.test(text);

const styledField = (field: StyledParameter, schemas: SchemaSet, source: Source): StyledField => {
  const parameter = { ...field, ...styleOf(field.value, 'query') };
  // An exploded object is spread over the form, so that its properties have no common name.
  const isSpread =
    parameter.style === 'form' && parameter.explode && schemas.typesOf(field.schema)?.has('object') === true;
  const needsStyle = parameter.style !== 'deepObject' && (!parameter.explode || isSpread);
  return { decode: needsStyle ? styleDecoder(parameter, schemas, source) : undefined, write: styleWriter(parameter) };
};

interface DecodedForm {
  readonly value: Json;
  /** Problems that the schema's check does not find; undefined if there are none. */
  readonly problems?: readonly Problem[] | undefined;
}

/** A property with a style searches all fields. The product of both numbers is limited; real forms stay far below. */
const maxSearches = 1_000_000;

export const decodeUrlencoded = (form: Form, text: string): DecodedBody => {
  const limit = Math.floor(maxSearches / form.styled.size);
  if (hasMoreFields(text, limit)) return { ok: false, reason: `has more than ${limit} fields` };
  const query = new URLSearchParams(text);
  const source = { path: new Map(), query, rawQuery: text, headers: {} };
  const styled: (readonly [string, Json])[] = [];
  for (const [name, { decode }] of form.styled) {
    const decoded = decode?.(source);
    // Invalid values are read as a plain field, so that the check reports the problem.
    if (decoded !== undefined && 'value' in decoded) styled.push([name, decoded.value]);
  }
  const fields = query.entries().map(([name, value]) => [name, textField(value)] as const);
  return { ok: true, ...decodeFields(form, fields, new Map(styled)) };
};

/** Whether a text has more fields. It is not split: a long text of separators would be a long list. */
const hasMoreFields = (text: string, limit: number) => {
  let offset = -1;
  for (let count = 0; count < limit; count++) {
    offset = text.indexOf('&', offset + 1);
    if (offset < 0) return false;
  }
  return true;
};

export const decodeMultipart = (form: Form, bytes: Uint8Array, contentType: string): DecodedBody => {
  const parsed = parseMultipart(bytes, contentType);
  if (!parsed.ok) return parsed;
  const parts = namedParts(form, parsed.parts);
  if (parts !== parsed.parts && essenceOf(contentType) === 'multipart/form-data') return invalid('a part has no name');
  const first = parts.find(({ fileName }) => fileName !== undefined);
  const nameOf = ({ name }: MultipartPart): string => (form.isList ? elements : name);
  const decoded = decodeFields(
    form,
    parts.values().map((part) => [nameOf(part), fieldOf(part)] as const),
  );
  const value = form.isList ? ((decoded.value as Record<string, Json>)[elements] ?? []) : decoded.value;
  const problems = [...(decoded.problems ?? []), ...parts.flatMap((part) => typeProblem(form, part) ?? [])];
  const file = first && fileOf(first);
  return { ok: true, file, ...decoded, value, problems: problems.length === 0 ? undefined : problems };
};

/** Parts without a name (`multipart/mixed`, `multipart/related`) are the properties in their order. */
const namedParts = ({ names }: Form, parts: readonly MultipartPart[]): readonly MultipartPart[] => {
  if (parts.every(({ name }) => name !== '')) return parts;
  const used = new Set(parts.map(({ name }) => name));
  const free = [...names].filter((name) => !used.has(name)).values();
  return parts.map((part, index) => (part.name === '' ? { ...part, name: free.next().value ?? `part${index}` } : part));
};

/** A part states the type of a file. A field in `text/plain` states nothing: that is the default (RFC 7578, 4.4). */
const typeProblem = ({ types }: Form, { name, mediaType = '', fileName }: MultipartPart): Problem | undefined => {
  const property = types.has(name) ? name : name.replace(/\[\w*\]$/, '');
  const allowed = types.get(property);
  const sent = essenceOf(mediaType);
  if (allowed === undefined || sent === '' || (fileName === undefined && sent === 'text/plain')) return undefined;
  // Documents name the first one for a file of any kind.
  const isAllowed = (range: string) =>
    range === 'application/octet-stream' || coversMediaType(usualName(range), usualName(sent));
  if (allowed.some(isAllowed)) return undefined;
  const message = `must be sent as ${allowed.join(' or ')}, not ${sent}`;
  return { pointer: `/${escapePointer(property)}`, rule: 'mediaType', message };
};

const usualName = (mediaType: string) => mediaType.replace(/\/x-/, '/').replace(/\/jpg$/, '/jpeg');

/** `styled`: properties that are decoded already. */
const decodeFields = (
  { names, read, json }: Form,
  fields: Iterable<readonly [string, Field]>,
  styled: ReadonlyMap<string, Json> = new Map(),
): DecodedForm => {
  const problems: Problem[] = [];
  const tree = treeOf(fields, (name) => names.has(name), problems).properties ?? new Map<string, FieldNode>();
  for (const name of json) markJson(tree.get(name));
  for (const name of styled.keys()) tree.delete(name);
  const value = { ...(read({ ...createNode(), properties: tree }, '', problems) as Record<string, Json>) };
  for (const [name, property] of styled) setProperty(value, name, property);
  const found = problems.filter(isStructural);
  return { value, problems: found.length === 0 ? undefined : found };
};

const markJson = (node: FieldNode | undefined) => {
  for (const [index, field] of (node?.fields ?? []).entries())
    node?.fields.splice(index, 1, { ...field, isJson: true });
};

const fieldOf = (part: MultipartPart): Field => {
  const file = fileOf(part);
  return {
    text: strictText(part.bytes) ?? encodeBase64(part.bytes),
    isJson: isJsonType(part.mediaType ?? ''),
    file: file && { name: part.fileName as string, type: file.type, size: file.size },
  };
};

const fileOf = ({ bytes, fileName, mediaType }: MultipartPart): SentFile | undefined =>
  fileName === undefined
    ? undefined
    : { name: fileName, type: mediaType ?? 'application/octet-stream', size: bytes.length, bytes };

const propertiesIn = (value: Json): readonly Pair[] => (isJsonObject(value) ? Object.entries(value) : []);

/** A list of scalars without a documented style repeats its name (OpenAPI's default); other structures use brackets. */
export const writeUrlencoded = ({ json, styled }: Encodings, value: Json): string =>
  propertiesIn(value)
    .map(([name, property]) => {
      const style = styled.get(name);
      if (json.has(name)) return encodePairs([[name, stringifyJson(property)]]);
      if (style !== undefined) return style.write(property);
      return encodePairs(
        isScalarList(property) ? property.map((item) => [name, item] as const) : bracketPairs(name, property),
      );
    })
    .filter((text) => text !== '')
    .join('&');

const encodePairs = (pairs: readonly Pair[]) =>
  new URLSearchParams(pairs.map(([name, item]) => [name, plainText(item)])).toString();

/** The boundary of encoded bodies. Generated values do not contain it. */
const boundary = 'vivarium';

/** Objects are JSON parts, which is OpenAPI's default. Brackets are used where the document gives a style. */
export const writeMultipart = ({ styled }: Encodings, value: Json): string => {
  const properties = Array.isArray(value) ? ([[elements, value]] as const) : propertiesIn(value);
  const pairs = properties.flatMap(([name, property]): readonly Pair[] => {
    if (styled.has(name)) return bracketPairs(name, property);
    return Array.isArray(property) ? property.map((item: Json) => [name, item] as const) : [[name, property]];
  });
  const parts = pairs.map(([name, item]) => {
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, encodeURIComponent)}"`;
    const isJson = typeof item === 'object';
    return `${field}${isJson ? '\r\nContent-Type: application/json' : ''}\r\n\r\n${isJson ? stringifyJson(item) : String(item)}\r\n`;
  });
  return `${parts.join('')}--${boundary}--\r\n`;
};

/** The Media Type Object of a `querystring` parameter that is a form (OpenAPI 3.2). */
export const formMediaType = 'application/x-www-form-urlencoded';

export const formContent = (located: Located): Located | undefined => {
  const media = objectIn(objectIn(located.value, 'content'), formMediaType);
  return media && { value: media, pointer: `${located.pointer}/content/application~1x-www-form-urlencoded` };
};
