/** The commands that work on documents and files. */

import type { Command } from 'commander';
import { addWorld, collect, runs, shared } from './common-options.ts';

export const addCheck = (command: Command): Command =>
  command
    .description(
      'List every problem in a document and in scenario files. Exits with 2 if there is an error; warnings do not count.',
    )
    .argument(
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, recognised by content (default: those that serve would load)',
    )
    .option(...shared.overlay)
    .option(...shared.scenarios)
    .option(...shared.handlers)
    .option(...shared.config)
    .option('--mocks <pattern>', 'judge the responses in these files instead: exits with 1 if one is wrong', collect)
    .option("--as <'GET /path 200'>", 'what files with a body alone are')
    .option('--json', 'print the problems as JSON')
    .action(runs(async () => (await import('../../parts/check/check.ts')).check));

export const addExplain = (command: Command): Command =>
  command
    .description('Show the resources found in a document, operation by operation, with reasons.')
    .argument(
      '[files...]',
      'OpenAPI documents and Overlays, recognised by content (default: those that serve would load)',
    )
    .option(...shared.overlay)
    .option(...shared.handlers)
    .option(...shared.config)
    .option('--why-not <operation>', 'show the rules that nearly fit one operation, and what each lacks')
    .option('--json', 'print JSON')
    .action(runs(async () => (await import('../../parts/explain/explain.ts')).explain));

export const addImport = (command: Command): Command =>
  command
    .description('Turn files of other tools into a scenario, and into a document where there is none.')
    .argument(
      '<files...>',
      'HTTP Archives (HAR 1.2), Postman collections, WireMock mappings, Mockoon environments, or a Swagger 2.0 document',
    )
    .option(
      '--out <directory>',
      'where scenarios/NAME.yaml and NAME.openapi.yaml are written (default: the working directory)',
    )
    .option('--name <name>', "the name of the scenario (default: the first file's, up to its first dot)")
    .option('--document <file>', 'an OpenAPI document (default: the one that serve would load, except the example)')
    .option('--no-document', 'draft a document, also where there is one')
    .option('--keep-templates', 'keep the text of a template as a body')
    .option('--force', 'replace existing files')
    .action(runs(async () => (await import('../../parts/import/import-command.ts')).importCommand));

export const addInit = (command: Command): Command =>
  command
    .description(
      'Write a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing.',
    )
    .argument(
      '[documents...]',
      'your OpenAPI documents, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs)',
    )
    .action(async (documents: string[]) => {
      const { init } = await import('../../parts/init/init.ts');
      process.exitCode = await init(documents.length === 0 ? {} : { document: documents });
    });

export const addSample = (command: Command): Command =>
  addWorld(
    command
      .description('Print values of a document as JSON: of a schema, a response or the body of a request.')
      .argument(
        '<name>',
        "one of components.schemas, or an operation: 'Order', 'listOrders 200', 'createOrder request'",
      )
      .argument('[documents...]', 'OpenAPI documents: files or URLs (default: those that serve would load)')
      .option('--count <n>', 'print a list of as many values (default: one value)')
      .option('--with <json>', 'merged over each value; what depends on it follows')
      .option('--extreme <kind>', 'minimal, empty-list, longest or boundary')
      .option('--for <side>', 'response or request (default: response)'),
  ).action(runs(async () => (await import('../../parts/samples/sample-command.ts')).sample));
