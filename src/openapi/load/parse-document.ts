/** Parses the text of a document: JSON or YAML, with exact integers, within limits. */

import { boolCoreTag, CORE_SCHEMA, floatCoreTag, intCoreTag, load, mergeTag, type Schema } from 'js-yaml';
import { exactNumber, type Json, parseJson, setProperty } from '../../core/primitives/json.ts';
import { mayBeUnsafe } from '../../text/unsafe-numbers.ts';
import { maxDocumentDepth, maxNodesIn } from '../document/source.ts';
import { marked } from '../document/written-scalars.ts';

/** @throws Error if the text is neither JSON nor YAML. `findSyntaxError` finds the position: parsing with positions is several times slower. */
export const parseText = async (text: string): Promise<Json> => {
  if (/^\s*\{/.test(text)) {
    const parsed = parseLargeJson(text);
    if (parsed !== undefined) return parsed;
  }
  const fast = parseFast(text);
  // Without aliases, nothing is shared.
  if (fast !== undefined && !text.includes('&') && !mayBeUnsafe(text)) return fast as Json;
  return toJson(fast ?? (await parseExactly(text)), { parents: new Set(), left: maxNodesIn(text.length) });
};

/** Returns undefined if the text is not JSON. It may be YAML flow style; otherwise, the YAML parser reports the position. */
const parseLargeJson = (text: string): Json | undefined => {
  if (mayBeUnsafe(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : undefined;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Reads nearly every document. Undefined for the rest: tags and directives of YAML 1.1, errors, and nothing. */
const parseFast = (text: string): unknown => {
  if (text.startsWith('%')) return undefined;
  try {
    return load(text, { schema, maxDepth: maxDocumentDepth });
  } catch {
    return undefined;
  }
};

/** Slower: it reads the rest, or reports the error. */
const parseExactly = async (text: string): Promise<unknown> => {
  const { parse } = await import('yaml');
  return parse(text, {
    merge: true,
    maxAliasCount,
    intAsBigInt: mayBeUnsafe(text),
    logLevel: 'error',
    prettyErrors: false,
  });
};

/** An alias bomb of ten lines can expand to a billion nodes. */
const maxAliasCount = 10_000;

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
);

interface Walk {
  readonly parents: Set<unknown>;
  left: number;
}

/** Converts YAML values to JSON values. Values that aliases share are copied. */
const toJson = (value: unknown, walk: Walk): Json => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  if (value instanceof Date) return value.toISOString();
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
