/** What is wrong with the syntax of a YAML text, in plain words, with the remedy. */
import type { YAMLException } from 'js-yaml';
import { maxJsonDepth } from '../core/primitives/json.ts';
import { marksInLine } from '../parts/yaml/index.ts';
import { createPositions } from './text-position.ts';
import { offsetOfError } from './yaml-offset.ts';

export interface SyntaxFinding {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export const tooDeep = `the values are nested deeper than ${maxJsonDepth} levels`;

/** js-yaml stops at its first error, and does not tell its kind. */
export const describeFirstError = (text: string, { reason, mark }: YAMLException): SyntaxFinding => {
  const position = mark?.position ?? 0;
  if (reason.startsWith('nesting')) return { offset: position, message: 'the values are nested too deeply' };
  const describe = (code: string, at: number): SyntaxFinding =>
    describeError(text, { code, message: reason, pos: [at, at] });
  const quote = Number(/["']/.test(text.charAt(position - 1)));
  const found = text.charAt(position);
  const [code] = Object.entries(reasons).find(([, pattern]) => pattern.test(reason)) ?? [];
  if (code !== undefined) return describe(code, position - quote);
  const isUnclosed =
    /^(?:deficient|unexpected end)/.test(reason) || (/[\]}]/.test(found) && reason.startsWith('missed'));
  const opened = isUnclosed || quote === 1 ? openedBefore(text, position - quote) : undefined;
  // A text in quotes ends at the next quote, of another text, or at its line.
  if (/^["'].*\n/.test(text.slice(opened ?? position, position)))
    return { offset: opened as number, message: openQuote };
  if (opened !== undefined && isUnclosed) return describeUnclosed(text, opened, position);
  if (/ multiline /.test(reason)) {
    const before = text.slice(0, text.lastIndexOf('\n', position - 1) + 1).trimEnd();
    return { offset: before.lastIndexOf('\n') + 1, message: 'this line has no ": "' };
  }
  // The value before goes on here.
  const [before] = (found === ':' && /^.*:\s+/s.exec(text.slice(0, position))) || [];
  return before === undefined
    ? describe('UNEXPECTED_TOKEN', position)
    : describe('BLOCK_AS_IMPLICIT_KEY', before.length);
};

const reasons: Readonly<Record<string, RegExp>> = {
  DUPLICATE_KEY: /^duplicated/,
  TAB_AS_INDENT: /^tab /,
  NON_STRING_KEY: / complex keys$/,
  MULTIPLE_DOCS: / second document$/,
};

/** Finds the last bracket or quote that is not closed before `end`. `known`: those found before; this one is added. */
const openedBefore = (text: string, end: number, known = new Set<number>()): number | undefined => {
  const closed: string[] = [];
  for (let to = end; to > 0; ) {
    const from = text.lastIndexOf('\n', to - 1) + 1;
    for (const { 0: mark, index } of [...text.slice(from, to).matchAll(marksInLine)].reverse()) {
      const offset = from + index;
      if (/^[\]}]/.test(mark)) closed.push(mark);
      const isOpen = /^["']$/.test(mark) || (/^[[{]/.test(mark) && closed.pop() !== closing(text, offset));
      if (isOpen && !known.has(offset)) {
        known.add(offset);
        return offset;
      }
    }
    to = from - 1;
  }
  return undefined;
};

/** `found`: the first errors of the text, all of them up to the last. */
export const describeYamlErrors = (text: string, found: readonly YamlError[]): readonly SyntaxFinding[] => {
  // What follows a tab is something else to the parser, and wrong as well.
  const tabs = found.filter(({ code }) => code === 'TAB_AS_INDENT');
  const errors = tabs.length > 0 ? tabs : found;
  const known = new Set<number>();
  return errors.map((error) => {
    const offset = isUnclosed(error) ? openedBefore(text, error.pos[0], known) : undefined;
    return offset === undefined ? describeError(text, error) : describeUnclosed(text, offset, error.pos[0]);
  });
};

/** Whether a list or a map in brackets has no end. The parser says so where something cannot belong to it. */
const isUnclosed = ({ message }: YamlError) => /^Flow (?:map|sequence) .*must .*end with a/.test(message);

const openQuote = 'the quote that begins here does not end';

const closing = (text: string, opening: number) => (text[opening] === '{' ? '}' : ']');

const describeUnclosed = (text: string, offset: number, found: number): SyntaxFinding => {
  const positionOf = createPositions(text);
  const start = positionOf(offset);
  const end = positionOf(offsetOfError(text, found));
  const place = start.line === end.line ? `column ${end.column}` : `line ${end.line}`;
  const isEnd = found >= text.trimEnd().length;
  return {
    offset,
    message: `the "${text[offset]}" that begins here does not end`,
    hint: `Write "${closing(text, offset)}" where it ends${isEnd ? '' : `, before ${place}`}.`,
  };
};

const describeError = (text: string, { code, message, pos }: YamlError): SyntaxFinding => {
  // A page that shows a document, or the answer of a server to a wrong address.
  if (/^\s*</.test(text)) return { offset: 0, message: 'this is HTML or XML', hint: 'Give a file in YAML or JSON.' };
  const offset = offsetOfError(text, pos[0]);
  switch (code) {
    case 'DUPLICATE_KEY': {
      const key = /^(?:"[^"]*"|'[^']*'|[^\s:,{}[\]]+)/.exec(text.slice(offset, offset + 200))?.[0] ?? '';
      return { offset, message: `the key ${key} is duplicated`, hint: 'Keep one of them.' };
    }
    case 'MULTIPLE_DOCS':
      return { offset, message: 'a second document begins here', hint: 'Put each document into a separate file.' };
    case 'NON_STRING_KEY':
      return { offset, message: 'a key must be a text' };
    case 'RESOURCE_EXHAUSTION':
      return { offset, message: tooDeep };
    case 'TAG_RESOLVE_FAILED':
      return { offset, message: `the tag ${message.replace(/^.*: /, '')} is not supported`, hint: 'Remove it.' };
    case 'UNEXPECTED_TOKEN': {
      if (!/[\]}]/.test(text.charAt(offset))) break;
      return { offset, message: `this "${text[offset]}" ends nothing`, hint: 'Remove it, or write what it ends.' };
    }
    case 'TAB_AS_INDENT':
      return { offset, message: 'this line is indented with a tab', hint: 'Use spaces.' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      // Else a line below is indented too deeply.
      if (!/^.*: /.test(text.slice(offset))) break;
      return { offset, message: 'this value has a second ": "', hint: 'Put the value in quotes.' };
    case 'MISSING_CHAR': {
      // The parser reports a quote where the text ends.
      const [, quote] = /(.)quote$/.exec(message) ?? [];
      if (quote !== undefined) return { offset: text.lastIndexOf(quote, pos[0] - 1), message: openQuote };
    }
  }
  return { offset, message: `this is not valid YAML: ${message}` };
};
