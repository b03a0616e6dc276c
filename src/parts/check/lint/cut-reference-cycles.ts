/** Replaces references that lead back to themselves, for a library that rejects documents with such a reference. */
import { isJsonObject } from '../../../core/primitives/json.ts';
import { maxHops } from '../../../openapi/document/source.ts';

/** A parsed file that may be changed. */
interface ParsedFile {
  readonly name: string;
  readonly value: unknown;
}

interface CutOptions {
  /** Resolves the part of a reference before `#` to the name of a file. */
  readonly resolve: (from: string, uri: string) => string;
  readonly replacement: string;
}

type Reference = Record<string, unknown> & { $ref: string };

interface Found {
  readonly file: ParsedFile;
  readonly value: unknown;
}

const isReference = (value: unknown): value is Reference => isJsonObject(value) && typeof value.$ref === 'string';

/**
 * Changes the files in place. Only references that never reach a value are cycles; recursive schemas are not. A chain of more
 * than `maxHops` references counts as a cycle, as it does for the loader.
 */
export const cutReferenceCycles = (files: readonly ParsedFile[], { resolve, replacement }: CutOptions): void => {
  const byName = new Map(files.map((file) => [file.name, file]));

  const follow = (start: Reference, from: ParsedFile, hops: { left: number }): Found | 'cycle' | undefined => {
    let found: Found = { file: from, value: start };
    while (isReference(found.value)) {
      if (hops.left-- === 0) return 'cycle';
      const [uri = '', pointer = ''] = found.value.$ref.split('#', 2);
      const file = uri === '' ? found.file : byName.get(resolve(found.file.name, uri));
      // An anchor refers to a value, never to a reference.
      if (file === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
      found = { file, value: file.value };
      for (const token of pointer.split('/').filter((part) => part !== '')) {
        const child = childOf(found.value, token);
        if (child !== undefined) {
          found = { file: found.file, value: child };
          continue;
        }
        if (!isReference(found.value)) return undefined;
        const target = follow(found.value, found.file, hops);
        if (target === undefined || target === 'cycle') return target;
        found = { file: target.file, value: childOf(target.value, token) };
      }
    }
    return found;
  };

  const cycles: Reference[] = [];
  for (const file of files) {
    for (const reference of referencesIn(file.value))
      if (follow(reference, file, { left: maxHops }) === 'cycle') cycles.push(reference);
  }
  for (const reference of cycles) reference.$ref = replacement;
};

const childOf = (value: unknown, token: string): unknown => {
  const name = unescapeToken(token);
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

const unescapeToken = (token: string): string => {
  // Most are plain, and a long chain has many.
  if (!/[~%]/.test(token)) return token;
  const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Every object with a `$ref`. An object that several YAML aliases share is listed once. */
const referencesIn = (root: unknown): readonly Reference[] => {
  const references: Reference[] = [];
  const seen = new Set<unknown>();
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isReference(value)) references.push(value);
    // One by one: a call has too many arguments for a long list.
    for (const child of Object.values(value)) pending.push(child);
  }
  return references;
};
