/** Worlds that nobody uses: found by a look at all of them now and then, which costs a request nothing. */
import { formatCount, formatDuration } from '../core/primitives/units.ts';
import { monotonicMs } from './clock.ts';
import type { World } from './world.ts';
import { defaultWorldName } from './world-name.ts';

const shownWorlds = 3;

/** The least time between two looks: 10,000 worlds take a millisecond. */
const shortestPauseMs = 1000;

export class UnusedWorlds {
  /** The worlds that were unused for longest, first. */
  oldest: readonly World[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;

  /** Whether to look because no other world can be opened: at most once a second, however many are asked for. */
  isDue(): boolean {
    const now = monotonicMs();
    if (now - this.#askedAt < shortestPauseMs) return false;
    this.#askedAt = now;
    return true;
  }

  /** The worlds that were not used for this time; `default` is none of them. Undefined: all worlds are kept. */
  look(worlds: Iterable<World>, keepMs: number = Number.POSITIVE_INFINITY): readonly World[] {
    const now = monotonicMs();
    const expired: World[] = [];
    const kept: World[] = [];
    for (const world of worlds) {
      if (world.name === defaultWorldName || world.isInUse) continue;
      (now - world.usedAt >= keepMs ? expired : kept).push(world);
    }
    this.oldest = kept.sort((left, right) => left.usedAt - right.usedAt).slice(0, shownWorlds);
    return expired;
  }
}

/** The time between two looks at worlds that are kept for this time. */
export const lookEveryMs = (keepMs: number): number => Math.min(Math.max(keepMs / 16, shortestPauseMs), longestPauseMs);
const longestPauseMs = 60_000;

export const endedMessage = (worlds: readonly World[], keepMs: number): string => {
  const names = worlds.slice(0, 10).map(({ name }) => name);
  const more = worlds.length > names.length ? ', ...' : '';
  return `Removed ${formatCount(worlds.length, 'world')} that nobody used for ${formatDuration(keepMs)}: ${names.join(', ')}${more}.`;
};
