/**
 * For each row of the table of roles and each rule that finds resources and that has no three authors yet, finds three in whose documents something
 * changes without it. Writes them to `test/openapi/resources/needed-rules.json`, beside the reasons there, and prints those with fewer.
 * Run: `npm run rule-authors -- FOLDER...`; a file or a folder in one of the folders is an author.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { JsonObject } from '../src/core/primitives/json.ts';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { textOf } from '../test/openapi/resources/compiled-text.ts';
import { rowSwitches, ruleSwitches, type Switch, without } from '../test/openapi/resources/rule-switches.ts';
import { type Needed, neededJson } from './needed-json.ts';

const output = new URL('../test/openapi/resources/needed-rules.json', import.meta.url);
const largest = 1_500_000;
const ofOneAuthor = 5;
const wanted = 3;

const read = (document: unknown): string => textOf(compileService(document as JsonObject), 'newest');

const known = JSON.parse(readFileSync(output, 'utf8')) as { readonly rows: Needed; readonly rules: Needed };
const open = new Map<string, { readonly switchOff: Switch; readonly authors: string[]; readonly list: Needed }>();
for (const [list, switches] of [[known.rows, rowSwitches] as const, [known.rules, ruleSwitches] as const])
  for (const [name, switchOff] of switches)
    if (typeof list[name] === 'string' || (list[name] ?? []).length < wanted)
      open.set(name, { switchOff, authors: [], list });

/** The smallest documents first: they are read soonest. */
const documents = process.argv.slice(2).flatMap((folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(json|ya?ml)$/.test(file),
  );
  const byAuthor = Map.groupBy(files.toSorted(), (file) =>
    (file.split(sep)[0] as string).replace(/\.(json|ya?ml)$/, ''),
  );
  return [...byAuthor].flatMap(([author, own]) =>
    own
      .filter((_, index) => index % Math.ceil(own.length / ofOneAuthor) === 0)
      .map((file) => ({ author, path: join(folder, file), size: statSync(join(folder, file)).size })),
  );
});
for (const { author, path } of documents.filter(({ size }) => size < largest).sort((a, b) => a.size - b.size)) {
  const loaded = await loadDocument(path).catch(() => undefined);
  if (loaded === undefined) continue;
  try {
    const whole = read(loaded.document);
    for (const [name, { switchOff, authors, list }] of open) {
      if (authors.includes(author) || without(switchOff, () => read(loaded.document)) === whole) continue;
      authors.push(author);
      if (authors.length < wanted) continue;
      list[name] = authors;
      open.delete(name);
    }
  } catch {
    // It cannot be served.
  }
}
const inOrder = (list: Needed, switches: typeof rowSwitches): Needed =>
  Object.fromEntries(switches.map(([name]) => [name, list[name] ?? []]));
writeFileSync(
  output,
  neededJson({ rows: inOrder(known.rows, rowSwitches), rules: inOrder(known.rules, ruleSwitches) }),
);
for (const [name, { authors }] of open) console.log(`${name}: ${authors.join(', ') || 'nobody'}`);
