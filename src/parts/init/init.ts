/** Writes a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../cli/terminal/given-options.ts';
import { printLine } from '../../cli/terminal/output.ts';
import { paint, printable } from '../../cli/terminal/paint.ts';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { findConfiguration } from '../../simulation/combine-options.ts';
import { searchedPlaces } from '../../simulation/find-document.ts';
import { loadServices } from '../../simulation/load-services.ts';
import { serviceName, serviceNameRule } from '../../simulation/options.ts';
import { chooseServices, documentNames, type ServiceSources } from '../../simulation/service-source.ts';
import { realTime } from '../../world/clock.ts';
import { firstScenario, titlesOf } from './first-scenario.ts';
import { planScripts } from './package-scripts.ts';
import { type PlannedFile, writeFiles } from './write-files.ts';
import { yamlText } from './yaml-text.ts';

/** Returns the exit code. @throws ConfigError if the document cannot be served, or a file cannot be written. Then nothing has been written. */
export const init = async (flags: Readonly<Record<string, unknown>>): Promise<number> => {
  const { options, serviceOptions } = await readGivenOptions(flags);
  const services = await chooseServices(serviceOptions);
  const { list, origin, reason } = services;
  if (origin === 'shipped')
    throw commandInvalid(
      `there is no OpenAPI document here: ${searchedPlaces}`,
      ['Name it: vivarium init path/to/openapi.yaml', ...(await importCommands())].join('. Or import what is here: '),
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
  for (const command of await importCommands()) printLine(printable(`To import what is here: ${command}`));
  return exitCodes.fine;
};

/** The command that imports the files of other tools in the working directory, if there are any. */
const importCommands = async (): Promise<readonly string[]> => {
  const { findImportable } = await import('../import/find-importable.ts');
  const files = await findImportable();
  return files.length === 0 ? [] : [`vivarium import ${files.map(quoted).join(' ')}`];
};

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
const schemaFor = (file: string, schema: string): string =>
  relative(dirname(file), join('node_modules', 'vivarium', 'schema', `${schema}.json`))
    .split(sep)
    .join('/');

/** `schema`: the path of its JSON Schema. Every example that it contains as a comment is valid. */
const firstConfiguration = (sources: ServiceSources['list'], schema: string): string =>
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
