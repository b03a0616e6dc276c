#!/usr/bin/env node
// Plain JavaScript in old syntax: it must also run on the Node versions that it rejects.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `vivarium needs Node.js 24 or newer. This is ${process.versions.node}. Update Node.js, or run: npx -p node@24 -p vivarium vivarium`,
  );
  process.exit(2);
}

// Caches compiled code (and, in a checkout, the stripped types) between starts.
module.enableCompileCache?.();

// A checkout runs its sources, never a stale build. The package contains only the build.
const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/cli/main.js', import.meta.url);
const { main } = await import((existsSync(source) ? source : built).href);
await main(process.argv.slice(2));
