import { vi } from 'vitest';

/** Vitest's `waitFor` for a busy machine: it waits 30 s by default, not one. A test that passes does not wait that long. */
export const waitFor = <Result>(condition: () => Result | Promise<Result>, interval = 50): Promise<Result> =>
  vi.waitFor(condition, { timeout: 30_000, interval });
