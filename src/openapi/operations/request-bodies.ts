/** Compiles request bodies: decoding by media type, checking, and removing undeclared properties. */

import { essenceOf, isJsonType } from '../../core/http/http.ts';
import { getProperty, type Json, parseJson, pathTo, stringifyJson, valueAt } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { strictText } from '../../core/primitives/utf8.ts';
import type { Check, Problem } from '../../core/service/check.ts';
import type { BodyContent, BodySpec, DecodedBody } from '../../core/service/operation.ts';
import { asShown, meantType } from '../../parts/dialects/index.ts';
import { isJsonLines, isXml, xmlReader, xmlWriter } from '../../parts/formats/index.ts';
import { allExamplesOf } from '../document/examples.ts';
import type { Located } from '../document/source.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import {
  createForm,
  decodeMultipart,
  decodeUrlencoded,
  type Form,
  formMediaType,
  writeMultipart,
  writeUrlencoded,
} from '../serialization/forms.ts';
import type { Compilation } from './compilation.ts';
import { mediaTypesOf } from './media-types.ts';

interface CompiledBody {
  readonly spec: BodySpec;
  /** The schema and the documented examples of the first JSON content, else of a range with JSON, else of the first form or XML. */
  readonly item: Pick<CompiledContent, 'key' | 'examples'> | undefined;
}

export const compileBody = (operation: Located, compilation: Compilation): CompiledBody | undefined => {
  const raw = getProperty(operation.value, 'requestBody');
  const located = compilation.source.resolve(raw, `${operation.pointer}/requestBody`);
  if (located === undefined) return undefined;
  const stated = mediaTypesOf(located, compilation.source);
  // Nothing is said of it.
  if (stated.length === 0) return undefined;
  const names = new Set(stated.map(([mediaType]) => essenceOf(mediaType)));
  // Clients send the right name of a misspelt type, or what the document has.
  const documented = stated.flatMap((one) => {
    const [mediaType, ...rest] = one;
    const meant = meantType(mediaType);
    return names.has(meant) ? [one] : [[meant, ...rest] as const, one];
  });
  const contents = documented.map(([mediaType, value, pointer]) =>
    compileContent(mediaType, value, pointer, compilation),
  );
  return {
    spec: {
      required: getProperty(located.value, 'required') === true,
      contents: contents.map(({ content }) => content),
    },
    item:
      // A JSON Patch does not describe the item.
      contents.find(({ content: { mediaType } }) => isJsonType(mediaType) && !/json-patch\+json/i.test(mediaType)) ??
      contents.find(({ content }) => isJsonType(content.mediaType)) ??
      contents.find(({ kind }) => kind === 'json') ??
      contents.find(({ kind }) => kind === 'form' || kind === 'multipart' || kind === 'xml'),
  };
};

interface CompiledContent {
  readonly content: BodyContent;
  readonly kind: Kind;
  readonly key: string;
  readonly examples: readonly Json[];
}

const compileContent = (mediaType: string, raw: Json, pointer: string, compilation: Compilation): CompiledContent => {
  const { schemas, source } = compilation;
  const media = source.resolve(raw, pointer);
  const itemSchema = media && getProperty(media.value, 'itemSchema');
  const schema = itemSchema ?? (media && getProperty(media.value, 'schema')) ?? true;
  const schemaPointer = `${media?.pointer ?? pointer}/${itemSchema === undefined ? 'schema' : 'itemSchema'}`;
  const key = schemas.keyOf(schema, schemaPointer, 'request');
  // Of any type, the schema says whether it is a file.
  const isFile = mediaType.includes('*') && schemas.keywordOf({ $ref: key }, 'format') === 'binary';
  const kind = isFile ? 'bytes' : kindWith(key, mediaType, schemas);
  const examples = media === undefined ? [] : allExamplesOf(media, { value: schema, pointer: schemaPointer }, source);
  const [example] = examples;
  const types = kind === 'text' || kind === 'bytes' ? schemas.typesOf({ $ref: key }) : undefined;
  if (isJsonLines(essenceOf(mediaType)) && (types?.has('object') || types?.has('array'))) {
    const isEach = itemSchema !== undefined || !types.has('array');
    const ofJson = schemaContent(mediaType, 'json', { key, media, examples }, compilation);
    return { key, kind, examples, content: asLines(ofJson, isEach) };
  }
  const content =
    kind === 'bytes'
      ? bytesContent(mediaType, example)
      : schemaContent(mediaType, kind, { key, media, examples }, compilation);
  const isOther = kind === 'text' && types !== undefined && !types.has('string');
  return { key, kind, examples, content: isOther ? asJsonOrText(content, types) : content };
};

/** Reads a text whose schema wants something else, such as an object in `text/plain`, as JSON. Of other texts, nothing is known. */
const asJsonOrText = (content: BodyContent, types: ReadonlySet<string>): BodyContent => ({
  ...content,
  decode: (body) => {
    const json = decodeJson(body);
    return json.ok ? json : decodeText(body);
  },
  check: (value, budget) =>
    typeof value === 'string' && (types.has('object') || types.has('array')) ? [] : content.check(value, budget),
  requiresObject: false,
  write: (value) => (typeof value === 'string' ? value : stringifyJson(value)),
});

/** Lines of JSON as a list. `isEach`: the schema is that of each line. */
const asLines = (content: BodyContent, isEach: boolean): BodyContent => ({
  mediaType: content.mediaType,
  stripUndeclared: (value, budget) =>
    isEach && Array.isArray(value)
      ? (value as readonly Json[]).map((line) => content.stripUndeclared(line, budget))
      : content.stripUndeclared(value, budget),
  decode: (body) => {
    const text = decodeText(body);
    if (!text.ok) return text;
    const lines = String(text.value).split(/\r?\n/);
    const read = lines.filter((line) => line.trim() !== '').map((line) => parseJson(line));
    const wrong = read.find(({ ok }) => !ok);
    return wrong ?? { ok: true, value: read.map((line) => (line.ok ? line.value : null)) };
  },
  check: (value, budget) => {
    if (!isEach || !Array.isArray(value)) return content.check(value, budget);
    const ofLine = (line: Json, index: number): readonly Problem[] =>
      content.check(line, budget).map((problem) => ({ ...problem, pointer: `/${index}${problem.pointer}` }));
    return (value as readonly Json[]).flatMap(ofLine);
  },
  requiresObject: false,
  generate: (context) => (isEach ? [content.generate(context)] : content.generate(context)),
  write: (value) =>
    [value]
      .flat()
      .map((line) => `${stringifyJson(line)}\n`)
      .join(''),
});

/** The content of a body that no schema is applied to. */
const bytesContent = (mediaType: string, example: Json | undefined): BodyContent => ({
  mediaType,
  decode: decodeLatin1,
  stripUndeclared: (value) => value,
  check: () => [],
  requiresObject: false,
  generate: () => (typeof example === 'string' ? example : ''),
  write: String,
});

const schemaContent = (
  mediaType: string,
  kind: Exclude<Kind, 'bytes'>,
  { key, media, examples }: Pick<CompiledContent, 'key' | 'examples'> & { readonly media: Located | undefined },
  { schemas, checks, source, generators, strips, factsFor }: Compilation,
): BodyContent => {
  const form = lazily(() => createForm(schemas, key, media, source));
  const readXml = lazily(() => xmlReader(schemas, key));
  const writeXml = lazily(() => xmlWriter(schemas, key, ''));
  const shown = asShown(checks.checkFor(key), examples);
  // A JSON Merge Patch has what changes, and null removes a property (RFC 7396), whatever the schema says.
  const isOfPatch = ({ pointer: at, rule }: Problem, value: Json) =>
    (rule !== 'required' || /\/\d/.test(at)) && (at === '' || valueAt(value, pathTo(at)) !== null);
  const check: Check = /merge-patch/.test(mediaType)
    ? (value, budget) => shown(value, budget).filter((problem) => isOfPatch(problem, value))
    : shown;
  return {
    mediaType,
    decode: (body, contentType = '') => {
      if (kind === 'json') return decodeJson(body);
      if (kind === 'multipart') return decodeMultipart(form(), bytesOf(body), contentType);
      const text = decodeText(body);
      if (!text.ok || kind === 'text') return text;
      return kind === 'xml' ? readXml()(text.value as string) : decodeUrlencoded(form(), text.value as string);
    },
    check,
    stripUndeclared: strips.undeclaredFor(key),
    stripReadOnly: strips.readOnlyFor(key),
    requiresObject: requiresObject(schemas, key),
    // What fits several alternatives is accepted, and not drawn.
    generate: generators.generatorFor(key, checks.checkFor(key), { example: examples[0] }),
    write: (value) => (kind === 'xml' ? writeXml()(value) : writers[kind](value, form)),
    factsOf: factsFor(key),
  };
};

type Kind = 'json' | 'form' | 'multipart' | 'xml' | 'text' | 'bytes';

const kindOf = (mediaType: string): Kind => {
  const name = meantType(mediaType);
  // A range that includes JSON is read as JSON, because clients of such an operation send JSON.
  if (isJsonType(name) || name === '*/*' || name === 'application/*') return 'json';
  if (name === formMediaType) return 'form';
  if (name.startsWith('multipart/')) return 'multipart';
  if (isXml(name) && !name.startsWith('image/')) return 'xml';
  return name.startsWith('text/') ? 'text' : 'bytes';
};

/** A form or XML whose schema is a text is not taken apart: no object would match it. */
const kindWith = (key: string, mediaType: string, schemas: SchemaSet): Kind => {
  const kind = kindOf(mediaType);
  if (kind !== 'form' && kind !== 'multipart' && kind !== 'xml') return kind;
  const types = schemas.typesOf({ $ref: key });
  // Of the parts of a batch, nothing may be known.
  const isOpen = !/form-data|\*$/.test(mediaType) && kind === 'multipart' && types === undefined;
  const isText = isOpen || (types?.has('string') && !types.has('object'));
  return !isText ? kind : kind === 'multipart' ? 'bytes' : 'text';
};

const writers: Readonly<Record<Exclude<Kind, 'bytes' | 'xml'>, (value: Json, form: () => Form) => string>> = {
  json: (value) => stringifyJson(value),
  form: (value, form) => writeUrlencoded(form(), value),
  multipart: (value, form) => writeMultipart(form(), value),
  text: String,
};

const latin1 = new TextDecoder('latin1');
const encoder = new TextEncoder();

const decodeText = (body: string | Uint8Array): DecodedBody => {
  const text = strictText(body);
  return text === undefined ? { ok: false, reason: 'is not valid UTF-8' } : { ok: true, value: text };
};

const decodeJson = (body: string | Uint8Array): DecodedBody => {
  const text = decodeText(body);
  return text.ok ? parseJson(text.value as string) : text;
};

const bytesOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? encoder.encode(body) : body);

/** Uninterpreted bytes as text with one character per byte. */
const decodeLatin1 = (body: string | Uint8Array): DecodedBody => ({
  ok: true,
  value: typeof body === 'string' ? body : latin1.decode(body),
});

const requiresObject = (schemas: SchemaSet, key: string) => {
  const types = schemas.typesOf({ $ref: key });
  return types?.size === 1 && types.has('object');
};
