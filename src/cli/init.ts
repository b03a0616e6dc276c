/** Makes a start in somebody's own repository: a first scenario and two scripts. Asks nothing, overwrites nothing. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isJsonObject } from '../core/primitives/json.ts';
import type { Service } from '../core/service/service.ts';
import { compileService } from '../openapi/compile.ts';
import { loadDocument } from '../openapi/load/load.ts';
import { defaultDocument } from '../scenario/data/default-scenario.ts';
import { optionsSchema, readOptions } from '../simulation/options.ts';
import { shippedDocument } from '../simulation/sources.ts';
import { kindOfFile } from './document-file.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { givenOptions } from './terminal/given-options.ts';
import { paint } from './terminal/paint.ts';

/** Answers the exit code. @throws ConfigError, before anything is written, where the document cannot be served. */
export const init = async (flags: Readonly<Record<string, unknown>>): Promise<number> => {
  const { given, nameOf } = givenOptions(flags);
  const options = readOptions(optionsSchema, given, nameOf);
  const document = options.document ?? (await findDocument());
  const loaded = await loadDocument(document ?? shippedDocument, options.overlay);
  const service = compileService(loaded.document, loaded);
  say(
    document === undefined
      ? `No OpenAPI document found: this is for the shipped example, ${service.title}. Name yours: vivarium init openapi.yaml`
      : `${document}: ${service.title}, ${service.operations.length} operations.`,
  );
  writeScenario(options.scenarios ?? 'scenarios', service);
  addScripts(document);
  return exitCodes.fine;
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const folders = ['.', 'spec', 'specs', 'docs', 'api', 'openapi', 'src', 'public'];
const names = ['openapi', 'api', 'swagger', 'spec'];
const extensions = ['yaml', 'yml', 'json'];

/** The first of the usual places that holds one. */
const findDocument = async (): Promise<string | undefined> => {
  for (const folder of folders) {
    for (const name of names) {
      for (const extension of extensions) {
        const file = posix.join(folder, `${name}.${extension}`);
        if (existsSync(file) && (await kindOfFile(file)) === 'document') return file;
      }
    }
  }
  return undefined;
};

const writeScenario = (directory: string, service: Service): void => {
  const file = join(directory, 'default.yaml');
  const other = extensions.map((extension) => join(directory, `default.${extension}`)).find((one) => existsSync(one));
  if (other !== undefined) {
    say(`${other} is there already: left as it is.`);
    return;
  }
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, firstScenario(service, schemaFor(directory)), { flag: 'wx' });
  say(`${paint('green', 'Written')} ${file}, what every world starts from.`);
};

/** From the scenario's file to where the package is installed. */
const schemaFor = (directory: string): string =>
  relative(directory, join('node_modules', 'vivarium', 'schema', 'scenario.json'))
    .split(sep)
    .join('/');

/** The scenario that there is without a file, to be changed from there. */
const firstScenario = ({ title, collections, operations }: Service, schema: string): string => {
  const { generate = {} } = defaultDocument(collections);
  const names = Object.keys(generate);
  const [example] = operations;
  const generated =
    names.length === 0
      ? ['# The document has no collection that is kept, so that there are no data to start with.']
      : ['examples: true', 'generate:', ...names.map((name) => `  ${key(name)}: ${generate[name]}`)];
  return [
    `# yaml-language-server: $schema=${schema}`,
    `description: ${JSON.stringify(`Where a world of ${title} starts.`)}`,
    '',
    '# The same seed and the same requests get the same answers.',
    'seed: 1',
    '',
    "# How many items each collection has: the document's own examples first, then ones that are made up. Items of your own",
    '# stand under `data`, and come before them:',
    '# data:',
    `#   ${key(names[0] ?? 'things')}:`,
    '#     - { id: 1 }',
    ...generated,
    '',
    '# What goes wrong, and when. Take the # away from one, and save: a running server takes it at once.',
    'faults:',
    '  - { use: slow, enabled: false }',
    `# - { use: not-found, on: { operation: ${JSON.stringify(example?.name)} } }`,
    '# - name: every-third-fails',
    '#   when: { every: 3 }',
    '#   status: 503',
    '',
  ].join('\n');
};

/** YAML takes a plain word for a text only where it looks like one. */
const key = (name: string): string =>
  /^[A-Za-z][\w.-]*$/.test(name) && !reserved.test(name) ? name : JSON.stringify(name);
const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;

const addScripts = (document: string | undefined): void => {
  const argument =
    document === undefined ? '' : ` ${/^[\w./:@-]+$/.test(document) ? document : JSON.stringify(document)}`;
  const scripts = { mock: `vivarium${argument}`, 'mock:check': `vivarium check${argument}` };
  const why = tryAddScripts(scripts);
  if (why === undefined) return;
  say(`${why} The two lines for its "scripts":`);
  for (const [name, command] of Object.entries(scripts)) say(`  ${JSON.stringify(name)}: ${JSON.stringify(command)},`);
};

/** Why they could not be added; undefined where they are there. */
const tryAddScripts = (wanted: Readonly<Record<string, string>>): string | undefined => {
  const file = 'package.json';
  if (!existsSync(file)) return 'There is no package.json.';
  const text = readFileSync(file, 'utf8');
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'package.json is no JSON, and was left as it is.';
  }
  if (!isJsonObject(manifest) || !isJsonObject(manifest.scripts ?? {}))
    return 'package.json is not as npm has it, and was left as it is.';
  const scripts = (manifest.scripts ?? {}) as Readonly<Record<string, string>>;
  const missing = Object.entries(wanted).filter(([name]) => !Object.hasOwn(scripts, name));
  for (const name of Object.keys(wanted))
    if (Object.hasOwn(scripts, name)) say(`package.json has a script "${name}" already: left as it is.`);
  if (missing.length === 0) return undefined;
  const after = { ...manifest, scripts: { ...scripts, ...Object.fromEntries(missing) } };
  writeFileSync(file, formatLike(text, after));
  const added = missing.map(([name]) => `npm run ${name}`).join(', ');
  say(`${paint('green', 'Added')} to package.json: ${added}.`);
  return undefined;
};

/** As npm writes it: with the indentation and the end that the file had. */
const formatLike = (text: string, value: unknown): string => {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? 2;
  const isWindows = text.includes('\r\n');
  const written = `${JSON.stringify(value, undefined, indent)}${/\n\s*$/.test(text) ? '\n' : ''}`;
  return isWindows ? written.replaceAll('\n', '\r\n') : written;
};
