/** What is wrong with the syntax of a YAML text: in plain words, at the place where it is mended, with the remedy. */
import { maxJsonDepth } from '../core/primitives/json.ts';
import { offsetOfError } from './yaml-offset.ts';

export interface SyntaxFinding {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** An error or a warning of the parser. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export const tooDeep = `the values are nested deeper than ${maxJsonDepth} levels`;

export const describeYamlError = (text: string, { code, message, pos }: YamlError): SyntaxFinding => {
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
