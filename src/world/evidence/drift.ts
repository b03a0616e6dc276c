/** The differences between upstreams and the simulation, one row for each operation, kind and place. */

import type { Difference, Exchange } from '../../core/exchange.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { maxRecordedLength } from '../../core/primitives/units.ts';

/** The differences of one kind at one place of an operation's responses. */
export interface DriftRow extends Difference {
  readonly operation: string;
  readonly count: number;
  /** The world and the number of the exchange of the latest occurrence. */
  readonly world: string;
  readonly exchange: number;
}

/** The rows of differences and the findings of each kind: clients and services choose how many there are. */
export const maxFindings = 1000;

export class Drift {
  readonly #redact: (exchange: Exchange) => Exchange;
  readonly #rows = new Map<string, DriftRow>();
  /** Occurrences beyond the maximum. */
  dropped = 0;

  constructor(redact: (exchange: Exchange) => Exchange) {
    this.#redact = redact;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): readonly DriftRow[] {
    return [...this.#rows.values()];
  }

  add(exchange: Exchange): void {
    const { differences, operation } = exchange;
    if (differences === undefined || differences.length === 0 || operation === undefined) return;
    for (const difference of this.#redact(exchange).differences ?? []) this.#addOne(exchange, operation, difference);
  }

  clear(): void {
    this.#rows.clear();
    this.dropped = 0;
  }

  #addOne({ world, id }: Exchange, operation: string, difference: Difference): void {
    const pointer = patternOf(difference.pointer);
    const key = driftKey({ ...difference, pointer, operation }).join('\n');
    const known = this.#rows.get(key);
    if (known === undefined && this.#rows.size >= maxFindings) {
      this.dropped++;
      return;
    }
    const breaking = difference.breaking || known?.breaking === true;
    const count = (known?.count ?? 0) + 1;
    this.#rows.set(key, { operation, ...difference, pointer, breaking, count, world, exchange: id });
  }
}

export const describeDifference = ({ operation, kind, pointer, simulated, real }: Omit<DriftRow, 'count'>): string => {
  const place = `${operation}${pointer === '' ? '' : ` ${pointer}`}`;
  const [own, other] = [stringifyJson(simulated), stringifyJson(real)];
  switch (kind) {
    case 'missing':
      return `${place} is missing; simulated: ${own}`;
    case 'additional':
      return `${place} is not in the simulation: ${other}`;
    default:
      return `${place}: the ${words[kind]} is ${other}; simulated: ${own}`;
  }
};

const words = {
  status: 'status',
  'content-type': 'content type',
  type: 'value of another type',
  value: 'value',
  order: 'order',
} as const;

/** What a row is about. */
export const driftKey = ({
  operation,
  kind,
  pointer,
}: Pick<DriftRow, 'operation' | 'kind' | 'pointer'>): readonly string[] => [operation, kind, pointer];

/** Replaces each index of a pointer by `*`. */
const patternOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*').slice(0, maxRecordedLength);
