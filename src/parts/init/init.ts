/** Writes a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../cli/terminal/given-options.ts';
import { printLine } from '../../cli/terminal/output.ts';
import { paint, printable } from '../../cli/terminal/paint.ts';
import { commandInvalid, optionInvalid } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readRegularFile, UnreadableError } from '../../files/read-regular-file.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { defaultDocument } from '../../scenario/data/default-scenario.ts';
import { createScenarioStart } from '../../scenario/data/start-data.ts';
import { createScenario } from '../../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import { findConfiguration } from '../../simulation/combine-options.ts';
import { searchedPlaces } from '../../simulation/file-kind.ts';
import { loadServices } from '../../simulation/load-services.ts';
import { serviceName, serviceNameRule } from '../../simulation/options.ts';
import { chooseServices, documentNames, type ServiceSources } from '../../simulation/service-source.ts';
import { realTime } from '../../world/clock.ts';

/** One file, or the lines that state why it stays as it is. */
interface PlannedFile {
  readonly write?: { readonly file: string; readonly text: string; readonly isNew: boolean };
  /** Printed when the file has been written. */
  readonly lines: readonly string[];
}

/** @throws ConfigError if a file cannot be written. */
const writeFiles = async (steps: readonly PlannedFile[]) => {
  for (const { write, lines } of steps) {
    if (write !== undefined) await writeOne(write);
    for (const line of lines) printLine(line);
  }
};

const writeOne = async ({ file, text, isNew }: NonNullable<PlannedFile['write']>) => {
  try {
    await makeFolder(dirname(file));
    writeFileSync(file, text, { flag: isNew ? 'wx' : 'w' });
  } catch (error) {
    throw optionInvalid(
      `${file} cannot be written: ${(error as Error).message}`,
      'Run init in a directory that you may write to.',
    );
  }
};

/**
 * The same start as without a scenario file, for the user to edit. `schema`: the path of its JSON Schema. Each example in a comment is
 * valid. `now`: when worlds would start, in ms since the epoch.
 */
export const firstScenario = async (service: Service, schema: string, now: number): Promise<string> => {
  await service.ready();
  const { operations } = service;
  const { generate = {} } = defaultDocument(service);
  const names = Object.keys(generate);
  const generated =
    names.length === 0
      ? ['# No resource was found in the document, so there is no data to start with.']
      : ['examples: true', 'generate:', ...names.map((name) => `  ${yamlText(name)}: ${generate[name]}`)];
  return [
    `# yaml-language-server: $schema=${schema}`,
    `description: ${JSON.stringify(`The start of every world of ${titlesOf(service)}.`)}`,
    '',
    '# The same seed and the same requests give the same responses.',
    'seed: 1',
    '',
    ...exampleData(service, now),
    "# The number of items in each collection: the document's examples first, then generated items.",
    ...generated,
    '',
    '# The faults. Remove a # and save the file; a running server reloads it.',
    'faults:',
    '  - { use: slow, enabled: false }',
    `  # - ${exampleFault(operations)}`,
    '  # - name: every-third-fails',
    '  #   when: { every: 3 }',
    '  #   status: 503',
    '',
  ].join('\n');
};

/** A fault that makes sense on its operation. */
const exampleFault = (operations: readonly Operation[]): string => {
  const missing =
    operations.find(({ responses }) => responses.has('404')) ?? operations.find(({ path }) => path.includes('{'));
  const { name } = missing ?? operations[0] ?? {};
  return `{ use: ${missing === undefined ? 'unavailable' : 'not-found'}, on: { operation: ${JSON.stringify(name)} } }`;
};

const titlesOf = (service: Service) =>
  servicesOf(service)
    .map(({ title }) => title)
    .join(', ');

/** Items of your own, as a comment: an item that the document allows. Empty if none is found. */
const exampleData = (service: Service, now: number): readonly string[] => {
  const document = defaultDocument(service);
  const start = createScenarioStart(service, createScenario(undefined, document));
  const { collections } = start.createState('default', now);
  for (const { spec, items } of collections.values()) {
    if (spec.parents.length > 0) continue;
    const item = valuesOf(items).next().value?.value;
    const parts = item === undefined ? [] : [requiredPart(spec, item), item];
    const example = parts.find((part) => Object.keys(part).length > 0 && isValid(service, document, spec, part));
    if (example === undefined) continue;
    const text = stringifyJson(example);
    if (text.length > longestExample) continue;
    return [
      '# Items of your own, which come before the generated ones.',
      '# data:',
      `#   ${yamlText(spec.name)}:${spec.kind === 'singleton' ? ` ${text}` : ''}`,
      ...(spec.kind === 'singleton' ? [] : [`#     - ${text}`]),
      '',
    ];
  }
  return [];
};

/** The maximum length of an example in characters: nobody would read a longer item. */
const longestExample = 400;

const requiredPart = ({ idProperty, required }: CollectionSpec, item: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(item).filter(([name]) => name === idProperty || required.includes(name)),
  ) as Readonly<Record<string, Json>>;

const isValid = (
  service: Service,
  document: ScenarioDocument,
  { name, kind, idProperty }: CollectionSpec,
  item: JsonObject,
) => {
  if (idProperty !== undefined && getProperty(item, idProperty) === undefined) return false;
  const data = { [name]: kind === 'singleton' ? item : [item] };
  return checkScenario(createScenario(undefined, { ...document, data }), service).length === 0;
};

/** A text as YAML: quoted if YAML would read the plain word as something else than a string. */
const yamlText = (text: string): string =>
  /^[A-Za-z][\w./-]*$/.test(text) && !reserved.test(text) ? text : JSON.stringify(text);

const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;

export type FindImportable = () => Promise<readonly string[]>;

/** Returns the exit code. @throws ConfigError if the document cannot be served, or a file cannot be written. */
export const init = async (
  flags: Readonly<Record<string, unknown>>,
  findImportable: FindImportable,
): Promise<number> => {
  const { options, serviceOptions } = await readGivenOptions(flags);
  const services = await chooseServices(serviceOptions);
  const { list, origin, reason } = services;
  if (origin === 'shipped')
    throw commandInvalid(
      `there is no OpenAPI document here: ${searchedPlaces}`,
      ['Name it: vivarium init path/to/openapi.yaml', ...importCommands(await findImportable())].join(
        '. Or import what is here: ',
      ),
    );
  const unfit = list.length === 1 ? undefined : list.find(({ name }) => !serviceName.test(name));
  if (unfit !== undefined)
    throw commandInvalid(
      `${documentNames([unfit])}: "${unfit.name}" cannot be the name of a service, which is ${serviceNameRule}`,
      'Rename the file, or write vivarium.yaml by hand.',
    );
  const { service } = await loadServices(services);
  const names = documentNames(list);
  const name = reason === undefined ? names : `${names} (${reason})`;
  printLine(printable(`${name}: ${titlesOf(service)}, ${formatCount(service.operations.length, 'operation')}.`));
  const configuration = options.config ?? findConfiguration();
  const isNamed = configuration === undefined || serviceOptions.namedIn !== undefined;
  await writeFiles([
    await planScenario(options.scenarios ?? 'scenarios', service),
    configuration === undefined
      ? newFile('vivarium.yaml', firstConfiguration(list, schemaFor('vivarium.yaml', 'config')), 'the configuration')
      : unchanged(configuration),
    await planScripts(isNamed ? [] : list.map(({ document }) => `${document}`)),
  ]);
  for (const command of importCommands(await findImportable()))
    printLine(printable(`To import what is here: ${command}`));
  return exitCodes.fine;
};

const importCommands = (files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`vivarium import ${files.map(quoted).join(' ')}`];

const quoted = (file: string): string => (/^[\w./-]+$/.test(file) ? file : JSON.stringify(file));

const planScenario = async (directory: string, service: Service): Promise<PlannedFile> => {
  const existing = ['yaml', 'yml', 'json']
    .map((extension) => join(directory, `default.${extension}`))
    .find((path) => existsSync(path));
  if (existing !== undefined) return unchanged(existing);
  const file = join(directory, 'default.yaml');
  return newFile(
    file,
    await firstScenario(service, schemaFor(file, 'scenario'), realTime()),
    'the start of every world',
  );
};

const unchanged = (file: string): PlannedFile => ({
  lines: [`${printable(file)} exists already. It was not changed.`],
});

const newFile = (file: string, text: string, meaning: string): PlannedFile => ({
  write: { file, text, isNew: true },
  lines: [`${paint('green', 'Wrote')} ${printable(file)}, ${meaning}.`],
});

/** The path of a JSON Schema in the installed package, relative to the file that names it. */
const schemaFor = (file: string, schema: string) =>
  relative(dirname(file), join('node_modules', 'vivarium', 'schema', `${schema}.json`))
    .split(sep)
    .join('/');

/** `schema`: the path of its JSON Schema. Every example that it contains as a comment is valid. */
const firstConfiguration = (sources: ServiceSources['list'], schema: string) =>
  [
    `# yaml-language-server: $schema=${schema}`,
    ...documentsOf(sources),
    '',
    '# Every option of `vivarium serve` is a key here, by its long name. A few of them; remove a # to set one.',
    '# port: 4010',
    '# scenario: empty',
    '# seed: 7',
    '# fault: [slow]',
    ...(sources.length === 1 ? ['# base: /v1'] : []),
    '',
  ].join('\n');

const documentsOf = ([first, ...others]: ServiceSources['list']): readonly string[] =>
  others.length === 0
    ? [`document: ${yamlText(String(first.document))}`]
    : [
        'services:',
        ...[first, ...others].map(
          ({ name, document }) => `  ${yamlText(name)}: { document: ${yamlText(String(document))} }`,
        ),
      ];

type Scripts = Readonly<Record<string, string>>;

/**
 * `documents`: those that the scripts must name; empty if the configuration names them. @throws ConfigError if a document cannot be named
 * in a script, or package.json cannot be read.
 */
const planScripts = async (documents: readonly string[]): Promise<PlannedFile> => {
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
    if (error instanceof UnreadableError) throw optionInvalid({ message: error.message, file, hint: error.hint });
    throw error;
  }
};

/** @throws ConfigError if npm would not accept it. */
const parseManifest = (text: string): { readonly scripts?: Scripts } => {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // Said below.
  }
  if (isJsonObject(manifest) && isJsonObject(manifest.scripts ?? {})) return manifest as { readonly scripts?: Scripts };
  throw optionInvalid({
    message: 'is no JSON object with "scripts" that npm would accept',
    file,
    hint: 'Correct it, and run init again.',
  });
};

/** Keeps the indentation, the line endings and the final newline of the file, as npm does. */
const formatLike = (text: string, value: unknown): string => {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? 2;
  const isWindows = text.includes('\r\n');
  const written = `${JSON.stringify(value, undefined, indent)}${/\n\s*$/.test(text) ? '\n' : ''}`;
  return isWindows ? written.replaceAll('\n', '\r\n') : written;
};
