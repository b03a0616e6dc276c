/** When a worker that ended is started again. */
import { formatDuration } from '../../../core/primitives/units.ts';

export interface EndedWorker {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  readonly hasServed: boolean;
  readonly lastedMs: number;
  readonly serving: number;
}

export interface Restart {
  readonly message: string;
  /** If it is undefined, the server stops. */
  readonly delayMs: number | undefined;
}

const firstDelayMs = 100;
const longestDelayMs = 10_000;
/** A worker that ran for this time was healthy: the next one starts after the first delay. */
const healthyMs = 10_000;
/** The server stops if this number of workers in a row end before they serve. */
const failedStartLimit = 5;

export class Restarts {
  /** Deaths in a row, each soon after the start. */
  #deaths = 0;
  /** Workers in a row that ended before they served. */
  #failedStarts = 0;

  after({ pid, code, signal, hasServed, lastedMs, serving }: EndedWorker): Restart {
    this.#deaths = lastedMs >= healthyMs ? 1 : this.#deaths + 1;
    this.#failedStarts = hasServed ? 0 : this.#failedStarts + 1;
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const ended = `A worker (process ${pid}) ended ${how}${hasServed ? '' : ' before it served'}.`;
    if (this.#failedStarts >= failedStartLimit && serving === 0)
      return {
        message: `${ended} So did the ${failedStartLimit - 1} before it: the server stops.`,
        delayMs: undefined,
      };
    const delayMs = Math.min(firstDelayMs * 2 ** (this.#deaths - 1), longestDelayMs);
    return { message: `${ended} Another one starts in ${formatDuration(delayMs)}.`, delayMs };
  }
}
