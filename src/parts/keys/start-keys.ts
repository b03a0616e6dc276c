import { type Key, listenForKeys } from '../../cli/terminal/keypresses.ts';
import type { Output } from '../../cli/terminal/output.ts';
import type { OnStop } from '../../cli/terminal/stop-on-signals.ts';
import type { Worlds } from '../../world/worlds.ts';
import { KeyMenu } from './key-menu.ts';

interface KeysOptions {
  readonly worlds: Worlds;
  readonly output: Output;
  readonly openPanel: (world: string) => Promise<void>;
  readonly onStop: OnStop;
  /** Default: the keys of the terminal. */
  readonly listen?: (listener: (key: Key) => void) => () => void;
  readonly quit?: () => void;
}

/** Reads keys until the server stops. */
export const startKeys = ({
  worlds,
  output,
  openPanel,
  onStop,
  listen = (listener) => listenForKeys(process.stdin, listener),
  // In raw mode, Ctrl+C is a key and not a signal.
  quit = () => void process.emit('SIGINT'),
}: KeysOptions): void => {
  const menu = new KeyMenu({
    worlds,
    output,
    openPanel: (world) => void openPanel(world),
    quit,
  });
  onStop(listen((key) => menu.press(key)));
};
