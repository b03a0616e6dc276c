import { Button } from '../parts/button.tsx';
import { type Choice, Choices } from '../parts/field.tsx';
import { formatCount, plural } from '../parts/format.ts';
import { clearTraffic } from '../state/actions.ts';
import { isFiltered, statusNames, unmatched } from '../state/filter.ts';
import { setQuery } from '../state/route.ts';
import { entries, filter, isPaused, pause, resume, shown, waiting } from '../state/traffic.ts';
import { faults, service } from '../state/world.ts';

const statusChoices: readonly Choice[] = [['', 'Any status'], ...Object.entries(statusNames)];

const noFilter = { operation: undefined, status: undefined, fault: undefined, violations: undefined, text: undefined };

/** The address may name something that the server does not have: it stays visible. */
const withChosen = (names: readonly string[], chosen: string): readonly string[] =>
  ['', '*', unmatched, ...names].includes(chosen) ? names : [chosen, ...names];

export const Filters = () => {
  const { operation, status, fault, violations, text } = filter.value;
  const operations: readonly Choice[] = [
    ['', 'Any operation'],
    ...withChosen(
      (service.value?.operations ?? []).map((info) => info.operation),
      operation,
    ),
    [unmatched, 'No operation'],
  ];
  const faultChoices: readonly Choice[] = [
    ['', 'Faults or none'],
    ['*', 'Any fault'],
    ...withChosen(
      faults.value.filter(({ enabled, fired }) => enabled || fired > 0).map(({ name }) => name),
      fault,
    ),
  ];
  return (
    <search class="toolbar" aria-label="Filter">
      <input
        type="search"
        class="grow"
        aria-label="Text"
        placeholder="Filter: path, status, message"
        value={text}
        onInput={(event) => setQuery({ text: event.currentTarget.value || undefined })}
      />
      <select
        aria-label="Operation"
        value={operation}
        onChange={(event) => setQuery({ operation: event.currentTarget.value || undefined })}
      >
        <Choices choices={operations} />
      </select>
      <select
        aria-label="Status"
        value={status}
        onChange={(event) => setQuery({ status: event.currentTarget.value || undefined })}
      >
        <Choices choices={statusChoices} />
      </select>
      <select
        aria-label="Fault"
        value={fault}
        onChange={(event) => setQuery({ fault: event.currentTarget.value || undefined })}
      >
        <Choices choices={faultChoices} />
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={violations}
          onChange={(event) => setQuery({ violations: event.currentTarget.checked ? 'true' : undefined })}
        />
        Violations
      </label>
      <span class="spacer" />
      <ShownCount />
      {isFiltered(filter.value) && (
        <Button kind="quiet" icon="close" onClick={() => setQuery(noFilter)}>
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
