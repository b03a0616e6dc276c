import type { ComponentChildren } from 'preact';

interface PairsProps {
  readonly class: string;
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** Names with their values. */
export const Pairs = ({ class: name, pairs }: PairsProps) => (
  <dl class={name}>
    {pairs.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
