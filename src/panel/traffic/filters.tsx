import { Button } from '../parts/button.tsx';
import { type Choice, Choices } from '../parts/field.tsx';
import { formatCount, plural } from '../parts/format.ts';
import { clearTraffic } from '../state/actions.ts';
import { isFiltered, noFilter, type TrafficFilter, unmatched } from '../state/filter.ts';
import { entries, filter, isPaused, pause, resume, shown, waiting } from '../state/traffic.ts';
import { faults, service } from '../state/world.ts';

const statusChoices: readonly Choice[] = [
  ['', 'Any status'],
  ['2xx', '2xx success'],
  ['3xx', '3xx redirect'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['lost', 'lost or damaged'],
];

export const Filters = () => {
  const set = (change: Partial<TrafficFilter>): void => {
    filter.value = { ...filter.peek(), ...change };
  };
  const { operation, status, fault, violations, text } = filter.value;
  const operations: readonly Choice[] = [
    ['', 'Any operation'],
    ...(service.value?.operations ?? []).map((operation) => operation.operation),
    [unmatched, 'No operation'],
  ];
  const faultChoices: readonly Choice[] = [
    ['', 'Faults or none'],
    ['*', 'Any fault'],
    ...faults.value
      .filter((entry) => entry.enabled || entry.fired > 0 || entry.name === fault)
      .map((entry) => entry.name),
  ];
  return (
    <search class="toolbar" aria-label="Filter">
      <input
        type="search"
        class="grow"
        aria-label="Text"
        placeholder="Filter: path, status, message"
        value={text}
        onInput={(event) => set({ text: event.currentTarget.value })}
      />
      <select
        aria-label="Operation"
        value={operation}
        onChange={(event) => set({ operation: event.currentTarget.value })}
      >
        <Choices choices={operations} />
      </select>
      <select aria-label="Status" value={status} onChange={(event) => set({ status: event.currentTarget.value })}>
        <Choices choices={statusChoices} />
      </select>
      <select aria-label="Fault" value={fault} onChange={(event) => set({ fault: event.currentTarget.value })}>
        <Choices choices={faultChoices} />
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={violations}
          onChange={(event) => set({ violations: event.currentTarget.checked })}
        />
        Violations
      </label>
      <span class="spacer" />
      <ShownCount />
      {isFiltered(filter.value) && (
        <Button kind="quiet" icon="close" onClick={() => set(noFilter)}>
          No filter
        </Button>
      )}
      <PauseButton />
      <Button icon="clear" onClick={() => void clearTraffic()}>
        Clear
      </Button>
    </search>
  );
};

const ShownCount = () => (
  <span class="quiet count" role="status">
    {isFiltered(filter.value)
      ? `${formatCount(shown.value.length)} of ${plural(entries.value.length, 'exchange')}`
      : plural(entries.value.length, 'exchange')}
  </span>
);

const PauseButton = () =>
  isPaused.value ? (
    <Button icon="play" pressed onClick={resume}>
      Resume{waiting.value === 0 ? '' : ` (${formatCount(waiting.value)} new)`}
    </Button>
  ) : (
    <Button icon="pause" pressed={false} onClick={pause}>
      Pause
    </Button>
  );
