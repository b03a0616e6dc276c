/** Notices about actions and errors: one line at a time, for a few seconds. */
import { signal } from '@preact/signals';
import { ApiError } from '../api/panel-client.ts';

interface Notice {
  readonly isError: boolean;
  readonly text: string;
}

export const notice = signal<Notice | undefined>(undefined);

const shownMs = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const notify = (text: string): void => show({ isError: false, text }, shownMs);

/** An error is shown until it is closed, so that the reader has time. */
export const notifyError = (text: string): void => show({ isError: true, text }, undefined);

const show = (shown: Notice, forMs: number | undefined) => {
  notice.value = shown;
  clearTimeout(timer);
  if (forMs !== undefined) timer = setTimeout(() => dismissNotice(), forMs);
};

export const dismissNotice = (): void => {
  clearTimeout(timer);
  notice.value = undefined;
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs an action of the reader and shows the result. Resolves to whether it succeeded. */
export const attempt = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
  try {
    await work();
    if (done !== undefined) notify(done);
    return true;
  } catch (error) {
    // That the server does not respond is in a banner, for as long as it is so.
    const isAway = error instanceof ApiError && error.status === 0;
    show({ isError: true, text: messageOf(error) }, isAway ? shownMs : undefined);
    // Any other error is a bug of the panel, which must be visible in the console.
    if (!(error instanceof ApiError)) console.error(error);
    return false;
  }
};
