/** The faults of the demo: those in the address, else those of the scenario and the most useful ones. */
import { computed } from '@preact/signals';
import type { Fault } from '../api/types.ts';
import { goTo, linkTo, route } from '../state/route.ts';
import { faults } from '../state/world.ts';

const usual: readonly string[] = ['unauthorized', 'not-found', 'rate-limited', 'unavailable', 'slow', 'offline'];
const most = 6;

export const chosenFaults = computed<readonly Fault[]>(() => {
  const asked = route.value.query.get('faults')?.split(',').filter(Boolean);
  const own = faults.value.filter(({ builtIn }) => !builtIn).map(({ name }) => name);
  const names = asked ?? [...own, ...usual].slice(0, most);
  return names.flatMap((name) => faults.value.find((fault) => fault.name === name) ?? []);
});

export const choose = (names: readonly string[]): void =>
  goTo(linkTo('demo', [], `faults=${names.map(encodeURIComponent).join(',')}`));
