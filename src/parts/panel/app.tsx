/** The frame of every view: the header, the navigation, and the faults that are on. */
import type { ComponentType } from 'preact';
import { isConnected } from './api/panel-client.ts';
import { ClockView } from './clock/clock-view.tsx';
import { CollectionsView } from './data/collections-view.tsx';
import { DemoView } from './demo/demo-view.tsx';
import { FaultsView } from './faults/faults-view.tsx';
import { InterfaceView } from './interface/interface-view.tsx';
import { LoginView } from './login/login-view.tsx';
import { Button } from './parts/controls.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Empty } from './parts/page-head.tsx';
import { ActiveFaults, Header, NoticeBar } from './shell/bars.tsx';
import type { View } from './state/address.ts';
import { isMissing, openWorld, service } from './state/current-world.ts';
import { linkTo, linkToWorld, view, worldName } from './state/view-route.ts';
import { AllowView } from './toolbar/allow-view.tsx';
import { TrafficView } from './traffic/traffic-view.tsx';
import { WorldsView } from './worlds/worlds-view.tsx';

export const App = () => {
  const name = view.value;
  if (name === 'allow') return <AllowView />;
  if (name === 'demo')
    return (
      <>
        <DemoView key={worldName.value} />
        <NoticeBar />
      </>
    );
  const [, Shown] = pages[name];
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
            {isMissing.value && name !== 'worlds' ? <MissingWorld /> : <Shown key={`${worldName.value} ${name}`} />}
          </main>
        </div>
      </div>
      <NoticeBar />
    </div>
  );
};

/** The address contains the route, so links to anchors of the page cannot be used. */
const skip = () => {
  document.getElementById('content')?.focus();
};

type Page = Exclude<View, 'demo' | 'allow'> & IconName;

/** The views of the navigation, in its order. */
const pages: Readonly<Record<Page, readonly [title: string, component: ComponentType]>> = {
  traffic: ['Traffic', TrafficView],
  faults: ['Faults', FaultsView],
  data: ['Data', CollectionsView],
  worlds: ['Worlds', WorldsView],
  clock: ['Clock', ClockView],
  interface: ['Interface', InterfaceView],
  login: ['Login', LoginView],
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

/** Whether the navigation has a page: most documents declare no login. */
const isShown = (name: Page) => name !== 'login' || service.value?.login === true;

const Navigation = () => (
  <nav class="navigation links" aria-label="Views">
    {(Object.keys(pages) as readonly Page[]).filter(isShown).map((name) => (
      <a key={name} href={linkTo(name)} aria-current={view.value === name ? 'page' : undefined}>
        <Icon name={name} />
        <span>{pages[name][0]}</span>
      </a>
    ))}
  </nav>
);
