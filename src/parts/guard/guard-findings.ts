/** The violations that a guard found. They outlive the journal, which keeps the newest exchanges alone. */
import { showValue } from '../../core/exchange.ts';
import { essenceOf } from '../../core/http/http.ts';
import { type Json, pathTo, valueAt } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import { exchangeLine } from '../../library/describe-exchange.ts';
import type { Violation } from '../../library/exchange-view.ts';
import type { GuardedExchange, GuardViolation } from './api.ts';

interface Shown {
  /** The operation; else the method and the path of the request. */
  readonly subject: string;
  /** `#3 GET /v1/orders -> 200 (listOrders)`. */
  readonly line: string;
}

/** One kind of violation at one place, as it was met first. */
export interface GuardFinding extends Shown {
  readonly violation: GuardViolation;
  readonly status: number;
  readonly mediaType: string;
  /** The value there; undefined if there is none. */
  readonly value: string | undefined;
  count: number;
}

/** The rows that are kept. Further ones are counted. */
const maxRows = 10_000;

export class GuardFindings {
  readonly #groups = new Map<string, GuardFinding>();
  readonly #rows: GuardViolation[] = [];

  get rows(): readonly GuardViolation[] {
    return this.#rows.slice();
  }

  get groups(): readonly GuardFinding[] {
    return [...this.#groups.values()];
  }

  /** `exchange`: with its whole bodies. `shown`: how it is named, if not by itself. */
  add(exchange: GuardedExchange, operation: Operation | undefined, shown: Partial<Shown> = {}): void {
    const subject = shown.subject ?? exchange.operation ?? `${exchange.method} ${exchange.path}`;
    const line = shown.line ?? exchangeLine(exchange);
    for (const row of exchange.violations) {
      const violation = { operation: exchange.operation, ...row };
      if (this.#rows.length < maxRows) this.#rows.push(violation);
      // Violations that differ in the index of an item alone are one.
      const place = row.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
      const key = JSON.stringify([subject, row.side, row.in, place, row.rule]);
      const known = this.#groups.get(key);
      if (known !== undefined) known.count++;
      else this.#groups.set(key, { ...describe(exchange, row, operation), violation, subject, line, count: 1 });
    }
  }

  clear(): void {
    this.#groups.clear();
    this.#rows.length = 0;
  }
}

const describe = (exchange: GuardedExchange, violation: Violation, operation: Operation | undefined) => {
  const { headers } = violation.side === 'request' ? exchange.request : exchange.response;
  const value = valueIn(exchange, violation, operation);
  return {
    status: exchange.status,
    mediaType: essenceOf(headers['content-type'] ?? ''),
    value: value === undefined ? undefined : showValue(value),
  };
};

const valueIn = (
  { request, response, query, path }: GuardedExchange,
  { side, in: location, pointer }: Violation,
  operation: Operation | undefined,
): Json | undefined => {
  const { headers, body } = side === 'request' ? request : response;
  if (location === 'body') return body === undefined ? undefined : valueAt(body, pathTo(pointer));
  const [name] = pathTo(pointer);
  if (name === undefined) return undefined;
  switch (location) {
    case 'query': {
      const values = new URLSearchParams(query).getAll(name);
      return values.length > 1 ? values : values[0];
    }
    case 'header':
      return headers[name.toLowerCase()];
    case 'path':
      return segmentIn(path, operation?.path ?? '', name);
    default:
      return undefined;
  }
};

const segmentIn = (path: string, template: string, name: string): string | undefined => {
  const parts = template.split(/\{([^}]*)\}/);
  const source = parts
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : '([^/]*)'))
    .join('');
  const index = parts.findIndex((part, at) => at % 2 === 1 && part === name);
  return index < 0 ? undefined : new RegExp(`${source}$`).exec(path)?.[(index + 1) / 2];
};
