/** Set in the environment of each of several processes that serve one port. */
export const workerVariable = 'VIVARIUM_WORKER';

/** Whether this process was started as one of several workers. */
export const isWorker = (): boolean => process.env[workerVariable] !== undefined && process.send !== undefined;
