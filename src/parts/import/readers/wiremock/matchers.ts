/** Matchers of texts: those of the query, the headers, the cookies and the parameters of the path. */
import { getProperty, isJsonObject, type Json } from '../../../../core/primitives/json.ts';
import type { JsonPath } from '../../../../core/primitives/json-path.ts';
import type { Notes } from '../../stubs/notes.ts';
import { anything, containing, exactly, joined, patternOf, type Wildcard } from '../../stubs/wildcard.ts';

const negative: ReadonlySet<string> = new Set(['absent', 'doesNotMatch', 'doesNotContain', 'not']);

/**
 * The pattern of a matcher. Undefined: a negative condition, which is left out, since the ordinary request meets it.
 * @throws Inexpressible
 */
export const readMatcher = (matcher: Json | undefined, notes: Notes, path: JsonPath): Wildcard | undefined => {
  if (typeof matcher === 'string') {
    notes.carry(...path);
    return exactly(matcher);
  }
  if (!isJsonObject(matcher)) return notes.give('this is not a matcher', ...path);
  const found = Object.entries(matcher).flatMap(([name, value]) => {
    const at = [...path, name];
    if (name === 'caseInsensitive') {
      if (value === true) notes.lose('texts are compared with their case', ...at);
      return [];
    }
    if (name === 'equalToIgnoreCase' && typeof value === 'string') {
      notes.lose('texts are compared with their case', ...at);
      return [exactly(value)];
    }
    if (name === 'or' && Array.isArray(value)) {
      const patterns = value.flatMap((each, index) => readMatcher(each, notes, [...at, index]) ?? []);
      notes.lose(noAlternatives, ...at);
      return patterns.length < value.length ? [] : [joined(patterns)];
    }
    if (negative.has(name)) {
      if (name === 'absent' && value === false) return [anything];
      notes.lose(noNegation, ...at);
      return [];
    }
    const pattern = positive(name, value, notes, at);
    notes.carry(...at);
    return [pattern];
  });
  if (found.length > 1) return notes.give('a fault has one condition for each name', ...path);
  return found[0];
};

const noAlternatives =
  'a fault has one condition for each name: the stub also responds to other texts with what the alternatives have in common';

export const noNegation = 'a fault has no negative condition: the stub also responds to what this leaves out';

const positive = (name: string, value: Json, notes: Notes, at: JsonPath): Wildcard => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  switch (name) {
    case 'equalTo':
      return text === undefined ? notes.give('this is not a text', ...at) : exactly(text);
    case 'contains':
      return text === undefined ? notes.give('this is not a text', ...at) : containing(text);
    case 'matches':
      return notes.express(() => patternOf(text ?? ''), ...at);
    case 'anything':
      return anything;
    case 'hasExactly':
    case 'includes': {
      const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
      if (only === undefined || others.length > 0) return notes.give('a fault has one condition for each name', ...at);
      const inner = isJsonObject(only) ? getProperty(only, 'equalTo') : undefined;
      return typeof inner === 'string' ? exactly(inner) : notes.give('only one value is compared', ...at);
    }
    default:
      return notes.give('a fault has no such condition', ...at);
  }
};
