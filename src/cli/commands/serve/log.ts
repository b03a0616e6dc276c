/** The request log: one line per request, for people or as JSON. */
import { type Exchange, explainStep, type FiredFault, isLost } from '../../../core/exchange.ts';
import { realTime } from '../../../world/clock.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import { cut, paint, printable, type Style } from '../../terminal/paint.ts';

export type LogFormat = 'pretty' | 'json' | 'silent';
export type Write = (line: string) => void;

export interface LogOptions {
  readonly format: LogFormat;
  /** Whether the decisions about each request are logged too. */
  readonly why: boolean;
}

/** Logs exchanges, which must be redacted; undefined if none is logged. */
export const createRequestLog = (options: LogOptions, write: Write): ((exchange: Exchange) => void) | undefined => {
  switch (options.format) {
    case 'silent':
      return undefined;
    case 'json':
      return (exchange) => write(JSON.stringify(jsonLine(exchange, options)));
    case 'pretty':
      return (exchange) => {
        write(prettyLine(exchange));
        if (!options.why) return;
        for (const step of exchange.steps) write(paint('dim', `          ${printable(explainStep(step))}`));
      };
    default:
      return options.format satisfies never;
  }
};

const jsonLine = (exchange: Exchange, { why }: LogOptions): Record<string, unknown> => ({
  event: 'request',
  // Real time: that of the world may stand still.
  at: new Date(realTime()).toISOString(),
  world: exchange.world,
  // Null if no world handled the request.
  exchange: exchange.id === 0 ? null : exchange.id,
  method: exchange.request.method,
  path: exchange.request.path,
  query: exchange.request.query,
  operation: exchange.operation ?? null,
  status: exchange.response.status,
  // The status was decided, but the client did not get the response.
  ...(isLost(exchange) && { lost: exchange.transport }),
  durationMs: exchange.durationMs,
  faults: exchange.faults.map((fault) => fault.name),
  violations: exchange.violations.map(({ side, message }) => ({ side, message })),
  ...failureOf(exchange),
  ...(why && { why: exchange.steps.map(explainStep) }),
});

/** `12:37:58  GET    200  /v1/orders?limit=2           2.1 ms  world alice  fault slow` */
const prettyLine = (exchange: Exchange): string => {
  const { request, world, faults, violations, durationMs } = exchange;
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  const parts = [
    // Local real time: that of the world may stand still.
    paint('dim', new Date(realTime()).toTimeString().slice(0, 8)),
    `${paint('bold', request.method.padEnd(6))} ${outcomeOf(exchange)}`,
    `${printable(cut(target, maxLength)).padEnd(24)} ${paint('dim', formatMs(durationMs).padStart(8))}`,
  ];
  if (world !== defaultWorldName) parts.push(paint('cyan', `world ${printable(world)}`));
  for (const fault of faults) parts.push(paint('magenta', describeFired(fault)));
  const [violation] = violations;
  if (violation !== undefined) {
    const label = violation.side === 'request' ? 'violation' : 'response violation';
    const more = violations.length > 1 ? ` (+${violations.length - 1})` : '';
    parts.push(paint('yellow', `${label}: ${printable(cut(violation.message, maxLength))}${more}`));
  }
  for (const failure of handlerFailures(exchange))
    parts.push(paint('red', `handler failed: ${printable(cut(failure, maxLength))}`));
  return parts.join('  ');
};

const outcomeOf = (exchange: Exchange): string => {
  const { status } = exchange.response;
  return isLost(exchange) ? paint('red', 'lost') : paint(styleOf(status), String(status));
};

const failureOf = (exchange: Exchange): { readonly handlerError?: string } => {
  const [handlerError] = handlerFailures(exchange);
  return handlerError === undefined ? {} : { handlerError };
};

const handlerFailures = ({ steps }: Exchange): readonly string[] =>
  steps.flatMap((step) => (step.type === 'handler' && step.failure !== undefined ? [step.failure] : []));

/** The maximum length of a path or a message in characters; longer ones are cut. */
const maxLength = 200;

/** `(lost)`: this fault cost the response, or a part of it. */
const describeFired = ({ name, effect }: FiredFault): string =>
  `fault ${name}${effect === 'transport' ? ' (lost)' : ''}`;

const styleOf = (status: number): Style => {
  if (status < 300) return 'green';
  if (status < 400) return 'cyan';
  return status < 500 ? 'yellow' : 'red';
};

const formatMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
