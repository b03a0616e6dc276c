/** The progress of a drill. */
import { formatCount } from '../../../core/primitives/units.ts';
import type { DrillProgress } from '../../../drill/run/run-drill.ts';
import { cut, printable } from '../../terminal/paint.ts';

/** Shows the progress in one line of a terminal, which is replaced. */
export const createProgress = (): { readonly show: (progress: DrillProgress) => void; readonly clear: () => void } => {
  const { stderr } = process;
  return {
    show: ({ done, total, name }) => {
      if (!stderr.isTTY) return;
      const line = total === undefined ? name : `${done}/${formatCount(total, 'case')} ${name}`;
      stderr.write(`\r\u001b[2K${cut(printable(line), (stderr.columns || 80) - 1)}`);
    },
    clear: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
};
