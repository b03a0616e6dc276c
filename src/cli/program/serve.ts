import type { Command } from 'commander';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { isWorker, stopOnOrders } from '../workers/worker.ts';
import { variables } from './help.ts';
import { collect, collectList, failOnHelp, handlersHelp, minCoverageHelp, option, reportHelp } from './options.ts';
import { addUpstream } from './upstream.ts';
import { checkDocuments } from './usage.ts';

export const addServe = (command: Command): Command =>
  addUpstream(command)
    .description('Serve a document. This is the default command.')
    .argument(
      '[documents...]',
      'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
    )
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('-p, --port <port>', 'port to listen on; 0: any free port (default: 4010)'))
    .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--base <path>', "base path, in place of the document's (such as /v1)"))
    .addOption(option('-s, --scenario <name>', 'scenario that worlds start from (default: default)'))
    .addOption(option('--scenarios <directory>', 'directory of scenario files (default: scenarios)'))
    .addOption(option('--seed <n>', 'seed of generated data and chance (default: 1)'))
    .addOption(option('--fault <name[@operation]>', 'switch a fault on (repeatable)').argParser(collect))
    .addOption(option('--upstream <url>', 'the real service, to which requests are forwarded'))
    .addOption(option('--record', 'turn what the upstream responds into data of the world'))
    .addOption(option('--compare', 'simulate forwarded requests too, and record the differences'))
    .addOption(option('--stateless', 'keep nothing: respond from examples and generated data'))
    .addOption(option('--watch', 'reload changed files (the default)'))
    .addOption(option('--no-watch', 'do not reload changed files'))
    .addOption(option('--log <format>', 'pretty, json or silent (default: pretty)'))
    .addOption(option('--max-worlds <n>', 'maximum number of open worlds (default: 1000)'))
    .addOption(option('--max-body <size>', 'maximum size of a request body (default: 1MiB)'))
    .addOption(option('--journal <n>', 'exchanges kept per world (default: 1000)'))
    .addOption(option('--save <directory>', 'keep the worlds in this directory, so that they survive a restart'))
    .addOption(option('--store <url>', 'keep the worlds in a Redis or Valkey, which several servers may share'))
    .addOption(option('--prefix <text>', 'separates the teams that share a store (default: vivarium)'))
    .addOption(
      option('--keep <duration>', 'remove worlds that nobody used for this time (default: 24h; with a store 7d)'),
    )
    .addOption(option('--workers <n>', 'number of processes that serve the port; needs --store (default: 1)'))
    .addOption(option('--show-credentials', 'do not redact credentials'))
    .addOption(option('--why', 'log the decisions that led to each response'))
    .addOption(
      option(
        '--token <token>',
        'token that the control API requires if the host is not loopback (default: generated and printed)',
      ),
    )
    .addOption(option('--allow-changes', 'let agents change worlds, by the Model Context Protocol at /_vivarium/mcp'))
    .addOption(option('--tls', 'serve HTTPS, with a certificate for localhost that is created'))
    .addOption(option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)'))
    .addOption(option('--tls-key <file>', 'private key of the certificate (PEM)'))
    .addOption(option('--open', 'open the browser'))
    .addOption(option('--fail-on <kinds>', `${failOnHelp}, when the server stops`).argParser(collectList))
    .addOption(option('--min-coverage <percent>', `${minCoverageHelp}, when the server stops`))
    .addOption(option('--report <format=file>', `${reportHelp}, when the server stops`).argParser(collectList))
    .addHelpText('after', `\n${variables}`)
    .action(async (documents: string[], flags: Record<string, unknown>) => {
      checkDocuments(documents);
      const onStop = isWorker() ? stopOnOrders() : stopOnSignals();
      const [{ serve }, { limitMemory, surviveClosedOutput }] = await Promise.all([
        import('../commands/serve/serve.ts'),
        import('../commands/serve/own-process.ts'),
      ]);
      surviveClosedOutput();
      const simulation = await serve(documents.length === 0 ? flags : { ...flags, document: documents }, onStop);
      if (simulation !== undefined) limitMemory(simulation);
    });
