/** The errors of a command line that names no command, or an unknown option. */
import { existsSync } from 'node:fs';
import { type ConfigError, commandInvalid } from '../../core/primitives/config-error.ts';
import { didYouMean, nearest } from '../../core/primitives/did-you-mean.ts';
import { type CommandName, commandNames, isCommandName } from './commands.ts';

/** What follows `--` is a command with options of its own. */
const withChild: readonly CommandName[] = ['serve', 'record', 'drill'];

/** The arguments before `--`, and the command after it; undefined if there is none. */
export const splitChild = (args: readonly string[]): [readonly string[], readonly string[] | undefined] => {
  const [first = ''] = args;
  const end = withChild.includes(first as CommandName) || !isCommandName(first) ? args.indexOf('--') : -1;
  return end < 0 ? [args, undefined] : [args.slice(0, end), args.slice(end + 1)];
};

/** Accepts `help` and `-v`, as other programs do. */
export const usualArguments = (args: readonly string[]): readonly string[] => {
  const [first, ...rest] = args;
  if (first === 'help' && !existsSync('help')) return [...rest, '--help'];
  return first === '-v' && rest.length === 0 ? ['--version'] : args;
};

interface KnownOptions {
  readonly options: readonly { readonly long?: string | undefined }[];
}

/** Rejects `-port`, which would be read as `-p ort`. @throws ConfigError */
export const checkDashes = (args: readonly string[], { options }: KnownOptions): void => {
  for (const text of args) {
    if (text === '--') return;
    const long = /^-([a-z][a-z-]+)(?:=|$)/.exec(text)?.[1];
    if (long !== undefined && options.some((option) => option.long === `--${long}`))
      throw commandInvalid(`unknown option "${text}"`, `Did you mean "-${text}"?`);
  }
};

/** What people look for under the names of other programs. */
const elsewhere: readonly (readonly [names: RegExp, hint: string])[] = [
  [
    /^(?:delay|latency|timeout)$/,
    'A delay is a fault: --fault slow, or for one request the header "Prefer: delay=200ms".',
  ],
  [
    /^(?:errors?|status|code)$/,
    'An error is a fault: --fault server-error, or for one request the header "Prefer: code=500".',
  ],
  [/^(?:cors|cross-origin)$/, 'CORS is always on, for any origin.'],
  [/^worlds?$/, 'A request names its world, in its path (/~alice/...) or in the header Vivarium-World.'],
  [/^(?:file|spec|document|input|openapi|api|schema)$/, 'The document has no option: vivarium api.yaml.'],
  [/^(?:verbose|debug|trace)$/, '--why logs the decisions about each request.'],
  [/^(?:quiet|silent)$/, '--log silent logs nothing.'],
];

/** Rewrites commander's message. `command`: the one that the user named; undefined: `serve`. */
export const explainUsage = ({ message }: Error, { options, name }: NamedCommand): string => {
  const text = message.replace(/^error: /, '').replaceAll("'", '"');
  const missing = /^option "(.+)" argument missing/.exec(text)?.[1];
  if (missing !== undefined) return `missing value: ${missing}`;
  const unknown = /^unknown option "-(?:-(?<long>[^"=]+)|(?<short>\w))/.exec(text)?.groups;
  return `${text.split('\n')[0]?.replace(/\.$/, '')}. ${(unknown && hintFor(unknown.long ?? (unknown.short as string), { options, name })) ?? `See vivarium ${name === undefined ? '' : `${name} `}--help.`}`;
};

interface NamedCommand extends KnownOptions {
  readonly name: string | undefined;
}

const hintFor = (unknown: string, { options, name }: NamedCommand): string | undefined => {
  const found = name === undefined || name === 'serve' ? elsewhere.find(([names]) => names.test(unknown)) : undefined;
  if (found !== undefined) return found[1];
  const similar = nearest(
    unknown,
    options.flatMap(({ long }) => long?.slice(2) ?? []),
  );
  return similar && `Did you mean --${similar}?`;
};

/** Rejects `help nix`, which would show the help of `serve`. @throws ConfigError */
export const checkHelped = ([first, named]: readonly string[]): void => {
  const isOfNothing = named === undefined || named.startsWith('-') || isCommandName(named);
  if (first === 'help' && !isOfNothing && !existsSync('help')) throw unknownCommand(named, 'is not a command');
};

const unknownCommand = (text: string, problem: string): ConfigError =>
  commandInvalid(
    `"${text}" ${problem}`,
    didYouMean(text, commandNames) ??
      `The commands are ${commandNames.slice(0, -1).join(', ')} and ${commandNames.at(-1)}.`,
  );

/** Rejects a word that is no file: it is probably a mistyped command. @throws ConfigError */
export const checkDocuments = (documents: readonly string[]): void => {
  for (const document of documents) {
    if (!/^[\w-]+$/.test(document) || existsSync(document)) continue;
    if (isCommandName(document)) throw commandInvalid(`write the command first: vivarium ${document} ...`);
    throw unknownCommand(document, 'is neither a file nor a command');
  }
};
