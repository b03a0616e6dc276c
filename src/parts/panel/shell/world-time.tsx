import { formatDateTime } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/use-time.ts';
import { clockOffset, world } from '../state/current-world.ts';
import { linkTo } from '../state/view-route.ts';

/** Smaller differences are caused by the network between server and reader, so they are not shown. */
const toleranceMs = 5000;

export const isRealTime = (): boolean =>
  world.value?.clock.frozen !== true && Math.abs(clockOffset.value) < toleranceMs;

/** The world time, shown if it differs from the reader's time. */
export const WorldTime = ({ isAlways = false }: { readonly isAlways?: boolean }) => {
  const now = useWorldTime();
  const frozen = world.value?.clock.frozen ?? false;
  if (now === undefined || (isRealTime() && !isAlways)) return null;
  return (
    <a class="mark framed clock" href={linkTo('clock')} title="The time of this world">
      <Icon name={frozen ? 'pause' : 'clock'} />
      <span>{formatDateTime(now)}</span>
      <span class="hidden">{frozen ? ', frozen' : isRealTime() ? ', real time' : ', moved'}</span>
    </a>
  );
};

/** The world time in ms. It continues between two updates from the server. */
export const useWorldTime = (): number | undefined => {
  const clock = world.value?.clock;
  useNow(clock?.frozen === false ? 1000 : undefined);
  if (clock === undefined) return undefined;
  return clock.frozen ? Date.parse(clock.now) : Date.now() + clockOffset.value;
};
