/** Every binding and every collection of a document as text, for a comparison of before and after a change. */
import type { Service } from '../../src/core/service/service.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';

/** Functions are left out; a collection within another value is its name, and so is a value that contains itself. */
const toText = (value: unknown): string => {
  const path: unknown[] = [];
  const show = (one: unknown): unknown => {
    if (typeof one === 'function') return undefined;
    if (typeof one === 'bigint' || one instanceof RegExp) return String(one);
    if (typeof one !== 'object' || one === null) return one;
    if (path.includes(one)) return 'itself';
    path.push(one);
    const shown = showObject(one);
    path.pop();
    return shown;
  };
  const showObject = (one: object): unknown => {
    if (one instanceof Map) return [...one].map(show);
    if (one instanceof Set) return [...one].map(show);
    if (Array.isArray(one)) return one.map(show);
    const isCollection = path.length > 1 && 'idProperty' in one && 'name' in one;
    if (isCollection) return String(one.name);
    return Object.fromEntries(
      Object.entries(one)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, show(inner)]),
    );
  };
  return JSON.stringify(show(value));
};

const dumpService = (name: string, { operations, collections }: Service): readonly string[] => [
  ...operations.map((operation) => `${name} ${operation.name}: ${toText(operation.binding) ?? 'none'}`),
  ...[...collections].map(([collection, spec]) => `${name} collection ${collection}: ${toText(spec)}`),
];

export const dumpDocument = async (name: string, path: string): Promise<readonly string[]> =>
  dumpService(name, compileService((await loadDocument(path)).document));
