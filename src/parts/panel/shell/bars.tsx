/** The bars around every view: the header, the faults that are on, and the notice. */
import { computed } from '@preact/signals';
import { Button, Select, ThemeButton } from '../parts/controls.tsx';
import { plural } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { faults, service, switchAllOff, world, worlds } from '../state/current-world.ts';
import { dismissNotice, notice } from '../state/notice.ts';
import { goTo, linkTo, linkToWorld, view, worldName } from '../state/view-route.ts';
import { CopyBaseUrl } from './base-urls.tsx';
import { WorldTime } from './world-time.tsx';

export const Header = () => {
  const names = worlds.value.map(({ name }) => name);
  const shown = names.includes(worldName.value) ? names : [worldName.value, ...names];
  const info = service.value;
  return (
    <header class="top beside gap-2">
      <a class="brand beside" href={linkTo('traffic')} aria-label="Vivarium">
        <Icon name="worlds" />
        <span class="wide-only">Vivarium</span>
      </a>
      {info && (
        <p class="service clip wide-only" title={info.services?.map(({ title }) => title).join(', ')}>
          {info.title} <span class="quiet">{info.version}</span>
          {info.services !== undefined && info.services.length > 1 && (
            <span class="quiet"> and {info.services.length - 1} more</span>
          )}
        </p>
      )}
      <span class="spacer" />
      <WorldTime />
      <span class="beside">
        <span class="quiet wide-only">World</span>
        <Select
          label="World"
          value={worldName.value}
          choices={shown}
          onInput={(world) => goTo(linkToWorld(world, view.value))}
        />
      </span>
      <CopyBaseUrl world={worldName.value} />
      <ThemeButton />
      <a class="button quiet" href={linkTo('demo')} title="Demo mode" aria-label="Demo mode">
        <Icon name="demo" />
        <span class="wide-only">Demo</span>
      </a>
      {world.value?.scenario && <span class="hidden">Scenario {world.value.scenario}</span>}
    </header>
  );
};

const activeFaults = computed(() => {
  const listed = faults.value.filter(({ enabled }) => enabled).map(({ name }) => name);
  return faults.value.length > 0 ? listed : (world.value?.faults ?? []);
});

export const ActiveFaults = () => {
  const active = activeFaults.value;
  return (
    <div role="status" aria-live="polite">
      {active.length > 0 && (
        <p class="active-faults beside gap-2">
          <Icon name="faults" />
          <span class="grow">
            <b>{plural(active.length, 'fault')} on:</b> {active.slice(0, 6).join(', ')}
            {active.length > 6 && ` and ${active.length - 6} more`}
          </span>
          <a href={linkTo('faults')}>Show</a>
          <Button text="Turn all off" onClick={switchAllOff} />
        </p>
      )}
    </div>
  );
};

export const NoticeBar = () => {
  const shown = notice.value;
  return (
    <div class="notices" role={shown?.isError ? 'alert' : 'status'}>
      {shown && (
        <p class={`notice beside framed ${shown.isError ? 'wrong' : ''}`}>
          <Icon name={shown.isError ? 'warning' : 'check'} />
          <span>{shown.text}</span>
          <Button kind="quiet" icon="close" label="Dismiss" onClick={dismissNotice} />
        </p>
      )}
    </div>
  );
};
