/** Tries mutants in a process of its own: `node scripts/mutation/worker.ts INPUT`. Reports into the results file of its session. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { startVitest } from 'vitest/node';
import type { WorkerInput } from './protocol.ts';
import { readSources } from './sources.ts';

const { sources, session } = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as WorkerInput;
const root = process.cwd();
const codes = new Map(readSources(sources).map(({ file, code }) => [resolve(root, file), code]));
const testApi = resolve(import.meta.dirname, 'test-api.ts');

const plugin: Plugin = {
  name: 'mutation',
  enforce: 'pre',
  load: (id) => codes.get(id),
  transform: (code, id) =>
    id.startsWith(join(root, 'test')) ? code.replaceAll(/from 'vitest'/g, `from '${testApi}'`) : undefined,
};

const vitest = await startVitest(
  [],
  {
    config: false,
    root,
    include: ['scripts/mutation/session.ts'],
    watch: false,
    // As in vitest.config.ts.
    expect: { poll: { timeout: 30_000 } },
    // Each run transforms the sources in its own way.
    fsModuleCache: false,
    reporters: [],
    provide: { session },
  },
  { plugins: [plugin] },
);
for (const error of vitest.state.getUnhandledErrors()) console.error(error);
for (const file of vitest.state.getFiles())
  for (const error of [...(file.result?.errors ?? []), ...file.tasks.flatMap(({ result }) => result?.errors ?? [])])
    console.error(error.stack ?? error.message);
await vitest.close();
