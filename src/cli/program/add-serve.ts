import type { Command } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import { isWorker, stopOnOrders } from '../../parts/store/workers/worker.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import {
  addUpstream,
  addWorld,
  collect,
  collectList,
  failOnHelp,
  minCoverageHelp,
  reportHelp,
} from './common-options.ts';
import { variables } from './help.ts';
import { checkDocuments } from './usage.ts';

/** What a newcomer needs comes first; the options of each part are under a heading of their own. */
export const addServe = (command: Command, child: readonly string[] | undefined): Command =>
  addUpstream(
    addWorld(
      command
        .description(
          'Serve a document, also while a command runs: vivarium -- npm run dev. This is the default command.',
        )
        .argument(
          '[documents...]',
          'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
        )
        .option('-p, --port <port>', 'port to listen on; 0: any free port (default: 4010)')
        .option('--host <host>', 'address to listen on (default: 127.0.0.1)'),
    )
      .option('--fault <name[@operation]>', 'switch a fault on (repeatable)', collect)
      .option('--stateless', 'keep nothing: respond from examples and generated data')
      .option('--prism', 'read what clients send to Prism: Prefer: dynamic=true, and ?__code, ?__example, ?__dynamic')
      .option('--env <NAME=TEMPLATE>', 'variable for the command after --: {url}, {base} (repeatable)', collect)
      .option('--open', 'open the browser')
      .option('--watch', 'reload changed files (the default)')
      .option('--no-watch', 'do not reload changed files')
      .option('--log <format>', 'pretty, json or silent (default: pretty)')
      .option('--why', 'log the decisions that led to each response')
      .optionsGroup('Options for the real service:')
      .option('--upstream <url>', 'the real service, to which requests are forwarded')
      .option('--record', 'turn what the upstream responds into data of the world')
      .option('--compare', 'simulate forwarded requests too, and record the differences'),
  )
    .optionsGroup('Options for judging the clients:')
    .option('--fail-on <kinds>', `${failOnHelp}, when the server stops`, collectList)
    .option('--min-coverage <percent>', `${minCoverageHelp}, when the server stops`)
    .option('--report <format=file>', `${reportHelp}, when the server stops`, collectList)
    .optionsGroup('Options for worlds that outlive the process, or are shared:')
    .option('--save <directory>', 'keep the worlds in this directory, so that they survive a restart')
    .option('--store <url>', 'keep the worlds in a Redis or Valkey, which several servers may share')
    .option('--prefix <text>', 'separates the teams that share a store (default: vivarium)')
    .option('--keep <duration>', 'remove worlds that nobody used for this time (default: 24h; with a store 7d)')
    .option('--workers <n>', 'number of processes that serve the port; needs --store (default: 1)')
    .optionsGroup('Options for access, and limits:')
    .option('--tls', 'serve HTTPS, with a certificate for localhost that is created')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of the certificate (PEM)')
    .option(
      '--token <token>',
      'token that the control API requires if the host is not loopback (default: generated and printed)',
    )
    .option('--show-credentials', 'do not redact credentials')
    .option('--allow-changes', 'let agents change worlds, by the Model Context Protocol at /_vivarium/mcp')
    .option('--allow-webhooks <host>', 'host beyond this machine that webhooks are sent to (repeatable)', collect)
    .option('--max-worlds <n>', 'maximum number of open worlds (default: 1000)')
    .option('--max-body <size>', 'maximum size of a request body (default: 1MiB)')
    .option('--journal <n>', 'exchanges kept per world (default: 1000)')
    .addHelpText('after', `\n${variables}`)
    .action(async (documents: string[], given: Record<string, unknown>) => {
      checkDocuments(documents);
      if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
      const { env, ...flags } = given as { readonly env?: readonly string[] };
      if (child !== undefined) return serveBeside(documents, { flags, env, child });
      if (env !== undefined)
        throw commandInvalid('--env is for a command', 'Name it after --: vivarium -- npm run dev.');
      const onStop = isWorker() ? stopOnOrders() : stopOnSignals();
      const [{ serve }, { limitMemory, surviveLostOutput }] = await Promise.all([
        import('../commands/serve/serve.ts'),
        import('../commands/serve/own-process.ts'),
      ]);
      surviveLostOutput();
      const simulation = await serve(documents.length === 0 ? flags : { ...flags, document: documents }, onStop);
      if (simulation !== undefined) limitMemory(simulation);
    });

interface GivenBeside {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: readonly string[] | undefined;
  readonly child: readonly string[];
}

/** Serves while a command runs. */
const serveBeside = async (documents: readonly string[], { flags, env = [], child }: GivenBeside): Promise<void> => {
  const [{ createBeside }, { readTemplate, variablesOf }, { serve }] = await Promise.all([
    import('../../parts/command/run-beside.ts'),
    import('../../parts/command/variables.ts'),
    import('../commands/serve/serve.ts'),
  ]);
  const templates = env.map(readTemplate);
  const { onStop, start } = createBeside(child);
  const document = documents.length === 0 ? {} : { document: documents };
  await serve({ port: '0', log: 'silent', ...flags, ...document }, onStop, (simulation, url) =>
    start(variablesOf(simulation, { url, world: defaultWorldName, templates })),
  );
};
