import { commandInvalid } from '../../core/primitives/config-error.ts';
import { collect, optionRows as rows } from '../../simulation/option-rows.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { stopServing } from '../commands/serve/serving-process.ts';
import { type CommandDefinition, upstreamOptions, worldOptions } from '../terminal/command-definition.ts';

/** How options are set in another way. */
export const variables = `Every option can be set with a variable, such as VIVARIUM_PORT=0,
VIVARIUM_FAULT=slow,flaky or VIVARIUM_WATCH=false, or in vivarium.yaml under its
long name. An option overrides its variable, and a variable overrides the file.`;

/** What a newcomer needs comes first; the options of each part are under a heading of their own. */
export const serveDefinition: CommandDefinition = {
  details: 'Also while a command runs: vivarium -- npm run dev.',
  arguments: [
    [
      '[documents...]',
      'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
    ],
  ],
  options: [
    ...[rows.port, rows.host, ...worldOptions, rows.fault, rows.stateless, rows.prism],
    ['--env <NAME=TEMPLATE>', 'variable for the command after --: {url}, {base} (repeatable)', collect],
    ...[rows.open, rows.watch],
    ['--no-watch', 'do not reload changed files'],
    ...[rows.log, rows.why],
  ],
  groups: {
    'Options for the real service:': [rows.upstream, rows.record, rows.compare, ...upstreamOptions],
    'Options for judging the clients, when the server stops:': [rows.failOn, rows.minCoverage, rows.report],
    'Options for worlds that outlive the process, or are shared:': [
      ...[rows.save, rows.store, rows.prefix, rows.keep, rows.workers],
    ],
    'Options for access, and limits:': [
      ...[rows.tls, rows.tlsCert, rows.tlsKey, rows.token, rows.showCredentials, rows.allowChanges],
      ...[rows.allowWebhooks, rows.maxWorlds, rows.maxBody, rows.journal],
    ],
  },
  notes: variables,
  load: async () => serveGiven,
};

const serveGiven = async (
  documents: readonly string[],
  { env, ...flags }: Readonly<Record<string, unknown>> & { readonly env?: readonly string[] },
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
