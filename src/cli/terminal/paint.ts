/** Text for the terminal: colours if it supports them, and no control characters or commands of a CI system. */

import { styleText } from 'node:util';
import { cutText } from '../../core/primitives/units.ts';
import { escapeHidden, withoutCommands, withoutHidden } from '../../parts/report/index.ts';

export type Style = Parameters<typeof styleText>[0];

/** Paints a text for standard output. Respects NO_COLOR and FORCE_COLOR. */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** Paints as {@link paint} does, but looks at the colours of standard output only once. The text must have none. */
export const painter = (style: Style): ((text: string) => string) => {
  const [before = '', after = ''] = paint(style, '|').split('|');
  return (text) => `${before}${text}${after}`;
};

export const paintError = (style: Style, text: string): string => styleText(style, text, { stream: process.stderr });

/** The most characters that a line shows of one text: a document may have a title of a megabyte. */
const maxPrinted = 10_000;

/**
 * Replaces hidden characters and commands: text of a client or a document must control neither the terminal nor the runner of a
 * workflow, nor look like another one. A very long text is cut.
 */
export const printable = (text: string): string => withoutCommands(withoutHidden(cutText(text, maxPrinted)));

/** Works as {@link printable}, but keeps line breaks and tabs. Apply colours afterwards: they are control characters too. */
export const printableLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');

/** Escapes hidden characters, and the commands that the runner of a workflow recognises anywhere in a line. The value of the JSON text stays the same. */
export const escapeControls = (json: string): string => escapeHidden(json).replaceAll('##[', '#\\u0023[');

/** Keeps the text in lines from controlling the terminal or the runner of a workflow; colours stay. */
export const harmless = (lines: string): string => withoutCommands(escapeControls(lines));
