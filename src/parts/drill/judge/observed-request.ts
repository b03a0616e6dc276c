/** What the drill keeps of a request: what the judgement reads, and nothing that could be a secret. */
import { hash } from 'node:crypto';
import { type Exchange, isLost } from '../../../core/exchange.ts';
import { contentOf, headerOf } from '../../../core/http/http.ts';
import { drilledFault } from '../cases/drill-case.ts';

export interface ObservedRequest {
  /** When it arrived, in real milliseconds since some time. */
  readonly atMs: number;
  /** If it is undefined, it matched no operation. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** A hash; empty without a body. */
  readonly body: string;
  /** A hash; undefined without the header. */
  readonly idempotencyKey: string | undefined;
  /** The milliseconds that `Retry-After` asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether the fault of the case fired. */
  readonly isHit: boolean;
  /** Why the fault of the case changed nothing; undefined: it fired, or was not for this request. */
  readonly unfit?: string | undefined;
  /** Whether the operation did its work. */
  readonly isDone: boolean;
  /** Whether the client got no whole response. */
  readonly isLost: boolean;
  /** The collection in which it created an item. */
  readonly created: string | undefined;
}

/** `at`: the real time. */
export const observe = (exchange: Exchange, atMs: number): ObservedRequest => {
  const { request, response, steps } = exchange;
  const created = steps.find((step) => step.type === 'executed' && step.action === 'create');
  const idempotencyKey = headerOf(request.headers, 'idempotency-key');
  return {
    atMs,
    operation: exchange.operation,
    method: request.method,
    path: request.path,
    query: request.query,
    body: hashOfBody(exchange),
    idempotencyKey: idempotencyKey && hash('sha1', idempotencyKey),
    retryAfterMs: retryAfterOf(exchange),
    unfit: unfitnessOf(exchange),
    isHit: exchange.faults.some(({ name }) => name === drilledFault),
    isDone: response.status < 400,
    // Half of a body is of no more use to a client than none.
    isLost: isLost(exchange) || exchange.transport === 'truncate',
    created: created?.type === 'executed' ? created.collection : undefined,
  };
};

const unfitnessOf = ({ steps }: Exchange): string | undefined => {
  const step = steps.find((each) => each.type === 'not-applicable' && each.fault === drilledFault);
  return step?.type === 'not-applicable' ? step.reason : undefined;
};

/** The boundary of a form is another one with each attempt. */
const hashOfBody = ({ request }: Exchange): string => {
  const content = contentOf(request.body);
  if (content === undefined || content.length === 0) return '';
  const boundary = /^multipart\/.*boundary="?([^";,]+)/i.exec(headerOf(request.headers, 'content-type') ?? '')?.[1];
  if (boundary === undefined) return hash('sha1', content);
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return hash('sha1', text.replaceAll(boundary, ''));
};

/** Seconds, or a date (RFC 9110, section 10.2.3). */
const retryAfterOf = ({ at, response: { headers } }: Exchange): number | undefined => {
  const index = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'retry-after');
  const value = index < 0 ? undefined : headers[index + 1];
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - at);
};

/** The same request, whenever it is sent. */
export const identityOf = ({ method, path, query, body }: ObservedRequest): string =>
  `${targetOf({ method, path, query })} ${body}`;

/** Its address with the method. */
export const targetOf = ({ method, path, query }: Pick<ObservedRequest, 'method' | 'path' | 'query'>): string =>
  `${method} ${path}?${query}`;

/** A write as `repeated-write` knows it again. */
export const writeOf = ({ method, path, body }: ObservedRequest): string => `${method} ${path} ${body}`;

export const methodAndPath = ({ method, path }: ObservedRequest): string => `${method} ${path}`;
