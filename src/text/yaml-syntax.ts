/** What is wrong with the syntax of a YAML text: in plain words, at the place where it is mended, with the remedy. */
import { Lexer } from 'yaml';
import { maxJsonDepth } from '../core/primitives/json.ts';
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

/** `found`: the first errors of the text, all of them up to the last. */
export const describeYamlErrors = (text: string, found: readonly YamlError[]): readonly SyntaxFinding[] => {
  // What follows a tab is something else to the parser, and wrong as well.
  const tabs = found.filter(({ code }) => code === 'TAB_AS_INDENT');
  const errors = tabs.length > 0 ? tabs : found;
  const unclosed = errors.some(isUnclosed) ? findUnclosed(text) : [];
  let closed = 0;
  return errors.map((error) => {
    const offset = isUnclosed(error) ? unclosed[closed++] : undefined;
    return offset === undefined ? describeError(text, error) : describeUnclosed(text, offset, error);
  });
};

/** Whether an error is about a list or a map in brackets. The parser reports it where something cannot belong to it, often at the end of the text. */
const isUnclosed = ({ message }: YamlError): boolean => /^Flow (?:map|sequence) .*must .*end with a/.test(message);

/** The offsets of the brackets that are not closed, in the order in which the parser reports them. */
const findUnclosed = (text: string): readonly number[] => {
  const unclosed: number[] = [];
  const open: number[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '{' || token === '[') open.push(offset);
    if (token === '}' || token === ']') {
      const opening = open.pop();
      if (opening !== undefined && closing(text, opening) !== token) unclosed.push(opening);
    }
    if (token === endOfFlow) unclosed.push(...open.splice(0).reverse());
    if (!marks.has(token)) offset += token.length;
  }
  return [...unclosed, ...open.reverse()];
};

const endOfFlow = '\u0018';
/** Tokens of the lexer that are not in the text. */
const marks = new Set(['\u0002', endOfFlow, '\u001f']);

const closing = (text: string, opening: number): string => (text[opening] === '{' ? '}' : ']');

const describeUnclosed = (text: string, offset: number, { pos }: YamlError): SyntaxFinding => {
  const positionOf = createPositions(text);
  const start = positionOf(offset);
  const end = positionOf(offsetOfError(text, pos[0]));
  const place = start.line === end.line ? `column ${end.column}` : `line ${end.line}`;
  const isEnd = pos[0] >= text.trimEnd().length;
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
      const [, bracket] = /flow-(?:map|seq)-end.*"(.)"$/.exec(message) ?? [];
      if (bracket === undefined) break;
      return { offset, message: `this "${bracket}" ends nothing`, hint: 'Remove it, or write what it ends.' };
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
      if (quote !== undefined)
        return { offset: text.lastIndexOf(quote, pos[0] - 1), message: 'the quote that begins here does not end' };
    }
  }
  return { offset, message: `this is not valid YAML: ${message}` };
};
