/** Matchers of texts: those of the query, the headers, the cookies and the parameters of the path. */
import { getProperty, isJsonObject, type Json, stringifyJson } from '../../../../core/primitives/json.ts';
import type { JsonPath } from '../../../../core/primitives/json-path.ts';
import type { Notes } from '../../stubs/notes.ts';
import {
  anything,
  containing,
  exactly,
  joined,
  maxAlternatives,
  patternsOf,
  type Wildcard,
} from '../../stubs/stub-wildcard.ts';

const negative: ReadonlySet<string> = new Set(['absent', 'doesNotMatch', 'doesNotContain', 'not']);

/**
 * The patterns of a matcher, each of which is enough. Undefined: a negative condition, which is left out, since the ordinary request
 * meets it. @throws Inexpressible
 */
export const readMatcher = (
  matcher: Json | undefined,
  notes: Notes,
  path: JsonPath,
): readonly Wildcard[] | undefined => {
  if (typeof matcher === 'string') return notes.carryOneOf([exactly(matcher)], matcher, ...path);
  if (!isJsonObject(matcher)) return notes.give('this is not a matcher', ...path);
  const found = Object.entries(matcher).flatMap(([name, value]) => {
    const at = [...path, name];
    if (name === 'caseInsensitive') {
      if (value === true) notes.lose('texts are compared with their case', ...at);
      return [];
    }
    if (name === 'equalToIgnoreCase' && typeof value === 'string') {
      notes.lose('texts are compared with their case', ...at);
      return [[exactly(value)]];
    }
    if (name === 'or' && Array.isArray(value)) return readAlternatives(value, notes, at);
    if (negative.has(name)) {
      if (name === 'absent' && value === false) return [[anything]];
      notes.widen(stringifyJson({ [name]: value }), 'any', ...at);
      return [];
    }
    return [notes.carryOneOf(positive(name, value, notes, at), shownText(value), ...at)];
  });
  if (found.length > 1) return notes.give('a fault has one condition for each name', ...path);
  return found[0];
};

const shownText = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value));

/** None if one of them is a negative condition: then every text is enough. */
const readAlternatives = (matchers: readonly Json[], notes: Notes, at: JsonPath): readonly (readonly Wildcard[])[] => {
  const read = matchers.map((each, index) => readMatcher(each, notes, [...at, index]));
  const known = read.flatMap((patterns = []) => patterns);
  if (known.length === 0 || read.includes(undefined)) return [];
  if (known.length <= maxAlternatives) return [known];
  return [notes.carryOneOf([joined(known)], `or: ${known.map(({ glob }) => glob).join(', ')}`, ...at)];
};

const positive = (name: string, value: Json, notes: Notes, at: JsonPath): readonly Wildcard[] => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  switch (name) {
    case 'equalTo':
      return text === undefined ? notes.give('this is not a text', ...at) : [exactly(text)];
    case 'contains':
      return text === undefined ? notes.give('this is not a text', ...at) : [containing(text)];
    case 'matches':
      return notes.express(() => patternsOf(text ?? ''), ...at);
    case 'anything':
      return [anything];
    case 'hasExactly':
    case 'includes': {
      const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
      if (only === undefined || others.length > 0) return notes.give('a fault has one condition for each name', ...at);
      const inner = isJsonObject(only) ? getProperty(only, 'equalTo') : undefined;
      if (typeof inner !== 'string') return notes.give('only one value is compared', ...at);
      // The name may have other values, too.
      return [{ ...exactly(inner), isBroad: name === 'hasExactly' || inner.includes('*') }];
    }
    default:
      return notes.give('a fault has no such condition', ...at);
  }
};
