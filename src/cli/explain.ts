/** Shows the resources that are found in a document: operation by operation, how sure it is, and why. */

import { stringifyJson } from '../core/primitives/json.ts';
import { formatCount } from '../core/primitives/units.ts';
import type { CollectionSpec } from '../core/service/binding.ts';
import type { Operation } from '../core/service/operation.ts';
import type { Service } from '../core/service/service.ts';
import { optionsSchema, readOptions } from '../simulation/options.ts';
import { loadService, shippedGuide } from '../simulation/sources.ts';
import { formatProblemCount } from './banner.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { givenOptions } from './terminal/given-options.ts';
import { cut, paint, printable, wrap } from './terminal/paint.ts';

export interface ExplainFlags {
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** `document`: a file or a URL; undefined: what `serve` would load. Answers the exit code. */
export const explain = async (
  document: string | undefined,
  { json = false, ...flags }: ExplainFlags,
): Promise<number> => {
  const { given, nameOf } = givenOptions({ ...flags, ...(document !== undefined && { document }) });
  const options = readOptions(optionsSchema, given, nameOf);
  const { service, problems } = await loadService({ document: options.document, overlay: options.overlay });
  if (json) process.stdout.write(`${stringifyJson(viewService(service), 2)}\n`);
  else {
    const named = [options.document ?? [], options.overlay.flatMap((file) => ['--overlay', file])].flat().map(quote);
    const count = service.problems.length + problems.length;
    process.stdout.write(formatService(service, named.join(' '), count, process.stdout.columns));
  }
  return exitCodes.fine;
};

/** As a shell takes it for one word. */
const quote = (word: string): string => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const viewService = ({ title, version, operations, collections }: Service) => ({
  title,
  version,
  collections: [...collections.values()].map(({ name, kind, idProperty, parents, parentCollection }) => ({
    name,
    kind,
    id: idProperty ?? null,
    parents: parents.map((parent) => parent.name),
    inside: parentCollection ?? null,
  })),
  operations: operations.map(({ name, method, path, binding, confidence, reason }) => ({
    operation: name,
    method,
    path,
    collection: binding?.collection.name ?? null,
    action: binding?.action ?? null,
    confidence: confidence ?? null,
    reason,
  })),
});

/** `named`: what serves the same; `columns`: of the terminal, undefined where it goes anywhere else: nothing is cut then. */
export const formatService = (
  { title, version, operations, collections }: Service,
  named: string,
  problems: number,
  columns = Number.POSITIVE_INFINITY,
): string => {
  const left = operations.filter(({ binding }) => binding === undefined);
  const remembering = operations.length - left.length;
  const share = `${remembering} of ${formatCount(operations.length, 'operation')} remember${remembering === 1 ? 's' : ''} what they are told, in ${formatCount(collections.size, 'collection')}`;
  const blocks = [...collections.values()].map((spec) => {
    const own = operations.filter(({ binding }) => binding?.collection === spec);
    return `${paint('bold', printable(spec.name))}  ${paint('dim', printable(describe(spec)))}\n${boundTable(own, columns)}`;
  });
  if (left.length > 0) blocks.push(`${paint('bold', 'without state')}\n${leftTable(left, columns)}`);
  const close = [
    ...(problems > 0 ? [paint('yellow', formatProblemCount(problems, named))] : []),
    `Serve it:    ${paint('bold', `vivarium ${named}`.trim())}`,
    `Correct it:  with x-vivarium, in the document or in an Overlay, as ${shippedGuide('docs/resources.md')} tells`,
  ];
  return `${paint('bold', printable(`${title} ${version}`.trim()))}: ${share}.\n\n${[...blocks, ''].join('\n')}${close.join('\n')}\n`;
};

const describe = ({ kind, idProperty, parents, parentCollection }: CollectionSpec): string => {
  const known = kind === 'singleton' ? 'one thing' : idProperty === undefined ? 'counted' : `known by ${idProperty}`;
  if (parents.length === 0) return known;
  const names = parents.map(({ name }) => name).join(', ');
  return `${known}, ${parentCollection === undefined ? `for each ${names}` : `inside ${parentCollection} (${names})`}`;
};

const order = ['list', 'create', 'read', 'replace', 'update', 'delete', 'act'];

/**
 * The rows line up, and the reason comes last. Where there is no room for it, what is sure is cut, so that a row is a line;
 * what is not goes on below.
 */
const boundTable = (operations: readonly Operation[], columns: number): string => {
  const rows = operations
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ method, path, binding, confidence = 'high', reason }) => {
      const cells = [method, printable(path), binding?.action ?? '', confidence];
      return { cells, isSure: confidence !== 'medium', reason: printable(reason) };
    });
  const lines = lineUp(rows.map(({ cells }) => cells));
  return rows
    .map(({ isSure, reason }, at) => {
      const line = `  ${lines[at]}`;
      const shown = isSure ? line : line.replace(/medium\s*$/, (word) => paint('yellow', word));
      const room = columns - line.length - 2;
      if (reason.length <= room || (isSure && room >= leastRoom))
        return `${shown}  ${paint('dim', cut(reason, room))}\n`;
      return isSure ? `${shown.trimEnd()}\n` : `${shown.trimEnd()}\n${below(reason, columns)}`;
    })
    .join('');
};

/** Less than that says nothing. */
const leastRoom = 24;

const rankOf = ({ binding }: Operation): number => order.indexOf(binding?.action ?? '');

/** By their reasons, each told once. */
const leftTable = (operations: readonly Operation[], columns: number): string =>
  [...Map.groupBy(operations, ({ reason }) => reason)]
    .map(([reason, own]) => {
      const lines = lineUp(own.map(({ method, path }) => [method, printable(path)]));
      return `${below(printable(reason), columns, 2)}${lines.map((line) => `    ${line.trimEnd()}\n`).join('')}`;
    })
    .join('');

const below = (text: string, columns: number, indent = 6): string =>
  wrap(text, columns - indent)
    .map((line) => `${' '.repeat(indent)}${paint('dim', line)}\n`)
    .join('');

const lineUp = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] as string).length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] as number)).join('  '));
};
