/** Scalars that YAML reads as something else: `01234`, `1.10`, `+49123`, `0x1F`, `True`. The parser marks them; as a text, each is as written. */
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { asMeant, shapeOf } from './as-meant.ts';
import { createFollow, listIn, maxDocumentDepth, objectIn, type Source } from './source.ts';
import { isData, isMap } from './walk-objects.ts';

/** No text of a document begins with a noncharacter of Unicode. */
const mark = '\u{10ffff}';

/** Whether this process has marked a value. JSON and most YAML has none. */
let hasMarks = false;

export const marked = (value: number | bigint | boolean, text: string): string => {
  hasMarks = true;
  return `${mark}${typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value)} ${text}`;
};

const isMarked = (value: Json | undefined): value is string => typeof value === 'string' && value.startsWith(mark);

const textIn = (value: string): string => value.slice(value.indexOf(' ') + 1);

const valueIn = (value: string): Json => {
  const read = value.slice(mark.length, value.indexOf(' '));
  if (read === 'true' || read === 'false') return read === 'true';
  return read.endsWith('n') ? BigInt(read.slice(0, -1)) : Number(read);
};

const decide = (value: Json, wantsText: boolean): Json =>
  isMarked(value) ? (wantsText ? textIn(value) : valueIn(value)) : value;

/** Keys of texts by the specification, whatever they look like. */
const texts = new Set([
  ...['openapi', 'swagger', 'version', 'title', 'summary', 'description', 'name', 'operationId', 'url', 'format'],
  ...['pattern', 'propertyName', '$ref', 'termsOfService', 'bearerFormat'],
]);

/** Settles the version of a document in place, before the rest is read. */
export const settleVersion = (document: Json): void => {
  if (!isJsonObject(document)) return;
  for (const name of ['openapi', 'swagger', 'overlay']) {
    const value = getProperty(document, name);
    if (isMarked(value)) (document as Record<string, Json>)[name] = textIn(value);
  }
};

/** Decides every marked value of the document, in place: it was read from texts, so it belongs to nobody else. */
export const settleScalars = (document: JsonObject): void => {
  const follow = createFollow(document);
  const undecided: { readonly owner: Record<string, Json>; readonly name: string; readonly isText: boolean }[] = [];
  const walk = (owner: Record<string, Json>, kind: Kind, depth: number): void => {
    if (depth > maxDocumentDepth || (!hasMarks && (kind === 'variables' || kind === 'data'))) return;
    if (hasMarks && !Array.isArray(owner)) nameKeys(owner);
    if (kind === 'keywords') liftExample(follow, owner);
    const names = Object.keys(owner);
    if (kind === 'keywords' && names.some((name) => decidedBySchema.has(name))) decideBySchema(follow, owner);
    for (const name of names) {
      const property = owner[name];
      if (typeof property === 'object' && property !== null)
        walk(property as Record<string, Json>, kindOf(kind, name, property), depth + 1);
      else if (hasMarks && isMarked(property))
        undecided.push({ owner, name, isText: kind === 'variables' || (kind === 'keywords' && texts.has(name)) });
    }
  };
  walk(document as Record<string, Json>, 'keywords', 0);
  // An example may be read before the schema of what refers to it.
  for (const { owner, name, isText } of undecided) owner[name] = decide(owner[name] as Json, isText);
};

type Kind = 'keywords' | 'names' | 'variables' | 'data';

const kindOf = (around: Kind, name: string, value: Json): Kind => {
  if (around === 'variables' || around === 'data') return around;
  if (around === 'names') return 'keywords';
  if (name === 'variables') return 'variables';
  return isData(name, value) ? 'data' : isMap(name, value) ? 'names' : 'keywords';
};

/** Gives marked keys the text that was written, in place and in the same order. */
const nameKeys = (owner: Record<string, Json>) => {
  if (!Object.keys(owner).some(isMarked)) return;
  const entries = Object.entries(owner);
  for (const [name] of entries) delete owner[name];
  for (const [name, value] of entries) setProperty(owner, isMarked(name) ? textIn(name) : name, value);
};

/** Gives a list its example that stands at its items, which are no lists themselves. */
const liftExample = (follow: Source['follow'], owner: Record<string, Json>) => {
  const items = objectIn(owner, 'items') as Record<string, Json> | undefined;
  const listed = listIn(items, 'example');
  if (listed.length === 0 || shapeOf(follow, items as Json).types?.has('array') !== false) return;
  owner.example ??= listed;
  delete items?.example;
};

const decidedBySchema = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Decides the scalars of a schema, and of a media type, a parameter or a header with one. */
const decideBySchema = (follow: Source['follow'], owner: Record<string, Json>) => {
  const own = getProperty(owner, 'schema');
  const decideAt = (target: Record<string, Json>, name: string) => {
    const value = getProperty(target, name);
    if (value !== undefined) target[name] = asMeant(follow, own ?? owner, value, hasMarks ? decide : undefined);
  };
  for (const name of own === undefined ? ['example', 'default', 'const'] : ['example']) decideAt(owner, name);
  for (const name of own === undefined ? ['enum', 'examples'] : ['examples']) {
    const listed = getProperty(owner, name);
    if (Array.isArray(listed)) for (const index of listed.keys()) decideAt(listed as never, String(index));
  }
  if (own === undefined) return;
  for (const raw of Object.values(objectIn(owner, 'examples') ?? {})) {
    const found = follow(raw, '');
    if ('value' in found && isJsonObject(found.value))
      for (const name of ['value', 'dataValue']) decideAt(found.value as Record<string, Json>, name);
  }
};
