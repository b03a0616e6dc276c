/** Set in the environment of each of several processes that serve one port. */
export const workerVariable = 'VIVARIUM_WORKER';

export const isWorker = (): boolean => process.env[workerVariable] !== undefined && process.send !== undefined;
