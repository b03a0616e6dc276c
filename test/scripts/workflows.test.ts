import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../cli/process.ts';

const folder = join(root, '.github/workflows');

test.each(readdirSync(folder))('every action of %s is pinned by commit, with its version', (file) => {
  const uses = readFileSync(join(folder, file), 'utf8').match(/^.*\buses:.*$/gm) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
