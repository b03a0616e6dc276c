/** One line in a terminal, which shows how far a command is. */
import { cutText } from '../../core/primitives/units.ts';
import { printable } from './paint.ts';

export const showProgress = (text: string): void => {
  const { stderr } = process;
  if (stderr.isTTY) stderr.write(`\r\u001b[2K${cutText(printable(text), (stderr.columns || 80) - 1)}`);
};

export const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
};
