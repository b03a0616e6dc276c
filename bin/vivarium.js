#!/usr/bin/env node
// Plain JavaScript of any Node's taste: it has to run on the versions that it turns away.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `vivarium needs Node.js 24 or newer; this is ${process.versions.node}. Update Node.js, or run: npx -p node@24 -p vivarium vivarium`,
  );
  process.exit(2);
}

// Without the cache every start pays for compiling (and, in a checkout, for stripping the types) anew.
module.enableCompileCache?.();

// A checkout runs its sources, so that a stale build never stands in their way; the package holds only the build.
const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/cli/main.js', import.meta.url);
const { main } = await import((existsSync(source) ? source : built).href);
await main(process.argv.slice(2));
