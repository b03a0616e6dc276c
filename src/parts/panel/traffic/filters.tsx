import { Button } from '../parts/button.tsx';
import { Check, Search } from '../parts/controls.tsx';
import { type Choice, Choices } from '../parts/field.tsx';
import { formatCount, plural } from '../parts/format-values.ts';
import { faults, service } from '../state/current-world.ts';
import { clearTraffic } from '../state/panel-actions.ts';
import { dropped, entries, filter, isPaused, pause, resume, shown, waiting } from '../state/traffic.ts';
import { isFiltered, statusNames, unmatched } from '../state/traffic-filter.ts';
import { setQuery } from '../state/view-route.ts';

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
    ['', 'All responses'],
    ['*', 'Only with a fault'],
    ...withChosen(
      faults.value.filter(({ enabled, fired }) => enabled || fired > 0).map(({ name }) => name),
      fault,
    ),
  ];
  return (
    <search class="toolbar" aria-label="Filter">
      <Search
        class="grow"
        label="Text"
        placeholder="Filter: path, status, message"
        text={text}
        onText={(text) => setQuery({ text: text || undefined })}
      />
      <FilterChoice
        label="Operation"
        value={operation}
        choices={operations}
        onChange={(operation) => setQuery({ operation })}
      />
      <FilterChoice label="Status" value={status} choices={statusChoices} onChange={(status) => setQuery({ status })} />
      <FilterChoice label="Fault" value={fault} choices={faultChoices} onChange={(fault) => setQuery({ fault })} />
      <Check isOn={violations} onChange={(isOn) => setQuery({ violations: isOn ? 'true' : undefined })}>
        Violations
      </Check>
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

interface FilterChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string | undefined) => void;
}

const FilterChoice = ({ label, value, choices, onChange }: FilterChoiceProps) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
    <Choices choices={choices} />
  </select>
);

/** The list shows this many of all that the world had: the list has the newest. */
const ShownCount = () => {
  const all = entries.value.length + dropped.value;
  const count = isFiltered(filter.value) ? shown.value.length : entries.value.length;
  return (
    <span class="quiet count" role="status">
      {count === all ? plural(all, 'exchange') : `${formatCount(count)} of ${plural(all, 'exchange')}`}
    </span>
  );
};

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
