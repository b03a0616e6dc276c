/** The frame of every view: the header, the navigation, and the faults that are on. */
import { isConnected } from './api/panel-client.ts';
import { ClockView } from './clock/clock-view.tsx';
import { CollectionsView } from './data/collections-view.tsx';
import { DemoView } from './demo/demo-view.tsx';
import { ActiveFaults } from './faults/active-faults.tsx';
import { FaultsView } from './faults/faults-view.tsx';
import { InterfaceView } from './interface/interface-view.tsx';
import { LoginView } from './login/login-view.tsx';
import { Header } from './shell/header.tsx';
import { MissingWorld } from './shell/missing-world.tsx';
import { Navigation } from './shell/navigation.tsx';
import { NoticeBar } from './shell/notice-bar.tsx';
import type { View } from './state/address.ts';
import { isMissing } from './state/current-world.ts';
import { view, worldName } from './state/view-route.ts';
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
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <Navigation />
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
      <NoticeBar />
    </div>
  );
};

/** The address contains the route, so links to anchors of the page cannot be used. */
const skip = (): void => {
  document.getElementById('content')?.focus();
};

const CurrentView = ({ name }: { readonly name: View }) => {
  switch (name) {
    case 'traffic':
      return <TrafficView />;
    case 'faults':
      return <FaultsView />;
    case 'data':
      return <CollectionsView />;
    case 'worlds':
      return <WorldsView />;
    case 'clock':
      return <ClockView />;
    case 'interface':
      return <InterfaceView />;
    case 'login':
      return <LoginView />;
    case 'demo':
    case 'allow':
      return null;
    default:
      return name satisfies never;
  }
};
