/** Request bodies: decoded by their media type, checked, and reduced to what the schema takes. */

import { isJsonType } from '../../core/http/media-type.ts';
import { getProperty, type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { BodyContent, BodySpec, DecodedBody } from '../../core/service/operation.ts';
import { exampleOf } from '../document/examples.ts';
import { entriesAt, type Located } from '../document/source.ts';
import { typesOf } from '../schema/applicable-schemas.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import {
  createForm,
  decodeMultipart,
  decodeUrlencoded,
  formMediaType,
  writeMultipart,
  writeUrlencoded,
} from '../serialization/forms.ts';
import type { Compilation } from './compilation.ts';
import { createAccept } from './strip-undeclared.ts';

export interface CompiledBody {
  readonly spec: BodySpec;
  /** What is sent in the first JSON content, else in the first form: its schema, and the documented example. */
  readonly item: { readonly key: string; readonly example: Json | undefined } | undefined;
}

export const compileBody = (operation: Located, compilation: Compilation): CompiledBody | undefined => {
  const raw = getProperty(operation.value, 'requestBody');
  if (raw === undefined) return undefined;
  const located = compilation.source.resolve(raw, `${operation.pointer}/requestBody`);
  if (located === undefined) return undefined;
  const documented = entriesAt(getProperty(located.value, 'content'), `${located.pointer}/content`);
  const isReadAnyhow = documented.some(([mediaType]) => kindOf(mediaType) !== 'unread');
  const contents = documented.flatMap(([mediaType, value, pointer]) => {
    if (kindOf(mediaType) !== 'unread' || !isReadAnyhow)
      return [compileContent(mediaType, value, pointer, compilation)];
    compilation.source.report(
      pointer,
      `bodies of ${mediaType} are not supported: they are refused as any other media type`,
    );
    return [];
  });
  return {
    spec: {
      required: getProperty(located.value, 'required') === true,
      contents: contents.map(({ content }) => content),
    },
    item:
      // A list of patch operations says nothing of what an item is.
      contents.find(({ content: { mediaType } }) => isJsonType(mediaType) && !/json-patch\+json/i.test(mediaType)) ??
      contents.find(({ content }) => isJsonType(content.mediaType)) ??
      contents.find(({ content }) => ['form', 'multipart'].includes(kindOf(content.mediaType))),
  };
};

const compileContent = (
  mediaType: string,
  raw: Json,
  pointer: string,
  compilation: Compilation,
): { readonly content: BodyContent; readonly key: string; readonly example: Json | undefined } => {
  const { schemas, checks, source, generators } = compilation;
  const media = source.resolve(raw, pointer);
  const schema = (media && getProperty(media.value, 'schema')) ?? true;
  const schemaPointer = `${media?.pointer ?? pointer}/schema`;
  const key = schemas.keyOf(schema, schemaPointer, 'request');
  const kind = kindOf(mediaType);
  const example = media && exampleOf(media, schema, schemaPointer, compilation.source);
  const text = typeof example === 'string' ? example : '';
  if (kind === 'unread') {
    source.report(
      pointer,
      `bodies of ${mediaType} are not supported: they are taken unread, neither checked nor stored`,
    );
    return {
      key,
      example,
      content: {
        mediaType,
        decode: () => ({ ok: true, value: {} }),
        check: () => [],
        stripUndeclared: () => ({}),
        requiresObject: false,
        generate: () => text,
        write: String,
      },
    };
  }
  if (kind === 'bytes') {
    return {
      key,
      example,
      content: {
        mediaType,
        decode: decodeLatin,
        check: () => [],
        stripUndeclared: (value) => value,
        requiresObject: false,
        generate: () => text,
        write: String,
      },
    };
  }
  const form = lazily(() => createForm(schemas, key, media, source));
  const accept = lazily(() => createAccept(schemas, key));
  const wants = lazily(() => requiresObject(schemas, key));
  const check = checks.checkFor(key);
  return {
    key,
    example,
    content: {
      mediaType,
      decode: (body, contentType = '') => {
        if (kind === 'json') return decodeJson(body);
        if (kind === 'multipart') return decodeMultipart(form(), bytesOf(body), contentType);
        const text = decodeText(body);
        return text.ok && kind === 'form' ? { ok: true, value: decodeUrlencoded(form(), text.value as string) } : text;
      },
      check,
      stripUndeclared: (value) => accept()(value),
      get requiresObject() {
        return wants();
      },
      generate: generators.generatorFor(key, check, { example }),
      write: writers[kind],
    },
  };
};

type Kind = 'json' | 'form' | 'multipart' | 'text' | 'bytes' | 'unread';

const kindOf = (mediaType: string): Kind => {
  const name = (mediaType.split(';')[0] as string).trim().toLowerCase();
  // A range that takes JSON among others is read as JSON: it is what clients of such an operation send.
  if (isJsonType(name) || name === '*/*' || name === 'application/*') return 'json';
  if (name === formMediaType) return 'form';
  if (name === 'multipart/form-data' || name === 'multipart/*') return 'multipart';
  if (name.endsWith('/xml') || name.endsWith('+xml') || name.startsWith('multipart/')) return 'unread';
  return name.startsWith('text/') ? 'text' : 'bytes';
};

const writers: Readonly<Record<Exclude<Kind, 'bytes' | 'unread'>, (value: Json) => string>> = {
  json: (value) => stringifyJson(value),
  form: writeUrlencoded,
  multipart: writeMultipart,
  text: String,
};

const strict = new TextDecoder('utf-8', { fatal: true });
const latin = new TextDecoder('latin1');
const encoder = new TextEncoder();

const decodeText = (body: string | Uint8Array): DecodedBody => {
  if (typeof body === 'string') return { ok: true, value: body };
  try {
    return { ok: true, value: strict.decode(body) };
  } catch {
    return { ok: false, reason: 'is not valid UTF-8' };
  }
};

const decodeJson = (body: string | Uint8Array): DecodedBody => {
  const text = decodeText(body);
  return text.ok ? parseJson(text.value as string) : text;
};

const bytesOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? encoder.encode(body) : body);

/** Bytes that mean nothing to us, as text of the same length. */
const decodeLatin = (body: string | Uint8Array): DecodedBody => ({
  ok: true,
  value: typeof body === 'string' ? body : latin.decode(body),
});

const requiresObject = (schemas: SchemaSet, key: string): boolean => {
  const types = typesOf(schemas, schemas.get(key).schema);
  return types?.size === 1 && types.has('object');
};
