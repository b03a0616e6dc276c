#!/usr/bin/env node
// Plain JavaScript in old syntax: it must also run on the Node versions that it rejects.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(
    `vivarium needs Node.js 22.15 or newer. This is ${process.versions.node}. Update Node.js, or run: npx -p node@24 -p vivarium vivarium`,
  );
  process.exit(2);
}

// An `import` of these modules would read all that they export, and load further modules for it.
const { existsSync } = process.getBuiltinModule('node:fs');
const { homedir } = process.getBuiltinModule('node:os');
const { join } = process.getBuiltinModule('node:path');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { enableCompileCache, constants, flushCompileCache } = process.getBuiltinModule('node:module');

// A checkout runs its sources, never a stale build. The package contains only the build.
const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/node/cli.js', import.meta.url);
const isCheckout = existsSync(source);

// Compiled code (and, in a checkout, the stripped types) is kept between starts. Node trusts what it finds there, so it is where the
// code itself is, or in the user's own folder. Node's default is below the shared temporary folder.
const beside = fileURLToPath(new URL(isCheckout ? '../node_modules/.cache/vivarium' : '../.cache', import.meta.url));
if (enableCompileCache(beside).status === constants.compileCacheStatus.FAILED)
  enableCompileCache(join(homedir(), '.cache', 'vivarium'));

const { main } = await import((isCheckout ? source : built).href);
await main(process.argv.slice(2));

// Node writes the cache when the process exits by itself; a server may be killed. By now, it has probably served a request.
setTimeout(() => flushCompileCache(), 5000).unref();
