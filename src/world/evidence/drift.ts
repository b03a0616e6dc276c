/** The differences between upstreams and the simulation, one row for each operation, kind and place. */

import type { Difference, Exchange } from '../../core/exchange.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { maxRecordedLength } from '../../core/primitives/units.ts';
import { DistinctRows } from './distinct-rows.ts';

/** The differences of one kind at one place of an operation's responses. */
export interface DriftRow extends Difference {
  readonly operation: string;
  readonly count: number;
  /** The world and the number of the exchange of the latest occurrence. */
  readonly world: string;
  readonly exchange: number;
}

export class Drift extends DistinctRows<DriftRow> {
  readonly #redact: (exchange: Exchange) => Exchange;

  constructor(redact: (exchange: Exchange) => Exchange) {
    super(driftKey, (known, row) => ({ ...row, breaking: row.breaking || known.breaking }));
    this.#redact = redact;
  }

  addFrom(exchange: Exchange): void {
    const { differences, operation, world, id } = exchange;
    if (differences === undefined || differences.length === 0 || operation === undefined) return;
    for (const difference of this.#redact(exchange).differences ?? []) {
      // Each index is `*`.
      const pointer = difference.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*').slice(0, maxRecordedLength);
      this.add({ operation, ...difference, pointer, count: 1, world, exchange: id });
    }
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

export const driftKey = ({
  operation,
  kind,
  pointer,
}: Pick<DriftRow, 'operation' | 'kind' | 'pointer'>): readonly string[] => [operation, kind, pointer];
