/** Compiles the TypeScript of all pages with the published types: in one run of the compiler, which takes long to read them. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, write } from '../cli/process.ts';
import { checksOfMembers } from './library-members.ts';
import { blocksIn, pages, readPage } from './markdown.ts';
import { codeFolderOf } from './with-library.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly types: string } }>>;
}

/** The files of the types by the names of the entries, as they were built into `dist/`. */
const typesByName = (): Readonly<Record<string, readonly string[]>> => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [] : [[join('vivarium', name), [join(root, entry.import.types)]]],
    ),
  );
};

export const typescriptOfPages = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pages.flatMap((page) =>
      blocksIn(readPage(page))
        .filter(({ language }) => language === 'ts')
        .map(({ line, code }) => [`${page.replaceAll(/\W/g, '-')}-line-${line}.ts`, code]),
    ),
  );

/** `compile` runs the compiler in a folder. Returns its errors, also those about what the tables of docs/library.md list. */
export const compilePages = async (compile: (folder: string) => Promise<string>): Promise<string> => {
  const folder = codeFolderOf('pages');
  mkdirSync(folder, { recursive: true });
  const files = { ...typescriptOfPages(), 'library-members.ts': checksOfMembers() };
  // Jest is not installed: vitest has the functions that the page uses.
  for (const [name, code] of Object.entries(files))
    write(folder, name, code.replaceAll("from '@jest/globals'", "from 'vitest'"));
  const compilerOptions = { paths: typesByName() };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: Object.keys(files) };
  write(folder, 'tsconfig.json', JSON.stringify(config));
  try {
    return await compile(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
