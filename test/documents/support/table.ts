/** Readable tables for the terminal and for a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../.vitest/', import.meta.url));

type Row = readonly (string | number)[];

/** Prints a table, and writes it with the following text to `.vitest/<name>.txt`. */
export const report = (name: string, header: Row, rows: readonly Row[], details: readonly string[]): void => {
  const all = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_title, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.txt`, `${[...lines, '', ...details].join('\n')}\n`);
  console.log(`${lines.join('\n')}\n${details.length} findings in .vitest/${name}.txt`);
};
