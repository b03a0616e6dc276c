/**
 * The view for an audience: the chosen faults as large switches, and the latest exchanges. Readable from the back of a room.
 */

import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Fault, ServiceInfo } from '../api/panel-client.ts';
import { Button, Switch, ThemeButton } from '../parts/controls.tsx';
import { Closing, Dialog, useClose } from '../parts/dialog.tsx';
import { formatTime } from '../parts/format-values.ts';
import { Duration, Marks, Method, Status } from '../parts/marks.tsx';
import { Picker } from '../parts/picker.tsx';
import { type Shortcut, useShortcuts } from '../parts/shortcuts.ts';
import { useScenarios } from '../parts/use-resource.ts';
import { WorldTime } from '../shell/world-time.tsx';
import {
  baseUrlsOf,
  clearTraffic,
  faults,
  resetWorld,
  service,
  startFrom,
  switchAllOff,
  switchFault,
  world,
} from '../state/current-world.ts';
import { sendOne } from '../state/sent-request.ts';
import { latest } from '../state/traffic.ts';
import { goTo, linkTo, route, setQuery, worldName } from '../state/view-route.ts';
import { qrCode } from './qr-code.ts';
import { applyNext, preparedStates, States } from './states.tsx';

const shownExchanges = 6;

type OpenDialog = 'help' | 'choose' | 'phone';

export const DemoView = () => {
  const [open, setOpen] = useState<OpenDialog | undefined>(undefined);
  const shortcuts = shortcutsFor(setOpen);
  useShortcuts(shortcuts);
  return (
    <main class="demo" id="content">
      <header class="flow">
        <h1>
          {service.value === undefined ? 'Vivarium' : titlesOf(service.value)}
          {worldName.value !== 'default' && <span class="quiet"> {worldName.value}</span>}
        </h1>
        {baseUrlsOf(worldName.value).map(({ name, url }) => (
          <code key={name}>{url}</code>
        ))}
        <span class="spacer" />
        <WorldTime isAlways />
        <Button text="Choose" kind="quiet" icon="faults" onClick={() => setOpen('choose')} />
        <Button kind="quiet" icon="scan" label="Open on a phone" onClick={() => setOpen('phone')} />
        <ThemeButton />
        <Button kind="quiet" icon="help" label="Keyboard shortcuts" onClick={() => setOpen('help')} />
        <Button text="Leave" kind="quiet" onClick={leave} />
        <States />
      </header>
      <DemoScenarios />
      <DemoFaults />
      <LastExchanges />
      <Closing value={() => setOpen(undefined)}>
        {open === 'help' && <ShortcutsDialog shortcuts={shortcuts} />}
        {open === 'phone' && <PhoneDialog />}
        {open === 'choose' && <ChooseFaults />}
      </Closing>
    </main>
  );
};

const titlesOf = ({ title, services = [] }: ServiceInfo): string =>
  services.length > 1 ? services.map((each) => each.title).join(', ') : title;

const shortcutsFor = (open: (dialog: OpenDialog) => void): readonly Shortcut[] => {
  const chosen = chosenFaults.value;
  const steps =
    preparedStates.value.length === 0
      ? []
      : [
          { keys: ['n', 'ArrowRight'], text: 'apply the next prepared state', run: () => applyNext(1) },
          { keys: ['ArrowLeft'], text: 'apply the one before', run: () => applyNext(-1) },
        ];
  return [
    ...steps,
    ...chosen.slice(0, 9).map((fault, index) => ({
      keys: [String(index + 1)],
      text: `switch ${fault.name}`,
      run: () => switchFault(fault.name, !fault.enabled),
    })),
    { keys: ['0'], text: 'turn all faults off', run: switchAllOff },
    { keys: ['s'], text: 'send a request', run: sendOne },
    { keys: ['c'], text: 'clear the exchanges', run: clearTraffic },
    { keys: ['r'], text: 'reset the world', run: resetWorld },
    { keys: ['p'], text: 'choose the faults', run: () => open('choose') },
    { keys: ['f'], text: 'full screen', run: toggleFullScreen },
    { keys: ['q'], text: 'leave the demo', run: leave },
    { keys: ['?'], text: 'this list', run: () => open('help') },
  ];
};

const DemoFaults = () => (
  <section aria-label="Faults" class="demo-faults">
    <ul>
      {chosenFaults.value.map((fault, index) => (
        <li key={fault.name} class={fault.enabled ? 'beside on' : 'beside'}>
          <Switch isOn={fault.enabled} label={fault.name} onChange={(isOn) => void switchFault(fault.name, isOn)} />
          <div class="grow">
            <b>{fault.name}</b>
            <p class="quiet">{fault.description}</p>
          </div>
          {index < 9 && <kbd>{index + 1}</kbd>}
        </li>
      ))}
    </ul>
    <p class="flow">
      <Button text="Send a request" icon="send" onClick={sendOne} />
      <Button text="Turn all off" onClick={switchAllOff} disabled={!faults.value.some(({ enabled }) => enabled)} />
    </p>
  </section>
);

const LastExchanges = () => {
  const last = latest(shownExchanges);
  return (
    <section aria-label="Last exchanges" class="demo-exchanges">
      {last.length === 0 ? (
        <p class="quiet">Waiting for a request…</p>
      ) : (
        <ol>
          {last.map((entry) => (
            <li key={entry.id}>
              <Status exchange={entry} />
              <span class="path">
                <Method method={entry.method} /> {entry.path}
              </span>
              <Marks exchange={entry} />
              <span class="when">
                <Duration entry={entry} />
                <time class="quiet" dateTime={entry.at}>
                  {formatTime(entry.at)}
                </time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};

const arrows: Readonly<Record<string, string>> = { ArrowLeft: 'left', ArrowRight: 'right' };

const ShortcutsDialog = ({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) => (
  <Dialog title="Keyboard shortcuts">
    <dl class="pairs keys">
      {shortcuts.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{arrows[key] ?? key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

const leave = () => goTo(linkTo('traffic'));

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();

const ChooseFaults = () => {
  const close = useClose();
  return (
    <Dialog title="Faults on stage">
      <p class="quiet">They are part of the address, so a bookmark keeps them.</p>
      <Picker
        legend={<span class="hidden">Faults</span>}
        find="Find a fault"
        items={faults.value.map(({ name, description }) => ({ name, about: description, words: [description] }))}
        picked={chosenFaults.value.map(({ name }) => name)}
        onChange={(names) => setQuery({ faults: names.join(',') })}
      />
      <footer class="flow end">
        <Button text="Done" kind="main" onClick={close} />
      </footer>
    </Dialog>
  );
};

const usual: readonly string[] = ['unauthorized', 'not-found', 'rate-limited', 'unavailable', 'slow', 'offline'];
const most = 6;

const chosenFaults = computed<readonly Fault[]>(() => {
  const query = route.value.query.getAll('faults');
  const asked = query.length === 0 ? undefined : query.join(',').split(',').filter(Boolean);
  const prepared = preparedStates.value.flatMap((state) => state.faults.map(({ name }) => name));
  const own = faults.value.filter(({ builtIn }) => !builtIn).map(({ name }) => name);
  const names = asked ?? [...prepared, ...own, ...usual];
  const known = [...new Set(names)].flatMap((name) => faults.value.find((fault) => fault.name === name) ?? []);
  return asked === undefined ? known.slice(0, most) : known;
});

const DemoScenarios = () => (
  <section aria-label="Scenario" class="demo-scenarios">
    <p class="flow">
      <span class="quiet">Scenario</span>
      {(useScenarios() ?? []).map(({ name, description }) => (
        <Button
          text={name}
          key={name}
          label={`${name}: start the world again from it. ${description ?? ''}`.trim()}
          pressed={name === world.value?.scenario}
          onClick={() => startFrom(name)}
        />
      ))}
      <Button text="Reset" kind="quiet" icon="replay" onClick={resetWorld} />
    </p>
  </section>
);

/** Whether a host name means this machine: on another one, it means that one. */
const isLoopback = (host: string) => /^(localhost|.+\.localhost|127\..+|\[::1\])$/.test(host);

const PhoneDialog = () => (
  <Dialog title="Open on a phone">
    {isLoopback(location.hostname) ? <NotReachable /> : <Code link={location.href} />}
  </Dialog>
);

const NotReachable = () => (
  <>
    <p>
      A phone cannot reach this page: <code>{location.hostname}</code> means the machine itself, on each machine.
    </p>
    <ol class="numbered stack">
      <li>
        Start the server with <code>--host 0.0.0.0</code>, so that it listens in your network. It prints a token.
      </li>
      <li>Open the panel at the address of this machine in your network, with that token, and come back here.</li>
    </ol>
  </>
);

const Code = ({ link }: { readonly link: string }) => {
  const code = qrCode(link);
  if (code === undefined) return <p>The address of this page is too long for a code.</p>;
  return (
    <>
      <svg class="code-to-scan" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={`A code for ${link}`}>
        <path d={code.path} />
      </svg>
      <p class="quiet">
        Scan it to open the world {worldName.value} there. A server that asks for a token asks the phone too, once.
      </p>
    </>
  );
};
