/** `vivarium -- COMMAND`: signals, a terminal, and what the command leaves behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtLauncher, environmentOf, run } from '../../cli/process.ts';
import { waitFor } from '../../wait-for.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-ends-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Started {
  readonly child: ChildProcess;
  /** Waits until the output matches, and returns the match. */
  readonly until: (text: RegExp) => Promise<RegExpExecArray>;
  readonly ended: () => Promise<{ readonly code: number | null; readonly output: string }>;
}

/** A command that reads lines and counts signals: it ends with the first one, a moment later. */
const patient = join(folder, 'patient.mjs');
writeFileSync(
  patient,
  `import { createInterface } from 'node:readline';
   let signals = 0;
   for (const signal of ['SIGINT', 'SIGTERM'])
     process.on(signal, () => {
       process.stdout.write('got ' + signal + ' ' + ++signals + '\\n');
       setTimeout(() => process.exit(7), 200);
     });
   createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write('read ' + line + '\\n'));
   setInterval(() => {}, 1000);
   process.stdout.write('server ' + process.ppid + ' ' + String(process.stdin.isTTY) + '\\n');\n`,
);

const isThere = !spawnSync('script', ['--version']).error && process.platform === 'linux';

/** Runs it on a terminal, which `script` of util-linux makes. `exec`: a shell that waits may answer Ctrl+C with its own exit code. */
const onTerminal = (): Started => {
  const words = [process.execPath, builtLauncher, '--', process.execPath, patient];
  const line = `exec ${words.map((one) => `'${one}'`).join(' ')}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env: environmentOf(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return collect(child);
};

const collect = (child: ChildProcess): Started => {
  let output = '';
  const closed = once(child, 'close');
  child.stdout?.on('data', (data) => {
    output += data;
  });
  return {
    child,
    until: async (text) => {
      await waitFor(() => expect(output).toMatch(text));
      return text.exec(output) as RegExpExecArray;
    },
    ended: async () => {
      const [code] = await closed;
      return { code, output };
    },
  };
};

// Without `script`, nothing here can make a terminal.
describe.skipIf(!isThere)('on a terminal', () => {
  test('keys are for the command, and Ctrl+C reaches it once, whose exit code it is', async () => {
    const { child, until, ended } = onTerminal();
    await until(/server \d+ true/);
    child.stdin?.write('q\n');
    await until(/read q/);
    child.stdin?.write('\u0003');
    const { code, output } = await ended();
    expect(code).toBe(7);
    expect(output.match(/got \w+ \d/g)).toEqual(['got SIGINT 1']);
  });

  test('SIGTERM is passed on', async () => {
    const { until, ended } = onTerminal();
    const [, pid] = await until(/server (\d+) true/);
    process.kill(Number(pid), 'SIGTERM');
    expect(await ended()).toMatchObject({ code: 7, output: expect.stringContaining('got SIGTERM 1') });
  });
});

describe.skipIf(process.platform === 'win32')('without a terminal', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s is for the command and what it has started', async (signal) => {
    const child = spawn(
      process.execPath,
      [builtLauncher, '--', 'sh', '-c', `'${process.execPath}' '${patient}'; exit 9`],
      {
        env: environmentOf(),
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const { until, ended } = collect(child);
    await until(/server \d+ undefined/);
    child.kill(signal);
    await until(new RegExp(`got ${signal} 1`));
    expect([9, 130, 143]).toContain((await ended()).code);
  });

  test('what outlives the command is ended with it', async () => {
    const mark = join(folder, 'outlived');
    const ended = await run(['--', 'sh', '-c', `(sleep 6; touch '${mark}') & exit 3`]);
    expect(ended.code).toBe(3);
    expect(existsSync(mark)).toBe(false);
  });
});
