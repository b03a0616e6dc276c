/** What a plain start does not need is not loaded: it costs neither time nor memory. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notesDocument } from '../login/document.ts';

const entry = new URL('../../src/index.ts', import.meta.url).href;
const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** The files below `src/` that a process loads that serves a document, and answers a request to it. */
const loadedBy = (options: object, path: string): readonly string[] => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { createVivarium } = await import(${JSON.stringify(entry)});
    const vivarium = await createVivarium(${JSON.stringify(options)});
    const { url } = await vivarium.listen({ port: 0 });
    await (await fetch(url + ${JSON.stringify(path)})).text();
    await vivarium.close();
    console.log(JSON.stringify(loaded));
  `;
  const text = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const urls = JSON.parse(text) as readonly string[];
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  return files.filter((file) => file.startsWith(source)).map((file) => file.slice(source.length));
};

/** Parts that are off until they are asked for, but for the headers that an option may not set, and the entry of `drill`. */
const optional =
  /^(?:core\/login|core\/upstream\/(?!sent-headers)|issuer|upstream|store\/(?:redis|open-save)|agents|drill\/(?!drill\.)|import|verify)/;

test('the shipped example loads no login, no upstream, no store, no agents and no import', () => {
  const loaded = loadedBy({}, '/v1/pets');
  expect(loaded).toContain('core/simulate/simulate.ts');
  expect(loaded.filter((file) => optional.test(file))).toEqual([]);
});

test('a document with a login loads the login alone', () => {
  const loaded = loadedBy({ document: notesDocument }, '/v1/open').filter((file) => optional.test(file));
  expect(loaded).toContain('core/login/login.ts');
  expect(loaded.filter((file) => !/^(?:core\/login|issuer)\//.test(file))).toEqual([]);
});
