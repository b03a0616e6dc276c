import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choices } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { baseUrlsOf } from '../state/base-url.ts';
import { goTo, linkTo, linkToWorld, view, worldName } from '../state/route.ts';
import { service, world, worlds } from '../state/world.ts';
import { BaseUrls } from './base-urls.tsx';
import { WorldTime } from './world-time.tsx';

export const Header = () => {
  const names = worlds.value.map(({ name }) => name);
  const shown = names.includes(worldName.value) ? names : [worldName.value, ...names];
  const info = service.value;
  return (
    <header class="top">
      <a class="brand" href={linkTo('traffic')} aria-label="Vivarium">
        <Icon name="worlds" />
        <span>Vivarium</span>
      </a>
      <p class="service" title={info?.services?.map(({ title }) => title).join(', ')}>
        {info && (
          <>
            {info.title} <span class="quiet">{info.version}</span>
            {info.services !== undefined && info.services.length > 1 && (
              <span class="quiet"> and {info.services.length - 1} more</span>
            )}
          </>
        )}
      </p>
      <span class="spacer" />
      <WorldTime />
      <label class="world-choice">
        <span class="quiet">World</span>
        <select
          aria-label="World"
          value={worldName.value}
          onChange={(event) => goTo(linkToWorld(event.currentTarget.value, view.value))}
        >
          <Choices choices={shown} />
        </select>
      </label>
      <CopyBaseUrl />
      <a class="button quiet" href={linkTo('demo')} title="Demo mode" aria-label="Demo mode">
        <Icon name="demo" />
        <span class="wide-only">Demo</span>
      </a>
      {world.value?.scenario && <span class="hidden">Scenario {world.value.scenario}</span>}
    </header>
  );
};

/** Copies the base URL of the only service; with several, each of them can be copied. */
const CopyBaseUrl = () => {
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = baseUrlsOf(worldName.value);
  if (others.length === 0) {
    const url = first?.url ?? '';
    return <CopyButton kind="quiet" text={() => url} label="Copy the base URL of this world" done={`Copied: ${url}`} />;
  }
  return (
    <>
      <Button kind="quiet" icon="copy" label="Base URLs of this world" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Base URLs" onClose={() => setOpen(false)}>
          <BaseUrls world={worldName.value} />
        </Dialog>
      )}
    </>
  );
};
