/** Generates and encodes response bodies that are not JSON, by media type. */

import { essenceOf, httpDate } from '../../core/http/http.ts';
import { decodeBase64 } from '../../core/primitives/base64.ts';
import { isJsonObject, type Json, stringifyJson } from '../../core/primitives/json.ts';
import { digitsFrom, randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Check, Generate, GenerateContext, JsonType } from '../../core/service/check.ts';
import type { Content, Operation, Parameter, WriteBody } from '../../core/service/operation.ts';
import { sentenceFor, titleFor } from '../../openapi/generate/vocabulary.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { plainEncodings, writeMultipart, writeUrlencoded } from '../../openapi/serialization/forms.ts';
import { anyFile, sampleFile } from '../downloads/index.ts';
import { xmlWriter } from './xml.ts';

export { xmlReader, xmlWriter } from './xml.ts';

/** `index`: which of several lines of the header. */
type Value = (context: GenerateContext, name: string, index: number) => Json;

const limit = 100;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The first pattern that matches the name applies. */
const values: readonly (readonly [RegExp, Value])[] = [
  [/^etag$/, ({ seed }) => `"${digitsFrom(seed)}"`],
  [/^last-modified$/, (context) => httpDate(context.now - randomOf(context.seed) * 30 * dayMs)],
  [/^expires$/, ({ now }) => httpDate(now + 60 * minuteMs)],
  [/(^|-)date$/, ({ now }) => httpDate(now)],
  [/^retry-after$/, () => 30],
  [/rate-?limit.*remaining/, () => limit - 1],
  [/rate-?limit.*used/, ({ seed }) => 1 + Math.floor(randomOf(seed) * 20)],
  // The IETF draft uses seconds from now. The older `X-` headers use Unix time.
  [/rate-?limit.*reset/, ({ now }, name) => (name.startsWith('x-') ? Math.floor((now + minuteMs) / 1000) : 60)],
  [/rate-?limit.*limit$|^(x-)?rate-?limit$/, () => limit],
  [/^cache-control$/, () => 'private, max-age=60'],
  [/^content-disposition$/, () => 'attachment; filename="download"'],
  [/^content-language$/, () => 'en'],
  [
    /^set-cookie$/,
    (context, _name, index) =>
      `${['session', 'csrf_token'][index] ?? `cookie${index + 1}`}=${digitsFrom(context.seed)}; Path=/; HttpOnly; SameSite=Lax`,
  ],
  [/(request|correlation|trace|transaction)-?id$/, ({ seed }) => digitsFrom(seed)],
  [/^strict-transport-security$/, () => 'max-age=31536000'],
  [/^x-content-type-options$/, () => 'nosniff'],
  [/^x-frame-options$/, () => 'DENY'],
  [/^server$/, () => 'vivarium'],
];

/** The usual value of the header, as a number or text, if the schema allows it. Otherwise a value from the schema. */
export const headerGenerator = (name: string, check: Check, generate: Generate): Generate => {
  const value = values.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  if (value === undefined) return generate;
  return (context) => {
    const line = (index: number): Json =>
      value(index === 0 ? context : { ...context, seed: seedFrom(context.seed, index) }, name.toLowerCase(), index);
    const usual = line(0);
    const fitting = [usual, String(usual), [usual]].find((candidate) => check(candidate).length === 0);
    if (fitting !== undefined) return fitting;
    const drawn = generate(context);
    const lines = Array.isArray(drawn) ? drawn.map((_, index) => line(index)) : drawn;
    return check(lines).length === 0 ? lines : drawn;
  };
};

/** Media types use other words for these formats. */
const formatWords: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  text: 'plain',
  txt: 'plain',
  xls: 'excel',
  xlsx: 'sheet',
};

/** Finds the content that a parameter asks for: one whose listed values are formats, or behind a dot in the path. */
export const askedFormat = (
  path: string,
  parameters: readonly Parameter[],
  contents: readonly Content[] = [],
): Operation['asked'] => {
  const contentOf = (value: Json = '-'): Content | undefined => {
    const format = String(value).toLowerCase().replace('.', '');
    const word = formatWords[format] ?? format;
    return contents.find(({ mediaType }) => [mediaType, ...essenceOf(mediaType).split(/[/+.-]/)].includes(word));
  };
  const isFormat = ({ name, in: at, values = [] }: Parameter) =>
    (at === 'path' && path.includes(`.{${name}}`)) ||
    (at === 'query' && new Set(values.flatMap((one) => contentOf(one) ?? [])).size > 1);
  const index = contents.length > 1 ? parameters.findIndex(isFormat) : -1;
  return index < 0 ? undefined : (values) => contentOf(values[index]);
};

export interface Described {
  /** Not a range, without parameters, in lower case. */
  readonly mediaType: string;
  readonly key: string;
  readonly name: string;
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Whether the schema has `format: binary`. */
  readonly isBinary: boolean;
  /** Whether the schema describes one record of a sequence. */
  readonly isRecord: boolean;
  readonly example: Json | undefined;
  /** Whether a stream ends with the literal text `[DONE]`. */
  readonly endsWithDone: boolean;
  readonly check: Check;
  readonly generate: Generate;
}

interface Payload {
  readonly generate: Generate;
  readonly check: Check;
  readonly write: WriteBody | undefined;
}

/** Returns undefined if bodies of this media type cannot be generated. */
export const payloadFor = (described: Described, schemas: SchemaSet): Payload | undefined => {
  const { mediaType, types, example, generate, check } = described;
  const isStructured = types?.has('object') || types?.has('array');
  // Bytes that are sent as a text.
  if (schemas.keywordOf({ $ref: described.key }, 'contentEncoding') !== undefined)
    return { generate, check, write: undefined };
  const sample = sampleFile(mediaType);
  if (sample !== undefined) {
    // A picture that is XML may be any text.
    const isFile = sample !== anyFile && !isXml(mediaType);
    const value = typeof example === 'string' && (!isFile || isFileText(example, sample)) ? example : sample;
    // What holds a file as JSON is nothing but that.
    const write: WriteBody = (one) =>
      one === sample || (isFile && typeof one !== 'string') ? (decodeBase64(sample) ?? sample) : writeBytes(one);
    return { generate: () => value, check: unchecked, write };
  }
  // A text of XML, YAML or CSV is the body as it is, where the schema wants something else.
  if (typeof example === 'string' && isStructured && !types?.has('string'))
    return textOr(example, payloadFor({ ...described, example: undefined }, schemas));
  if (isJsonLines(mediaType)) return recordsOf(described, (value) => `${stringifyJson(value)}\n`);
  // RFC 7464.
  if (mediaType === 'application/json-seq') return recordsOf(described, (value) => `\x1e${stringifyJson(value)}\n`);
  if (mediaType === 'text/event-stream')
    return described.endsWithDone ? withDone(recordsOf(described, writeEvent)) : recordsOf(described, writeEvent);
  if (/^(application|text)\/(x-)?yaml$|\+yaml$/.test(mediaType))
    // JSON is valid YAML.
    return { generate, check, write: (value) => (typeof value === 'string' ? value : stringifyJson(value, 2)) };
  if (mediaType === 'text/uri-list' && types?.has('array')) return { generate, check, write: writeUris };
  const separator = separatorOf(mediaType);
  const structured = isStructured ? writerOf(described, schemas) : undefined;
  if (structured !== undefined) return { generate, check, write: structured };
  const isPlain = types?.size === 1 && types.has('string') && !isXml(mediaType);
  const checkText = isPlain ? check : unchecked;
  // What is a list in another media type is written as this one is, whatever the schema of the text says.
  const write =
    separator !== undefined
      ? writeRows(separator)
      : isXml(mediaType)
        ? xmlWriter(schemas, described.key, described.name)
        : isPlain && mediaType === 'text/html'
          ? writePage
          : undefined;
  const isWritten = (value: Json) => write !== undefined && typeof value === 'object' && value !== null;
  if (typeof example === 'string')
    return {
      generate: () => example,
      // As documented, also where it breaks its schema.
      check: (value, budget) => (value === example || isWritten(value) ? [] : checkText(value, budget)),
      write,
    };
  if (mediaType.startsWith('text/') || (write !== undefined && !described.isBinary))
    return {
      generate: textGenerator(described),
      check: (value, budget) => (isWritten(value) ? [] : checkText(value, budget)),
      write,
    };
  if (described.isBinary) return binaryOf(mediaType);
  return isPlain ? { generate, check, write: undefined } : undefined;
};

/** Writes an object or a list. */
const writerOf = ({ mediaType, key, name }: Described, schemas: SchemaSet): WriteBody | undefined => {
  const separator = separatorOf(mediaType);
  if (isXml(mediaType)) return xmlWriter(schemas, key, name);
  if (separator !== undefined) return writeRows(separator, schemas, key);
  if (mediaType.startsWith('multipart/')) return (value) => writeMultipart(plainEncodings, value);
  return mediaType === 'application/x-www-form-urlencoded'
    ? (value) => writeUrlencoded(plainEncodings, value)
    : undefined;
};

const unchecked: Check = () => [];

/** The body is the text of an example, or what the schema describes. */
const textOr = (example: string, others: Payload | undefined): Payload => ({
  generate: () => example,
  check: (value, budget) => (typeof value === 'string' ? [] : (others?.check ?? unchecked)(value, budget)),
  write: (value) => (typeof value === 'string' ? value : (others?.write?.(value) ?? stringifyJson(value))),
});

/** Whether an example is the file, as base64 or as its own text. Else it only describes it: `(binary image data)`. */
const isFileText = (example: string, sample: string) => {
  const isBase64 = example.length >= minBase64 && decodeBase64(example) !== undefined;
  return isBase64 || example.startsWith(atob(sample).charAt(0)) || /[^\x20-\x7e\s]/.test(example);
};

/** A file of which the document states the media type alone, which may be one of texts. */
const binaryOf = (mediaType: string): Payload => {
  const text = templateOf(mediaType);
  return text === undefined
    ? { generate: () => anyFile, check: unchecked, write: writeBytes }
    : { generate: text, check: unchecked, write: undefined };
};

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(mediaType);

export const isJsonLines = (mediaType: string): boolean =>
  /^application\/(x-)?(ndjson|jsonl|json-lines|jsonlines|x-jsonlines)$/.test(mediaType);

/** Shorter text is not treated as base64. */
const minBase64 = 16;

const writeBytes: WriteBody = (value) => {
  if (typeof value !== 'string') return stringifyJson(value);
  return (value.length >= minBase64 ? decodeBase64(value) : undefined) ?? value;
};

const recordCount = 3;

/** A sequence of a few records that then ends. */
const recordsOf = (
  { isRecord, example, generate, check }: Described,
  writeRecord: (value: Json) => string,
): Payload => {
  const write: WriteBody = (value) =>
    typeof value === 'string'
      ? value
      : (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(writeRecord).join('');
  if (!isRecord || Array.isArray(example)) return { generate, check, write };
  // Clients put the parts of a stream together, and some need all of them.
  const records = ({ seed, now }: GenerateContext): Json =>
    Array.from({ length: recordCount }, (_, index) => generate({ seed: seedFrom(seed, index), now, isWhole: true }));
  return {
    generate: typeof example === 'string' ? () => example : records,
    // An example in text is as documented. Each record is checked, also where it is the only one.
    check: (value, budget) =>
      value === example && typeof value === 'string'
        ? []
        : Array.isArray(value)
          ? (value as readonly Json[]).flatMap((record, index) =>
              check(record, budget).map((problem) => ({ ...problem, pointer: `/${index}${problem.pointer}` })),
            )
          : check(value, budget),
    write,
  };
};

const done = '[DONE]';

/** Streams of language models end with this text, which is not an event of their schema. */
const withDone = ({ generate, check, write }: Payload): Payload => ({
  generate: (context) => {
    const events = generate(context);
    return Array.isArray(events) ? [...(events as readonly Json[]), done] : events;
  },
  check: (value, budget) =>
    check(Array.isArray(value) ? (value as readonly Json[]).filter((event) => event !== done) : value, budget),
  write,
});

const eventFields = ['event', 'id', 'retry', 'data'];

/** An object with only the fields of an event is that event (OpenAPI 3.2). Other values are the data of an event. */
const writeEvent = (value: Json): string => {
  const isEvent = isJsonObject(value) && Object.keys(value).every((name) => eventFields.includes(name));
  const fields: readonly (readonly [string, Json])[] = isEvent ? Object.entries(value) : [['data', value]];
  const lines = fields.flatMap(([name, field]) =>
    (typeof field === 'string' ? field : stringifyJson(field)).split(/\r\n|\r|\n/).map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join('')}\n`;
};

const separatorOf = (mediaType: string): string | undefined => {
  if (/^(application|text)\/(x-)?(csv|comma-separated-values)$/.test(mediaType)) return ',';
  return /^(application|text)\/(x-)?(tsv|tab-separated-values)$/.test(mediaType) ? '\t' : undefined;
};

/** RFC 4180. Without a row, the names of the columns are those of the schema. */
const writeRows =
  (separator: string, schemas?: SchemaSet, key = ''): WriteBody =>
  (value) => {
    if (typeof value === 'string') return value;
    const rows = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((row) =>
      isJsonObject(row) ? row : { value: row },
    );
    const shown = rows.flatMap((row) => Object.keys(row));
    const items = schemas && shown.length === 0 ? schemas.elementsOf({ $ref: key }) : undefined;
    const names = [
      ...(items === undefined
        ? new Set(shown)
        : (schemas as SchemaSet).propertiesIn((schemas as SchemaSet).partsOf(items, 'all')).keys()),
    ];
    const lines = [
      names,
      ...rows.map((row) => names.map((name) => (Object.hasOwn(row, name) ? (row[name] as Json) : ''))),
    ];
    return lines.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('');
  };

/** RFC 2483: each address is a line. */
const writeUris: WriteBody = (value) =>
  [value]
    .flat()
    .map((one: Json) => `${one}\r\n`)
    .join('');

const writePage: WriteBody = (value) =>
  typeof value === 'string'
    ? value
    : `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Data</title></head><body><pre>${stringifyJson(value, 2).replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'))}</pre></body></html>\n`;

const cellOf = (value: Json): string => {
  const text = value === null ? '' : typeof value === 'object' ? stringifyJson(value) : String(value);
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const templateOf = (mediaType: string): ((context: GenerateContext) => string) | undefined => {
  const separator = separatorOf(mediaType);
  if (isXml(mediaType)) return () => '<?xml version="1.0" encoding="UTF-8"?>\n<value/>';
  return separator === undefined ? templates[mediaType] : rowsText(separator);
};

/** Text in the format of the media type, if the schema allows it. */
const textGenerator = ({ mediaType, generate, check, types }: Described): Generate => {
  const template = templateOf(mediaType);
  if (template === undefined || types?.has('string') === false) return generate;
  return (context) => {
    const text = template(context);
    return check(text).length === 0 ? text : generate(context);
  };
};

const randomFrom = ({ seed }: GenerateContext): { readonly random: () => number } => {
  let count = 0;
  return { random: () => randomOf(seedFrom(seed, count++)) };
};

const templates: Readonly<Record<string, (context: GenerateContext) => string>> = {
  'text/plain': (context) => sentenceFor(randomFrom(context)),
  'text/uri-list': () => 'https://example.com/1\r\n',
  'text/markdown': (context) => `# ${titleFor(randomFrom(context))}\n\n${sentenceFor(randomFrom(context))}\n`,
  'text/html': (context) => {
    const title = titleFor(randomFrom(context));
    const text = sentenceFor(randomFrom(context));
    return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`;
  },
};

const rowsText =
  (separator: string) =>
  (context: GenerateContext): string => {
    const random = randomFrom(context);
    const rows = [1, 2, 3].map((id) => [id, titleFor(random)]);
    return [['id', 'name'], ...rows].map((cells) => `${cells.join(separator)}\r\n`).join('');
  };
