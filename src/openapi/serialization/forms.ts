/** Decodes and encodes forms. Fields are decoded by the properties of the schema. */

import { isJsonType } from '../../core/http/media-type.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import type { DecodedBody } from '../../core/service/operation.ts';
import { entriesAt, type Located, objectIn, type Source, stringIn } from '../document/source.ts';
import { partsOf, propertiesOf, typesOf } from '../schema/applicable-schemas.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { type DecodeText, textDecoder } from './decode-scalar.ts';
import { type Decode, styleDecoder } from './decode-style.ts';
import { type MultipartPart, parseMultipart } from './multipart.ts';
import { itemsOf } from './parameter-shape.ts';

/** One field. `text` is base64 if the bytes are not UTF-8. */
interface FormField {
  readonly text: string;
  readonly isJson: boolean;
  readonly file: Json | undefined;
}

type ReadProperty = (sent: readonly FormField[]) => Json;

interface Form {
  readonly properties: ReadonlyMap<string, ReadProperty>;
  /** Properties in a parameter style, which the document or their type determines. */
  readonly styled: ReadonlyMap<string, Decode>;
}

/** `media`: the Media Type Object, with its `encoding`. */
export const createForm = (schemas: SchemaSet, key: string, media: Located | undefined, source: Source): Form => {
  const encodings = new Map(
    entriesAt(media && getProperty(media.value, 'encoding'), `${media?.pointer ?? ''}/encoding`).map(
      ([name, raw, pointer]) => [name, source.resolve(raw, pointer)],
    ),
  );
  const properties = new Map<string, ReadProperty>();
  const styled = new Map<string, Decode>();
  for (const [name, declared] of propertiesOf(partsOf(schemas, schemas.get(key).schema, 'some'))) {
    const schema = declared[0] ?? true;
    const encoding = encodings.get(name);
    properties.set(
      name,
      propertyReader(schemas, schema, isJsonType((encoding && stringIn(encoding.value, 'contentType')) ?? '')),
    );
    const style = styleFor(schemas, schema, encoding);
    if (style !== undefined) styled.set(name, styleDecoder({ ...style, name, in: 'query', schema }, schemas, source));
  }
  return { properties, styled };
};

/** Objects without a documented style are also read from `name[property]`. */
const styleFor = (schemas: SchemaSet, schema: Schema, encoding: Located | undefined): Located | undefined => {
  if (encoding !== undefined && (Object.hasOwn(encoding.value, 'style') || Object.hasOwn(encoding.value, 'explode')))
    return encoding;
  const isObject = typesOf(schemas, schema)?.has('object') ?? false;
  return isObject ? { value: { style: 'deepObject', explode: true }, pointer: encoding?.pointer ?? '' } : undefined;
};

export const decodeUrlencoded = ({ properties, styled }: Form, text: string): JsonObject => {
  const form = new URLSearchParams(text);
  const value: Record<string, Json> = {};
  const source = { path: new Map(), query: form, rawQuery: text, headers: {} };
  const decodedKeys = new Set<string>();
  for (const [name, decode] of styled) {
    const decoded = decode(source);
    // Invalid values are read as a plain field, so that the check reports the problem.
    if (decoded === undefined || 'problem' in decoded) continue;
    setProperty(value, name, decoded.value);
    for (const key of form.keys()) if (key === name || key.startsWith(`${name}[`)) decodedKeys.add(key);
  }
  // Grouped once: a search for each name would take quadratic time.
  for (const [name, pairs] of Map.groupBy(form, ([key]) => key)) {
    if (decodedKeys.has(name)) continue;
    const sent = pairs.map(([, text]) => ({ text, isJson: false, file: undefined }));
    setField(value, name, sent, properties);
  }
  return value;
};

export const decodeMultipart = ({ properties }: Form, bytes: Uint8Array, contentType: string): DecodedBody => {
  const parsed = parseMultipart(bytes, contentType);
  if (!parsed.ok) return parsed;
  const fields = Map.groupBy(parsed.parts, ({ name }) => name);
  const value: Record<string, Json> = {};
  for (const [name, parts] of fields) setField(value, name, parts.map(fieldOf), properties);
  return { ok: true, value };
};

/** Many clients send the items of `tags` as `tags[]`. */
const setField = (
  value: Record<string, Json>,
  name: string,
  sent: readonly FormField[],
  properties: ReadonlyMap<string, ReadProperty>,
): void => {
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  const read = properties.get(name) ?? properties.get(bare) ?? readPlain;
  setProperty(value, properties.has(name) ? name : bare, read(sent));
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const fieldOf = ({ bytes, fileName, mediaType }: MultipartPart): FormField => {
  const file =
    fileName === undefined
      ? undefined
      : { name: fileName, type: mediaType ?? 'application/octet-stream', size: bytes.length };
  return { text: textOf(bytes), isJson: isJsonType(mediaType ?? ''), file };
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    return encodeBase64(bytes);
  }
};

const readPlain: ReadProperty = (sent) =>
  sent.length === 1
    ? readOne((sent as readonly [FormField])[0], undefined)
    : sent.map((field) => readOne(field, undefined));

const propertyReader = (schemas: SchemaSet, schema: Schema, isJson: boolean): ReadProperty => {
  const types = typesOf(schemas, schema);
  if (types?.has('array')) {
    const items = itemsOf(partsOf(schemas, schema, 'some'));
    const itemTypes = items === undefined ? undefined : typesOf(schemas, items);
    const decode = textDecoder(itemTypes);
    return (sent) => {
      const [only] = sent;
      const list = only !== undefined && sent.length === 1 && (isJson || only.isJson) ? jsonOr(only.text) : undefined;
      return Array.isArray(list) ? (list as readonly Json[]) : sent.map((field) => readOne(field, decode));
    };
  }
  const decode = types?.has('object') && !types.has('string') ? decodeObject : textDecoder(types);
  return (sent) => {
    const [only] = sent;
    if (only === undefined || sent.length > 1) return sent.map(({ text }) => text);
    return isJson ? jsonOr(only.text) : readOne(only, decode);
  };
};

/** Invalid values remain text, so that the check reports the problem. */
const readOne = ({ text, isJson, file }: FormField, decode: DecodeText | undefined): Json => {
  if (isJson) return jsonOr(text);
  if (decode === decodeObject && file !== undefined) return file;
  const decoded = decode?.(text);
  return decoded !== undefined && 'value' in decoded ? decoded.value : text;
};

const jsonOr = (text: string): Json => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

const decodeObject: DecodeText = (text) => ({ value: jsonOr(text) });

const pairsOf = (value: Json): readonly (readonly [string, Json])[] =>
  (isJsonObject(value) ? Object.entries(value) : []).flatMap(([name, property]) =>
    (Array.isArray(property) ? (property as readonly Json[]) : [property]).map((item) => [name, item] as const),
  );

/** Lists become one pair per item, nested objects and lists become JSON. The decoder reads the same format. */
export const writeUrlencoded = (value: Json): string => {
  const form = new URLSearchParams();
  for (const [name, item] of pairsOf(value))
    form.append(name, typeof item === 'object' ? stringifyJson(item) : String(item));
  return form.toString();
};

/** The boundary of encoded bodies. Generated values do not contain it. */
const boundary = 'vivarium';

export const writeMultipart = (value: Json): string => {
  const parts = pairsOf(value).map(([name, item]) => {
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
