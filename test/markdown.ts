/** What a Markdown file holds: its code blocks, tables and links. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Block {
  /** From 1; of its first line of code. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** Why the tests do not run it: an HTML comment `<!-- not run: ... -->` right above says so. */
  readonly notRun: string | undefined;
}

export const blocksIn = (text: string): readonly Block[] => {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w+)$/.exec(lines[at] as string)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    const notRun = /^<!-- not run: (.+) -->$/.exec(lines[at - 1] ?? '')?.[1];
    blocks.push({ line: at + 2, language, code: `${lines.slice(at + 1, end).join('\n')}\n`, notRun });
    at = end;
  }
  return blocks;
};

/** The rows of every table, cell by cell, without the head. */
export const tablesIn = (text: string): readonly (readonly (readonly string[])[])[] => {
  const tables: string[][][] = [];
  let isTable = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isTable = false;
    else if (/^\|[ |:-]+\|$/.test(line) && line.includes('---')) {
      tables.push([]);
      isTable = true;
    } else if (isTable)
      tables.at(-1)?.push(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  }
  return tables;
};

/** What stands as code in the first column of the table below a heading. */
export const tableIn = (text: string, heading: string): readonly string[] => {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [table = []] = tablesIn(section.split(/^#+ /m)[0] ?? '');
  return table.flatMap(([first = '']) => codeIn(first));
};

/** What stands between backticks. */
export const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);

export interface Link {
  readonly target: string;
  /** `directory`: where the file that holds the link lies. */
  readonly isThere: (directory: string) => boolean;
}

/** Links to files and headings; those to other sites are left out. */
export const linksIn = (text: string): readonly Link[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => ({ target, isThere: (directory) => isThere(target, text, directory) }));

const isThere = (target: string, text: string, directory: string): boolean => {
  const [file = '', anchor] = target.split('#');
  const path = join(directory, file);
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  const linked = file === '' ? text : readFileSync(path, 'utf8');
  const anchors = [...linked.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return anchors.includes(anchor);
};
