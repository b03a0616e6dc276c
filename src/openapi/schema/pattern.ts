/** Unicode-aware where the pattern allows it: many real patterns have escapes (`\-`) that only the older mode takes. */
export const patternOf = (pattern: string): RegExp | undefined => compile(pattern, 'u') ?? compile(pattern, '');

const compile = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

export interface Tester {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

const surrogate = /[\ud800-\udfff]/;

/**
 * Tests as the pattern does. Where the text has no surrogate pair, both modes find the same, and the older one is taken:
 * only for that one V8 can change to a matcher whose time is linear (see docs/decisions/0016-patterns-of-documents.md).
 */
export const testerOf = (pattern: string): Tester => {
  const exact = patternOf(pattern) ?? /(?!)/;
  const isUnicode = /\\[pP]\{|\\u\{/.test(pattern) || surrogate.test(pattern);
  const plain = exact.unicode && !isUnicode ? compile(pattern, '') : undefined;
  if (plain === undefined) return exact;
  // The validator knows a pattern by its text.
  return { test: (text) => (surrogate.test(text) ? exact : plain).test(text), toString: () => String(exact) };
};
