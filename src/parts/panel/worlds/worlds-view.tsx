import { useEffect, useState } from 'preact/hooks';
import { call, getText } from '../api/client.ts';
import type { List, ScenarioSummary, WorldInfo } from '../api/types.ts';
import { Changes } from '../data/changes.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { formatCount, formatDateTime, plural } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { useResource } from '../parts/use-resource.ts';
import { BaseUrls } from '../shell/base-urls.tsx';
import { startFrom } from '../state/actions.ts';
import { attempt } from '../state/notice.ts';
import { goTo, linkToWorld, worldName } from '../state/route.ts';
import { loadWorlds, revision, worldPath, worlds } from '../state/world.ts';
import { OpenWorld } from './open-world.tsx';

/** There are no events of other worlds, so the list is reloaded. */
const refreshMs = 5000;

export const WorldsView = () => {
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    void attempt(loadWorlds);
    const timer = setInterval(() => void loadWorlds().catch(() => {}), refreshMs);
    return () => clearInterval(timer);
  }, [revision.value]);
  const scenarios = useResource(() => call<List<ScenarioSummary>>('GET', '/scenarios'), []);
  return (
    <div class="page worlds">
      <PageHead title="Worlds" text="Each world has its own data, faults, clock and traffic.">
        <Button icon="plus" kind="main" onClick={() => setOpening(true)}>
          Open a world
        </Button>
      </PageHead>
      <ul class="cards">
        {worlds.value.map((info) => (
          <WorldCard key={info.name} info={info} />
        ))}
      </ul>
      <h2>Scenarios</h2>
      <ul class="lines">
        {(scenarios.value?.items ?? []).map(({ name, description }) => (
          <li key={name}>
            <b>{name}</b>
            <span class="quiet">{description ?? 'No description.'}</span>
            <Button
              kind="quiet"
              icon="replay"
              label={`Start ${worldName.value} from it: ${name}`}
              onClick={() => void startFrom(name)}
            >
              Start {worldName.value} from it
            </Button>
          </li>
        ))}
      </ul>
      {isOpening && <OpenWorld scenarios={scenarios.value?.items ?? []} onClose={() => setOpening(false)} />}
    </div>
  );
};

const WorldCard = ({ info }: { readonly info: WorldInfo }) => {
  const { name, scenario } = info;
  const [isDiffOpen, setDiffOpen] = useState(false);
  const isCurrent = name === worldName.value;
  const remove = async (): Promise<void> => {
    if (!(await attempt(() => call('DELETE', worldPath('', name)), `The world ${name} is deleted.`))) return;
    // The reader may have gone elsewhere meanwhile.
    if (worldName.peek() === name && name !== 'default') goTo(linkToWorld('default', 'worlds'));
    await loadWorlds().catch(() => {});
  };
  return (
    <li class={isCurrent ? 'card current' : 'card'}>
      <header>
        <h2>{name}</h2>
        {isCurrent ? (
          <span class="mark good">
            <Icon name="check" />
            shown here
          </span>
        ) : (
          <Button onClick={() => goTo(linkToWorld(name, 'worlds'))}>Switch to it</Button>
        )}
      </header>
      <WorldFacts info={info} />
      <BaseUrls world={name} />
      <footer class="actions">
        <Button onClick={() => setDiffOpen(true)}>Differences</Button>
        <Button icon="download" onClick={() => void attempt(() => saveScenario(name), 'The scenario file is saved.')}>
          Save as a scenario
        </Button>
        <ConfirmButton
          icon="clear"
          label={`Delete ${name}`}
          question={`The data, faults and traffic of ${name} are lost. The next request that names it opens it again.`}
          action={`Delete ${name}`}
          onConfirm={() => void remove()}
        >
          Delete
        </ConfirmButton>
      </footer>
      {isDiffOpen && (
        <Dialog
          title={`${name}: ${plural(itemCountOf(info), 'item')}, compared with ${scenario ?? 'its scenario'}`}
          isWide
          onClose={() => setDiffOpen(false)}
        >
          <Changes world={name} />
        </Dialog>
      )}
    </li>
  );
};

const WorldFacts = ({ info }: { readonly info: WorldInfo }) => {
  const { scenario, seed, faults, exchanges, clock } = info;
  return (
    <Pairs
      class="pairs"
      pairs={[
        ['Scenario', scenario ?? 'inline'],
        ['Items', formatCount(itemCountOf(info))],
        ['Exchanges', formatCount(exchanges)],
        ['Seed', seed],
        ['Time', `${formatDateTime(clock.now)}${clock.frozen ? ', frozen' : ''}`],
        ['Faults', faults.length === 0 ? 'none' : faults.join(', ')],
      ]}
    />
  );
};

const itemCountOf = ({ collections }: WorldInfo): number =>
  Object.values(collections).reduce((sum, count) => sum + count, 0);

/** Downloads the world's present state as a scenario file that a server can start from. */
const saveScenario = async (world: string): Promise<void> => {
  const yaml = await getText(worldPath('/scenario', world), 'application/yaml');
  const url = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${world}.yaml`;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
