/** What was done, or could not be: one line at a time, for a few seconds. */
import { signal } from '@preact/signals';
import { ApiError } from '../api/client.ts';

export interface Notice {
  readonly isError: boolean;
  readonly text: string;
}

export const notice = signal<Notice | undefined>(undefined);

const shownMs = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const notify = (text: string, isError = false): void => {
  notice.value = { isError, text };
  clearTimeout(timer);
  // An error stays until it is closed: a reader must not have to hurry.
  if (!isError) timer = setTimeout(() => dismissNotice(), shownMs);
};

export const dismissNotice = (): void => {
  clearTimeout(timer);
  notice.value = undefined;
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does something for the reader and reports how it went; resolves to whether it succeeded. */
export const attempt = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
  try {
    await work();
    if (done !== undefined) notify(done);
    return true;
  } catch (error) {
    notify(messageOf(error), true);
    // Anything else is a fault of the panel, which whoever mends it wants to see.
    if (!(error instanceof ApiError)) console.error(error);
    return false;
  }
};
