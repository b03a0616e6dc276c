/** What the reader can do to the present world from several places. */
import { call, segment } from '../api/client.ts';
import type { ClockState, Fault, WorldInfo } from '../api/types.ts';
import { attempt } from './notice.ts';
import { forget, resume } from './traffic.ts';
import { faults, loadFaults, worldPath } from './world.ts';

const faultPath = (name: string): string => worldPath(`/faults/${segment(name)}`);

/** Adds, changes or switches a fault. */
export const putFault = async (name: string, change: unknown): Promise<Fault> => {
  const fault = await call<Fault>('PUT', faultPath(name), change);
  const known = faults.peek();
  faults.value = known.some((one) => one.name === name)
    ? known.map((one) => (one.name === name ? fault : one))
    : [fault, ...known];
  return fault;
};

export const switchFault = (name: string, enabled: boolean): Promise<boolean> =>
  attempt(() => putFault(name, { enabled }));

export const deleteFault = async (name: string): Promise<void> => {
  await call('DELETE', faultPath(name));
  await loadFaults();
};

export const switchAllOff = (): Promise<boolean> =>
  attempt(async () => {
    await call('DELETE', worldPath('/faults'));
    faults.value = faults.peek().map((fault) => ({ ...fault, enabled: false }));
  }, 'All faults are off.');

export const clearTraffic = (): Promise<boolean> =>
  attempt(async () => {
    await call('DELETE', worldPath('/exchanges'));
    resume();
    forget();
  });

export const resetWorld = (): Promise<boolean> =>
  attempt(() => call<WorldInfo>('POST', worldPath('/reset')), 'The world is as it was at its start.');

export const setClock = (change: {
  readonly now?: string;
  readonly advance?: string;
  readonly frozen?: boolean;
}): Promise<boolean> => attempt(() => call<ClockState>('PUT', worldPath('/clock'), change));
