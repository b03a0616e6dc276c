/** Parses the text of a document: JSON or YAML, with exact integers, within limits. */

import {
  boolCoreTag,
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  loadAll,
  mapTag,
  mergeTag,
  type Schema,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml';
import { exactNumber, type Json, mayBeUnsafeJson, parseJson, setProperty } from '../../core/primitives/json.ts';
import { readWithBrackets } from '../../parts/yaml/index.ts';
import { maxDocumentDepth, maxNodesIn } from '../document/source.ts';
import { marked } from '../document/written-scalars.ts';

/** @throws YAMLException if the text is neither JSON nor YAML; Error if its aliases lead nowhere or too far. */
export const parseText = (text: string): Json => {
  if (/^\s*\{/.test(text)) {
    const parsed = parseLargeJson(text);
    if (parsed !== undefined) return parsed;
  }
  const options = { schema, maxDepth: maxDocumentDepth, maxTotalMergeKeys: maxNodesIn(text.length) };
  const [value, ...others] = readWithBrackets(text, (one) => loadAll(one, options));
  if (others.length > 0)
    YAMLException.throwAt(
      text,
      text.lastIndexOf(text.includes('\n---') ? '\n---' : '\n...') + 1,
      'there is a second document',
    );
  // Without aliases, nothing is shared.
  if (!anchor.test(text)) return (value ?? null) as Json;
  return toJson(value, { parents: new Set(), left: maxNodesIn(text.length) });
};

const anchor = /(?:^|[\s,:[{?])&\S/;

/** Returns undefined if the text is not JSON. */
const parseLargeJson = (text: string): Json | undefined => {
  if (mayBeUnsafeJson(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : undefined;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Marks a scalar whose text is not the usual one of its value, and keeps integers exact. */
const asWritten = <Tag extends typeof intCoreTag | typeof boolCoreTag>(tag: Tag): Tag => ({
  ...tag,
  resolve: (source: string, isExplicit: boolean, tagName: string) => {
    const value: unknown = tag.resolve(source, isExplicit, tagName);
    if (typeof value === 'boolean') return String(value) === source ? value : marked(value, source);
    if (typeof value !== 'number') return value;
    const exact = Number.isSafeInteger(value) ? value : exactIn(source, value);
    return String(exact) === source ? exact : marked(exact, source);
  },
});

const exactIn = (source: string, value: number): number | bigint =>
  /^0[xo]/.test(source) ? BigInt(source) : exactNumber(source.replace(/^\+/, ''), value);

const schema: Schema = CORE_SCHEMA.withTags(
  mergeTag,
  asWritten(boolCoreTag),
  asWritten(intCoreTag),
  asWritten(floatCoreTag),
  // A value with any other tag is read as if it had none.
  ...[strTag, seqTag, mapTag].map((tag) => ({ ...tag, tagName: '', matchByTagPrefix: true })),
);

interface Walk {
  readonly parents: Set<unknown>;
  left: number;
}

/** Converts YAML values to JSON values. Values that aliases share are copied. */
const toJson = (value: unknown, walk: Walk): Json => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  if (walk.parents.has(value)) throw new Error('it contains itself');
  if (--walk.left < 0) throw new Error('its aliases expand to too many values');
  walk.parents.add(value);
  let result: Json;
  if (Array.isArray(value)) result = value.map((item) => toJson(item, walk));
  else {
    const properties: Record<string, Json> = {};
    for (const name of Object.keys(value))
      setProperty(properties, name, toJson((value as Record<string, unknown>)[name], walk));
    result = properties;
  }
  walk.parents.delete(value);
  return result;
};
