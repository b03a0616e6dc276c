/** Collects the findings of the gate over all worlds since the start. Independent of the journal's length, and bounded. */

import { type Exchange, unknownParametersOf } from '../../core/exchange.ts';
import { cutText, maxRecordedLength } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { Drift, maxFindings } from '../evidence/drift.ts';
import type { RedactFor } from '../evidence/redact.ts';
import { type Findings, type KeyOf, keysOfFindings, type Occurrences, ofLists } from './gate-findings.ts';

export class GateEvidence {
  readonly #redactFor: RedactFor;
  #service: Service;
  #deprecated: ReadonlySet<string>;
  readonly #request = new DistinctRows(keysOfFindings.violations);
  readonly #response = new DistinctRows(keysOfFindings.violations);
  readonly #unmatched = new DistinctRows(keysOfFindings.unmatched);
  readonly #deprecatedCalls = new DistinctRows(keysOfFindings.deprecated);
  readonly #unknownParameters = new DistinctRows(keysOfFindings.unknownParameters);
  readonly #drift = new Drift((exchange) => this.redact(exchange));
  #compared = 0;

  constructor(service: Service, redactFor: RedactFor) {
    this.#redactFor = redactFor;
    this.#service = service;
    this.#deprecated = deprecatedIn(service);
  }

  /** Adopts a changed document; findings are kept. */
  adopt(service: Service): void {
    this.#service = service;
    this.#deprecated = deprecatedIn(service);
  }

  /** `isExpected`: the violations of this exchange are intended. It still counts as unmatched, or as a deprecated call. */
  add(exchange: Exchange, isExpected: boolean): void {
    const { operation, violations, isProbe } = exchange;
    if (isProbe === true) return;
    const occurrences = { count: 1, world: exchange.world, exchange: exchange.id };
    if (operation === undefined) {
      if (!isUnmatched(exchange)) return;
      const { request, response } = this.redact(exchange);
      this.#unmatched.add({
        method: cut(request.method),
        path: cut(request.path),
        status: response.status,
        ...occurrences,
      });
      return;
    }
    if (this.#deprecated.has(operation)) this.#deprecatedCalls.add({ operation, ...occurrences });
    if (violations.length > 0 && !isExpected)
      for (const { side, in: place, pointer, rule, message } of this.redact(exchange).violations) {
        const violation = { operation, side, in: place, pointer: cut(pointer), rule, message: cut(message) };
        (side === 'request' ? this.#request : this.#response).add({ ...violation, ...occurrences });
      }
    const unknown = unknownParametersOf(exchange);
    for (const name of unknown?.names ?? []) this.#unknownParameters.add({ operation, name, ...occurrences });
    this.#unknownParameters.dropped += unknown?.more ?? 0;
    this.#drift.add(exchange);
    if (exchange.differences !== undefined) this.#compared++;
  }

  redact(exchange: Exchange): Exchange {
    return this.#redactFor(this.#service)(exchange);
  }

  get isEmpty(): boolean {
    const rows = [this.#request, this.#response, this.#unmatched, this.#deprecatedCalls, this.#unknownParameters];
    return [...rows, this.#drift].every(({ isEmpty }) => isEmpty);
  }

  report(): Findings {
    const [request, response] = [this.#request, this.#response];
    const lists = {
      violations: { rows: [...request.rows, ...response.rows], dropped: request.dropped + response.dropped },
      unmatched: this.#unmatched,
      deprecated: this.#deprecatedCalls,
      unknownParameters: this.#unknownParameters,
      drift: this.#drift,
    };
    return {
      ...(ofLists((name) => lists[name].rows) as Omit<Findings, 'compared' | 'dropped'>),
      compared: this.#compared,
      dropped: ofLists((name) => lists[name].dropped),
    };
  }
}

const deprecatedIn = ({ operations }: Service): ReadonlySet<string> =>
  new Set(operations.filter(({ deprecated }) => deprecated).map(({ name }) => name));

/** Whether a request met nothing: an OPTIONS for the methods of a known path is valid, and a 500 without a match is a bug of the server. */
const isUnmatched = ({ request, response, steps }: Exchange): boolean =>
  steps.some((step) => step.type === 'matched' && step.operation === undefined) &&
  !(request.method === 'OPTIONS' && response.status === 204);

const cut = (text: string): string => cutText(text, maxRecordedLength);

/** Rows by key, with counts. */
class DistinctRows<Row extends Occurrences> {
  readonly #keyOf: KeyOf<Row>;
  readonly #rows = new Map<string, { readonly row: Row; count: number }>();
  dropped = 0;

  constructor(keyOf: KeyOf<Row>) {
    this.#keyOf = keyOf;
  }

  add(row: Row): void {
    const key = JSON.stringify(this.#keyOf(row));
    const known = this.#rows.get(key);
    if (known !== undefined) known.count++;
    else if (this.#rows.size < maxFindings) this.#rows.set(key, { row, count: 1 });
    else this.dropped++;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()].map(({ row, count }) => ({ ...row, count }));
  }
}
