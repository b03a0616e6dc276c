/** The faults that are on, with buttons to switch them off. Shown on every page. */
import { computed } from '@preact/signals';
import { Button } from '../parts/controls.tsx';
import { plural } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { faults, switchAllOff, world } from '../state/current-world.ts';
import { linkTo } from '../state/view-route.ts';

const activeFaults = computed(() => {
  const listed = faults.value.filter(({ enabled }) => enabled).map(({ name }) => name);
  return faults.value.length > 0 ? listed : (world.value?.faults ?? []);
});

export const ActiveFaults = () => {
  const active = activeFaults.value;
  return (
    <div role="status" aria-live="polite">
      {active.length > 0 && (
        <p class="active-faults beside gap-2">
          <Icon name="faults" />
          <span class="grow">
            <b>{plural(active.length, 'fault')} on:</b> {active.slice(0, 6).join(', ')}
            {active.length > 6 && ` and ${active.length - 6} more`}
          </span>
          <a href={linkTo('faults')}>Show</a>
          <Button text="Turn all off" onClick={switchAllOff} />
        </p>
      )}
    </div>
  );
};
