/**
 * Measures the memory of a thousand idle worlds on the scenario `crowded` (10,000 generated items), including the process,
 * and again after each world has written an item. The server is started as a user starts it. Run with `npm run
 * bench:worlds`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const count = 1000;
const program = fileURLToPath(new URL('../bin/vivarium.js', import.meta.url));
const child = spawn(
  process.execPath,
  [program, '--port', '0', '--log', 'json', '--scenario', 'crowded', '--no-watch'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const [line] = (await once(child.stdout, 'data')) as [Buffer];
const { url } = JSON.parse(line.toString()) as { url: string };
child.stdout.resume();

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

/** Resident memory of the whole process in kilobytes, from `ps`. */
const report = (label: string): void => {
  const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
  console.log(`${label.padEnd(34)} ${(kilobytes / 1000).toFixed(0)} MB resident`);
};

await fetch(`${url}/_vivarium/api/worlds`);
report('listening, default open');
await open();
report(`${count} worlds, idle`);
await each('GET');
report(`${count} worlds, one list each`);
await each('POST');
report(`${count} worlds, one creation each`);
child.kill();
