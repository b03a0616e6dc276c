/** The path of a Chromium: the selected one, an installed one, else the one of the development dependencies. */
import { existsSync } from 'node:fs';
import { arch, env, platform } from 'node:process';

const installed: readonly string[] = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export const findChromium = async (): Promise<string> => {
  const { CHROME_PATH } = env;
  if (CHROME_PATH !== undefined) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH;
    throw new Error(`CHROME_PATH names no file: ${CHROME_PATH}.`);
  }
  const found = installed.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (platform === 'linux' && arch === 'x64') return unpackChromium();
  throw new Error('The panel is tested in a real browser, and none was found. Install Chrome, or set CHROME_PATH.');
};

/** Unpacks it into the directory for temporary files, where it is kept for the next run. */
const unpackChromium = async (): Promise<string> => {
  // Without it, the libraries that a minimal machine lacks are not unpacked.
  env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
};

/** Not the package's own arguments: `--single-process` crashes on the second context, `--disable-web-security` hides CORS. */
export const chromiumArguments = ['--no-sandbox', '--disable-gpu'] as const;
