/** The text of `vivarium --help`. */
import type { Command } from 'commander';
import { commands } from './commands.ts';
import { variables } from './define-serve.ts';

/** Words in lines of at most 50 characters, which begin at the column 30. */
const wrap = (text: string): string => text.replace(/(.{1,50})(?: |$)/g, `$1\n${' '.repeat(30)}`).trimEnd();

/** `vivarium --help` shows the options of `serve`, the default command. */
export const helpOf = (serve: Command): string => {
  const help = serve.helpInformation();
  const rows = Object.entries(commands);
  const usages = rows.map(([name, { usage }]) => `vivarium ${name === 'serve' ? '[serve]' : name} ${usage}`);
  const summaries = rows.map(([name, { summary }]) => `  ${name.padEnd(28)}${wrap(summary)}`);
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
