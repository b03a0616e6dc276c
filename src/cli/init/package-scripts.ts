/** Adds the package scripts of `vivarium init`. */
import { existsSync, writeFileSync } from 'node:fs';
import { isJsonObject } from '../../core/primitives/json.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { printLine } from '../terminal/output.ts';
import { paint } from '../terminal/paint.ts';

/** `documents`: those that the scripts must name; empty if the configuration names them. */
export const addScripts = async (documents: readonly string[]): Promise<void> => {
  const argument = documents
    .map((document) => ` ${/^[\w./:@-]+$/.test(document) ? document : JSON.stringify(document)}`)
    .join('');
  const scripts = { mock: `vivarium${argument}`, 'mock:check': `vivarium check${argument}` };
  if (!existsSync(file)) {
    printLine(
      `No package.json was found, so no scripts were added. Serve with "npx ${scripts.mock}", check with "npx ${scripts['mock:check']}".`,
    );
    return;
  }
  const failure = await tryAddScripts(scripts);
  if (failure === undefined) return;
  printLine(`${failure} Add these two lines to its "scripts":`);
  const lines = Object.entries(scripts).map(
    ([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  printLine(lines.join(',\n'));
};

const file = 'package.json';

/** The reason why the scripts could not be added; undefined if they are there now. */
const tryAddScripts = async (newScripts: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const text = (await readRegularFile(file)).toString();
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'package.json is not valid JSON, so it was not changed.';
  }
  if (!isJsonObject(manifest) || !isJsonObject(manifest.scripts ?? {}))
    return 'package.json has no "scripts" object that npm would accept, so it was not changed.';
  const scripts = (manifest.scripts ?? {}) as Readonly<Record<string, string>>;
  const missing = Object.entries(newScripts).filter(([name]) => !Object.hasOwn(scripts, name));
  for (const name of Object.keys(newScripts))
    if (Object.hasOwn(scripts, name)) printLine(`package.json has a script "${name}" already. It was not changed.`);
  if (missing.length === 0) return undefined;
  const after = { ...manifest, scripts: { ...scripts, ...Object.fromEntries(missing) } };
  writeFileSync(file, formatLike(text, after));
  const added = missing.map(([name]) => `npm run ${name}`).join(', ');
  printLine(`${paint('green', 'Added')} to package.json: ${added}.`);
  return undefined;
};

/** Keeps the indentation, the line endings and the final newline of the file, as npm does. */
const formatLike = (text: string, value: unknown): string => {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? 2;
  const isWindows = text.includes('\r\n');
  const written = `${JSON.stringify(value, undefined, indent)}${/\n\s*$/.test(text) ? '\n' : ''}`;
  return isWindows ? written.replaceAll('\n', '\r\n') : written;
};
