import type { OperationCoverage } from '../api/types.ts';
import { formatCount, plural } from '../parts/format-values.ts';
import { sumOf } from './coverage-parts.ts';

/** The share of the interface that clients of this world have exercised since it was opened. */
export const CoverageSummary = ({ coverage }: { readonly coverage: readonly OperationCoverage[] }) => {
  if (coverage.length === 0) return null;
  const { seen, total } = sumOf(coverage);
  const called = coverage.filter(({ requests }) => requests > 0).length;
  const share = total === 0 ? 0 : seen / total;
  const text = `${formatCount(seen)} of ${plural(total, 'part')} exercised (${Math.floor(share * 100)} %)`;
  return (
    <section class="coverage" aria-label="Coverage">
      <p>
        <b>{text}</b>
        <span class="quiet">
          {' '}
          {formatCount(called)} of {plural(coverage.length, 'operation')} called. A part is a documented status, a
          parameter, or one of its listed values.
        </span>
      </p>
      <div class="meter" role="img" aria-label={text}>
        <span class="meter-bar" style={{ width: `${share * 100}%` }} />
      </div>
    </section>
  );
};
