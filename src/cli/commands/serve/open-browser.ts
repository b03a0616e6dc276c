import { spawn } from 'node:child_process';
import { paint } from '../../terminal/paint.ts';

/** Opens a page in the user's browser. On a machine without one, the server continues, and `onFailure` gets the remedy. */
export const openBrowser = (
  url: string,
  onFailure: (message: string) => void,
  [command, ...given]: readonly [string, ...string[]] = commandFor(process.platform),
): void => {
  const child = spawn(command, [...given, process.platform === 'win32' ? url.replaceAll('&', '^&') : url], {
    stdio: 'ignore',
    detached: true,
  });
  let hasFailed = false;
  const fail = () => {
    if (!hasFailed) onFailure(`The browser could not be opened. Open ${url} yourself.`);
    hasFailed = true;
  };
  child.once('error', fail);
  // A command that finds no browser starts, and fails then.
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) fail();
  });
  child.unref();
};

/** What the key of the terminal prints: without a line, nobody knows which window to look for. */
export const openingLine = (url: string): string => `Opening ${paint('cyan', url)} in the browser.`;

const commandFor = (platform: NodeJS.Platform): readonly [string, ...string[]] => {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // The first quoted argument of "start" is the title of the window.
      return ['cmd', '/c', 'start', ''];
    default:
      return ['xdg-open'];
  }
};
