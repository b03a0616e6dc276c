/** The request log: one line per request, for people or as JSON. */

import { type Exchange, explainStep, type FiredFault, handlerFailures, isLost } from '../../../core/exchange.ts';
import { withQuery } from '../../../core/http/http.ts';
import { cutText } from '../../../core/primitives/units.ts';
import { requestEvent } from '../../../parts/json-log/index.ts';
import type { Options } from '../../../simulation/options.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import { painter, printable } from '../../terminal/paint.ts';

/** Writes the lines about an exchange. `shown`: the exchange without secrets; `at`: the real time of its end, as world time may stand still. */
type LinesOf = (exchange: Exchange, shown: Exchange, at: number) => readonly string[];

/** Returns undefined if no exchange is logged. */
export const createRequestLog = ({ log, why }: Pick<Options, 'log' | 'why'>): LinesOf | undefined => {
  switch (log) {
    case 'silent':
      return undefined;
    case 'json':
      return (exchange, shown, at) => [JSON.stringify(requestEvent(exchange, shown, at, why))];
    case 'pretty': {
      const prettyLine = createPrettyLine();
      const dim = painter('dim');
      return (exchange, shown, at) => {
        const steps = why ? shown.steps : [];
        return [
          prettyLine(exchange, shown, at),
          ...steps.map((step) => dim(`          ${printable(explainStep(step))}`)),
        ];
      };
    }
    default:
      return log satisfies never;
  }
};

/** `12:37:58  GET    200  /v1/orders?limit=2           2.1 ms  world alice  fault slow` */
const createPrettyLine = (): ((...given: Parameters<LinesOf>) => string) => {
  const [bold, dim, red, yellow] = [painter('bold'), painter('dim'), painter('red'), painter('yellow')];
  const [green, cyan, magenta] = [painter('green'), painter('cyan'), painter('magenta')];
  const time = createTime();
  const styleOf = (status: number): ((text: string) => string) => {
    if (status < 300) return green;
    if (status < 400) return cyan;
    return status < 500 ? yellow : red;
  };
  return (exchange, shown, at) => {
    const { world, faults, durationMs } = exchange;
    const { method, path, query } = shown.request;
    const { status } = exchange.response;
    const outcome = isLost(exchange) ? red('lost') : styleOf(status)(String(status));
    const target = printable(cutText(withQuery(path, query)));
    let line = `${dim(time(at))}  ${bold(method.padEnd(6))} ${outcome}  ${target.padEnd(24)} ${dim(formatMs(durationMs).padStart(8))}`;
    if (world !== defaultWorldName) line += `  ${cyan(`world ${printable(world)}`)}`;
    for (const fault of faults) line += `  ${magenta(describeFired(fault))}`;
    const [violation, ...others] = shown.violations;
    if (violation !== undefined) {
      const label = violation.side === 'request' ? 'violation' : 'response violation';
      const more = others.length > 0 ? ` (+${others.length})` : '';
      line += `  ${yellow(`${label}: ${printable(cutText(violation.message))}${more}`)}`;
    }
    for (const failure of handlerFailures(exchange, shown))
      line += `  ${red(`handler failed: ${printable(cutText(failure))}`)}`;
    return line;
  };
};

/** Formats each second only once, since that takes longer than the rest of a line. */
const createTime = (): ((at: number) => string) => {
  let second = Number.NaN;
  let text = '';
  return (at) => {
    const current = Math.floor(at / 1000);
    if (current !== second) {
      second = current;
      text = new Date(at).toTimeString().slice(0, 8);
    }
    return text;
  };
};

/** `(lost)` marks a fault that cost the response, or a part of it. */
const describeFired = ({ name, effect }: FiredFault) =>
  `fault ${printable(cutText(name))}${effect === 'transport' ? ' (lost)' : ''}`;

/** Avoids `toFixed`, which takes a quarter of the time of a line. */
const formatMs = (ms: number): string => {
  const tenths = Math.round(ms * 10);
  return `${tenths < 100 ? `${Math.floor(tenths / 10)}.${tenths % 10}` : Math.round(ms)} ms`;
};
