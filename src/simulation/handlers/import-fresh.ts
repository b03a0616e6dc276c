/** Imports a file of the user anew, with the files that it imports: Node runs a module once, however often it is imported. */
import { readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface ImportedFiles {
  /** The paths of the files below no `node_modules`, in the order in which they were loaded; also those that are missing. */
  readonly files: ReadonlySet<string>;
  /** The import that leads to no file. */
  unresolved: { readonly specifier: string; readonly from: string } | undefined;
}

export type FreshImport = ImportedFiles &
  (
    | { readonly ok: true; readonly exports: Readonly<Record<string, unknown>> }
    | { readonly ok: false; readonly error: unknown }
  );

/** Marks the addresses of the modules of one import. */
const marker = 'vivarium-load';
let loads = 0;

/** `vivarium` in an import is this process's own package, also if the user has installed none. */
const ownEntry = new URL(import.meta.url.endsWith('.ts') ? '../../index.ts' : 'index.js', import.meta.url).href;

export const importFresh = async (path: string): Promise<FreshImport> => {
  const load = new FreshLoad(++loads);
  // Node resolves nothing here: a bundler or a test runner leaves an address of an unknown scheme alone.
  const entry = `handlers:///${load.id}`;
  const hooks = module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === entry
        ? {
            url: load.addressOf(pathToFileURL(path).href, { isEntry: true }),
            shortCircuit: true,
            ...load.formatOf(path),
          }
        : load.resolve(specifier, context, next),
  });
  try {
    const exports: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ entry);
    return { ok: true, exports, files: load.files, unresolved: undefined };
  } catch (error) {
    return { ok: false, error, files: load.files, unresolved: load.unresolved };
  } finally {
    hooks.deregister();
  }
};

/** A path of a module in the stack of an error, without the mark of its load. */
export const withoutMarks = (text: string): string => text.replaceAll(new RegExp(`\\?${marker}=\\d+`, 'g'), '');

class FreshLoad {
  readonly id: number;
  readonly files = new Set<string>();
  unresolved: ImportedFiles['unresolved'];

  constructor(id: number) {
    this.id = id;
  }

  readonly resolve: module.ResolveHookSync = (specifier, context, next) => {
    const parent = this.#pathOf(context.parentURL);
    if (parent === undefined) return next(specifier, context);
    if (specifier === 'vivarium') return { url: ownEntry, shortCircuit: true };
    try {
      const found = next(specifier, context);
      const { url } = found;
      if (!url.startsWith('file:') || isPackaged(url)) return found;
      if (context.conditions.includes('require')) {
        this.files.add(fileURLToPath(url));
        return found;
      }
      return { ...found, url: this.addressOf(url), ...this.formatOf(fileURLToPath(url)) };
    } catch (error) {
      this.unresolved ??= { specifier, from: parent };
      // It is watched: the import works as soon as the file exists.
      if (/^\.{0,2}\//.test(specifier)) this.files.add(fileURLToPath(new URL(specifier, pathToFileURL(parent))));
      throw error;
    }
  };

  addressOf(url: string, { isEntry = false }: { readonly isEntry?: boolean } = {}): string {
    const path = fileURLToPath(url);
    // Node resolves an import several times.
    if (!this.files.has(path)) forget(path, { withChildren: isEntry });
    this.files.add(path);
    return `${url}?${marker}=${this.id}`;
  }

  /** The path of a module of this load. */
  #pathOf(url: string | undefined): string | undefined {
    if (url?.startsWith('file:') !== true) return undefined;
    const path = fileURLToPath(url);
    return this.files.has(path) ? path : undefined;
  }

  /** A file with the syntax of a module is one: `npm init` states CommonJS for all, and without a type Node warns. */
  formatOf(path: string): { readonly format?: string } {
    const extension = /\.([jt]s)$/.exec(path)?.[1];
    if (extension === undefined || !isModule(textOf(path))) return {};
    return { format: extension === 'ts' ? 'module-typescript' : 'module' };
  }
}

/**
 * CommonJS modules are kept under their paths alone. `withChildren`: also those that the module requires. Below an ES module, Node
 * would not run these again.
 */
const forget = (path: string, { withChildren }: { readonly withChildren: boolean }) => {
  const { cache } = createRequire(import.meta.url);
  const pending = [path];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const known = cache[next];
    delete cache[next];
    if (!withChildren) return;
    for (const { filename } of known?.children ?? []) if (!isPackaged(filename)) pending.push(filename);
  }
};

const isPackaged = (path: string) => /[/\\]node_modules[/\\]/.test(path);

const isModule = (text: string) =>
  /^\s*(?:import\b(?!\s*\()|export\b)/m.test(text) && !/^\s*(?:module\.)?exports\b/m.test(text);

/** Empty if it cannot be read: Node reports that. */
export const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
