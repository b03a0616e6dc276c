/** Request bodies: decoded by their media type, checked, and reduced to what the schema takes. */
import { decodePercent } from '../core/http.ts';
import { getMember, isJsonObject, type Json, parseJson, setMember, stringifyJson } from '../core/json.ts';
import { isJsonType } from '../core/media-type.ts';
import type { BodyContent, BodySpec, DecodedBody } from '../core/service.ts';
import { createAccept } from './accepted.ts';
import type { Compilation } from './compilation.ts';
import { lazily } from './lazily.ts';
import { membersOf, partsOf, type TypeName, typesOf } from './parts.ts';
import { exampleOf } from './responses.ts';
import { type DecodeText, textDecoder } from './scalars.ts';
import type { SchemaSet } from './schema.ts';
import { entriesAt, type Located } from './source.ts';

export interface CompiledBody {
  readonly spec: BodySpec;
  /** The schema of the first JSON content. */
  readonly jsonKey: string | undefined;
}

export const compileBody = (operation: Located, compilation: Compilation): CompiledBody | undefined => {
  const raw = getMember(operation.value, 'requestBody');
  if (raw === undefined) return undefined;
  const located = compilation.source.resolve(raw, `${operation.pointer}/requestBody`);
  if (located === undefined) return undefined;
  const documented = entriesAt(getMember(located.value, 'content'), `${located.pointer}/content`);
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
    spec: { required: getMember(located.value, 'required') === true, contents: contents.map(({ content }) => content) },
    jsonKey: contents.find(({ content }) => isJsonType(content.mediaType))?.key,
  };
};

const compileContent = (
  mediaType: string,
  raw: Json,
  pointer: string,
  compilation: Compilation,
): { readonly content: BodyContent; readonly key: string } => {
  const { schemas, checks, source, generators } = compilation;
  const media = source.resolve(raw, pointer);
  const schema = (media && getMember(media.value, 'schema')) ?? true;
  const schemaPointer = `${media?.pointer ?? pointer}/schema`;
  const key = schemas.keyOf(schema, schemaPointer, 'request');
  const kind = kindOf(mediaType);
  const example = media && exampleOf(media, schema, schemaPointer, compilation);
  const text = typeof example === 'string' ? example : '';
  if (kind === 'unread') {
    source.report(
      pointer,
      `bodies of ${mediaType} are not supported: they are taken unread, neither checked nor stored`,
    );
    return {
      key,
      content: {
        mediaType,
        decode: () => ({ ok: true, value: {} }),
        check: () => [],
        accepted: () => ({}),
        wantsObject: false,
        generate: () => text,
        write: String,
      },
    };
  }
  if (kind === 'bytes') {
    return {
      key,
      content: {
        mediaType,
        decode: decodeLatin,
        check: () => [],
        accepted: (value) => value,
        wantsObject: false,
        generate: () => text,
        write: String,
      },
    };
  }
  const form = lazily(() => formDecoder(schemas, key));
  const accept = lazily(() => createAccept(schemas, key));
  const wants = lazily(() => wantsObject(schemas, key));
  const check = checks.checkFor(key);
  return {
    key,
    content: {
      mediaType,
      decode: (body) => (kind === 'json' ? decodeJson(body) : kind === 'text' ? decodeText(body) : form()(body)),
      check,
      accepted: (value) => accept()(value),
      get wantsObject() {
        return wants();
      },
      generate: generators.generatorFor(key, check, { example }),
      write: kind === 'json' ? (value) => stringifyJson(value) : kind === 'text' ? String : writeForm,
    },
  };
};

type Kind = 'json' | 'form' | 'text' | 'bytes' | 'unread';

const kindOf = (mediaType: string): Kind => {
  const name = (mediaType.split(';')[0] as string).trim().toLowerCase();
  // A range that takes JSON among others is read as JSON: it is what clients of such an operation send.
  if (isJsonType(name) || name === '*/*' || name === 'application/*') return 'json';
  if (name === 'application/x-www-form-urlencoded') return 'form';
  if (name.endsWith('/xml') || name.endsWith('+xml') || name.startsWith('multipart/')) return 'unread';
  return name.startsWith('text/') ? 'text' : 'bytes';
};

const strict = new TextDecoder('utf-8', { fatal: true });
const latin = new TextDecoder('latin1');

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

/** Bytes that mean nothing to us, as text of the same length. */
const decodeLatin = (body: string | Uint8Array): DecodedBody => ({
  ok: true,
  value: typeof body === 'string' ? body : latin.decode(body),
});

/** A form's members: a list where the schema has an array, JSON text where it has an object. */
const formDecoder = (schemas: SchemaSet, key: string): ((body: string | Uint8Array) => DecodedBody) => {
  const members = membersOf(partsOf(schemas, schemas.get(key).schema, 'some'));
  const shapes = new Map([...members].map(([name, declared]) => [name, formMember(schemas, declared[0] ?? true)]));
  return (body) => {
    const decoded = decodeText(body);
    if (!decoded.ok) return decoded;
    const value: Record<string, Json> = {};
    const form = new URLSearchParams(decoded.value as string);
    for (const name of new Set(form.keys())) {
      const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
      const shape = shapes.get(name) ?? shapes.get(bare);
      const texts = form.getAll(name);
      setMember(value, shapes.has(name) ? name : bare, (shape ?? plainMember)(texts));
    }
    return { ok: true, value };
  };
};

type FormMember = (texts: readonly string[]) => Json;

/** A list as one pair each, what lies deeper as JSON: as it is read above. */
const writeForm = (value: Json): string => {
  const form = new URLSearchParams();
  for (const [name, member] of isJsonObject(value) ? Object.entries(value) : []) {
    for (const one of Array.isArray(member) ? member : [member])
      form.append(name, typeof one === 'object' ? stringifyJson(one) : String(one));
  }
  return form.toString();
};

const plainMember: FormMember = (texts) => (texts.length === 1 ? (texts[0] as string) : [...texts]);

const formMember = (schemas: SchemaSet, schema: Parameters<typeof typesOf>[1]): FormMember => {
  const types = typesOf(schemas, schema);
  if (types?.has('array')) {
    const items = partsOf(schemas, schema, 'some').find((part) => part.items !== undefined)?.items;
    const decode = textDecoder(items === undefined ? undefined : typesOf(schemas, items));
    return (texts) => texts.map((text) => leniently(decode, text));
  }
  if (types?.has('object')) return ([text = '']) => jsonOr(text);
  const decode = textDecoder(types as ReadonlySet<TypeName> | undefined);
  return (texts) => (texts.length === 1 ? leniently(decode, texts[0] as string) : [...texts]);
};

/** What does not fit stays text: the check says what is wrong with it. */
const leniently = (decode: DecodeText, text: string): Json => {
  const decoded = decode(text);
  return 'value' in decoded ? decoded.value : text;
};

const jsonOr = (text: string): Json => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : decodePercent(text);
};

const wantsObject = (schemas: SchemaSet, key: string): boolean => {
  const types = typesOf(schemas, schemas.get(key).schema);
  return types?.size === 1 && types.has('object');
};
