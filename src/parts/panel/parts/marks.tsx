/** Marks for the outcome of an exchange, by digits, words and shape, so that colour is not needed. */

import { useEffect, useState } from 'preact/hooks';
import type { ExchangeSummary } from '../api/types.ts';
import { outcomeOf, unaskedViolations } from '../state/outcome.ts';
import type { Entry } from '../state/shown-journal.ts';
import { formatCount, formatDuration } from './format-values.ts';
import { Icon } from './icon.tsx';

export const Status = ({ exchange }: { readonly exchange: Pick<Entry, 'status' | 'faults' | 'pendingSince'> }) => {
  if (exchange.pendingSince !== undefined)
    return (
      <span
        class="status pending"
        title={
          exchange.status === 0
            ? 'The real service has not responded yet'
            : `The response, ${exchange.status}, is not out yet`
        }
      >
        <span class="shape" aria-hidden="true" />
        waiting
      </span>
    );
  const outcome = outcomeOf(exchange);
  return (
    <span class={`status ${outcome}`} title={outcome === 'lost' ? 'The response was lost or damaged' : undefined}>
      <span class="shape" aria-hidden="true" />
      {exchange.status}
      {outcome === 'lost' && <span class="lost-word"> lost</span>}
    </span>
  );
};

/** How long it took, or takes so far. */
export const Duration = ({ entry }: { readonly entry: Pick<Entry, 'durationMs' | 'pendingSince'> }) =>
  entry.pendingSince === undefined ? (
    <span class="quiet duration">{formatDuration(entry.durationMs)}</span>
  ) : (
    <Running since={entry.pendingSince} />
  );

const Running = ({ since }: { readonly since: number }) => (
  <span class="duration" role="timer">
    {formatDuration(Math.max(0, useNow(100) - since))}
  </span>
);

type Marked = Pick<ExchangeSummary, 'violations' | 'faults' | 'origin' | 'differences'>;

export const Marks = ({ exchange }: { readonly exchange: Marked }) => (
  <span class="marks">
    {exchange.origin === 'upstream' && (
      <span class="mark" title="Sent to the real service">
        upstream
      </span>
    )}
    {exchange.differences !== undefined && exchange.differences.length > 0 && (
      <span
        class={exchange.differences.some(({ breaking }) => breaking) ? 'mark violation' : 'mark'}
        title="The real service differs from the simulation"
      >
        <span>
          ≠ {formatCount(exchange.differences.length)}
          <span class="word"> {exchange.differences.length === 1 ? 'difference' : 'differences'}</span>
        </span>
      </span>
    )}
    {exchange.faults.map(({ name, pointer }) => (
      <span key={`${name} ${pointer}`} class="mark fault" title={`The fault ${name} shaped this response`}>
        <Icon name="faults" />
        <span>{name}</span>
      </span>
    ))}
    <ViolationMark violations={unaskedViolations(exchange)} />
  </span>
);

const ViolationMark = ({ violations }: Pick<Marked, 'violations'>) =>
  violations.length === 0 ? null : (
    <span class="mark violation" title={violations.map(({ message }) => message).join('\n')}>
      <Icon name="warning" />
      <span>
        {formatCount(violations.length)}
        <span class="word"> {violations.length === 1 ? 'violation' : 'violations'}</span>
      </span>
    </span>
  );

export const Method = ({ method }: { readonly method: string }) => <span class="method">{method}</span>;

/** The reader's time, read again at each interval. */
const useNow = (intervalMs: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
};
