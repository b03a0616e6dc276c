import type { Worlds } from '../../world/worlds.ts';
import { listenForKeys } from '../terminal/keypresses.ts';
import type { Output } from '../terminal/output.ts';
import type { OnStop } from '../terminal/stop-on-signals.ts';
import { KeyMenu } from './key-menu.ts';

interface KeysOptions {
  readonly worlds: Worlds;
  readonly output: Output;
  readonly openPanel: (world: string) => Promise<void>;
  readonly onStop: OnStop;
}

/** Reads keys from the terminal until the server stops. */
export const startKeys = ({ worlds, output, openPanel, onStop }: KeysOptions): void => {
  const menu = new KeyMenu({
    worlds,
    output,
    openPanel: (world) => void openPanel(world),
    // In raw mode, Ctrl+C is a key and not a signal.
    quit: () => void process.emit('SIGINT'),
  });
  onStop(listenForKeys(process.stdin, (key) => menu.press(key)));
};
