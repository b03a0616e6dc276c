import { useEffect, useState } from 'preact/hooks';
import { clockOffset, world } from './current-world.ts';

/** The world time in ms. It continues between two updates from the server. */
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
