/** Actions on the present world that several views offer. */
import { effect } from '@preact/signals';
import { call, segment } from '../api/panel-client.ts';
import type { ClockState, Fault } from '../api/types.ts';
import { enterAgain, faults, loadFaults, restoreFaults, world, worldPath } from './current-world.ts';
import { attempt, dismissNotice, notice } from './notice.ts';
import { forget, resume } from './traffic.ts';
import { worldName } from './view-route.ts';
import { inOrder } from './writes.ts';

const faultPath = (name: string): string => worldPath(`/faults/${segment(name)}`);

/** Adds, changes or switches a fault. */
export const putFault = async (name: string, change: unknown): Promise<Fault> => {
  const fault = await call<Fault>('PUT', faultPath(name), change);
  const known = faults.peek();
  faults.value = known.some((candidate) => candidate.name === name)
    ? known.map((candidate) => (candidate.name === name ? fault : candidate))
    : [fault, ...known];
  return fault;
};

/**
 * The switch moves immediately, so that the next click acts on its new side. It moves back if the server rejects the change or does not respond.
 */
export const switchFault = async (name: string, enabled: boolean): Promise<void> => {
  faults.value = faults.peek().map((fault) => (fault.name === name ? { ...fault, enabled } : fault));
  const isDone = await attempt(() => inOrder(() => call<Fault>('PUT', faultPath(name), { enabled })));
  if (!isDone) await restoreFaults();
};

export const deleteFault = async (name: string): Promise<void> => {
  await call('DELETE', faultPath(name));
  await loadFaults();
};

const allOff = 'All faults are off.';

// The next switch may be on before the notice has gone.
effect(() => {
  if (notice.value?.text === allOff && faults.value.some(({ enabled }) => enabled)) dismissNotice();
});

export const switchAllOff = async (): Promise<void> => {
  faults.value = faults.peek().map((fault) => ({ ...fault, enabled: false }));
  const isDone = await attempt(() => inOrder(() => call('DELETE', worldPath('/faults'))), allOff);
  if (!isDone) await restoreFaults();
};

export const clearTraffic = (): Promise<boolean> =>
  attempt(async () => {
    await call('DELETE', worldPath('/exchanges'));
    resume();
    forget();
  });

/** Does what begins the present world anew. */
const begin = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
  if (await attempt(work, done)) enterAgain();
};

export const openWorld = (done?: string): Promise<void> => begin(() => call('PUT', worldPath(), {}), done);

export const resetWorld = (): Promise<void> =>
  begin(() => call('POST', worldPath('/reset')), 'The world is as it was at its start.');

/** Starts the present world again. */
export const startFrom = (scenario: string): Promise<void> =>
  begin(() => call('PUT', worldPath(), { scenario }), `${worldName.peek()} starts from ${scenario}.`);

export const freezeClock = async (frozen: boolean): Promise<void> => {
  const before = world.peek();
  if (before !== undefined) world.value = { ...before, clock: { ...before.clock, frozen } };
  const isDone = await attempt(() => inOrder(() => call<ClockState>('PUT', worldPath('/clock'), { frozen })));
  if (!isDone) world.value = before;
};

export const setClock = (change: {
  readonly now?: string;
  readonly advance?: string;
  readonly frozen?: boolean;
}): Promise<boolean> => attempt(() => call<ClockState>('PUT', worldPath('/clock'), change));
