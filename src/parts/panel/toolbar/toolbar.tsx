/** The panel in small, in a frame of the page that is being developed. */
import { useEffect, useState } from 'preact/hooks';
import { type Fault, isConnected } from '../api/panel-client.ts';
import { Button, Search, Select, Switch } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { RequestParts } from '../parts/marks.tsx';
import { useLogin, useScenarios } from '../parts/use-resource.ts';
import { NoticeBar } from '../shell/bars.tsx';
import { isRealTime, useWorldTime } from '../shell/world-time.tsx';
import { containsWords } from '../state/contains-words.ts';
import {
  faults,
  isMissing,
  openWorld,
  putFault,
  resetWorld,
  service,
  setClock,
  startFrom,
  switchAllOff,
  switchFault,
  world,
} from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { entries, latest } from '../state/traffic.ts';
import { linkTo, worldName } from '../state/view-route.ts';
import {
  askForConfirmation,
  canAsk,
  canChange,
  embedder,
  followConfirmation,
  hasPanel,
  tellPage,
} from './embedding.ts';

/** The panel's page is beside that of the toolbar, if it is there. */
const panelLink = (hash: string): object => (hasPanel ? { href: `./${hash}`, target: '_blank', rel: 'noopener' } : {});

export const Toolbar = () => {
  useEffect(followConfirmation, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOwn = event.altKey && event.shiftKey && event.code === 'KeyV';
      if (isOwn || (event.key === 'Escape' && !event.defaultPrevented)) tellPage('close');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div class="toolbar-sheet">
      <header class="top beside">
        <h1 class="beside grow">
          <Icon name="worlds" />
          <span class="clip">{worldName.value}</span>
        </h1>
        {hasPanel && (
          <a class="button quiet" {...panelLink(linkTo('traffic'))}>
            Open panel
          </a>
        )}
        <Button kind="quiet" icon="move" label="Move to the other edge" onClick={() => tellPage('move')} />
        <Button kind="quiet" icon="close" label="Close" onClick={() => tellPage('close')} />
      </header>
      <main id="content">
        {!isConnected.value && (
          <p class="banner" role="alert">
            The server does not respond.
          </p>
        )}
        <Permission />
        {isMissing.value ? (
          <Missing />
        ) : (
          <>
            <Requests />
            <Faults />
            <Scenario />
            <Clock />
            {service.value?.login === true && <Login />}
          </>
        )}
      </main>
      <NoticeBar />
    </div>
  );
};

const Permission = () =>
  canChange.value ? null : (
    <section class="stack permission" aria-label="Permission">
      {canAsk ? (
        <>
          <p>
            In a page of <b>{embedder}</b> it only shows, until you allow that origin in a window of this server.
          </p>
          <Button text="Allow…" kind="main" onClick={askForConfirmation} />
        </>
      ) : (
        <p>This page is inside another one, or does not say whose it is: here the toolbar only shows.</p>
      )}
    </section>
  );

const Missing = () => (
  <p class="flow">
    <span class="quiet">This world is not open yet: the first request opens it.</span>
    <Button text="Open it" disabled={!canChange.value} onClick={() => openWorld()} />
  </p>
);

const shownRequests = 6;

const Requests = () => {
  const last = latest(shownRequests);
  return (
    <section class="stack" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      {last.length === 0 ? <p class="quiet">None yet.</p> : null}
      <ol class="two-lines">
        {last.map((entry) => (
          <li key={entry.id}>
            <a class="row" {...panelLink(linkTo('traffic', [entry.id]))}>
              <RequestParts entry={entry} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
};

const usual: readonly string[] = ['unauthorized', 'not-found', 'unavailable', 'slow', 'offline', 'empty-list'];
const mostFound = 20;

/** The faults that are on come first, then those that were searched, or what most people need. */
const shownFaults = (text: string): readonly Fault[] => {
  const all = faults.value;
  const others = all.filter((fault) =>
    text.trim() === ''
      ? usual.includes(fault.name) || !fault.builtIn
      : containsWords([fault.name, fault.description], text),
  );
  return [...new Set([...all.filter(({ enabled }) => enabled), ...others.slice(0, mostFound)])];
};

const Faults = () => {
  const [text, setText] = useState('');
  const last = entries.value.findLast(({ operation }) => operation !== null)?.operation ?? undefined;
  return (
    <section class="stack" aria-labelledby="faults">
      <header class="beside">
        <h2 id="faults" class="grow">
          Faults
        </h2>
        <Button
          text="Turn all off"
          kind="quiet"
          disabled={!canChange.value || !faults.value.some(({ enabled }) => enabled)}
          onClick={switchAllOff}
        />
      </header>
      <Search label="Find a fault" text={text} onText={setText} />
      <ul>
        {shownFaults(text).map((fault) => (
          <FaultLine key={fault.name} fault={fault} last={last} />
        ))}
      </ul>
    </section>
  );
};

const scopeOf = ({ on }: Fault): readonly string[] => [on?.operation ?? []].flat() as readonly string[];

const FaultLine = ({ fault, last }: { readonly fault: Fault; readonly last: string | undefined }) => {
  const { name, description, enabled } = fault;
  const scope = scopeOf(fault);
  const isScoped = enabled && last !== undefined && scope.length === 1 && scope[0] === last;
  const restrict = () =>
    void attempt(() => putFault(name, { enabled: true, on: isScoped ? null : { operation: last as string } }));
  return (
    <li class={enabled ? 'beside on' : 'beside'}>
      <Switch
        isOn={enabled}
        label={name}
        isDisabled={!canChange.value}
        onChange={(isOn) => void switchFault(name, isOn)}
      />
      <div class="grow" title={description}>
        <b>{name}</b>
        {enabled && scope.length > 0 && <p class="quiet small">only for {scope.join(', ')}</p>}
      </div>
      {last !== undefined && (
        <Button
          kind="quiet"
          icon="filter"
          label={`${name} only for ${last}, which was called last`}
          pressed={isScoped}
          disabled={!canChange.value}
          onClick={restrict}
        />
      )}
    </li>
  );
};

const Scenario = () => {
  const names = (useScenarios() ?? []).map(({ name }) => name);
  const present = world.value?.scenario ?? '';
  return (
    <section class="stack" aria-labelledby="scenario">
      <h2 id="scenario">Scenario</h2>
      <div class="beside">
        <Select
          label="Start again from a scenario"
          value={present}
          choices={names.includes(present) ? names : [[present, present || 'inline'], ...names]}
          disabled={!canChange.value}
          onInput={(scenario) => void startFrom(scenario)}
        />
        <Button text="Reset" icon="replay" disabled={!canChange.value} onClick={resetWorld} />
      </div>
    </section>
  );
};

const Clock = () => {
  const now = useWorldTime();
  if (now === undefined) return null;
  return (
    <section class="stack" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        {formatDateTime(now)}
        {world.value?.clock.frozen === true && ', frozen'}
      </p>
      <p class="flow">
        <Button text="+ 1 hour" disabled={!canChange.value} onClick={() => setClock({ advance: '1h' })} />
        <Button text="+ 1 day" disabled={!canChange.value} onClick={() => setClock({ advance: '1d' })} />
        <Button
          text="Back"
          kind="quiet"
          disabled={!canChange.value || isRealTime()}
          onClick={() => setClock({ now: new Date().toISOString(), frozen: false })}
        />
      </p>
    </section>
  );
};

const Login = () => {
  const { value } = useLogin();
  const names = new Map((value?.users ?? []).map(({ sub, name }) => [sub, name ?? sub]));
  const present = [...new Set((value?.sessions ?? []).map(({ sub }) => names.get(sub) ?? sub))];
  return (
    <section class="stack" aria-labelledby="login">
      <h2 id="login">Logged in</h2>
      <p>{present.length === 0 ? <span class="quiet">Nobody.</span> : present.join(', ')}</p>
    </section>
  );
};
