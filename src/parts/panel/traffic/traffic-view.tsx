import { useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Empty } from '../parts/empty.tsx';
import { formatCount, formatTime } from '../parts/format-values.ts';
import { Duration, Marks, Method, Status } from '../parts/marks.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { BaseUrls } from '../shell/base-urls.tsx';
import type { Entry } from '../state/shown-journal.ts';
import { dropped, entries, shown } from '../state/traffic.ts';
import { goTo, linkTo, route, worldName } from '../state/view-route.ts';
import { Chart } from './chart.tsx';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { SendFirst } from './send-first.tsx';

/** Rows with two lines are taller. */
const narrow = matchMedia('(max-width: 720px)');

const useIsNarrow = (): boolean => {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const note = (): void => setNarrow(narrow.matches);
    narrow.addEventListener('change', note);
    return () => narrow.removeEventListener('change', note);
  }, []);
  return isNarrow;
};

export const TrafficView = () => {
  const selected = useComputed(() => {
    const id = Number(route.value.rest[0]);
    return Number.isInteger(id) && id > 0 ? id : undefined;
  }).value;
  const isOpen = selected !== undefined;
  const hasTwoLines = useIsNarrow() || isOpen;
  useShortcuts(isOpen ? [{ keys: ['Escape'], text: 'close the exchange', run: closeDetail }] : []);
  useFocusOnList(isOpen);
  return (
    <div class={isOpen ? 'traffic open' : 'traffic'}>
      <h1 class="hidden">Traffic</h1>
      <div class={hasTwoLines ? 'traffic-list two-lines' : 'traffic-list'}>
        <Chart />
        <Filters />
        {!hasTwoLines && shown.value.length > 0 && (
          <div class="row columns" aria-hidden="true">
            <span>Time</span>
            <span>Method</span>
            <span>Path</span>
            <span>Marks</span>
            <span>Status</span>
            <span>Duration</span>
          </div>
        )}
        <VirtualList
          items={shown.value}
          idOf={idOf}
          rowHeight={hasTwoLines ? 56 : 36}
          label="Exchanges, the newest first"
          selected={selected}
          onSelect={(entry) => goTo(linkTo('traffic', [entry.id]))}
          renderRow={renderRow}
          empty={<NoTraffic />}
        />
        {dropped.value > 0 && (
          <p class="quiet foot">The list has the last {formatCount(entries.value.length)} exchanges of the world.</p>
        )}
      </div>
      {isOpen && <Detail key={selected} id={selected} />}
    </div>
  );
};

const closeDetail = (): void => goTo(linkTo('traffic'));

/** The focus was in the detail: without it, the list takes the keys again. */
const useFocusOnList = (isOpen: boolean): void => {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.virtual[tabindex]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
};

const idOf = ({ id }: Entry): number => id;

const renderRow = (entry: Entry) => (
  <div class="row">
    <time class="quiet" dateTime={entry.at}>
      {formatTime(entry.at)}
    </time>
    <Method method={entry.method} />
    <span class="path code" title={titleOf(entry)}>
      {entry.path}
      {entry.query !== '' && <span class="quiet">?{entry.query}</span>}
    </span>
    <Marks exchange={entry} />
    <Status exchange={entry} />
    <Duration entry={entry} />
  </div>
);

/** A path that is too long for its row is whole in the title. */
const titleOf = ({ path, query, operation }: Entry): string =>
  `${path}${query === '' ? '' : `?${query}`} (${operation ?? 'no operation'})`;

const NoTraffic = () =>
  entries.value.length > 0 ? (
    <Empty title="No exchange matches the filter" />
  ) : (
    <Empty title="No request yet">
      <p>Point your client at its base URL. Its requests appear here as they happen.</p>
      <BaseUrls world={worldName.value} />
      <SendFirst />
    </Empty>
  );
