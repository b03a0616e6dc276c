/** The options of `serve`, as help shows them. Editors show the texts as sentences, in configuration files. */
import { splitList } from '../core/primitives/units.ts';

/** A list may have its items in several flags. */
export const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Collects the values of a list that is separated by commas. */
export const collectList = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...splitList(value),
];

export type OptionRow = readonly [flags: string, text: string, collect?: typeof collect];

export const optionRows = {
  config: ['--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'],
  port: ['-p, --port <port>', 'port to listen on; 0: any free port (default: 4010)'],
  host: ['--host <host>', 'address to listen on (default: 127.0.0.1)'],
  overlay: ['--overlay <file>', 'OpenAPI Overlay to apply to the document: a file or a URL (repeatable)', collect],
  base: ['--base <path>', "base path, in place of the document's (such as /v1)"],
  scenario: ['-s, --scenario <name>', 'scenario that worlds start from (default: default)'],
  scenarios: ['--scenarios <directory>', 'directory of scenario files (default: scenarios)'],
  seed: ['--seed <n>', 'seed of generated data and chance (default: that of the scenario, else 1)'],
  locale: ['--locale <name>', 'locale of names and places in generated data, such as pt_BR (default: English)'],
  handlers: ['--handlers <file>', 'TypeScript or JavaScript file of functions that decide responses'],
  fault: ['--fault <name[@operation]>', 'switch a fault on: NAME or NAME@operation (repeatable)', collect],
  upstream: ['--upstream <url>', 'the real service, to which requests are forwarded'],
  forward: [
    '--forward <what>',
    'what is forwarded: all, unknown (what the simulation cannot serve), none, or operations (default: all)',
    collectList,
  ],
  record: ['--record', 'turn what the upstream responds into data of the world'],
  compare: ['--compare', 'record, simulate forwarded requests too, and record the differences'],
  upstreamHeader: [
    "--upstream-header <'name: value'>",
    'header for the upstream, in place of that of the client; $NAME is a variable (repeatable)',
    collect,
  ],
  upstreamTimeout: [
    '--upstream-timeout <duration>',
    'time in which the upstream must respond, and send each part of its response (default: 30s)',
  ],
  allowOrigin: [
    '--allow-origin <origin>',
    'origin whose pages may use the upstream and show the toolbar (repeatable)',
    collect,
  ],
  allowWebhooks: [
    '--allow-webhooks <host>',
    'host beyond this machine that webhooks are sent to (repeatable)',
    collect,
  ],
  stateless: ['--stateless', 'keep nothing: respond from examples and generated data, and every id exists'],
  prism: ['--prism', 'read what clients send to Prism: Prefer: dynamic=true, and ?__code, ?__example, ?__dynamic'],
  watch: ['--watch', 'reload changed files (the default without a store)'],
  log: ['--log <format>', 'format of the log: pretty, json or silent (default: pretty)'],
  maxWorlds: ['--max-worlds <n>', 'maximum number of open worlds (default: 1000)'],
  maxBody: ['--max-body <size>', 'maximum size of a request body: bytes, or a size (default: 1MiB)'],
  journal: ['--journal <n>', 'exchanges kept per world (default: 1000)'],
  save: ['--save <directory>', 'keep the worlds in this directory, so that they survive a restart'],
  store: ['--store <url>', 'keep the worlds in a Redis or Valkey (redis://HOST:PORT), which several servers may share'],
  prefix: ['--prefix <text>', 'separates the teams that share a store (default: vivarium)'],
  keep: ['--keep <duration>', 'remove worlds that nobody used for this time (default: 24h; with a store 7d)'],
  workers: ['--workers <n>', 'number of processes that serve the port; more than one need a store (default: 1)'],
  showCredentials: ['--show-credentials', 'do not redact credentials'],
  why: ['--why', 'log the decisions that led to each response'],
  token: [
    '--token <token>',
    'token that the control API requires if the host is not loopback (default: generated and printed)',
  ],
  allowChanges: ['--allow-changes', 'let agents change worlds, by the Model Context Protocol at /_vivarium/mcp'],
  open: ['--open', 'open the browser'],
  tls: ['--tls', 'serve HTTPS, with a certificate for localhost that is created'],
  tlsCert: ['--tls-cert <file>', 'serve HTTPS with this certificate (PEM)'],
  tlsKey: ['--tls-key <file>', 'private key of the certificate (PEM)'],
  failOn: [
    '--fail-on <kinds>',
    'exit with 1 at the end on violations, unmatched, deprecated, unknown-parameters or drift (separated by commas)',
    collectList,
  ],
  minCoverage: ['--min-coverage <percent>', 'exit with 1 at the end if the clients covered less of the document'],
  report: [
    '--report <format=file>',
    'write a report at the end: junit=FILE, md=FILE, json=FILE or html=FILE (repeatable)',
    collectList,
  ],
} as const satisfies Readonly<Record<string, OptionRow>>;
