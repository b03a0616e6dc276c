/** Whether the parts contain all words of a search, regardless of case and order. */
export const containsWords = (parts: readonly (string | number | null | undefined)[], search: string): boolean => {
  const text = parts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
