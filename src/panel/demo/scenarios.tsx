/** The scenarios as buttons: one click starts the present world again. */
import { call } from '../api/client.ts';
import type { List, ScenarioSummary } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { useResource } from '../parts/use-resource.ts';
import { resetWorld, startFrom } from '../state/actions.ts';
import { world } from '../state/world.ts';

export const DemoScenarios = () => {
  const { value } = useResource(() => call<List<ScenarioSummary>>('GET', '/scenarios'), []);
  return (
    <section aria-label="Scenario" class="demo-scenarios">
      <p class="actions">
        <span class="quiet">Scenario</span>
        {(value?.items ?? []).map(({ name, description }) => (
          <Button
            key={name}
            label={`${name}: start the world again from it. ${description ?? ''}`.trim()}
            pressed={name === world.value?.scenario}
            onClick={() => void startFrom(name)}
          >
            {name}
          </Button>
        ))}
        <Button kind="quiet" icon="replay" onClick={() => void resetWorld()}>
          Reset
        </Button>
      </p>
    </section>
  );
};
