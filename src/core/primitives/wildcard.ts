/** Whether the whole text matches a pattern in which `*` matches any characters; in linear time for any number of stars. */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  const star = pattern.indexOf('*');
  if (star < 0) return text === pattern;
  // Fast path: nearly every pattern is a prefix, and every request is matched against several.
  if (star === pattern.length - 1) return text.startsWith(pattern.slice(0, star));
  const parts = pattern.split('*');
  const first = parts[0] as string;
  const last = parts.at(-1) as string;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
};
