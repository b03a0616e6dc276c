/** The banner that `serve` prints once it listens. */
import { cutText, formatCount } from '../../core/primitives/units.ts';
import type { ServiceEntry } from '../../world/control/list-services.ts';
import { paint, printable } from './paint.ts';

export interface BannerInfo {
  /** At least one. */
  readonly services: readonly ServiceEntry[];
  /** The names that the user gave, or of the file that was found; empty for the shipped document. */
  readonly documents: readonly string[];
  /** Why these documents are served; undefined if the user named them. */
  readonly reason: string | undefined;
  readonly operations: number;
  /** Operations that are bound to a collection. */
  readonly bound: number;
  readonly collections: readonly string[];
  /** The names of the operations whose responses handlers decide. */
  readonly handlers: readonly string[];
  readonly problems: number;
  /** The files of the Overlays, as given. */
  readonly overlays: readonly string[];
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly host: string;
  readonly scenario: string;
  readonly description: string | undefined;
  readonly seed: number;
  /** The faults that are on, each with its operations. */
  readonly faults: readonly string[];
  /** The real services, without credentials, and what is forwarded to them. */
  readonly upstreams: readonly string[];
  readonly token: string | undefined;
  /** SHA-256 of the certificate that was created; undefined without one. */
  readonly fingerprint: string | undefined;
  /** A request to try; undefined if none is certain to work. */
  readonly example: { readonly url: string; readonly header: string | undefined } | undefined;
  readonly watching: boolean;
  readonly hasKeys: boolean;
  /** The width of the terminal. Text that is meant to be copied is never cut. */
  readonly columns: number;
}

export const formatBanner = (info: BannerInfo): string => {
  const { url, host, token, example } = info;
  const lines = [
    '',
    `  ${headline(info)}`,
    '',
    ...(info.reason === undefined ? [] : [row('Document', documentOf(info, info.reason))]),
    ...addressesOf(info, isEveryAddress(host) ? paint('dim', everyAddress) : ''),
    row('Panel', `${url}/_vivarium/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`),
    ...(token === undefined ? [] : [row('Token', token)]),
    ...(info.fingerprint === undefined ? [] : [row('TLS', `SHA-256 ${info.fingerprint}`)]),
    ...info.upstreams.map((upstream, index) => row(index === 0 ? 'Upstream' : '', printable(upstream))),
    row('Stateful', statefulOf(info)),
    ...(info.handlers.length === 0 ? [] : [row('Handlers', handlersOf(info))]),
    row('Scenario', scenarioOf(info)),
    row('Faults', info.faults.length === 0 ? paint('dim', 'none on') : paint('magenta', info.faults.join(', '))),
  ];
  if (example !== undefined) {
    const header = example.header === undefined ? '' : `-H '${example.header}' `;
    const insecure = info.fingerprint === undefined ? '' : '-k ';
    lines.push(row('Try', `curl ${insecure}${header}${example.url}`));
  }
  const notes = [
    ...(info.watching ? ['Changed files are reloaded.'] : []),
    info.hasKeys ? 'Press h for the keys, q to quit.' : 'Stop with Ctrl+C.',
  ];
  lines.push('', `  ${paint('dim', notes.join(' '))}`);
  if (info.problems > 0) {
    // A document that is found or configured is also found by check.
    const named = info.reason === undefined ? [...info.documents, ...info.overlays] : [];
    const checkArguments = named.join(' ');
    lines.push('', `  ${paint('yellow', hintAtProblems(checkArguments))}`);
  }
  return [...lines, ''].join('\n');
};

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';
const everyAddress = ' (and every other address of this machine)';

const row = (label: string, value: string): string => `  ${paint('dim', label.padEnd(10))}${value}`;

/** One row for each service: its base URL, and its name and title if there are several. */
const addressesOf = ({ services, columns }: BannerInfo, note: string): readonly string[] =>
  services.map(({ name, title, version, url }, index) => {
    const named =
      services.length === 1 ? '' : `  ${printable(cutText(`${name}: ${title} ${version}`.trim(), columns))}`;
    return row(
      index === 0 ? 'API' : '',
      `${paint(['bold', 'cyan'], url)}${paint('dim', named)}${index === 0 ? note : ''}`,
    );
  });

const headline = ({ services, operations, documents, reason }: BannerInfo): string => {
  const [only = { title: '', version: '' }, ...others] = services;
  const title = others.length === 0 ? `${only.title} ${only.version}`.trim() : formatCount(services.length, 'service');
  const from = documents.length === 0 || reason !== undefined ? '' : ` from ${documents.join(', ')}`;
  return `${paint('bold', printable(cutText(title, 60)))}, simulated: ${formatCount(operations, 'operation')}${from}`;
};

const documentOf = ({ documents, columns }: BannerInfo, reason: string): string =>
  printable(cutText([...documents, reason].join(', '), Math.max(20, columns - 12)));

const statefulOf = ({ collections, bound, operations, columns }: BannerInfo): string => {
  if (bound === 0) return paint('dim', 'nothing: no operation stores data');
  const share = ` · ${bound} of ${formatCount(operations, 'operation')}`;
  return `${printable(cutText(collections.join(', '), Math.max(20, columns - 12 - share.length)))}${paint('dim', share)}`;
};

const handlersOf = ({ handlers, columns }: BannerInfo): string =>
  printable(cutText(handlers.join(', '), Math.max(20, columns - 12)));

const scenarioOf = ({ scenario, seed, description, columns }: BannerInfo): string => {
  const name = `${scenario}, seed ${seed}`;
  const [line = ''] = (description ?? '').trim().split('\n', 1);
  const room = columns - 12 - name.length - 3;
  return line === '' || room < 20 ? name : `${name}${paint('dim', ` · ${printable(cutText(line, room))}`)}`;
};

/** Without a number: `check` finds more. `checkArguments`: the arguments with which it reads the same document. */
export const hintAtProblems = (checkArguments: string): string =>
  `The document has problems: \`${`vivarium check ${checkArguments}`.trim()}\` lists them.`;
