/** What a plain start does not need is not loaded: it costs neither time nor memory. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notesDocument } from '../login/document.ts';

const entry = new URL('../../src/index.ts', import.meta.url).href;
const source = fileURLToPath(new URL('../../src/', import.meta.url));

interface Loaded {
  /** Below `src/`. */
  readonly files: readonly string[];
  /** The number of schemas that zod has made. */
  readonly schemas: number;
}

/** What a process loads and makes that serves a document, and answers a request to it. */
const loadedBy = (options: object, path: string): Loaded => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    let schemas = 0;
    // Zod calls it for each schema.
    globalThis.__zod_globalConfig = { postProcessor: () => schemas++ };
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { createVivarium } = await import(${JSON.stringify(entry)});
    const vivarium = await createVivarium(${JSON.stringify(options)});
    const { url } = await vivarium.listen({ port: 0 });
    await (await fetch(url + ${JSON.stringify(path)})).text();
    await vivarium.close();
    console.log(JSON.stringify({ loaded, schemas }));
  `;
  const text = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    // A folder without scenarios.
    cwd: tmpdir(),
  });
  const { loaded, schemas } = JSON.parse(text) as { readonly loaded: readonly string[]; readonly schemas: number };
  const files = loaded.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  return { files: files.filter((file) => file.startsWith(source)).map((file) => file.slice(source.length)), schemas };
};

/**
 * What is off until it is asked for: parts but for their light doors, what follows from changes and what is read from documents (pure, and any
 * document or scenario may ask for it), what kind a file is and whether it is one of several, bodies that are not JSON, the samples, matchers and waiting of the library (a call for one does not wait), the
 * judge of the gate, the state, the headers and the choice of an upstream, and the entry of `drill`.
 */
const optional =
  /^parts\/(?!\w+\/(index|section)\.ts$|accounts\/|agreement\/|beside\/|counts\/|paths\/|foreign\/foreign-formats\.ts$|bundle\/outer-references\.ts$|explain\/reasons\/|lifecycles\/|samples\/|bodies\/|downloads\/|many\/|effects\/|flags\/|properties\/|pictures\/|locale\/|formats\/|webhooks\/(core\/|document\/|webhook-evidence|wait-for)|gate\/judge\.ts$|login\/issue-token\.ts$|metrics\/|names\/|sayings\/|words\/|dialects\/|inheritance\/|testing\/(matchers|with-world)\.ts$|upstream\/(core\/(sent-headers|shown-items)|world-upstream)\.ts$|drill\/drill\.ts$)/;

test('the shipped example loads no login, no upstream, no store, no agents and no import', () => {
  const { files } = loadedBy({}, '/v1/pets');
  expect(files).toContain('core/simulate/simulate.ts');
  expect(files.filter((file) => optional.test(file))).toEqual([]);
});

test('a document with a login loads the login alone, and makes no schema of a scenario', () => {
  const { files, schemas } = loadedBy({ document: notesDocument }, '/v1/open');
  const loaded = files.filter((file) => optional.test(file));
  expect(loaded).toContain('parts/login/core/issuer.ts');
  expect(loaded.filter((file) => !/^parts\/login\//.test(file))).toEqual([]);
  // Those of the options, and few others: a scenario has twice as many.
  expect(schemas).toBeGreaterThan(0);
  expect(schemas).toBeLessThan(400);
});
