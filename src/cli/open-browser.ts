import { spawn } from 'node:child_process';

/** Opens the user's browser; a machine without one is no reason to stop serving. */
export const openBrowser = (url: string): void => {
  const [command, ...args] = commandFor(process.platform, url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened; the address is ${url}\n`));
  child.unref();
};

const commandFor = (platform: NodeJS.Platform, url: string): readonly [string, ...string[]] => {
  switch (platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      // The empty text is the window's title, which "start" takes first.
      return ['cmd', '/c', 'start', '', url.replaceAll('&', '^&')];
    default:
      return ['xdg-open', url];
  }
};
