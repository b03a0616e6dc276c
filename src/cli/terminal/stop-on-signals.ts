import { exitCodes } from './exit-codes.ts';

type Stop = () => void | Promise<void>;

/** Adds what is to be done before the process ends; what was added last is done first. */
export type OnStop = (stop: Stop) => void;

const signals = ['SIGINT', 'SIGTERM'] as const;

/** From now on the process ends cleanly when it is told to, also while it still starts. */
export const stopOnSignals = (): OnStop => {
  const stops: Stop[] = [];
  const onSignal = (): void => {
    // A second signal ends a stop that hangs.
    for (const signal of signals) process.removeListener(signal, onSignal);
    stopAll(stops.toReversed()).then(
      () => process.exit(exitCodes.fine),
      (error: unknown) => {
        console.error(error);
        process.exit(exitCodes.bad);
      },
    );
  };
  for (const signal of signals) process.on(signal, onSignal);
  return (stop) => stops.push(stop);
};

const stopAll = async (stops: readonly Stop[]): Promise<void> => {
  for (const stop of stops) await stop();
};
