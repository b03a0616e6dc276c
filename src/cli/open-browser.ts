import { spawn } from 'node:child_process';

/** Opens the user's browser. On a machine without one, the server continues. */
export const openBrowser = (url: string): void => {
  const [command, ...args] = commandFor(process.platform, url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`The browser could not be opened. Open ${url} yourself.\n`));
  child.unref();
};

const commandFor = (platform: NodeJS.Platform, url: string): readonly [string, ...string[]] => {
  switch (platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      // The first quoted argument of "start" is the title of the window.
      return ['cmd', '/c', 'start', '', url.replaceAll('&', '^&')];
    default:
      return ['xdg-open', url];
  }
};
