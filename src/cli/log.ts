/** One line per request: for a person at a glance, or for a program. */
import { styleText } from 'node:util';
import { type Exchange, explainStep } from '../core/exchange.ts';
import { defaultWorldName } from '../world/worlds.ts';

export type LogFormat = 'pretty' | 'json' | 'silent';
export type Write = (line: string) => void;

type Style = Parameters<typeof styleText>[0];

/** Colours where standard output takes them (NO_COLOR and FORCE_COLOR are heeded). */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** How requests are logged; undefined where they are not. */
export const createRequestLog = (
  format: LogFormat,
  why: boolean,
  write: Write,
): ((exchange: Exchange) => void) | undefined => {
  switch (format) {
    case 'silent':
      return undefined;
    case 'json':
      return (exchange) => write(JSON.stringify(jsonLine(exchange, why)));
    case 'pretty':
      return (exchange) => {
        write(prettyLine(exchange));
        if (why) for (const step of exchange.steps) write(paint('dim', `           ${explainStep(step)}`));
      };
    default:
      return format satisfies never;
  }
};

const jsonLine = (exchange: Exchange, why: boolean): Record<string, unknown> => ({
  event: 'request',
  at: new Date(exchange.at).toISOString(),
  world: exchange.world,
  exchange: exchange.id,
  method: exchange.request.method,
  path: exchange.request.path,
  operation: exchange.operation ?? null,
  status: exchange.response.status,
  durationMs: Math.round(exchange.durationMs * 1000) / 1000,
  faults: exchange.faults.map((fault) => fault.name),
  violations: exchange.violations.map(({ side, message }) => ({ side, message })),
  ...(why && { why: exchange.steps.map(explainStep) }),
});

const prettyLine = (exchange: Exchange): string => {
  const { request, response, world, faults, violations, durationMs } = exchange;
  const target = printable(request.path);
  const parts = [
    paint('dim', new Date(exchange.at).toISOString().slice(11, 19)),
    paint('bold', request.method.padEnd(6)),
    paint(styleOf(response.status), String(response.status)),
    target.padEnd(28),
    paint('dim', `${formatMs(durationMs)} ms`.padStart(8)),
  ];
  if (world !== defaultWorldName) parts.push(paint('cyan', `world ${world}`));
  for (const fault of faults) parts.push(paint('magenta', `fault ${fault.name}`));
  const [violation] = violations;
  if (violation !== undefined) {
    const more = violations.length > 1 ? ` (+${violations.length - 1})` : '';
    parts.push(
      paint(
        'yellow',
        `${violation.side === 'request' ? 'violation' : 'response violation'}: ${printable(violation.message)}${more}`,
      ),
    );
  }
  return parts.join('  ');
};

const styleOf = (status: number): Style => {
  if (status < 300) return 'green';
  if (status < 400) return 'cyan';
  return status < 500 ? 'yellow' : 'red';
};

const formatMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));

/** A terminal obeys control characters: what a client sent must not reach it raw, nor fill it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const printable = (text: string): string => text.slice(0, 200).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
