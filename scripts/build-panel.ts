/**
 * Bundles the web panel into one page, `dist/panel/panel.html`, with its script and styles inline, and the script of the toolbar into
 * `dist/panel/toolbar.js`. The page then only calls the control API. `--if-stale` does nothing if the page is newer than its sources.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process, { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Rollup } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/parts/panel');
const folder = join(root, 'dist/panel');
const output = join(folder, 'panel.html');

const modifiedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isStale = (): boolean => {
  const built = modifiedAt(output);
  const inputs = [sources, join(root, 'src/core')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...inputs, fileURLToPath(import.meta.url)].some((file) => modifiedAt(file) > built);
};

export interface BuiltPanel {
  readonly compressedBytes: number;
  /** Of the script that shows the toolbar. */
  readonly toolbarBytes: number;
  /** The paths of its modules. */
  readonly modules: readonly string[];
}

export const buildPanel = async (): Promise<BuiltPanel> => {
  // Imported here, because the import takes longer than the check for changes.
  const { build } = await import('vite');
  // Vite builds for development where a test runner has set the variable: 7 KB more, compressed.
  const { NODE_ENV: environment } = process.env;
  process.env.NODE_ENV = 'production';
  const [files, toolbarFiles] = await Promise.all(
    // The script of the toolbar is a classic one: it knows where it came from.
    (
      [
        ['main.tsx', 'es'],
        ['toolbar/script.ts', 'iife'],
      ] as const
    ).map(async ([input, format]) => {
      const result = await build({
        root: sources,
        configFile: false,
        logLevel: 'error',
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        build: {
          write: false,
          target: 'es2024',
          modulePreload: false,
          rollupOptions: { input: join(sources, input), output: { format } },
        },
      });
      return (Array.isArray(result) ? result : [result]).flatMap((bundle) => ('output' in bundle ? bundle.output : []));
    }),
  ).finally(() => {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  });
  if (files === undefined || toolbarFiles === undefined) throw new Error('The panel was not built.');
  const script = scriptOf(files);
  const style = files
    .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
    .join('\n');
  if (script === '' || style === '') throw new Error('The bundle of the panel lacks its script or its styles.');
  const page = readFileSync(join(sources, 'page.html'), 'utf8')
    .replace('<style></style>', () => `<style>${style.trim()}</style>`)
    // A browser ends a script at this text wherever it stands.
    .replace(
      '<script type="module"></script>',
      () => `<script type="module">${script.trim().replaceAll('</script', '<\\/script')}</script>`,
    );
  mkdirSync(folder, { recursive: true });
  const toolbar = scriptOf(toolbarFiles);
  replaceFile(join(folder, 'toolbar.js'), toolbar);
  replaceFile(output, page);
  const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return { compressedBytes: sizeOf(page), toolbarBytes: sizeOf(toolbar), modules };
};

const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length;

const scriptOf = (files: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[]): string =>
  files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');

/** Atomically: a server may read it at the same time. */
const replaceFile = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
};

/** For tests, which need the page of the present sources. */
export const buildStalePanel = async (): Promise<void> => {
  if (isStale()) await buildPanel();
};

if (import.meta.main) {
  if (argv.includes('--if-stale')) await buildStalePanel();
  else {
    const { compressedBytes, toolbarBytes } = await buildPanel();
    const show = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB compressed`;
    console.log(`dist/panel/panel.html: ${show(compressedBytes)}\ndist/panel/toolbar.js: ${show(toolbarBytes)}`);
  }
}
