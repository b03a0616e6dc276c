/** The frame of every view: the header, the navigation, and the faults that are on. */
import type { ComponentType } from 'preact';
import { isConnected } from './api/panel-client.ts';
import { ClockView } from './clock/clock-view.tsx';
import { CollectionsView } from './data/collections-view.tsx';
import { DemoView } from './demo/demo-view.tsx';
import { ActiveFaults } from './faults/active-faults.tsx';
import { FaultsView } from './faults/faults-view.tsx';
import { InterfaceView } from './interface/interface-view.tsx';
import { LoginView } from './login/login-view.tsx';
import { Button } from './parts/controls.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Empty } from './parts/page-head.tsx';
import { Header } from './shell/header.tsx';
import { NoticeBar } from './shell/notice-bar.tsx';
import type { View } from './state/address.ts';
import { isMissing, service } from './state/current-world.ts';
import { openWorld } from './state/panel-actions.ts';
import { linkTo, linkToWorld, view, worldName } from './state/view-route.ts';
import { AllowView } from './toolbar/allow-view.tsx';
import { TrafficView } from './traffic/traffic-view.tsx';
import { WorldsView } from './worlds/worlds-view.tsx';

export const App = () => {
  if (view.value === 'allow') return <AllowView />;
  if (view.value === 'demo')
    return (
      <>
        <DemoView key={worldName.value} />
        <NoticeBar />
      </>
    );
  return (
    <div class="frame">
      <button type="button" class="button skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <div class="below">
        <Navigation />
        <div class="present">
          <ActiveFaults />
          {!isConnected.value && (
            <p class="banner" role="alert">
              The server does not respond. This page goes on when it is back.
            </p>
          )}
          <main id="content" tabIndex={-1}>
            {isMissing.value && view.value !== 'worlds' ? (
              <MissingWorld />
            ) : (
              <CurrentView key={`${worldName.value} ${view.value}`} name={view.value} />
            )}
          </main>
        </div>
      </div>
      <NoticeBar />
    </div>
  );
};

/** The address contains the route, so links to anchors of the page cannot be used. */
const skip = (): void => {
  document.getElementById('content')?.focus();
};

const views: Readonly<Record<View, ComponentType | undefined>> = {
  traffic: TrafficView,
  faults: FaultsView,
  data: CollectionsView,
  worlds: WorldsView,
  clock: ClockView,
  interface: InterfaceView,
  login: LoginView,
  demo: undefined,
  allow: undefined,
};

const CurrentView = ({ name }: { readonly name: View }) => {
  const Shown = views[name];
  return Shown && <Shown />;
};

const MissingWorld = () => {
  const name = worldName.value;
  return (
    <Empty title={`No world named ${name} is open`}>
      <p>
        The first request that names it opens it. It can also be opened here, from the scenario that the server starts
        with.
      </p>
      <p class="flow gap-3">
        <Button text="Open it" kind="main" onClick={() => openWorld(`The world ${name} is open.`)} />
        <a href={linkToWorld('default', 'worlds')}>Show the open worlds</a>
      </p>
    </Empty>
  );
};

const entries: readonly (readonly [Exclude<View, 'demo' | 'allow'> & IconName, string])[] = [
  ['traffic', 'Traffic'],
  ['faults', 'Faults'],
  ['data', 'Data'],
  ['worlds', 'Worlds'],
  ['clock', 'Clock'],
  ['interface', 'Interface'],
  ['login', 'Login'],
];

/** Whether an entry is shown: most documents declare no login. */
const isShown = ([name]: (typeof entries)[number]): boolean => name !== 'login' || service.value?.login === true;

const Navigation = () => (
  <nav class="navigation links" aria-label="Views">
    {entries.filter(isShown).map(([name, text]) => (
      <a key={name} href={linkTo(name)} aria-current={view.value === name ? 'page' : undefined}>
        <Icon name={name} />
        <span>{text}</span>
      </a>
    ))}
  </nav>
);
