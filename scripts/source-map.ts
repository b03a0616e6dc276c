/** What `docs/architecture.md` says of the folders and the parts of `src/`, and what the files there import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Import {
  readonly from: string;
  readonly to: string;
  /** It is loaded with the file: neither `import()` nor types alone. */
  readonly isStatic: boolean;
}

export const filesIn = (folder: string, pattern = /\.tsx?$/): readonly string[] =>
  readdirSync(`${root}src/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => join('src', folder, file));

/** What expressions and types import: `import('./a.ts')`. */
const importsWithin = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { type, source } = node as { readonly type?: string; readonly source?: { readonly value?: unknown } };
  const isImport = type === 'ImportExpression' || type === 'TSImportType';
  const own = isImport && typeof source?.value === 'string' ? [source.value] : [];
  return [...own, ...Object.values(node).flatMap(importsWithin)];
};

/** Every import of a file, types included. A file has its extension in an import, so that its path says which it is. */
export const importsOf = (from: string): readonly Import[] => {
  const text = readFileSync(`${root}${from}`, 'utf8');
  const { program, module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const found = new Map<string, boolean>();
  const add = (specifier: string | undefined, isStatic: boolean): void => {
    if (specifier !== undefined) found.set(specifier, isStatic || (found.get(specifier) ?? false));
  };
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length === 0 || entries.some(({ isType }) => !isType));
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries))
    add(moduleRequest?.value, !isType);
  if (text.includes('import(')) for (const specifier of importsWithin(program)) add(specifier, false);
  return [...found].map(([specifier, isStatic]) => ({
    from,
    to: specifier.startsWith('.') ? join(dirname(from), specifier) : specifier,
    isStatic,
  }));
};

/** The names that a file exports, types included. */
export const exportsOf = (file: string): readonly string[] => {
  const { module } = parseSync(file, readFileSync(`${root}${file}`, 'utf8'));
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? exportName.kind.toLowerCase()),
  );
};

export const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

/** The cells of a table of the page, of which `head` is the first line. */
const rowsOf = (head: string): readonly (readonly string[])[] => {
  const start = page.indexOf(head);
  if (start < 0) throw new Error(`docs/architecture.md has no table that begins with ${head}`);
  const [table = ''] = page.slice(start).split('\n\n', 1);
  const rows = table.split('\n').slice(2);
  return rows.map((row) => row.slice(2, -2).split(' | '));
};

const pathsOf = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, name]) => name as string);

/**
 * The table of the page, from the ground up: a folder imports itself and folders above it. A single file is listed with its path, and
 * a folder of the same parent as the one before it in its row by its own name alone.
 */
export const order: readonly string[] = rowsOf('| folder | contents |').flatMap(([cell = '']) => {
  const [first = '', ...others] = pathsOf(cell);
  return [first, ...others.map((name) => (name.includes('/') ? name : join(dirname(first), name)))];
});

export interface Part {
  /** Its folder below `src/`. */
  readonly folder: string;
  /** The files of the folder that others import. */
  readonly doors: readonly string[];
  /** How many files outside import a door. It may only fall. */
  readonly enteredFrom: number;
}

export const parts: readonly Part[] = rowsOf('| part | doors | entered from |').map(([folder, doors, enteredFrom]) => ({
  folder: pathsOf(folder ?? '')[0] ?? '',
  doors: pathsOf(doors ?? ''),
  enteredFrom: Number(enteredFrom),
}));

/** The part that a file belongs to. Undefined: it is of the main house. */
export const partOf = (file: string): Part | undefined => parts.find(({ folder }) => file.startsWith(`src/${folder}/`));

/** Who imports what of a part from outside of it. */
export const entriesOf = ({ folder }: Part, imports: readonly Import[]): readonly Import[] =>
  imports.filter(({ from, to }) => to.startsWith(`src/${folder}/`) && !from.startsWith(`src/${folder}/`));
