import { commandInvalid } from '../../core/primitives/config-error.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { stopServing } from '../commands/serve/serving-process.ts';
import {
  type CommandDefinition,
  collect,
  collectList,
  failOnHelp,
  minCoverageHelp,
  reportHelp,
  upstreamOptions,
  worldOptions,
} from '../terminal/command-definition.ts';

/** How options are set in another way. */
export const variables = `Every option can be set with a variable, such as VIVARIUM_PORT=0,
VIVARIUM_FAULT=slow,flaky or VIVARIUM_WATCH=false, or in vivarium.yaml under its
long name. An option overrides its variable, and a variable overrides the file.`;

/** What a newcomer needs comes first; the options of each part are under a heading of their own. */
export const serveDefinition: CommandDefinition = {
  description: 'Serve a document, also while a command runs: vivarium -- npm run dev. This is the default command.',
  arguments: [
    [
      '[documents...]',
      'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
    ],
  ],
  options: [
    ['-p, --port <port>', 'port to listen on; 0: any free port (default: 4010)'],
    ['--host <host>', 'address to listen on (default: 127.0.0.1)'],
    ...worldOptions,
    ['--fault <name[@operation]>', 'switch a fault on (repeatable)', collect],
    ['--stateless', 'keep nothing: respond from examples and generated data'],
    ['--prism', 'read what clients send to Prism: Prefer: dynamic=true, and ?__code, ?__example, ?__dynamic'],
    ['--env <NAME=TEMPLATE>', 'variable for the command after --: {url}, {base} (repeatable)', collect],
    ['--open', 'open the browser'],
    ['--watch', 'reload changed files (the default)'],
    ['--no-watch', 'do not reload changed files'],
    ['--log <format>', 'pretty, json or silent (default: pretty)'],
    ['--why', 'log the decisions that led to each response'],
  ],
  groups: {
    'Options for the real service:': [
      ['--upstream <url>', 'the real service, to which requests are forwarded'],
      ['--record', 'turn what the upstream responds into data of the world'],
      ['--compare', 'simulate forwarded requests too, and record the differences'],
      ...upstreamOptions,
    ],
    'Options for judging the clients:': [
      ['--fail-on <kinds>', `${failOnHelp}, when the server stops`, collectList],
      ['--min-coverage <percent>', `${minCoverageHelp}, when the server stops`],
      ['--report <format=file>', `${reportHelp}, when the server stops`, collectList],
    ],
    'Options for worlds that outlive the process, or are shared:': [
      ['--save <directory>', 'keep the worlds in this directory, so that they survive a restart'],
      ['--store <url>', 'keep the worlds in a Redis or Valkey, which several servers may share'],
      ['--prefix <text>', 'separates the teams that share a store (default: vivarium)'],
      ['--keep <duration>', 'remove worlds that nobody used for this time (default: 24h; with a store 7d)'],
      ['--workers <n>', 'number of processes that serve the port; needs --store (default: 1)'],
    ],
    'Options for access, and limits:': [
      ['--tls', 'serve HTTPS, with a certificate for localhost that is created'],
      ['--tls-cert <file>', 'serve HTTPS with this certificate (PEM)'],
      ['--tls-key <file>', 'private key of the certificate (PEM)'],
      [
        '--token <token>',
        'token that the control API requires if the host is not loopback (default: generated and printed)',
      ],
      ['--show-credentials', 'do not redact credentials'],
      ['--allow-changes', 'let agents change worlds, by the Model Context Protocol at /_vivarium/mcp'],
      ['--allow-webhooks <host>', 'host beyond this machine that webhooks are sent to (repeatable)', collect],
      ['--max-worlds <n>', 'maximum number of open worlds (default: 1000)'],
      ['--max-body <size>', 'maximum size of a request body (default: 1MiB)'],
      ['--journal <n>', 'exchanges kept per world (default: 1000)'],
    ],
  },
  notes: variables,
  load: async () => serveGiven,
};

interface GivenFlags extends Readonly<Record<string, unknown>> {
  readonly env?: readonly string[];
}

const serveGiven = async (
  documents: readonly string[],
  { env, ...flags }: GivenFlags,
  child: readonly string[] | undefined,
): Promise<undefined> => {
  if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
  const given = documents.length === 0 ? flags : { ...flags, document: documents };
  if (child !== undefined) return serveBeside(given, env, child);
  if (env !== undefined) throw commandInvalid('--env is for a command', 'Name it after --: vivarium -- npm run dev.');
  const onStop = stopServing();
  const [{ serve }, { limitMemory, surviveLostOutput }] = await Promise.all([
    import('../commands/serve/serve.ts'),
    import('../commands/serve/own-process.ts'),
  ]);
  surviveLostOutput();
  const simulation = await serve(given, onStop);
  if (simulation !== undefined) limitMemory(simulation);
};

/** Serves while a command runs. */
const serveBeside = async (
  flags: Readonly<Record<string, unknown>>,
  env: readonly string[] = [],
  child: readonly string[],
): Promise<undefined> => {
  const [{ createBeside }, { readTemplate, variablesOf }, { serve }] = await Promise.all([
    import('../../parts/command/run-beside.ts'),
    import('../../parts/command/variables.ts'),
    import('../commands/serve/serve.ts'),
  ]);
  const templates = env.map(readTemplate);
  const { onStop, start } = createBeside(child);
  await serve({ port: '0', log: 'silent', ...flags }, onStop, (simulation, url) =>
    start(variablesOf(simulation, { url, world: defaultWorldName, templates })),
  );
};
