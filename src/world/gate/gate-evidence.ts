/** Collects the findings of the gate over all worlds since the start. Independent of the journal's length, and bounded. */

import { type Exchange, unknownParametersOf } from '../../core/exchange.ts';
import { cutText, maxRecordedLength } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { Drift, maxFindings } from '../evidence/drift.ts';
import type { RedactFor } from '../evidence/redact.ts';
import type {
  DeprecatedFinding,
  Findings,
  Occurrences,
  UnknownParameterFinding,
  UnmatchedFinding,
  ViolationFinding,
} from './gate-findings.ts';

export class GateEvidence {
  readonly #redactFor: RedactFor;
  #service: Service;
  #deprecated: ReadonlySet<string>;
  readonly #violations = {
    request: new DistinctRows<ViolationFinding>(),
    response: new DistinctRows<ViolationFinding>(),
  };
  readonly #unmatched = new DistinctRows<UnmatchedFinding>();
  readonly #deprecatedCalls = new DistinctRows<DeprecatedFinding>();
  readonly #unknownParameters = new DistinctRows<UnknownParameterFinding>();
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
    if (operation === undefined) {
      this.#addUnmatched(exchange);
      return;
    }
    if (this.#deprecated.has(operation)) this.#addDeprecated(exchange, operation);
    if (violations.length > 0 && !isExpected) this.#addViolations(exchange, operation);
    this.#addUnknownParameters(exchange, operation);
    this.#drift.add(exchange);
    if (exchange.differences !== undefined) this.#compared++;
  }

  /** The exchange without secrets. */
  redact(exchange: Exchange): Exchange {
    return this.#redactFor(this.#service)(exchange);
  }

  get isEmpty(): boolean {
    const { request, response } = this.#violations;
    const rows = [request, response, this.#unmatched, this.#deprecatedCalls, this.#unknownParameters, this.#drift];
    return rows.every(({ isEmpty }) => isEmpty);
  }

  report(): Findings {
    const { request, response } = this.#violations;
    return {
      violations: [...request.rows, ...response.rows],
      unmatched: this.#unmatched.rows,
      deprecated: this.#deprecatedCalls.rows,
      unknownParameters: this.#unknownParameters.rows,
      drift: this.#drift.rows,
      compared: this.#compared,
      dropped: {
        violations: request.dropped + response.dropped,
        unmatched: this.#unmatched.dropped,
        deprecated: this.#deprecatedCalls.dropped,
        unknownParameters: this.#unknownParameters.dropped,
        drift: this.#drift.dropped,
      },
    };
  }

  #addUnmatched(exchange: Exchange): void {
    if (!isUnmatched(exchange)) return;
    const { request, response } = this.redact(exchange);
    const [method, path, { status }] = [cut(request.method), cut(request.path), response];
    this.#unmatched.add([method, path, status], () => ({ method, path, status, ...firstIn(exchange) }));
  }

  #addDeprecated(exchange: Exchange, operation: string): void {
    this.#deprecatedCalls.add([operation], () => ({ operation, ...firstIn(exchange) }));
  }

  #addUnknownParameters(exchange: Exchange, operation: string): void {
    const unknown = unknownParametersOf(exchange);
    if (unknown === undefined) return;
    for (const name of unknown.names)
      this.#unknownParameters.add([operation, name], () => ({ operation, name, ...firstIn(exchange) }));
    this.#unknownParameters.dropped += unknown.more;
  }

  #addViolations(exchange: Exchange, operation: string): void {
    for (const { side, in: place, pointer, rule, message } of this.redact(exchange).violations) {
      const shown = cut(pointer);
      this.#violations[side].add([operation, place, shown, rule], () => {
        const violation = { operation, side, in: place, pointer: shown, rule, message: cut(message) };
        return { ...violation, ...firstIn(exchange) };
      });
    }
  }
}

const deprecatedIn = ({ operations }: Service): ReadonlySet<string> =>
  new Set(operations.filter(({ deprecated }) => deprecated).map(({ name }) => name));

/** An OPTIONS request for the methods of a known path is valid, and a 500 without a match is a bug of the server. */
const isUnmatched = ({ request, response, steps }: Exchange): boolean =>
  steps.some((step) => step.type === 'matched' && step.operation === undefined) &&
  !(request.method === 'OPTIONS' && response.status === 204);

const firstIn = ({ world, id }: Exchange): Occurrences => ({ count: 1, world, exchange: id });

const cut = (text: string): string => cutText(text, maxRecordedLength);

/** Rows by key, with counts. */
class DistinctRows<Row extends Occurrences> {
  readonly #rows = new Map<string, { readonly row: Row; count: number }>();
  dropped = 0;

  add(key: readonly (string | number)[], createRow: () => Row): void {
    const text = JSON.stringify(key);
    const known = this.#rows.get(text);
    if (known !== undefined) known.count++;
    else if (this.#rows.size < maxFindings) this.#rows.set(text, { row: createRow(), count: 1 });
    else this.dropped++;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()].map(({ row, count }) => ({ ...row, count }));
  }
}
