/** The banner that `serve` prints once it listens. */
import type { Fault } from '../../core/faults/fault.ts';
import { cutText, formatCount } from '../../core/primitives/units.ts';
import { isStateful, showsItems } from '../../core/service/binding.ts';
import type { Operation } from '../../core/service/operation.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';
import type { Upstream } from '../../core/service/upstream.ts';
import { isWatchable } from '../../parts/reload/reload.ts';
import { countListedProblems } from '../../simulation/load-services.ts';
import type { Options } from '../../simulation/options.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { listServices } from '../../world/control/list-services.ts';
import { paint, printable } from './paint.ts';

export interface Address {
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly token: string | undefined;
  /** SHA-256 of the certificate that was created; undefined without one. */
  readonly fingerprint: string | undefined;
}

interface Terminal {
  /** The width. Text that is meant to be copied is never cut. */
  readonly columns: number;
  readonly hasKeys: boolean;
}

export const formatBanner = (
  simulation: Simulation,
  options: Options,
  { url, token, fingerprint }: Address,
  { columns, hasKeys }: Terminal,
): string => {
  const { sources, services, store } = simulation;
  const { service } = sources;
  const isShipped = services.origin === 'shipped';
  // The names that the user gave, or of the file that was found.
  const documents = isShipped ? [] : services.list.map(({ document }) => showLocation(String(document)));
  const { reason } = services;
  const handlers = service.operations.filter((operation) => service.handlers?.has(operation)).map(({ name }) => name);
  const faults = sources.start.scenario.faults
    .filter(({ enabled }) => enabled)
    .map(({ fault }) => describeFault(fault));
  const upstreams = servicesOf(service).flatMap(({ upstream }) => upstream ?? []);
  const room = Math.max(20, columns - 12);
  const lines = [
    '',
    `  ${headline(service, reason === undefined ? documents : [])}`,
    '',
    ...(reason === undefined ? [] : [row('Document', printable(cutText([...documents, reason].join(', '), room)))]),
    ...addressesOf(service, url, columns, everywhere.includes(options.host) ? paint('dim', everyAddress) : ''),
    row('Panel', `${url}/_vivarium/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`),
    ...(token === undefined ? [] : [row('Token', token)]),
    ...(fingerprint === undefined ? [] : [row('TLS', `SHA-256 ${fingerprint}`)]),
    ...upstreams.map((upstream, index) => row(index === 0 ? 'Upstream' : '', printable(describeUpstream(upstream)))),
    row('Stateful', statefulOf(service, columns)),
    ...(handlers.length === 0 ? [] : [row('Handlers', printable(cutText(handlers.join(', '), room)))]),
    row('Scenario', scenarioOf(simulation, options.scenario, columns)),
    row('Faults', faults.length === 0 ? paint('dim', 'none on') : paint('magenta', printable(faults.join(', ')))),
    ...exampleOf(service, url, fingerprint),
  ];
  const isWatching = options.watch !== false && store === undefined && isWatchable(sources);
  const notes = [
    ...(isWatching ? ['Changed files are reloaded.'] : []),
    hasKeys ? 'Press h for the keys, q to quit.' : 'Stop with Ctrl+C.',
  ];
  lines.push('', `  ${paint('dim', notes.join(' '))}`);
  if (countListedProblems(sources) > 0) {
    // A document that is found or configured is also found by check.
    const named = reason === undefined ? [...documents, ...options.overlay.map(showLocation)] : [];
    lines.push('', `  ${paint('yellow', hintAtProblems(named.join(' ')))}`);
  }
  return [...lines, ''].join('\n');
};

const everywhere: readonly string[] = ['0.0.0.0', '::'];
const everyAddress = ' (and every other address of this machine)';

const row = (label: string, value: string) => `  ${paint('dim', label.padEnd(10))}${value}`;

/** One row for each service: its base URL, and its name and title if there are several. */
const addressesOf = (service: Service, origin: string, columns: number, note: string): readonly string[] =>
  listServices(service, origin).map(({ name, title, version, url }, index, { length }) => {
    const named = length === 1 ? '' : `  ${printable(cutText(`${name}: ${title} ${version}`.trim(), columns))}`;
    return row(
      index === 0 ? 'API' : '',
      `${paint(['bold', 'cyan'], url)}${paint('dim', named)}${index === 0 ? note : ''}`,
    );
  });

/** `documents`: those that the user named. */
const headline = (service: Service, documents: readonly string[]): string => {
  const [only, ...others] = servicesOf(service);
  const title =
    only !== undefined && others.length === 0
      ? `${only.title} ${only.version}`.trim()
      : formatCount(others.length + 1, 'service');
  const from = documents.length === 0 ? '' : ` from ${documents.join(', ')}`;
  const operations = formatCount(service.operations.length, 'operation');
  return `${paint('bold', printable(cutText(title, 60)))}, simulated: ${operations}${from}`;
};

const statefulOf = ({ operations, collections }: Service, columns: number): string => {
  const bound = operations.filter(({ binding }) => binding !== undefined && isStateful(binding)).length;
  if (bound === 0) return paint('dim', 'nothing: no operation stores data');
  const share = ` · ${bound} of ${formatCount(operations.length, 'operation')}`;
  const room = Math.max(20, columns - 12 - share.length);
  return `${printable(cutText([...collections.keys()].join(', '), room))}${paint('dim', share)}`;
};

const scenarioOf = (
  { worlds: { service }, sources: { start, ignoredScenarios } }: Simulation,
  scenario: string,
  columns: number,
): string => {
  const { data, generate } = start.scenario;
  const hasItems = data.size > 0 || [...generate.values()].some((count) => count > 0);
  // A file that only has faults is easily taken for one that adds them to the generated data.
  const items = hasItems || service.collections.size === 0 ? '' : ', no items';
  const name = `${scenario}, seed ${start.seed}${items}`;
  const description =
    ignoredScenarios === undefined ? start.scenario.description : `${ignoredScenarios}/ is ignored (shipped example)`;
  const [line = ''] = (description ?? '').trim().split('\n', 1);
  const room = columns - 12 - name.length - 3;
  return line === '' || room < 20 ? name : `${name}${paint('dim', ` · ${printable(cutText(line, room))}`)}`;
};

const describeUpstream = ({ url, choice: { forward } }: Upstream) =>
  `${url} · ${[forward].flat().join(', ')} forwarded`;

const describeFault = ({ name, on }: Fault): string =>
  on?.operation === undefined ? name : `${name} on ${[on.operation].flat().join(', ')}`;

/** A GET that needs no input except a credential; none if no operation is certain to work. */
const exampleOf = (service: Service, origin: string, fingerprint: string | undefined): readonly string[] => {
  const { operations } = service;
  const isEasy = ({ method, path, parameters, success }: Operation) =>
    method === 'GET' &&
    !path.includes('{') &&
    success !== undefined &&
    !parameters.some((parameter) => parameter.required);
  // A list shows the most data.
  const lists = operations.filter(({ binding }) => binding?.action === 'list' && showsItems(binding));
  const easy = lists.find(isEasy) ?? operations.find(isEasy);
  if (easy === undefined) return [];
  const base = servicesOf(service).find(({ name }) => name === easy.service)?.basePaths[0] ?? '';
  return [
    row('Try', `curl ${fingerprint === undefined ? '' : '-k '}${exampleHeader(easy)}${origin}${base}${easy.path}`),
  ];
};

const exampleHeader = ({ security }: Operation): string => {
  for (const scheme of security[0] ?? []) {
    if (scheme.type === 'bearer') return "-H 'Authorization: Bearer demo' ";
    if (scheme.type === 'basic') return "-H 'Authorization: Basic ZGVtbzpkZW1v' ";
    if (scheme.in === 'header') return `-H '${scheme.name}: demo' `;
  }
  return '';
};

/** A hint without a number: `check` finds more. `checkArguments`: the arguments with which it reads the same document. */
export const hintAtProblems = (checkArguments: string): string =>
  `The document has problems: \`${`vivarium check ${checkArguments}`.trim()}\` lists them.`;
