import { inspect } from 'node:util';
import { ConfigError } from '../../core/primitives/config-error.ts';
import { exitCodes } from './exit-codes.ts';
import { printableLines } from './paint.ts';
import { stopWithNpm } from './stop-with-npm.ts';

type Stop = () => void | Promise<void>;

/** Registers a function to call before the process ends. The last one registered is called first. */
export type OnStop = (stop: Stop) => void;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a further signal is ignored. A stop takes less, and `timeout`, npm and terminals send a signal to the process and to its group: twice. */
const repeatMs = 1000;

/** Ends the process cleanly, also during its start: on a signal, or when the npm that started it has ended. `readsInput`: as {@link stopWithNpm}. */
export const stopOnSignals = ({ readsInput = false }: { readonly readsInput?: boolean } = {}): OnStop => {
  const { onStop, stop } = createStops();
  const onSignal = () => {
    // With the listeners removed, a further signal kills a process that hangs while stopping.
    const removeListeners = () => {
      for (const signal of signals) process.removeListener(signal, onSignal);
    };
    setTimeout(removeListeners, repeatMs).unref();
    stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  stopWithNpm(
    (reason) => {
      // Its reader may have ended too.
      process.stderr.on('error', () => {}).write(`${reason}\n`);
      stop();
    },
    { readsInput },
  );
  return onStop;
};

/** `stop` ends the process with `exit`. The exit code is that of a finding, if there is one. */
export const createStops = (
  exit: (code: number | string) => void = process.exit,
): { readonly onStop: OnStop; readonly stop: () => void } => {
  const stops: Stop[] = [];
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void stopAll(stops.toReversed()).then((failed) =>
      exit(failed ? exitCodes.bad : (process.exitCode ?? exitCodes.fine)),
    );
  };
  return { onStop: (added) => stops.push(added), stop };
};

/** Whether one has failed. The others are still called, since one of them saves the worlds. */
const stopAll = async (stops: readonly Stop[]): Promise<boolean> => {
  let failed = false;
  for (const stop of stops)
    try {
      await stop();
    } catch (error) {
      failed = true;
      process.stderr.write(`${printableLines(error instanceof ConfigError ? error.message : inspect(error))}\n`);
    }
  return failed;
};
