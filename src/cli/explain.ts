/** Shows the resources that are found in a document: operation by operation, how sure it is, and why. */
import type { CollectionSpec } from '../core/binding.ts';
import { stringifyJson } from '../core/json.ts';
import type { Operation, Service } from '../core/service.ts';
import { optionsSchema, readOptions } from '../options.ts';
import { loadService } from '../sources.ts';
import { exitCodes } from './exit-codes.ts';
import { givenOptions } from './given-options.ts';
import { paint, printable } from './paint.ts';

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
  const { service } = await loadService({ document: options.document, overlay: options.overlay });
  process.stdout.write(json ? `${stringifyJson(viewService(service), 2)}\n` : formatService(service));
  return exitCodes.fine;
};

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

const formatService = ({ title, version, operations, collections }: Service): string => {
  const bound = operations.filter(({ binding }) => binding !== undefined);
  const share = `${bound.length} of ${operations.length} operations remember what they are told, in ${count(collections.size, 'collection')}`;
  const blocks = [...collections.values()].map((spec) => {
    const own = operations.filter(({ binding }) => binding?.collection === spec);
    return `${paint('bold', printable(spec.name))}  ${paint('dim', describe(spec))}\n${table(own)}`;
  });
  const left = operations.filter(({ binding }) => binding === undefined);
  if (left.length > 0)
    blocks.push(
      `${paint('bold', 'without state')}  ${paint('dim', 'answered from examples, else generated data')}\n${table(left)}`,
    );
  const close =
    left.length === 0
      ? ''
      : `\nWhere this is wrong, say it with ${paint('bold', 'x-vivarium')} on the operation: docs/resources.md tells how.\n`;
  return `${paint('bold', printable(`${title} ${version}`.trim()))}: ${share}.\n\n${blocks.join('\n')}${close}`;
};

const describe = ({ kind, idProperty, parents, parentCollection }: CollectionSpec): string => {
  const known = kind === 'singleton' ? 'one thing' : idProperty === undefined ? 'counted' : `known by ${idProperty}`;
  if (parents.length === 0) return known;
  const names = parents.map(({ name }) => name).join(', ');
  return `${known}, ${parentCollection === undefined ? `for each ${names}` : `inside ${parentCollection} (${names})`}`;
};

/** The rows line up; the reason comes last, so that it may be long. */
const table = (operations: readonly Operation[]): string => {
  const rows = operations.map(({ method, path, binding, confidence, reason }) => [
    method,
    printable(path),
    binding?.action ?? '',
    confidence ?? '',
    printable(reason),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...rows.map((row) => (row[at] as string).length)));
  return rows
    .map((row) => {
      const cells = widths.map((width, at) => (width === 0 ? '' : `${(row[at] as string).padEnd(width)}  `)).join('');
      return `  ${cells}${paint('dim', row[4] as string)}\n`;
    })
    .join('');
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
