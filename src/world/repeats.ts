/** Responses to requests that changed nothing: until something changes, who repeats the request gets its response again. */
import { type HttpRequest, plainDelivery } from '../core/http/http.ts';
import type { Outcome } from '../core/simulate/simulate.ts';
import { isSameRequest, type RecordedExchange, recordAgain } from './evidence/exchange-record.ts';

interface Kept extends Pick<Outcome, 'changes' | 'parameters'> {
  readonly record: RecordedExchange;
  /** World time. */
  readonly until: number;
}

/** A world must not keep all its responses. */
const maxKept = 64;
const maxKeptLength = 65_536;

export class Repeats {
  /** By path and query. */
  readonly #kept = new Map<string, Kept>();
  #length = 0;

  /** What comes of the request as the exchange with this number, if it is a repeated one. */
  find(request: HttpRequest, id: number, now: number): Outcome | undefined {
    const kept = this.#kept.get(targetOf(request));
    if (kept === undefined || now >= kept.until || !isSameRequest(request, kept.record.request)) return undefined;
    const exchange = recordAgain(kept.record, id, now);
    const reply = { response: exchange.response, delivery: plainDelivery };
    return { reply, changes: kept.changes, exchange, parameters: kept.parameters };
  }

  /** Keeps what came of a request, if it may be repeated. */
  keep({ changes, parameters, sameUntil }: Outcome, record: RecordedExchange): void {
    if (sameUntil === undefined || record.fullBytes !== undefined || record.isProbe === true) return;
    const length = record.response.body?.length ?? 0;
    if (this.#kept.size === maxKept || this.#length + length > maxKeptLength) this.clear();
    this.#length += length;
    this.#kept.set(targetOf(record.request), { changes, parameters, record, until: sameUntil });
  }

  clear(): void {
    if (this.#kept.size === 0) return;
    this.#kept.clear();
    this.#length = 0;
  }
}

const targetOf = ({ path, query }: HttpRequest): string => (query === '' ? path : `${path}?${query}`);
