import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../state/route.ts';
import { clockOffset, world } from '../state/world.ts';
import { formatDateTime } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';

/** The world's time in ms, which goes on between two words of the server. */
export const useWorldTime = (): number | undefined => {
  const [, setTick] = useState(0);
  const clock = world.value?.clock;
  useEffect(() => {
    if (clock === undefined || clock.frozen) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [clock?.frozen]);
  if (clock === undefined) return undefined;
  return clock.frozen ? Date.parse(clock.now) : Date.now() + clockOffset.value;
};

/** Differences that come of the way between server and reader are none. */
const toleranceMs = 5000;

/** Shown where the world does not live in the reader's time. */
export const WorldTime = () => {
  const now = useWorldTime();
  const frozen = world.value?.clock.frozen ?? false;
  if (now === undefined || (!frozen && Math.abs(clockOffset.value) < toleranceMs)) return null;
  return (
    <a class="mark clock" href={linkTo('clock')} title="The time of this world">
      <Icon name={frozen ? 'pause' : 'clock'} />
      {formatDateTime(now)}
      <span class="hidden">{frozen ? ', frozen' : ', moved'}</span>
    </a>
  );
};
