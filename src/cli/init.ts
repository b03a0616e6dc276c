/** Writes a first scenario and two package scripts. Asks nothing and overwrites nothing. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { configError } from '../core/primitives/config-error.ts';
import { isJsonObject } from '../core/primitives/json.ts';
import type { Service } from '../core/service/service.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { compileService } from '../openapi/compile.ts';
import { loadDocument } from '../openapi/load/load.ts';
import { defaultDocument } from '../scenario/data/default-scenario.ts';
import { findDocument } from '../simulation/find-document.ts';
import { shippedDocument } from '../simulation/service-source.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { readGivenOptions } from './terminal/given-options.ts';
import { paint } from './terminal/paint.ts';

/** Returns the exit code. @throws ConfigError, before anything is written, if the document cannot be served. */
export const init = async (flags: Readonly<Record<string, unknown>>): Promise<number> => {
  const { options } = await readGivenOptions(flags);
  const document = options.document[0] ?? (await findDocument());
  const loaded = await loadDocument(document ?? shippedDocument, options.overlay);
  const service = compileService(loaded.document, loaded);
  printLine(
    document === undefined
      ? `No OpenAPI document was found. This uses the shipped example, ${service.title}. For your own: vivarium init openapi.yaml`
      : `${document}: ${service.title}, ${service.operations.length} operations.`,
  );
  writeScenario(options.scenarios ?? 'scenarios', service);
  await addScripts(document);
  return exitCodes.fine;
};

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const writeScenario = (directory: string, service: Service): void => {
  const file = join(directory, 'default.yaml');
  const existing = ['yaml', 'yml', 'json']
    .map((extension) => join(directory, `default.${extension}`))
    .find((path) => existsSync(path));
  if (existing !== undefined) {
    printLine(`${existing} exists already. It was not changed.`);
    return;
  }
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, firstScenario(service, schemaFor(directory)), { flag: 'wx' });
  } catch (error) {
    throw configError(
      'VIV_OPTION_INVALID',
      `${file} cannot be written: ${(error as Error).message}`,
      'Run init in a directory that you may write to.',
    );
  }
  printLine(`${paint('green', 'Wrote')} ${file}, the start of every world.`);
};

/** The path of the JSON Schema in the installed package, relative to the scenario file. */
const schemaFor = (directory: string): string =>
  relative(directory, join('node_modules', 'vivarium', 'schema', 'scenario.json'))
    .split(sep)
    .join('/');

/** The same start as without a scenario file, for the user to edit. */
const firstScenario = ({ title, collections, operations }: Service, schema: string): string => {
  const { generate = {} } = defaultDocument(collections);
  const names = Object.keys(generate);
  const [example] = operations;
  const generated =
    names.length === 0
      ? ['# No resource was found in the document, so there is no data to start with.']
      : ['examples: true', 'generate:', ...names.map((name) => `  ${key(name)}: ${generate[name]}`)];
  return [
    `# yaml-language-server: $schema=${schema}`,
    `description: ${JSON.stringify(`The start of every world of ${title}.`)}`,
    '',
    '# The same seed and the same requests give the same responses.',
    'seed: 1',
    '',
    "# The number of items in each collection: the document's examples first, then generated items. Add your own items under",
    '# `data`; they come before these:',
    '# data:',
    `#   ${key(names[0] ?? 'things')}:`,
    '#     - { id: 1 }',
    ...generated,
    '',
    '# The faults. Remove a # and save the file: a running server reloads it.',
    'faults:',
    '  - { use: slow, enabled: false }',
    `# - { use: not-found, on: { operation: ${JSON.stringify(example?.name)} } }`,
    '# - name: every-third-fails',
    '#   when: { every: 3 }',
    '#   status: 503',
    '',
  ].join('\n');
};

/** Quoted if YAML would read the plain word as something else than a string. */
const key = (name: string): string =>
  /^[A-Za-z][\w.-]*$/.test(name) && !reserved.test(name) ? name : JSON.stringify(name);
const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;

const addScripts = async (document: string | undefined): Promise<void> => {
  const argument =
    document === undefined ? '' : ` ${/^[\w./:@-]+$/.test(document) ? document : JSON.stringify(document)}`;
  const scripts = { mock: `vivarium${argument}`, 'mock:check': `vivarium check${argument}` };
  const failure = await tryAddScripts(scripts);
  if (failure === undefined) return;
  printLine(`${failure} Add these two lines to its "scripts":`);
  for (const [name, command] of Object.entries(scripts))
    printLine(`  ${JSON.stringify(name)}: ${JSON.stringify(command)},`);
};

/** The reason why the scripts could not be added; undefined if they are there now. */
const tryAddScripts = async (newScripts: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const file = 'package.json';
  if (!existsSync(file)) return 'There is no package.json.';
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
