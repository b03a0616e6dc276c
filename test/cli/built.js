// bin/vivarium.js for the tests: with the bundle of test/build.ts.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const bundle = new URL('../../.vitest/node/cli.js', import.meta.url);
module.enableCompileCache(fileURLToPath(new URL('../../.vitest/compiled', import.meta.url)));
const { main } = await import(bundle.href);
await main(process.argv.slice(2));
