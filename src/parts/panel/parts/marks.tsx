/** Marks for the outcome of an exchange, by digits, words and shape, so that colour is not needed. */
import type { ExchangeSummary } from '../api/types.ts';
import { outcomeOf } from '../state/outcome.ts';
import { formatCount } from './format.ts';
import { Icon } from './icon.tsx';

export const Status = ({ exchange }: { readonly exchange: Pick<ExchangeSummary, 'status' | 'faults'> }) => {
  const outcome = outcomeOf(exchange);
  return (
    <span class={`status ${outcome}`} title={outcome === 'lost' ? 'The response was lost or damaged' : undefined}>
      <span class="shape" aria-hidden="true" />
      {exchange.status}
      {outcome === 'lost' && <span class="lost-word"> lost</span>}
    </span>
  );
};

export const Marks = ({
  exchange,
}: {
  readonly exchange: Pick<ExchangeSummary, 'violations' | 'faults' | 'origin' | 'differences'>;
}) => (
  <span class="marks">
    {exchange.origin === 'upstream' && (
      <span class="mark" title="The real service responded">
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
    {exchange.violations.length > 0 && (
      <span class="mark violation" title={exchange.violations.map(({ message }) => message).join('\n')}>
        <Icon name="warning" />
        <span>
          {formatCount(exchange.violations.length)}
          <span class="word"> {exchange.violations.length === 1 ? 'violation' : 'violations'}</span>
        </span>
      </span>
    )}
  </span>
);

export const Method = ({ method }: { readonly method: string }) => <span class="method">{method}</span>;
