/** The code blocks, tables and links of a Markdown page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/process.ts';

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .sort();

/** Every page of the project. */
export const pages: readonly string[] = [...markdownIn('.'), ...markdownIn('docs'), ...markdownIn('examples')];

export const readPage = (file: string): string => readFileSync(join(root, file), 'utf8');

export interface Block {
  /** Of its first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  /** The file that the block is, from its fence: ```` ```yaml file=ours.yaml ````. */
  readonly file: string | undefined;
  readonly code: string;
  /** The HTML comments directly above it, such as `not run: reason`. Readers do not see them. */
  readonly notes: readonly string[];
}

export const blocksIn = (text: string): readonly Block[] => {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [fence, language, file] = /^```(\w+)(?: file=(\S+))?$/.exec(lines[index] as string) ?? [];
    if (fence === undefined || language === undefined) continue;
    const end = lines.indexOf('```', index + 1);
    const code = `${lines.slice(index + 1, end).join('\n')}\n`;
    blocks.push({ line: index + 2, language, file, code, notes: notesAbove(lines, index) });
    index = end;
  }
  return blocks;
};

const notesAbove = (lines: readonly string[], index: number): readonly string[] => {
  const notes: string[] = [];
  for (let above = index - 1; above >= 0; above--) {
    const note = /^<!-- (.+) -->$/.exec(lines[above] as string)?.[1];
    if (note === undefined) break;
    notes.unshift(note);
  }
  return notes;
};

/** The value of a note `name: value`, or the empty string for `name` alone. */
export const noteOf = ({ notes }: Block, name: string): string | undefined => {
  const note = notes.find((one) => one === name || one.startsWith(`${name}: `));
  return note?.slice(name.length + 2);
};

/** The rows of every table, cell by cell, without the head. */
const tablesIn = (text: string): readonly (readonly (readonly string[])[])[] => {
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

/** The text below a heading, to the next heading of any level, without code blocks. */
const sectionOf = (text: string, heading: string): string => {
  const lines = text.replaceAll(/^```[\s\S]*?^```$/gm, '').split('\n');
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'));
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const end = lines.findIndex((line, index) => index > start && /^#+ /.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
};

/** The rows of a table below a heading; by default of the first. */
export const rowsBelow = (text: string, heading: string, table = 0): readonly (readonly string[])[] =>
  tablesIn(sectionOf(text, heading))[table] ?? [];

/** The code in the first column of a table below a heading. */
export const namesBelow = (text: string, heading: string, table = 0): readonly string[] =>
  rowsBelow(text, heading, table).flatMap(([first = '']) => codeIn(first));

/** The texts between backticks. */
export const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);

export interface Link {
  readonly target: string;
  /** `directory`: the one of the page. */
  readonly isThere: (directory: string) => boolean;
}

/** Links to files and headings; links to other sites are ignored. */
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
