import { useEffect, useState } from 'preact/hooks';
import { call, getText, type ScenarioSummary, type WorldInfo } from '../api/panel-client.ts';
import { Changes } from '../data/changes.tsx';
import { Button, Field, Search, useTexts } from '../parts/controls.tsx';
import { ConfirmButton, Dialog, DialogButton, FormDialog } from '../parts/dialog.tsx';
import { countOf, formatCount, formatDateTime, plural } from '../parts/format-values.ts';
import { Mark } from '../parts/marks.tsx';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { useScenarios } from '../parts/use-resource.ts';
import { useEvery } from '../parts/use-time.ts';
import { CopyBaseUrl } from '../shell/base-urls.tsx';
import { containsWords } from '../state/contains-words.ts';
import { loadWorlds, revision, startFrom, worldPath, worlds } from '../state/current-world.ts';
import { attempt, notify } from '../state/notice.ts';
import { goTo, linkToWorld, searchInAddress, worldName } from '../state/view-route.ts';

/** There are no events of other worlds, so the list is reloaded. */
const refreshMs = 5000;

export const WorldsView = () => {
  useEffect(() => void attempt(loadWorlds), [revision.value]);
  useEvery(refreshMs, () => void loadWorlds().catch(() => {}));
  const search = searchInAddress();
  const found = worlds.value.filter(({ name, scenario, faults }) =>
    containsWords([name, scenario, ...faults], search.text),
  );
  const scenarios = useScenarios() ?? [];
  return (
    <div class="page worlds">
      <PageHead title="Worlds" text="Each world has its own data, faults, clock and traffic.">
        <DialogButton text="Open a world" icon="plus" kind="main">
          <OpenWorld scenarios={scenarios} />
        </DialogButton>
      </PageHead>
      <div class="toolbar flow">
        <Search class="grow" label="Find a world" placeholder="Find a world: name, scenario, fault" {...search} />
        <span class="quiet count" role="status">
          {countOf(found.length, worlds.value.length, 'world')}
        </span>
      </div>
      {found.length === 0 ? <Empty title="No world has this text" /> : <WorldTable infos={found} />}
      <h2>Scenarios</h2>
      <p class="quiet">
        Each of them starts the world {worldName.value} again: with its data and faults, and without traffic.
      </p>
      <ul class="lines">
        {scenarios.map(({ name, description }) => (
          <li key={name}>
            <b>{name}</b>
            <span class="quiet">{description ?? 'No description.'}</span>
            <Button
              text="Start again from this"
              kind="quiet"
              icon="replay"
              label={`Start again from this: ${name}`}
              onClick={() => startFrom(name)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};

/** A phone shows the columns without the class `wide`. */
const columns = [
  ['World', ''],
  ['Scenario', 'wide'],
  ['Items', 'number wide'],
  ['Exchanges', 'number wide'],
  ['Faults', 'wide'],
  ['Time', 'wide'],
] as const;

const WorldTable = ({ infos }: { readonly infos: readonly WorldInfo[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section class="table framed" tabIndex={0} aria-label="Open worlds">
    <table>
      <thead>
        <tr>
          {columns.map(([name, kind]) => (
            <th key={name} scope="col" class={kind}>
              {name}
            </th>
          ))}
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
        {isCurrent && <Mark kind="good" text="shown here" />}
        <span class="quiet small narrow">
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
  return (
    <>
      <CopyBaseUrl world={name} />
      <DialogButton kind="quiet" icon="differences" label={`Differences of ${name}`}>
        <Dialog
          title={`${name}: ${plural(itemCountOf(info), 'item')}, compared with ${scenario ?? 'its scenario'}`}
          isWide
        >
          <Changes world={name} />
        </Dialog>
      </DialogButton>
      <Button
        kind="quiet"
        icon="download"
        label={`Save ${name} as a scenario`}
        onClick={() => attempt(() => saveScenario(name), 'The scenario file is saved.')}
      />
      <ConfirmButton
        kind="quiet"
        icon="clear"
        label={`Delete ${name}`}
        question={`The data, faults and traffic of ${name} are lost. The next request that names it opens it again.`}
        action={`Delete ${name}`}
        onConfirm={() => remove(name)}
      />
    </>
  );
};

const remove = async (name: string) => {
  if (!(await attempt(() => call('DELETE', worldPath('', name)), `The world ${name} is deleted.`))) return;
  // The reader may have gone elsewhere meanwhile.
  if (worldName.peek() === name && name !== 'default') goTo(linkToWorld('default', 'worlds'));
  await loadWorlds().catch(() => {});
};

const itemCountOf = ({ collections }: WorldInfo): number =>
  Object.values(collections).reduce((sum, count) => sum + count, 0);

const saveScenario = async (world: string) => {
  const yaml = await getText(worldPath('/scenario', world), 'application/yaml');
  const url = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${world}.yaml`;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

const OpenWorld = ({ scenarios }: { readonly scenarios: readonly ScenarioSummary[] }) => {
  const { texts, field } = useTexts(() => ({
    ...{ name: '', seed: '' },
    scenario: scenarios.find(({ name }) => name === 'default')?.name ?? '',
  }));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const name = texts.name.trim();
  const open = async (): Promise<boolean> => {
    const isOpen = worlds.value.some((world) => world.name === name);
    const missing = name === '' ? 'The world needs a name.' : isOpen && 'A world of this name is open already.';
    setProblem(missing || undefined);
    if (missing) return false;
    const { scenario, seed } = texts;
    await call('PUT', worldPath('', name), {
      ...(scenario !== '' && { scenario }),
      ...(seed.trim() !== '' && { seed: Number(seed) }),
    });
    await loadWorlds().catch(() => {});
    notify(`The world ${name} is open.`);
    goTo(linkToWorld(name, 'worlds'));
    return true;
  };
  const description = scenarios.find((candidate) => candidate.name === texts.scenario)?.description ?? undefined;
  return (
    <FormDialog title="Open a world" action="Open" onSubmit={open}>
      <Field
        label="Name"
        {...field('name')}
        placeholder="alice"
        hint="Letters and digits, with . _ - between them. Part of the base URL."
        error={problem}
        isRequired
      />
      <Field
        label="Scenario"
        {...field('scenario')}
        choices={[['', 'the one that the server starts with'], ...scenarios.map((scenario) => scenario.name)]}
        hint={description}
      />
      <Field label="Seed" type="number" {...field('seed')} hint="If empty, the scenario's seed." />
    </FormDialog>
  );
};
