import { useEffect, useState } from 'preact/hooks';
import { ApiError, call, getText } from '../api/panel-client.ts';
import type { List, ScenarioSummary, WorldInfo } from '../api/types.ts';
import { Changes } from '../data/changes.tsx';
import { Button } from '../parts/button.tsx';
import { Form, Search } from '../parts/controls.tsx';
import { ConfirmButton, Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { formatCount, formatDateTime, plural } from '../parts/format-values.ts';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { useResource } from '../parts/use-resource.ts';
import { CopyBaseUrl } from '../shell/base-urls.tsx';
import { queryText } from '../state/address.ts';
import { containsWords } from '../state/contains-words.ts';
import { loadWorlds, revision, worldPath, worlds } from '../state/current-world.ts';
import { attempt, messageOf, notify } from '../state/notice.ts';
import { startFrom } from '../state/panel-actions.ts';
import { goTo, linkToWorld, route, setQuery, worldName } from '../state/view-route.ts';

/** There are no events of other worlds, so the list is reloaded. */
const refreshMs = 5000;

export const WorldsView = () => {
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    void attempt(loadWorlds);
    const timer = setInterval(() => void loadWorlds().catch(() => {}), refreshMs);
    return () => clearInterval(timer);
  }, [revision.value]);
  const text = queryText(route.value.query, 'text');
  const all = worlds.value;
  const found = all.filter(({ name, scenario, faults }) => containsWords([name, scenario, ...faults], text));
  const scenarios = useResource(() => call<List<ScenarioSummary>>('GET', '/scenarios'), []);
  return (
    <div class="page worlds">
      <PageHead title="Worlds" text="Each world has its own data, faults, clock and traffic.">
        <Button icon="plus" kind="main" onClick={() => setOpening(true)}>
          Open a world
        </Button>
      </PageHead>
      <div class="toolbar">
        <Search
          class="grow"
          label="Find a world"
          placeholder="Find a world: name, scenario, fault"
          text={text}
          onText={(text) => setQuery({ text: text || undefined })}
        />
        <span class="quiet count" role="status">
          {found.length === all.length
            ? plural(all.length, 'world')
            : `${formatCount(found.length)} of ${plural(all.length, 'world')}`}
        </span>
      </div>
      {found.length === 0 ? <Empty title="No world has this text" /> : <WorldTable infos={found} />}
      <h2>Scenarios</h2>
      <p class="quiet">
        Each of them starts the world {worldName.value} again: with its data and faults, and without traffic.
      </p>
      <ul class="lines">
        {(scenarios.value?.items ?? []).map(({ name, description }) => (
          <li key={name}>
            <b>{name}</b>
            <span class="quiet">{description ?? 'No description.'}</span>
            <Button
              kind="quiet"
              icon="replay"
              label={`Start again from this: ${name}`}
              onClick={() => void startFrom(name)}
            >
              Start again from this
            </Button>
          </li>
        ))}
      </ul>
      {isOpening && <OpenWorld scenarios={scenarios.value?.items ?? []} onClose={() => setOpening(false)} />}
    </div>
  );
};

const WorldTable = ({ infos }: { readonly infos: readonly WorldInfo[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section class="table" tabIndex={0} aria-label="Open worlds">
    <table>
      <thead>
        <tr>
          <th scope="col">World</th>
          <th scope="col" class="wide">
            Scenario
          </th>
          <th scope="col" class="number wide">
            Items
          </th>
          <th scope="col" class="number wide">
            Exchanges
          </th>
          <th scope="col" class="wide">
            Faults
          </th>
          <th scope="col" class="wide">
            Time
          </th>
          <th scope="col">
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {infos.map((info) => (
          <WorldRow key={info.name} info={info} />
        ))}
      </tbody>
    </table>
  </section>
);

const WorldRow = ({ info }: { readonly info: WorldInfo }) => {
  const { name, scenario, seed, faults, exchanges, clock } = info;
  const isCurrent = name === worldName.value;
  return (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      <th scope="row">
        <a href={linkToWorld(name, 'worlds')} title={isCurrent ? undefined : `Switch to ${name}`}>
          {name}
        </a>
        {isCurrent && <span class="mark good">shown here</span>}
        <span class="quiet narrow">
          {[scenario ?? 'inline', plural(itemCountOf(info), 'item'), plural(exchanges, 'exchange'), ...faults].join(
            ', ',
          )}
        </span>
      </th>
      <td class="wide" title={`Seed ${seed}`}>
        {scenario ?? 'inline'}
      </td>
      <td class="number wide">{formatCount(itemCountOf(info))}</td>
      <td class="number wide">{formatCount(exchanges)}</td>
      <td class="wide" title={faults.join(', ')}>
        {faults.length === 0 ? <span class="quiet">none</span> : faults.join(', ')}
      </td>
      <td class="wide">
        {formatDateTime(clock.now)}
        {clock.frozen && ', frozen'}
      </td>
      <td class="row-actions">
        <WorldActions info={info} />
      </td>
    </tr>
  );
};

const WorldActions = ({ info }: { readonly info: WorldInfo }) => {
  const { name, scenario } = info;
  const [isDiffOpen, setDiffOpen] = useState(false);
  return (
    <>
      <CopyBaseUrl world={name} />
      <Button kind="quiet" icon="differences" label={`Differences of ${name}`} onClick={() => setDiffOpen(true)} />
      <Button
        kind="quiet"
        icon="download"
        label={`Save ${name} as a scenario`}
        onClick={() => void attempt(() => saveScenario(name), 'The scenario file is saved.')}
      />
      <ConfirmButton
        kind="quiet"
        icon="clear"
        label={`Delete ${name}`}
        question={`The data, faults and traffic of ${name} are lost. The next request that names it opens it again.`}
        action={`Delete ${name}`}
        onConfirm={() => void remove(name)}
      />
      {isDiffOpen && (
        <Dialog
          title={`${name}: ${plural(itemCountOf(info), 'item')}, compared with ${scenario ?? 'its scenario'}`}
          isWide
          onClose={() => setDiffOpen(false)}
        >
          <Changes world={name} />
        </Dialog>
      )}
    </>
  );
};

const remove = async (name: string): Promise<void> => {
  if (!(await attempt(() => call('DELETE', worldPath('', name)), `The world ${name} is deleted.`))) return;
  // The reader may have gone elsewhere meanwhile.
  if (worldName.peek() === name && name !== 'default') goTo(linkToWorld('default', 'worlds'));
  await loadWorlds().catch(() => {});
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

interface OpenWorldProps {
  readonly scenarios: readonly ScenarioSummary[];
  readonly onClose: () => void;
}

const OpenWorld = ({ scenarios, onClose }: OpenWorldProps) => {
  const [name, setName] = useState('');
  const [scenario, setScenario] = useState(() => scenarios.find((scenario) => scenario.name === 'default')?.name ?? '');
  const [seed, setSeed] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isOpen = worlds.value.some((world) => world.name === name.trim());
  const open = async (): Promise<void> => {
    const start = { ...(scenario !== '' && { scenario }), ...(seed.trim() !== '' && { seed: Number(seed) }) };
    try {
      await call<WorldInfo>('PUT', worldPath('', name.trim()), start);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
      return;
    }
    await loadWorlds().catch(() => {});
    notify(`The world ${name.trim()} is open.`);
    goTo(linkToWorld(name.trim(), 'worlds'));
    onClose();
  };
  const description = scenarios.find((candidate) => candidate.name === scenario)?.description ?? undefined;
  return (
    <Dialog title="Open a world" onClose={onClose}>
      <Form
        class="fields"
        onSubmit={async () => {
          if (name.trim() === '') setProblem('The world needs a name.');
          else if (isOpen) setProblem('A world of this name is open already.');
          else await open();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onInput={(text) => {
            setName(text);
            setProblem(undefined);
          }}
          placeholder="alice"
          hint="Letters and digits, with . _ - between them. Part of the base URL."
          error={problem}
          isRequired
        />
        <SelectField
          label="Scenario"
          value={scenario}
          choices={[
            ['', 'the one that the server starts with'] as const,
            ...scenarios.map((scenario) => scenario.name),
          ]}
          onChange={setScenario}
          hint={description}
        />
        <TextField label="Seed" type="number" value={seed} onInput={setSeed} hint="If empty, the scenario's seed." />
        <footer class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            Open
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
};
