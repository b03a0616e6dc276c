/** The package scripts of `vivarium init`. */
import { existsSync } from 'node:fs';
import { paint } from '../../cli/terminal/paint.ts';
import { commandInvalid, optionInvalid } from '../../core/primitives/config-error.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { readRegularFile, UnreadableError } from '../../files/read-regular-file.ts';
import type { PlannedFile } from './write-files.ts';

type Scripts = Readonly<Record<string, string>>;

/**
 * `documents`: those that the scripts must name; empty if the configuration names them. @throws ConfigError if a document cannot be named
 * in a script, or package.json cannot be read.
 */
export const planScripts = async (documents: readonly string[]): Promise<PlannedFile> => {
  const argument = documents.map((document) => ` ${shellWord(document)}`).join('');
  const scripts = { mock: `vivarium${argument}`, 'mock:check': `vivarium check${argument}` };
  if (!existsSync(file))
    return {
      lines: [
        `No package.json was found, so no scripts were added. Serve with "npx ${scripts.mock}", check with "npx ${scripts['mock:check']}".`,
      ],
    };
  const text = await readManifest();
  const manifest = parseManifest(text);
  if (typeof manifest === 'string') return byHand(manifest, scripts);
  const before = manifest.scripts ?? {};
  const missing = Object.entries(scripts).filter(([name]) => !Object.hasOwn(before, name));
  const lines = Object.keys(scripts)
    .filter((name) => Object.hasOwn(before, name))
    .map((name) => `package.json has a script "${name}" already. It was not changed.`);
  if (missing.length === 0) return { lines };
  const after = formatLike(text, { ...manifest, scripts: { ...before, ...Object.fromEntries(missing) } });
  const added = missing.map(([name]) => `npm run ${name}`).join(', ');
  return {
    write: { file, text: after, isNew: false },
    lines: [...lines, `${paint('green', 'Added')} to package.json: ${added}.`],
  };
};

const file = 'package.json';

/** A file or a URL as one word for every shell that runs package scripts: sh and cmd.exe. Only double quotes mean the same in both. */
const shellWord = (document: string): string => {
  if (/^[\w./:@][\w./:@-]*$/.test(document)) return document;
  if (/^-|[$`"\\!\p{Cc}]/u.test(document))
    throw commandInvalid(
      `${JSON.stringify(document)} cannot be named in a script, since a shell would interpret it`,
      'Rename it, or name it in vivarium.yaml.',
    );
  return `"${document}"`;
};

const readManifest = async (): Promise<string> => {
  try {
    return (await readRegularFile(file)).toString();
  } catch (error) {
    if (error instanceof UnreadableError) throw optionInvalid(`${file}: ${error.message}`);
    throw error;
  }
};

/** A text is the reason why npm would not accept it. */
const parseManifest = (text: string): { readonly scripts?: Scripts } | string => {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'package.json is not valid JSON, so it was not changed.';
  }
  if (!isJsonObject(manifest) || !isJsonObject(manifest.scripts ?? {}))
    return 'package.json has no "scripts" object that npm would accept, so it was not changed.';
  return manifest as { readonly scripts?: Scripts };
};

const byHand = (reason: string, scripts: Scripts): PlannedFile => {
  const lines = Object.entries(scripts).map(
    ([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  return { lines: [`${reason} Add these two lines to its "scripts":`, lines.join(',\n')] };
};

/** Keeps the indentation, the line endings and the final newline of the file, as npm does. */
const formatLike = (text: string, value: unknown): string => {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? 2;
  const isWindows = text.includes('\r\n');
  const written = `${JSON.stringify(value, undefined, indent)}${/\n\s*$/.test(text) ? '\n' : ''}`;
  return isWindows ? written.replaceAll('\n', '\r\n') : written;
};
