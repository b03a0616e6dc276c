/** Marks for the outcome of an exchange, by digits, words and shape, so that colour is not needed. */
import type { ComponentChildren } from 'preact';
import type { ExchangeSummary } from '../api/panel-client.ts';
import { outcomeOf, unaskedViolations } from '../state/outcome.ts';
import type { Entry } from '../state/shown-journal.ts';
import { formatCount, formatDuration } from './format-values.ts';
import { Icon, type IconName } from './icon.tsx';
import { useNow } from './use-time.ts';

interface MarkProps {
  readonly text: ComponentChildren;
  readonly kind?: 'fault' | 'violation' | 'good' | 'framed' | undefined;
  readonly icon?: IconName;
  readonly title?: string;
}

export const Mark = ({ text, kind, icon, title }: MarkProps) => (
  <span class={`mark ${kind ?? ''}`} title={title}>
    {icon && <Icon name={icon} />}
    <span>{text}</span>
  </span>
);

export const Status = ({ exchange }: { readonly exchange: Pick<Entry, 'status' | 'faults' | 'pendingSince'> }) => {
  const { status, pendingSince } = exchange;
  const outcome = pendingSince === undefined ? outcomeOf(exchange) : 'pending';
  const title =
    outcome === 'lost'
      ? 'The response was lost or damaged'
      : outcome !== 'pending'
        ? undefined
        : status === 0
          ? 'The real service has not responded yet'
          : `The response, ${status}, is not out yet`;
  return (
    <span class={`status ${outcome}`} title={title}>
      <span class="shape" aria-hidden="true" />
      {outcome === 'pending' ? 'waiting' : status}
      {outcome === 'lost' && <span class="lost-word"> lost</span>}
    </span>
  );
};

/** How long it took, or takes so far. */
export const Duration = ({ entry }: { readonly entry: Pick<Entry, 'durationMs' | 'pendingSince'> }) => {
  const { durationMs, pendingSince } = entry;
  const now = useNow(pendingSince === undefined ? undefined : 100);
  if (pendingSince === undefined) return <span class="quiet duration">{formatDuration(durationMs)}</span>;
  return (
    <span class="duration" role="timer">
      {formatDuration(Math.max(0, now - pendingSince))}
    </span>
  );
};

type Marked = Partial<Pick<ExchangeSummary, 'operation' | 'status'>> &
  Pick<ExchangeSummary, 'violations' | 'faults' | 'origin' | 'differences'>;

export const Marks = ({ exchange }: { readonly exchange: Marked }) => {
  const { operation, status, origin, differences = [], faults } = exchange;
  const violations = unaskedViolations(exchange);
  return (
    <span class="marks">
      {operation === null && (status === 404 || status === 405) && <Mark text="no operation" />}
      {origin === 'upstream' && <Mark text="upstream" title="Sent to the real service" />}
      {differences.length > 0 && (
        <Mark
          kind={differences.some(({ breaking }) => breaking) ? 'violation' : undefined}
          text={
            <>
              ≠ <Counted count={differences.length} noun="difference" />
            </>
          }
          title="The real service differs from the simulation"
        />
      )}
      {faults.map(({ name, pointer }) => (
        <Mark
          key={`${name} ${pointer}`}
          kind="fault"
          icon="faults"
          text={name}
          title={`The fault ${name} shaped this response`}
        />
      ))}
      {violations.length > 0 && (
        <Mark
          kind="violation"
          icon="warning"
          text={<Counted count={violations.length} noun="violation" />}
          title={violations.map(({ message }) => message).join('\n')}
        />
      )}
    </span>
  );
};

/** Shows the number without its noun where there is little room. */
const Counted = ({ count, noun }: { readonly count: number; readonly noun: string }) => (
  <>
    {formatCount(count)}
    <span class="word"> {count === 1 ? noun : `${noun}s`}</span>
  </>
);

/** A request in a row of a list, whose styles say where each part stands. */
export const RequestParts = ({ entry }: { readonly entry: Entry }) => {
  const { method, path, query, operation } = entry;
  return (
    <>
      <Method method={method} />
      <span class="path code" title={`${path}${query === '' ? '' : `?${query}`} (${operation ?? 'no operation'})`}>
        {path}
        {query !== '' && <span class="quiet">?{query}</span>}
      </span>
      <Marks exchange={entry} />
      <Status exchange={entry} />
      <Duration entry={entry} />
    </>
  );
};

export const Method = ({ method }: { readonly method: string }) => <span class="method">{method}</span>;
