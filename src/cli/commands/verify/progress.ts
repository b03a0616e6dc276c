/** One line in a terminal, while a service is exercised. */
import { cutText } from '../../../core/primitives/units.ts';
import { printable } from '../../terminal/paint.ts';

export const showProgress = (done: number, total: number, operation: string): void => {
  if (!process.stderr.isTTY) return;
  const line = `${done + 1}/${total} ${printable(operation)}`;
  process.stderr.write(`\r\u001b[2K${cutText(line, process.stderr.columns - 1)}`);
};

export const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
};
