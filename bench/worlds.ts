/**
 * Measures the memory of a thousand idle worlds on the scenario `crowded` (10,000 generated items), including the process,
 * and again after each world has written an item. The server is started as a user starts it. Run with `npm run
 * bench:worlds`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { originOf } from './measured-process.ts';
import { record } from './result.ts';

const count = 1000;
const program = fileURLToPath(new URL('../bin/vivarium.js', import.meta.url));
const child = spawn(
  process.execPath,
  [program, '--port', '0', '--log', 'json', '--scenario', 'crowded', '--no-watch'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const url = await originOf(child);

/** Opens worlds without changing them. */
const open = async (): Promise<void> => {
  for (let index = 1; index < count; index++) {
    const response = await fetch(`${url}/_vivarium/api/worlds/world-${index}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  }
};

const each = async (method: 'GET' | 'POST'): Promise<void> => {
  // `default` is one of the thousand.
  for (let index = 1; index < count; index++) {
    const response = await fetch(`${url}/~world-${index}/v1/pets`, {
      method,
      headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"name":"Luna","categoryId":3}' }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  }
};

/** Shows the resident memory of the whole process in megabytes, from `ps`, and returns it. */
const report = (label: string): number => {
  const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
  record({ what: `${label}, resident in all`, values: [kilobytes / 1000], unit: 'MB' });
  return kilobytes / 1000;
};

await fetch(`${url}/_vivarium/api/worlds`);
const one = report('listening, one world open');
await open();
const idle = report(`${count} worlds, idle`);
record({ what: `${count} idle worlds`, values: [idle - one], unit: 'MB', max: 20 });
await each('GET');
report(`${count} worlds, one list each`);
await each('POST');
report(`${count} worlds, one creation each`);
child.kill();
