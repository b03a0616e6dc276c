/** The text of `vivarium --help`. */
import type { Command } from 'commander';

/** The commands: their arguments, and what they do. */
const commands = {
  serve: ['[document...] [options]', 'serve a document (the default command)'],
  check: [
    '[document...] [overlay...] [scenario...]',
    'list every problem in a document and in scenario files; exits with 2 if there is one',
  ],
  explain: [
    '[document...] [overlay...]',
    'show the resources found in a document, operation by operation, with reasons',
  ],
  fault: ['[NAME on|off]', 'switch a fault of a running server on or off, or list the faults'],
  token: ['[options]', 'print an access token of a running server, whose document declares a login'],
  gate: ['URL...', 'judge what the clients sent to a running server; exits with 1 if it breaks the interface'],
  verify: ['URL [document]', 'check a real service against a document; Prism judges each response'],
  compare: [
    'URL [document]',
    'compare a real service with the simulation of its document; exits with 1 if a client may break',
  ],
  drill: [
    '[document...] -- COMMAND...',
    'run the tests of a client under one fault at a time; exits with 1 if it does not survive',
  ],
  coverage: ['URL|FILE...', 'show which parts of the interface the clients exercised'],
  record: ['URL [document] [-- COMMAND...]', 'record a real service as a scenario, which is then served without it'],
  mcp: ['[document]', 'serve agents by the Model Context Protocol, over standard input and output'],
  import: [
    'FILE... [options]',
    'turn files of other tools into a scenario: HAR, Postman, WireMock, Mockoon, and Swagger 2.0 into a document',
  ],
  sample: ['NAME [document...]', 'print values of a document as JSON, for tests and stories'],
  init: ['[document...]', 'write a first scenario, a configuration and two package scripts; overwrites nothing'],
} as const satisfies Readonly<Record<string, readonly [usage: string, summary: string]>>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as readonly CommandName[];

/** Words in lines of at most 50 characters, which begin at the column 30. */
const wrap = (text: string): string => text.replace(/(.{1,50})(?: |$)/g, `$1\n${' '.repeat(30)}`).trimEnd();

/** `vivarium --help` shows the options of `serve`, the default command. */
export const helpOf = (serve: Command): string => {
  const help = serve.helpInformation();
  const rows = Object.entries(commands);
  const usages = rows.map(([name, [usage]]) => `vivarium ${name === 'serve' ? '[serve]' : name} ${usage}`);
  const summaries = rows.map(([name, [, summary]]) => `  ${name.padEnd(28)}${wrap(summary)}`);
  return `Usage: ${usages.join('\n       ')}

Simulates the service that an OpenAPI document describes: stateful, true to the
contract, and failing on command.

${withOwnOptions(help.slice(help.indexOf('Arguments:'))).trimEnd()}

${variables}

Commands:
${summaries.join('\n')}

Examples:
  vivarium                                  your openapi.yaml, else the shipped example
  vivarium api.yaml                         your own document
  vivarium shop.yaml users.yaml             several services on one server
  vivarium --scenario outage                start from scenarios/outage.yaml
  vivarium --fault unauthorized@listPets    make one operation fail
  vivarium api.yaml --overlay ours.yaml     apply an OpenAPI Overlay
  vivarium check api.yaml scenarios/*.yaml  list every problem
  vivarium fault slow on --operation getPet switch a fault of a running server
  vivarium explain api.yaml                 show which operations are stateful
`;
};

/** The options of `vivarium` alone are listed behind `--help`, in its columns. */
const withOwnOptions = (help: string): string =>
  help.replace(/^( {2}-h, --help +).*$/m, (line, name: string) =>
    [line, ...ownOptions.map(([option, text]) => `  ${option}`.padEnd(name.length) + text)].join('\n'),
  );

const ownOptions = [
  ['--version', 'print the version'],
  ['--sbom', 'print its packages, as CycloneDX JSON'],
] as const;

/** How options are set in another way. */
export const variables = `Every option can be set with a variable, such as VIVARIUM_PORT=0,
VIVARIUM_FAULT=slow,flaky or VIVARIUM_WATCH=false, or in vivarium.yaml under its
long name. An option overrides its variable, and a variable overrides the file.`;
