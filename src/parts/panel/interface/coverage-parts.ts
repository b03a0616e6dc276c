/** The parts of an operation that a client can exercise. */
import type { OperationCoverage } from '../api/panel-client.ts';

export interface Parts {
  readonly seen: number;
  readonly total: number;
}

const partsOf = ({ statuses, parameters, values }: OperationCoverage): Parts => {
  const counts = [statuses, parameters, ...Object.values(values)].flatMap((counter) => Object.values(counter));
  return { seen: counts.filter((count) => count > 0).length, total: counts.length };
};

export const sumOf = (all: readonly OperationCoverage[]): Parts => {
  let [seen, total] = [0, 0];
  for (const part of all) {
    const parts = partsOf(part);
    seen += parts.seen;
    total += parts.total;
  }
  return { seen, total };
};
