/** Finds mutants that the compiler rejects: such a change is noticed without a test. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { PlacedMutant } from './mutants.ts';

export interface Candidate extends Pick<PlacedMutant, 'start' | 'end' | 'replacement'> {
  readonly id: number;
  readonly file: string;
}

/** The number of copies that are compiled at once: more need too much memory. */
const maxCopies = 1500;

/** Compiles one copy of the source for each mutant. Errors in files that import the source are not found. */
export const findRejected = (candidates: readonly Candidate[]): ReadonlySet<number> =>
  new Set(
    Array.from({ length: Math.ceil(candidates.length / maxCopies) }, (_, part) =>
      compileCopies(candidates.slice(part * maxCopies, (part + 1) * maxCopies)),
    ).flat(),
  );

const compileCopies = (candidates: readonly Candidate[]): readonly number[] => {
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-mutants-'));
  const isPanel = candidates[0]?.file.startsWith('src/parts/panel/') ?? false;
  try {
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
    const write = (name: string, file: string, text: string): void =>
      writeFileSync(
        join(directory, `${name}.ts`),
        text.replaceAll(
          /(from |import\()'(\.[^']+)'/g,
          (_, before, path) => `${before}'${resolve(dirname(file), path)}'`,
        ),
      );
    for (const { id, file, start, end, replacement } of candidates) {
      const source = readFileSync(file, 'utf8');
      write(String(id), file, source.slice(0, start) + replacement + source.slice(end));
    }
    const files = [...new Set(candidates.map(({ file }) => file))];
    for (const [index, file] of files.entries()) write(`unchanged-${index}`, file, readFileSync(file, 'utf8'));
    const copies = {
      extends: resolve(isPanel ? 'tsconfig.panel.json' : 'tsconfig.json'),
      // The other types of the configuration are for the examples, and are not found from the copies.
      compilerOptions: { typeRoots: [resolve('node_modules/@types')], types: isPanel ? [] : ['node'], rootDir: '/' },
      include: ['*.ts'],
    };
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(copies));
    const { stdout } = spawnSync(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', directory],
      {
        encoding: 'utf8',
        cwd: directory,
        maxBuffer: 256 * 1024 * 1024,
      },
    );
    // Without a mutant each copy compiles; otherwise the errors say nothing.
    const unchanged = stdout.split('\n').find((line) => !/^\d+\.ts\(|^\s|^$/.test(line));
    if (unchanged !== undefined) throw new Error(`A copy without a mutant does not compile: ${unchanged}`);
    return [...stdout.matchAll(/^(\d+)\.ts\(/gm)].map(([, id]) => Number(id));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
