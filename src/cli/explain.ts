/** Shows the resources found in a document, operation by operation, with the confidence and the reason. */

import { ConfigError } from '../core/primitives/config-error.ts';
import { stringifyJson } from '../core/primitives/json.ts';
import { formatCount } from '../core/primitives/units.ts';
import type { CollectionSpec } from '../core/service/binding.ts';
import type { Operation } from '../core/service/operation.ts';
import { type DeclaredEffect, declaredEffects } from '../core/service/parameter-effects.ts';
import { partsOf } from '../core/service/route.ts';
import type { Service } from '../core/service/service.ts';
import { chooseServices } from '../simulation/service-source.ts';
import { countProblems, loadServices, shippedGuide } from '../simulation/sources.ts';
import { formatProblemCount } from './banner.ts';
import { sortFiles } from './sort-files.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { readGivenOptions } from './terminal/given-options.ts';
import { cut, escapeControls, paint, printable, wrap } from './terminal/paint.ts';

export interface ExplainFlags {
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** `files`: documents and Overlays, recognised by content; none: those that `serve` would load. Returns the exit code. */
export const explain = async (files: readonly string[], { json = false, ...flags }: ExplainFlags): Promise<number> => {
  const { overlay: overlays, unreadable } = await sortFiles(files);
  if (unreadable.length > 0) throw new ConfigError(unreadable);
  const documents = files.filter((file) => !overlays.includes(file));
  const given = { ...flags, ...(documents.length > 0 && { document: documents }) };
  const { options, serviceOptions } = await readGivenOptions(given);
  const overlay = [...options.overlay, ...overlays];
  const { list, origin, reason } = await chooseServices({ ...serviceOptions, overlay });
  const { loaded, service } = await loadServices(list);
  if (json) process.stdout.write(`${escapeControls(stringifyJson(viewService(service), 2))}\n`);
  else {
    const named = { overlay: [flags.overlay ?? [], overlays].flat(), config: flags.config };
    const words = [...documents, ...Object.entries(named).flatMap(([name, value]) => argumentsOf(name, value))];
    const serveArguments = words.map(quote).join(' ');
    process.stdout.write(formatService(service, serveArguments, countProblems({ loaded }), process.stdout.columns));
    const name = origin === 'shipped' ? '' : `${list.map(({ document }) => document).join(', ')}, `;
    if (reason !== undefined) process.stdout.write(`Document:    ${printable(`${name}${reason}`)}\n`);
  }
  return exitCodes.fine;
};

const argumentsOf = (flag: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [value].flat().flatMap((one) => [`--${flag}`, String(one)]);

/** Quoted if a shell would otherwise split or expand it. */
const quote = (word: string): string => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const viewService = (service: Service) => ({
  title: service.title,
  version: service.version,
  services: partsOf(service).map(({ name, title, version, basePaths: [basePath = ''] }) => ({
    name,
    title,
    version,
    basePath,
  })),
  collections: [...service.collections.values()].map(
    ({ name, service: owner, kind, idProperty, parents, parentCollection }) => ({
      name,
      service: owner,
      kind,
      id: idProperty ?? null,
      parents: parents.map((parent) => parent.name),
      inside: parentCollection ?? null,
    }),
  ),
  operations: service.operations.map((operation) => ({
    operation: operation.name,
    service: operation.service,
    method: operation.method,
    path: operation.path,
    collection: operation.binding?.collection.name ?? null,
    action: operation.binding?.action ?? null,
    confidence: operation.confidence ?? null,
    reason: operation.reason,
    parameters: declaredEffects(operation).map(({ name, effect, property = null, comparison = null }) => ({
      name,
      effect,
      property,
      comparison,
    })),
  })),
});

/**
 * `serveArguments`: the arguments with which `serve` reads the same document. `columns`: the width of the terminal;
 * undefined if the output is not a terminal, and then nothing is cut.
 */
export const formatService = (
  service: Service,
  serveArguments: string,
  problems: number,
  columns = Number.POSITIVE_INFINITY,
): string => {
  const close = [
    ...(problems > 0 ? [paint('yellow', formatProblemCount(problems, serveArguments))] : []),
    `Serve it:    ${paint('bold', `vivarium ${serveArguments}`.trim())}`,
    `Correct it:  add x-vivarium to the document or to an Overlay; see ${shippedGuide('docs/resources.md')}`,
  ];
  const parts = partsOf(service);
  const sections = parts.map((part) => formatPart(part, parts.length === 1 ? '' : `${part.name}: `, columns));
  return `${sections.join('')}${close.join('\n')}\n`;
};

/** `label`: before the title, where there are several services. */
const formatPart = ({ title, version, operations, collections }: Service, label: string, columns: number): string => {
  const stateless = operations.filter(({ binding }) => binding === undefined);
  const stateful = operations.length - stateless.length;
  const share = `${stateful} of ${formatCount(operations.length, 'operation')} ${stateful === 1 ? 'is' : 'are'} stateful, in ${formatCount(collections.size, 'collection')}`;
  const blocks = [...collections.values()].map((spec) => {
    const bound = operations.filter(({ binding }) => binding?.collection === spec);
    return `${paint('bold', printable(spec.name))}  ${paint('dim', printable(describe(spec)))}\n${boundTable(bound, columns)}`;
  });
  if (stateless.length > 0) blocks.push(`${paint('bold', 'stateless')}\n${statelessTable(stateless, columns)}`);
  return `${paint('bold', printable(`${label}${title} ${version}`.trim()))}: ${share}.\n\n${[...blocks, ''].join('\n')}`;
};

const describe = ({ kind, idProperty, parents, parentCollection }: CollectionSpec): string => {
  const id = kind === 'singleton' ? 'one item' : idProperty === undefined ? 'numbered' : `identified by ${idProperty}`;
  if (parents.length === 0) return id;
  const names = parents.map(({ name }) => name).join(', ');
  return `${id}, ${parentCollection === undefined ? `per ${names}` : `below ${parentCollection} (${names})`}`;
};

const order = ['list', 'create', 'read', 'replace', 'update', 'delete', 'act'];

/**
 * Aligned rows, the reason last. A long reason is cut, so that each row is one line. The reason of an uncertain guess is
 * never cut: it continues on the next lines.
 */
const boundTable = (operations: readonly Operation[], columns: number): string => {
  const rows = operations
    .toSorted((left, right) => rankOf(left) - rankOf(right))
    .map((operation) => {
      const { method, path, binding, confidence = 'high', reason } = operation;
      const cells = [nameOf(operation), method, printable(path), binding?.action ?? '', confidence];
      const effects = binding?.action === 'list' ? printable(listEffects(operation)) : '';
      return { cells, isSure: confidence !== 'medium', reason: printable(reason), effects };
    });
  const lines = lineUp(rows.map(({ cells }) => cells));
  return rows
    .map(({ isSure, reason, effects }, index) => {
      const parameters = effects === '' ? '' : below(effects, columns);
      const line = `  ${lines[index]}`;
      const shown = isSure ? line : line.replace(/medium\s*$/, (word) => paint('yellow', word));
      const room = columns - line.length - 2;
      if (reason.length <= room || (isSure && room >= minReasonWidth))
        return `${shown}  ${paint('dim', cut(reason, room))}\n${parameters}`;
      return `${shown.trimEnd()}\n${isSure ? '' : below(reason, columns)}${parameters}`;
    })
    .join('');
};

/** The query parameters of a list by their effects. */
const listEffects = (operation: Operation): string => {
  const effects = declaredEffects(operation);
  const groups: readonly (readonly [string, DeclaredEffect['effect']])[] = [
    ['filters', 'filter'],
    ['search', 'search'],
    ['sort', 'sort'],
    ['page', 'page'],
    ['no effect', 'none'],
  ];
  return groups
    .flatMap(([title, kind]) => {
      const names = effects.filter(({ effect }) => effect === kind).map(showEffect);
      return names.length === 0 ? [] : [`${title}: ${names.join(', ')}`];
    })
    .join('; ');
};

const showEffect = ({ name, property, comparison }: DeclaredEffect): string => {
  if (property === undefined || (name === property && comparison === 'equals')) return name;
  return `${name} (${property}${comparison === 'equals' ? '' : ` ${comparison}`})`;
};

/** In columns. A shorter reason would be unreadable, so it is omitted. */
const minReasonWidth = 24;

const rankOf = ({ binding }: Operation): number => order.indexOf(binding?.action ?? '');

/** Grouped by reason. */
const statelessTable = (operations: readonly Operation[], columns: number): string =>
  [...Map.groupBy(operations, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const lines = lineUp(group.map((operation) => [nameOf(operation), operation.method, printable(operation.path)]));
      return `${below(printable(reason), columns, 2)}${lines.map((line) => `    ${line.trimEnd()}\n`).join('')}`;
    })
    .join('');

const below = (text: string, columns: number, indent = 6): string =>
  wrap(text, columns - indent)
    .map((line) => `${' '.repeat(indent)}${paint('dim', line)}\n`)
    .join('');

/** Empty for an operation without `operationId`: its name is its method and path. */
const nameOf = ({ name, method, path }: Operation): string => (name === `${method} ${path}` ? '' : printable(name));

/** Omits the columns that are empty in every row. */
const lineUp = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .filter((_cell, column) => widths[column] !== 0)
      .join('  '),
  );
};
