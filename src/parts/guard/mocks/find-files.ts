/** Finds the files that a pattern matches, such as `src/{mocks,test}/*.json`, or all below a folder with two stars. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Sorted, without what is below `node_modules` and hidden folders, as far as the pattern does not name them. */
export const findFiles = async (pattern: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    alternatives(pattern.replaceAll('\\', '/')).map((one) => {
      const isAbsolute = one.startsWith('/');
      const parts = one.split('/').filter((part) => part !== '' && part !== '.');
      return filesBelow(isAbsolute ? '/' : '', parts);
    }),
  );
  return [...new Set(found.flat())].sort();
};

/** Each text that the braces of a pattern stand for. */
const alternatives = (pattern: string): readonly string[] => {
  const [whole, before = '', inner = '', after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return inner.split(',').flatMap((part) => alternatives(before + part + after));
};

const filesBelow = async (folder: string, [part, ...rest]: readonly string[]): Promise<readonly string[]> => {
  if (part === undefined) return [];
  if (/^\.\.$/.test(part)) return filesBelow(join(folder, part), rest);
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => []);
  const isDeep = part === '**';
  const matches = matcherOf(isDeep ? '*' : part);
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = join(folder, entry.name);
      if (!matches(entry.name) || (entry.name === 'node_modules' && part !== entry.name)) return [];
      if (entry.isDirectory()) return filesBelow(path, isDeep ? [part, ...rest] : rest);
      return !isDeep && rest.length === 0 ? [path] : [];
    }),
  );
  return [...found.flat(), ...(isDeep ? await filesBelow(folder, rest) : [])];
};

/** A name that begins with a point is matched only by a pattern that does. */
const matcherOf = (part: string): ((name: string) => boolean) => {
  const source = part
    .replaceAll(/[\\^$.+()|{}]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  const pattern = new RegExp(`^${source}$`);
  return (name) => pattern.test(name) && (!name.startsWith('.') || part.startsWith('.'));
};
