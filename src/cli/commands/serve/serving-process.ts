/** The process that serves: alone, or as one of several workers. */
import { awaitEnd, awaitRole, forwardedKeys, stopOnOrders, WorkerOutput } from '../../../parts/store/workers/worker.ts';
import { Output } from '../../terminal/output.ts';
import { stopOnSignals } from '../../terminal/stop-on-signals.ts';
import { isWorker } from '../../terminal/worker-process.ts';

export const output = isWorker() ? new WorkerOutput() : new Output();

export const stopServing = () => (isWorker() ? stopOnOrders() : stopOnSignals());

/** `hasKeys`: whether a process that serves alone gets keys. */
export const readRole = (hasKeys: boolean): ReturnType<typeof awaitRole> =>
  isWorker() ? awaitRole() : Promise.resolve({ isFirst: true, hasKeys });

/** Whether this process judges the clients. Resolves when its requests have finished, and it may end. */
export const isJudge = async () => !isWorker() || awaitEnd();

/** Where keys come from, if not from the terminal. */
export const keySource = isWorker() ? forwardedKeys : {};

export const loadSupervisor = () => import('../../../parts/store/workers/supervise.ts');
