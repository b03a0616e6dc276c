import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Check, type Choice, Search, Select } from '../parts/controls.tsx';
import { countOf, formatCount, formatTime } from '../parts/format-values.ts';
import { RequestParts } from '../parts/marks.tsx';
import { Empty } from '../parts/page-head.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { BaseUrls } from '../shell/base-urls.tsx';
import { clearTraffic, faults, service } from '../state/current-world.ts';
import { sendOne } from '../state/sent-request.ts';
import type { Entry } from '../state/shown-journal.ts';
import { dropped, entries, filter, isPaused, pause, resume, shown, waiting } from '../state/traffic.ts';
import { isFiltered, statusNames, unmatched } from '../state/traffic-filter.ts';
import { goTo, linkTo, route, searchInAddress, setQuery, worldName } from '../state/view-route.ts';
import { Chart } from './chart.tsx';
import { Detail } from './detail.tsx';

/** Rows with two lines are taller. */
const narrow = matchMedia('(max-width: 720px)');

const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

export const TrafficView = () => {
  const id = Number(route.value.rest[0]);
  const selected = Number.isInteger(id) && id > 0 ? id : undefined;
  const isOpen = selected !== undefined;
  const hasTwoLines = isNarrow.value || isOpen;
  useShortcuts(isOpen ? [{ keys: ['Escape'], text: 'close the exchange', run: closeDetail }] : []);
  useFocusOnList(isOpen);
  return (
    <div class={isOpen ? 'traffic open' : 'traffic'}>
      <h1 class="hidden">Traffic</h1>
      <div class={hasTwoLines ? 'traffic-list two-lines' : 'traffic-list'}>
        <Chart />
        <Filters />
        {!hasTwoLines && shown.value.length > 0 && (
          <div class="row titles" aria-hidden="true">
            <span>Time</span>
            <span>Method</span>
            <span>Path</span>
            <span>Marks</span>
            <span>Status</span>
            <span class="duration">Duration</span>
          </div>
        )}
        <VirtualList
          items={shown.value}
          rowHeight={hasTwoLines ? 56 : 36}
          label="Exchanges, the newest first"
          selected={selected}
          onSelect={(entry) => goTo(linkTo('traffic', [entry.id]))}
          renderRow={renderRow}
          empty={<NoTraffic />}
        />
        {dropped.value > 0 && (
          <p class="quiet small foot">
            The list has the last {formatCount(entries.value.length)} exchanges of the world.
          </p>
        )}
      </div>
      {isOpen && <Detail key={selected} id={selected} />}
    </div>
  );
};

const closeDetail = () => goTo(linkTo('traffic'));

/** If the focus was in the detail when it closes, the list takes it again. */
const useFocusOnList = (isOpen: boolean) => {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.virtual[tabindex]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
};

const renderRow = (entry: Entry) => (
  <div class="row">
    <time class="quiet" dateTime={entry.at}>
      {formatTime(entry.at)}
    </time>
    <RequestParts entry={entry} />
  </div>
);

const NoTraffic = () =>
  entries.value.length > 0 ? (
    <Empty title="No exchange matches the filter" />
  ) : (
    <Empty title="No request yet">
      <p>Point your client at its base URL. Its requests appear here as they happen.</p>
      <BaseUrls world={worldName.value} />
      <Button text="Send a request" icon="send" kind="main" onClick={sendOne} />
    </Empty>
  );

const statusChoices: readonly Choice[] = [['', 'Any status'], ...Object.entries(statusNames)];

const noFilter = { operation: undefined, status: undefined, fault: undefined, violations: undefined, text: undefined };

/** The address may name something that the server does not have: it stays visible. */
const withChosen = (names: readonly string[], chosen: string): readonly string[] =>
  ['', '*', unmatched, ...names].includes(chosen) ? names : [chosen, ...names];

const Filters = () => {
  const { operation, status, fault, violations } = filter.value;
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
  const choose = (name: string) => (value: string) => setQuery({ [name]: value || undefined });
  return (
    <search class="toolbar flow" aria-label="Filter">
      <Search class="grow" label="Text" placeholder="Path, status, message" {...searchInAddress()} />
      <Select label="Operation" value={operation} choices={operations} onInput={choose('operation')} />
      <Select label="Status" value={status} choices={statusChoices} onInput={choose('status')} />
      <Select label="Fault" value={fault} choices={faultChoices} onInput={choose('fault')} />
      <Check
        text="Violations"
        isOn={violations}
        onChange={(isOn) => setQuery({ violations: isOn ? 'true' : undefined })}
      />
      <span class="spacer" />
      <ShownCount />
      {isFiltered(filter.value) && (
        <Button text="No filter" kind="quiet" icon="close" onClick={() => setQuery(noFilter)} />
      )}
      <PauseButton />
      <Button text="Clear" icon="clear" onClick={clearTraffic} />
    </search>
  );
};

/** The list shows this many of all that the world had: the list has the newest. */
const ShownCount = () => {
  const all = entries.value.length + dropped.value;
  const count = isFiltered(filter.value) ? shown.value.length : entries.value.length;
  return (
    <span class="quiet count" role="status">
      {countOf(count, all, 'exchange')}
    </span>
  );
};

const PauseButton = () =>
  isPaused.value ? (
    <Button
      icon="play"
      text={`Resume${waiting.value === 0 ? '' : ` (${formatCount(waiting.value)} new)`}`}
      pressed
      onClick={resume}
    />
  ) : (
    <Button text="Pause" icon="pause" pressed={false} onClick={pause} />
  );
