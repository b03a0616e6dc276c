/** The keys in a real terminal: `script` (util-linux) provides it. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { builtLauncher, root } from '../../cli/process.ts';
import { folderOf } from '../../openapi/load/helpers.ts';

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;

interface Terminal {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
  readonly press: (keys: string) => void;
  /** Waits until the terminal has shown this. */
  readonly shows: (pattern: RegExp) => Promise<RegExpExecArray>;
  // biome-ignore lint/suspicious/noExplicitAny: JSON, which the tests compare as a whole
  readonly api: (path: string) => Promise<any>;
}

/** Waits until the output matches; each match must come after the one before. */
const untilPrinted = (output: Readable): Terminal['shows'] => {
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes the control sequences
    text += chunk.replaceAll(/\u001b\[[0-9;]*[A-Za-z]|\r/g, '');
  });
  return async (pattern) => {
    const timeout = AbortSignal.timeout(60_000);
    for (;;) {
      const match = pattern.exec(text);
      if (match !== null) {
        text = text.slice(match.index + match[0].length);
        return match;
      }
      if (output.readableEnded || timeout.aborted) throw new Error(`The terminal did not show ${pattern}: ${text}`);
      // Whichever comes first removes the listener of the other one.
      const settled = new AbortController();
      const signal = AbortSignal.any([timeout, settled.signal]);
      const events = ['data', 'end'].map((event) => once(output, event, { signal }));
      await Promise.race(events).catch(() => {});
      settled.abort();
      await Promise.allSettled(events);
    }
  };
};

/** Runs `vivarium` in a terminal of 100 columns. */
const openTerminal = async (): Promise<Terminal> => {
  const commands = folderOf({ 'xdg-open': '#!/bin/sh\nexit 3\n' });
  chmodSync(join(commands, 'xdg-open'), 0o755);
  const command = `stty cols 100 rows 40; exec '${process.execPath}' '${builtLauncher}' --port 0`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', PATH: `${commands}:${process.env.PATH}` },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const shows = untilPrinted(child.stdout);
  const [, url = ''] = await shows(/API +(http:\/\/127\.0\.0\.1:\d+)\/v1/);
  await shows(/Press h for the keys, q to quit\./);
  return {
    child,
    url,
    shows,
    press: (keys) => child.stdin.write(keys),
    api: async (path) => (await fetch(`${url}/_vivarium/api${path}`)).json(),
  };
};

test.skipIf(!hasScript)('keys switch faults, select a world, reset it and quit', async () => {
  const { child, url, press, shows, api } = await openTerminal();
  press('h');
  await shows(/f {2}switch faults/);
  press('f');
  await shows(/Faults of the world default:/);
  for (const letter of 'unauth') press(letter);
  await shows(/Faults of the world default: unauth[^\n]*\s*> ○ unauthorized/);
  press(' ');
  await shows(/Fault unauthorized is on in the world default\./);
  expect((await fetch(`${url}/v1/pets`, { headers: { authorization: 'Bearer demo' } })).status).toBe(401);
  await shows(/GET +401 +\/v1\/pets/);
  press('\r');
  expect((await api('/worlds/default')).faults).toEqual(['unauthorized']);
  press('r');
  await shows(/Reset the world default\./);
  expect(await api('/worlds/default')).toMatchObject({ faults: [], exchanges: 0 });
  press('w');
  await shows(/World: /);
  press('alice');
  await shows(/open a new world/);
  press('\r');
  await shows(/The keys now apply to the world alice\./);
  expect((await api('/worlds')).items.map(({ name }: { name: string }) => name)).toEqual(['default', 'alice']);
  press('o');
  await shows(/Opening http:\/\/127\.0\.0\.1:\d+\/_vivarium\/#\/alice\/traffic in the browser\./);
  await shows(/The browser could not be opened\. Open http:\S+#\/alice\/traffic yourself\./);
  press('q');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.skipIf(!hasScript)('Ctrl+C quits, and a pasted text presses no key', async () => {
  const { child, press, shows, api } = await openTerminal();
  press('request quota');
  // Keys in one chunk are taken for pasted text.
  await api('/worlds');
  press('h');
  await shows(/Keys, for the world/);
  press('\u0003');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.skipIf(!hasScript)('the JSON log has no keys', async () => {
  const command = `exec '${process.execPath}' '${builtLauncher}' --port 0 --log json`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: root });
  onTestFinished(() => void child.kill('SIGKILL'));
  const shows = untilPrinted(child.stdout);
  const [, url] = await shows(/"url":"([^"]+)"/);
  child.stdin.write('q');
  expect((await fetch(`${url}/_vivarium/api/health`)).status).toBe(200);
});

test.skipIf(!hasScript)('a server in the background leaves the terminal to the shell', async () => {
  const command = `set -m; '${process.execPath}' '${builtLauncher}' --port 0 & echo "pid $!"; wait`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: { ...process.env, SHELL: '/bin/sh', NO_COLOR: '1' },
  });
  const shows = untilPrinted(child.stdout);
  const [, pid] = await shows(/pid (\d+)/);
  onTestFinished(() => void process.kill(Number(pid)));
  const [, url] = await shows(/API +(http:\/\/127\.0\.0\.1:\d+)\/v1/);
  await shows(/Stop with Ctrl\+C\./);
  expect((await fetch(`${url}/_vivarium/api/health`)).status).toBe(200);
});
