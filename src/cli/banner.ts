/** What a person reads at a glance when the server has started. */
import { paint } from './log.ts';

export interface BannerInfo {
  readonly title: string;
  readonly version: string;
  /** The file, where the user named one. */
  readonly document: string | undefined;
  readonly operations: number;
  readonly problems: number;
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL. */
  readonly serviceUrl: string;
  readonly scenario: string;
  readonly description: string | undefined;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly token: string | undefined;
  /** A GET to try, below the base URL, and whether it wants a credential. */
  readonly tryPath: string;
  readonly tryHeader: string | undefined;
  readonly watching: boolean;
}

export const formatBanner = (info: BannerInfo): string => {
  const row = (label: string, value: string): string => `  ${paint('dim', label.padEnd(10))}${value}`;
  const faults = info.faults.length === 0 ? paint('dim', 'none on') : paint('magenta', info.faults.join(', '));
  const header = info.tryHeader === undefined ? '' : ` -H '${info.tryHeader}'`;
  const lines = [
    '',
    `  ${paint('bold', `${info.title} ${info.version}`)}, simulated: ${info.operations} operations${info.document === undefined ? '' : ` from ${info.document}`}`,
    '',
    row('API', paint(['bold', 'cyan'], info.serviceUrl)),
    row('Control', `${info.url}/_vivarium/${info.token === undefined ? '' : `?token=${info.token}`}`),
    row(
      'Scenario',
      `${info.scenario}${info.description === undefined ? '' : paint('dim', ` · ${firstLine(info.description)}`)}`,
    ),
    row('Seed', String(info.seed)),
    row('Faults', faults),
    row('Try', `curl${header} ${info.serviceUrl}${info.tryPath}`),
    '',
    `  ${paint('dim', info.watching ? 'Watching the files for changes. Stop with Ctrl+C.' : 'Stop with Ctrl+C.')}`,
  ];
  if (info.problems > 0) {
    lines.push(
      '',
      `  ${paint('yellow', `${info.problems} ${info.problems === 1 ? 'problem' : 'problems'} in the document: vivarium check lists ${info.problems === 1 ? 'it' : 'them'}.`)}`,
    );
  }
  return [...lines, ''].join('\n');
};

const firstLine = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};
