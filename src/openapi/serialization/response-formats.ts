/** How answers that are no JSON are made and written: each kind of media type has its own way. */
import { decodeBase64 } from '../../core/primitives/base64.ts';
import { isJsonObject, type Json, stringifyJson } from '../../core/primitives/json.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Check, Generate, GenerateContext } from '../../core/service/check.ts';
import type { WriteBody } from '../../core/service/operation.ts';
import { sentenceFor, titleFor } from '../generate/vocabulary.ts';
import type { TypeName } from '../schema/applicable-schemas.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { writeUrlencoded } from './forms.ts';
import { sampleOf } from './sample-files.ts';
import { xmlWriter } from './xml.ts';

export interface Described {
  /** Concrete, without parameters, in lower case. */
  readonly mediaType: string;
  readonly key: string;
  readonly name: string;
  readonly types: ReadonlySet<TypeName> | undefined;
  /** Whether its text is bytes of some kind: `format: binary`. */
  readonly isBinary: boolean;
  /** Whether the schema is that of one record, of which there may be many. */
  readonly isRecord: boolean;
  readonly example: Json | undefined;
  readonly check: Check;
  readonly generate: Generate;
}

export interface Payload {
  readonly generate: Generate;
  readonly check: Check;
  readonly write: WriteBody | undefined;
}

/** Undefined: there is no way to write bodies of this type. */
export const payloadFor = (described: Described, schemas: SchemaSet): Payload | undefined => {
  const { mediaType, types, example, generate, check } = described;
  const isStructured = types?.has('object') || types?.has('array');
  const sample = sampleOf(mediaType);
  if (sample !== undefined) {
    const value = typeof example === 'string' ? example : sample;
    return { generate: () => value, check: unchecked, write: writeBytes };
  }
  if (isLines(mediaType)) return recordsOf(described, (value) => `${stringifyJson(value)}\n`);
  if (mediaType === 'text/event-stream') return recordsOf(described, writeEvent);
  if (/^(application|text)\/(x-)?yaml$|\+yaml$/.test(mediaType))
    // Every JSON text is YAML.
    return { generate, check, write: (value) => (typeof value === 'string' ? value : stringifyJson(value, 2)) };
  if (isStructured) {
    if (isXml(mediaType)) return { generate, check, write: xmlWriter(schemas, described.key, described.name) };
    if (mediaType === 'text/csv') return { generate, check, write: writeCsv };
    if (mediaType === 'application/x-www-form-urlencoded') return { generate, check, write: writeUrlencoded };
  }
  if (typeof example === 'string') return { generate: () => example, check: unchecked, write: undefined };
  if (mediaType.startsWith('text/')) return { generate: textGenerator(described), check: unchecked, write: undefined };
  const isText = types?.size === 1 && types.has('string') && !described.isBinary && !isXml(mediaType);
  return isText ? { generate, check, write: undefined } : undefined;
};

const unchecked: Check = () => [];

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(mediaType);

const isLines = (mediaType: string): boolean =>
  /^application\/(x-)?(ndjson|jsonl|json-lines|jsonlines|x-jsonlines)$/.test(mediaType);

/** Shorter text is no base64 that means bytes. */
const minBase64 = 16;

const writeBytes: WriteBody = (value) => {
  if (typeof value !== 'string') return stringifyJson(value);
  return (value.length >= minBase64 ? decodeBase64(value) : undefined) ?? value;
};

const recordCount = 3;

/** A few records, and the end: nobody waits for more. */
const recordsOf = (
  { isRecord, example, generate, check }: Described,
  writeRecord: (value: Json) => string,
): Payload => {
  const write: WriteBody = (value) =>
    typeof value === 'string'
      ? value
      : (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(writeRecord).join('');
  if (!isRecord || Array.isArray(example)) return { generate, check, write };
  const records = ({ seed, now }: GenerateContext): Json =>
    Array.from({ length: recordCount }, (_, at) => generate({ seed: seedFrom(seed, at), now }));
  return {
    generate: typeof example === 'string' ? () => example : records,
    check: (value, budget) =>
      Array.isArray(value) ? (value as readonly Json[]).flatMap((record) => check(record, budget)) : [],
    write,
  };
};

const eventFields = ['event', 'id', 'retry', 'data'];

/** An object of an event's fields is that event (OpenAPI 3.2); anything else is the data of one. */
const writeEvent = (value: Json): string => {
  const isEvent = isJsonObject(value) && Object.keys(value).every((name) => eventFields.includes(name));
  const fields: readonly (readonly [string, Json])[] = isEvent ? Object.entries(value) : [['data', value]];
  const lines = fields.flatMap(([name, field]) =>
    (typeof field === 'string' ? field : stringifyJson(field)).split(/\r\n|\r|\n/).map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join('')}\n`;
};

/** RFC 4180. */
const writeCsv: WriteBody = (value) => {
  if (typeof value === 'string') return value;
  const rows = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((row) =>
    isJsonObject(row) ? row : { value: row },
  );
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [
    names,
    ...rows.map((row) => names.map((name) => (Object.hasOwn(row, name) ? (row[name] as Json) : ''))),
  ];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
};

const cellOf = (value: Json): string => {
  const text = value === null ? '' : typeof value === 'object' ? stringifyJson(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Text of the right kind where the schema takes it. */
const textGenerator = ({ mediaType, generate, check, types }: Described): Generate => {
  const template = templates[mediaType];
  if (template === undefined || types?.has('string') === false) return generate;
  return (context) => {
    const text = template(context);
    return check(text).length === 0 ? text : generate(context);
  };
};

/** A sequence for one text. */
const chanceFrom = ({ seed }: GenerateContext): { readonly random: () => number } => {
  let count = 0;
  return { random: () => randomOf(seedFrom(seed, count++)) };
};

const templates: Readonly<Record<string, (context: GenerateContext) => string>> = {
  'text/plain': (context) => sentenceFor(chanceFrom(context)),
  'text/markdown': (context) => `# ${titleFor(chanceFrom(context))}\n\n${sentenceFor(chanceFrom(context))}\n`,
  'text/html': (context) => {
    const title = titleFor(chanceFrom(context));
    const text = sentenceFor(chanceFrom(context));
    return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`;
  },
  'text/csv': (context) => {
    const chance = chanceFrom(context);
    return `id,name\r\n${[1, 2, 3].map((id) => `${id},${titleFor(chance)}\r\n`).join('')}`;
  },
};
