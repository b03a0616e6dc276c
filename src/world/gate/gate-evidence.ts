/** Collects the findings of the gate over all worlds since the start. Independent of the journal's length, and bounded. */

import { type Exchange, unknownParametersOf } from '../../core/exchange.ts';
import { cutText, maxRecordedLength } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { DistinctRows } from '../evidence/distinct-rows.ts';
import { Drift } from '../evidence/drift.ts';
import type { RedactFor } from '../evidence/redact.ts';
import { type Findings, keysOfFindings, ofLists } from './gate-findings.ts';

export class GateEvidence {
  readonly #redactFor: RedactFor;
  #service: Service;
  #deprecated: ReadonlySet<string>;
  readonly #lists = {
    request: new DistinctRows(keysOfFindings.violations),
    response: new DistinctRows(keysOfFindings.violations),
    unmatched: new DistinctRows(keysOfFindings.unmatched),
    deprecated: new DistinctRows(keysOfFindings.deprecated),
    unknownParameters: new DistinctRows(keysOfFindings.unknownParameters),
    drift: new Drift((exchange) => this.redact(exchange)),
  };
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
    const lists = this.#lists;
    const occurrences = { count: 1, world: exchange.world, exchange: exchange.id };
    if (operation === undefined) {
      if (!isUnmatched(exchange)) return;
      const { request, response } = this.redact(exchange);
      const [method, path] = [cut(request.method), cut(request.path)];
      lists.unmatched.add({ method, path, status: response.status, ...occurrences });
      return;
    }
    if (this.#deprecated.has(operation)) lists.deprecated.add({ operation, ...occurrences });
    if (violations.length > 0 && !isExpected)
      for (const { side, in: place, pointer, rule, message } of this.redact(exchange).violations) {
        const violation = { operation, side, in: place, pointer: cut(pointer), rule, message: cut(message) };
        lists[side].add({ ...violation, ...occurrences });
      }
    const unknown = unknownParametersOf(exchange);
    for (const name of unknown?.names ?? []) lists.unknownParameters.add({ operation, name, ...occurrences });
    lists.unknownParameters.drop(unknown?.more ?? 0);
    lists.drift.addFrom(exchange);
    if (exchange.differences !== undefined) this.#compared++;
  }

  redact(exchange: Exchange): Exchange {
    return this.#redactFor(this.#service)(exchange);
  }

  get isEmpty(): boolean {
    return Object.values(this.#lists).every(({ isEmpty }) => isEmpty);
  }

  report(): Findings {
    const { request, response, ...others } = this.#lists;
    const violations = {
      rows: [...request.rows, ...response.rows],
      dropped: request.dropped + response.dropped,
    };
    const lists = { violations, ...others };
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
const isUnmatched = ({ request, response, steps }: Exchange) =>
  steps.some((step) => step.type === 'matched' && step.operation === undefined) &&
  !(request.method === 'OPTIONS' && response.status === 204);

const cut = (text: string): string => cutText(text, maxRecordedLength);
