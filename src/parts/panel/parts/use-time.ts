import { useEffect, useState } from 'preact/hooks';

/** Runs what was given first at each interval; without one, never. */
export const useEvery = (intervalMs: number | undefined, run: () => void): void =>
  useEffect(() => {
    if (intervalMs === undefined) return;
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);

/** The reader's time, read again at each interval. */
export const useNow = (intervalMs: number | undefined): number => {
  const [now, setNow] = useState(() => Date.now());
  useEvery(intervalMs, () => setNow(Date.now()));
  return now;
};
