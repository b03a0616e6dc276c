import { maxBranches } from '../../../openapi/document/schema-size.ts';

/** The most objects of one list that the linter examines. It takes a minute for a hundred thousand schemas; no real document has a tenth. */
const maxLinted = 5000;

const unions = ['allOf', 'anyOf', 'oneOf'];

/** Removes the end of each list with more objects, so that the positions of the others stay the same. Modifies the value. */
export const trimLongLists = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  // The engine uses no more of these. Everything in them is examined once for each operation.
  for (const keyword of unions) {
    const list: unknown = (value as Record<string, unknown>)[keyword];
    if (Array.isArray(list) && list.length > maxBranches) list.length = maxBranches;
  }
  if (Array.isArray(value) && value.length > maxLinted && value.some(isObject)) value.length = maxLinted;
  for (const child of Object.values(value)) trimLongLists(child);
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
