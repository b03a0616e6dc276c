/** The faults of the demo: those in the address, else those of the prepared states, of the scenario, and the most useful ones. */
import { computed } from '@preact/signals';
import type { Fault } from '../api/types.ts';
import { route, setQuery } from '../state/route.ts';
import { faults } from '../state/world.ts';
import { preparedStates } from './states.tsx';

const usual: readonly string[] = ['unauthorized', 'not-found', 'rate-limited', 'unavailable', 'slow', 'offline'];
const most = 6;

export const chosenFaults = computed<readonly Fault[]>(() => {
  const asked = route.value.query.get('faults')?.split(',').filter(Boolean);
  const prepared = preparedStates.value.flatMap((state) => state.faults.map(({ name }) => name));
  const own = faults.value.filter(({ builtIn }) => !builtIn).map(({ name }) => name);
  const names = asked ?? [...prepared, ...own, ...usual];
  const known = [...new Set(names)].flatMap((name) => faults.value.find((fault) => fault.name === name) ?? []);
  return asked === undefined ? known.slice(0, most) : known;
});

export const choose = (names: readonly string[]): void => setQuery({ faults: names.join(',') });
