/**
 * Bundles the engine for browsers, `dist/browser/vivarium.js`: a page without a bundler can import it. The libraries for generated
 * data are a chunk of their own, which is loaded with the first document.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
export const browserOutput = join(root, 'dist/browser');

export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
  readonly compressedBytes: number;
}

/** Builds the bundle in a folder. */
export const buildBrowser = async (folder = browserOutput): Promise<readonly BuiltFile[]> => {
  const { build } = await import('vite');
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      minify: true,
      rollupOptions: {
        input: join(root, 'src/web/index.ts'),
        // Without it, the entry would have no exports.
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'vivarium.js', chunkFileNames: '[name].js' },
      },
    },
  });
  const chunks = (Array.isArray(result) ? result : [result])
    .flatMap((bundle) => ('output' in bundle ? bundle.output : []))
    .filter((file) => file.type === 'chunk');
  rmSync(folder, { recursive: true, force: true });
  return chunks.map(({ fileName, code }) => {
    const file = join(folder, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return { name: fileName, bytes: code.length, compressedBytes: gzipSync(code, { level: 9 }).length };
  });
};

if (import.meta.main)
  for (const { name, bytes, compressedBytes } of await buildBrowser())
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} KB, ${(compressedBytes / 1000).toFixed(1)} KB compressed`);
