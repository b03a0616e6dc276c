/** Applies Overlays in bounded time; loaded only where there is one. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { applyOverlays, type Overlaid, type Overlay, valueSizeOf } from './overlay.ts';
import { type RunBounded, TooLongError } from './select-values.ts';

export { readOverlay } from './overlay.ts';

/** A copy of the document with the Overlays applied in their order. @throws ConfigError */
export const applyAll = async (overlays: readonly Overlay[], document: JsonObject): Promise<Overlaid> =>
  applyOverlays(document, overlays, await createBound(document));

/** Milliseconds that one target may take: its patterns (`match`, `search`) backtrack, and `..` multiplies. */
const maxSelectMs = 1000;

/** Milliseconds that all targets may take together: Overlays may have thousands, and a server that reloads does nothing else meanwhile. */
const maxSelectAllMs = 10_000;

/** A document with up to so many values has these times; one with more has more in proportion. */
const usualValues = 100_000;

const createBound = async (document: JsonObject): Promise<RunBounded> => {
  const { createContext, runInContext } = await import('node:vm');
  const sandbox = { run: (): void => undefined };
  const context = createContext(sandbox);
  const factor = Math.max(1, Math.ceil(valueSizeOf(document).values / usualValues));
  const [maxMs, maxAllMs] = [maxSelectMs * factor, maxSelectAllMs * factor];
  let left = maxAllMs;
  return (run) => {
    const timeout = Math.min(maxMs, Math.ceil(left));
    if (timeout <= 0) throw new TooLongError(tooLongTogether(maxAllMs));
    // Of the processor: a busy machine does not shorten them.
    const before = process.cpuUsage();
    sandbox.run = run;
    try {
      // The library uses the regular expressions of the JavaScript engine. Only a timeout of node:vm can end them.
      runInContext('run()', context, { timeout });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new TooLongError(timeout < maxMs ? tooLongTogether(maxAllMs) : `takes ${longerThan(maxMs)}`);
    } finally {
      const { user, system } = process.cpuUsage(before);
      left -= (user + system) / 1000;
    }
  };
};

const tooLongTogether = (ms: number) => `and the targets before it take ${longerThan(ms)}`;

const longerThan = (ms: number) => `longer than ${formatCount(ms / 1000, 'second')} to evaluate`;
