import { Select, ThemeButton } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { service, world, worlds } from '../state/current-world.ts';
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
