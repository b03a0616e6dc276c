/**
 * For each row of the table of roles and each rule that finds resources and that has no two authors yet, finds two in whose documents something changes
 * without it. Writes them to `test/openapi/resources/needed-rules.json`, beside the reasons there.
 * Run: `npm run rule-authors -- FOLDER`; a file or a folder in it is an author.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../src/core/primitives/json.ts';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { textOf } from '../test/openapi/resources/compiled-text.ts';
import { rowSwitches, ruleSwitches, type Switch, without } from '../test/openapi/resources/rule-switches.ts';
import { type Needed, neededJson } from './needed-json.ts';

const output = new URL('../test/openapi/resources/needed-rules.json', import.meta.url);
const largest = 700_000;
const ofOneAuthor = 4;

const read = (document: unknown): string => textOf(compileService(document as JsonObject), 'newest');

const [folder = '.'] = process.argv.slice(2);
const known = JSON.parse(readFileSync(output, 'utf8')) as { readonly rows: Needed; readonly rules: Needed };
const open = new Map<string, { readonly switchOff: Switch; readonly authors: string[]; readonly list: Needed }>();
for (const [list, switches] of [[known.rows, rowSwitches] as const, [known.rules, ruleSwitches] as const])
  for (const [name, switchOff] of switches)
    if (!(name in list) || (list[name] as readonly string[]).length < 2)
      open.set(name, { switchOff, authors: [], list });

for (const entry of readdirSync(folder).toSorted()) {
  const author = entry.replace(/\.(json|ya?ml)$/, '');
  const path = join(folder, entry);
  const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [''];
  const files = inside.map((file) => join(path, file)).filter((file) => /\.(json|ya?ml)$/.test(file));
  for (const file of files.filter((one) => statSync(one).size < largest).slice(0, ofOneAuthor)) {
    const loaded = await loadDocument(file).catch(() => undefined);
    if (loaded === undefined) continue;
    try {
      const whole = read(loaded.document);
      for (const [name, { switchOff, authors, list }] of open) {
        if (authors.includes(author) || without(switchOff, () => read(loaded.document)) === whole) continue;
        authors.push(author);
        if (authors.length < 2) continue;
        list[name] = authors;
        open.delete(name);
      }
    } catch {
      // It cannot be served.
    }
  }
}
const inOrder = (list: Needed, switches: typeof rowSwitches): Needed =>
  Object.fromEntries(switches.map(([name]) => [name, list[name] ?? []]));
writeFileSync(
  output,
  neededJson({ rows: inOrder(known.rows, rowSwitches), rules: inOrder(known.rules, ruleSwitches) }),
);
for (const [name, { authors }] of open) console.log(`${name}: ${authors.join(', ') || 'nobody'}`);
