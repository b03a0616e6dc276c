/**
 * `npm run sdks`: the SDKs of public services as clients of their own documents, unconfigured but for the address. Packages are installed
 * in `.sdks`, and are no dependencies of this project. `npm run sdks -- stripe` takes the drivers whose names contain the text, and
 * `npm run sdks -- mistral openapi.yaml` takes another document, a file or a URL.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createVivarium } from '../../src/index.ts';
import type { Call, Driver } from './driver.ts';
import { drivers } from './drivers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.sdks');
const [part = '', otherDocument] = process.argv.slice(2);
const chosen = drivers.filter(({ name }) => name.includes(part));

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
const packages = [...new Set(chosen.flatMap(({ sdk, document }) => [sdk, document.package ?? []].flat()))];
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
  cwd: folder,
  stdio: 'inherit',
});
const { resolve } = createRequire(join(folder, 'package.json'));

interface Result {
  readonly calls: number;
  readonly failures: readonly string[];
}

const pathOf = ({ package: name, file }: Driver['document']): string =>
  name === undefined ? join(root, file) : join(folder, 'node_modules', name, file);

const run = async ({ document, sdk, drive }: Driver): Promise<Result> => {
  const vivarium = await createVivarium({
    document: otherDocument ?? pathOf(document),
    scenarios: folder,
  });
  const failures: string[] = [];
  let calls = 0;
  const call: Call = async (name, send, isRight = () => true) => {
    calls++;
    try {
      const value = await send();
      if (!isRight(value)) failures.push(`${name}: ${JSON.stringify(value)?.slice(0, 200)}`);
      return value;
    } catch (error) {
      failures.push(`${name}: ${String(error).slice(0, 200)}`);
      return undefined;
    }
  };
  try {
    const { url, services } = await vivarium.listen({ port: 0 });
    const [base = url] = Object.values(services);
    await drive(await import(pathToFileURL(resolve(sdk)).href), base, call);
  } finally {
    await vivarium.close();
  }
  return { calls, failures };
};

for (const driver of chosen) {
  const { calls, failures } = await run(driver);
  console.log(`${driver.name}: ${calls - failures.length} of ${calls} calls`);
  for (const failure of failures) console.log(`  ${failure}`);
}
