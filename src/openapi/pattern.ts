/** Unicode-aware where the pattern allows it: many real patterns have escapes (`\-`) that only the older mode takes. */
export const patternOf = (pattern: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Tried in the other mode.
    }
  }
  return undefined;
};
