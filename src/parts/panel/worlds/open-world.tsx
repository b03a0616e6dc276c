import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/panel-client.ts';
import type { ScenarioSummary, WorldInfo } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { loadWorlds, worldPath, worlds } from '../state/current-world.ts';
import { messageOf, notify } from '../state/notice.ts';
import { goTo, linkToWorld } from '../state/view-route.ts';

interface OpenWorldProps {
  readonly scenarios: readonly ScenarioSummary[];
  readonly onClose: () => void;
}

export const OpenWorld = ({ scenarios, onClose }: OpenWorldProps) => {
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
