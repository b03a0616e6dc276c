/** Shows the resources found in a document, operation by operation, with the confidence and the reason. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hintAtProblems } from '../../cli/terminal/banner.ts';
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../cli/terminal/given-options.ts';
import { escapeControls, paint, printable, printableLines } from '../../cli/terminal/paint.ts';
import { ConfigError, operationUnknown } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { cutText, formatCount, maxShownRows } from '../../core/primitives/units.ts';
import { actionOf, isStateful } from '../../core/service/binding.ts';
import type { CollectionSpec, DeclaredLifecycle, Related } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import { type DeclaredEffect, declaredEffects } from '../../core/service/parameter-effects.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';
import { emptyReason } from '../../core/state/empty-reason.ts';
import { packageFile } from '../../files/package-file.ts';
import { createTargets } from '../../scenario/data/reference-targets.ts';
import { attachHandlers } from '../../simulation/handlers/read-handlers.ts';
import { countListedProblems, loadServices } from '../../simulation/load-services.ts';
import { chooseServices, documentNames } from '../../simulation/service-source.ts';
import { readGivenHandlers } from '../../simulation/sources.ts';
import { toCommandLine } from '../../text/shell-words.ts';
import { readNamedConfiguration, sortFiles } from '../check/sort-files.ts';

export interface ExplainFlags {
  readonly json?: boolean;
  readonly whyNot?: string;
  readonly [flag: string]: unknown;
}

/** `files`: documents and Overlays, recognised by content; none: those that `serve` would load. Returns the exit code. */
export const explain = async (
  files: readonly string[],
  { json = false, whyNot, ...flags }: ExplainFlags,
): Promise<number> => {
  const { overlay: overlays, configuration, unreadable } = await sortFiles(files);
  if (unreadable.length > 0) throw new ConfigError(unreadable);
  const documents = files.filter((file) => !overlays.includes(file) && !configuration.includes(file));
  const config = readNamedConfiguration(configuration, flags.config);
  const given = { ...flags, config, ...(documents.length > 0 && { document: documents }) };
  const { options, names, serviceOptions } = await readGivenOptions(given);
  const overlay = [...options.overlay, ...overlays];
  const services = await chooseServices({ ...serviceOptions, overlay });
  const { list, origin, reason } = services;
  const { loaded, service: combined } = await loadServices(services);
  const handlers = await readGivenHandlers({ ...names, handlers: options.handlers });
  const service = handlers === undefined ? combined : attachHandlers(combined, handlers);
  await service.ready();
  if (whyNot !== undefined) {
    process.stdout.write(explainNear(service, whyNot, json));
    return exitCodes.fine;
  }
  if (json) process.stdout.write(`${escapeControls(stringifyJson(viewService(service, emptyReasons(service)), 2))}\n`);
  else {
    const named = { overlay: [flags.overlay ?? [], overlays].flat(), handlers: flags.handlers, config };
    const words = [...documents, ...Object.entries(named).flatMap(([name, value]) => argumentsOf(name, value))];
    const serveArguments = toCommandLine(words.map(showLocation));
    process.stdout.write(
      formatService(
        service,
        serveArguments,
        countListedProblems({ loaded }),
        process.stdout.columns,
        emptyReasons(service),
      ),
    );
    const name = origin === 'shipped' ? '' : `${documentNames(list)}, `;
    if (reason !== undefined) process.stdout.write(`Document:    ${printable(`${name}${reason}`)}\n`);
  }
  return exitCodes.fine;
};

const argumentsOf = (flag: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [value].flat().flatMap((one) => [`--${flag}`, String(one)]);

const viewService = (service: Service, empty: EmptyReasons) => {
  const relationsOf = createRelationsOf(service);
  return {
    title: service.title,
    version: service.version,
    services: servicesOf(service).map(({ name, title, version, basePaths: [basePath = ''] }) => ({
      name,
      title,
      version,
      basePath,
    })),
    collections: [...service.collections.values()].map((spec) => {
      const { name, service: owner, kind, idProperty, parents, parentCollection } = spec;
      return {
        name,
        service: owner,
        kind,
        id: idProperty ?? null,
        parents: parents.map((parent) => parent.name),
        inside: parentCollection ?? null,
        empty: empty.get(name) ?? null,
        relations: relationsOf(spec),
      };
    }),
    webhooks: (service.webhooks ?? []).map(({ name, fires, reason }) => ({
      ...{ webhook: name, reason },
      on: fires?.on ?? null,
      collection: fires?.collection ?? null,
      where: fires?.where ?? null,
    })),
    lifecycles: [...service.collections.values()].flatMap(({ name, lifecycles = [] }) =>
      lifecycles.map(({ property, steps, confidence, reason }) => ({
        ...{ collection: name, property, confidence, reason },
        values: steps.map(({ is }) => is),
      })),
    ),
    operations: service.operations.map((operation) => ({
      operation: operation.name,
      service: operation.service,
      method: operation.method,
      path: operation.path,
      collection: operation.binding?.collection.name ?? null,
      action: operation.binding === undefined ? null : actionOf(operation.binding),
      confidence: operation.confidence ?? null,
      reason: operation.reason,
      correction: viewCorrection(operation),
      handler: service.handlers?.has(operation) === true,
      parameters: declaredEffects(operation).map(({ name, effect, property = null, comparison = null }) => ({
        name,
        effect,
        property,
        comparison,
      })),
    })),
  };
};

const viewCorrection = ({ correction }: Operation) => {
  const found = correction?.();
  return found === undefined ? null : { ...found };
};

/** Why collections start empty, by their names. */
type EmptyReasons = ReadonlyMap<string, string>;

/** The generators must be loaded. */
const emptyReasons = ({ collections }: Service): EmptyReasons =>
  new Map(
    [...collections.values()].flatMap((spec) => {
      const reason = emptyReason(spec, (name) => collections.get(name));
      return reason === undefined ? [] : [[spec.name, reason]];
    }),
  );

/**
 * `serveArguments`: the arguments with which `serve` reads the same document. `columns`: the width of the terminal;
 * undefined if the output is not a terminal, and then nothing is cut.
 */
export const formatService = (
  service: Service,
  serveArguments: string,
  problems: number,
  columns = Number.POSITIVE_INFINITY,
  empty: EmptyReasons = new Map(),
): string => {
  const handled = service.operations.filter((operation) => service.handlers?.has(operation)).map(({ name }) => name);
  const close = [
    ...(handled.length > 0 ? [`Handlers:    ${printable(handled.join(', '))}`] : []),
    ...(service.webhooks ?? []).map(({ name, reason }) => `Webhook:     ${printable(`${name}. ${reason}`)}`),
    ...(problems > 0 ? [paint('yellow', hintAtProblems(serveArguments))] : []),
    `Serve it:    ${paint('bold', `vivarium ${serveArguments}`.trim())}`,
    `Correct it:  add x-vivarium to the document or to an Overlay; see ${shippedGuide('docs/resources.md')}`,
  ];
  const parts = servicesOf(service);
  const sections = parts.map((part) => formatPart(part, parts.length === 1 ? '' : `${part.name}: `, columns, empty));
  return `${sections.join('')}${close.join('\n')}\n`;
};

/** `label`: before the title, where there are several services. */
const formatPart = (part: Service, label: string, columns: number, empty: EmptyReasons): string => {
  const { title, version, operations, collections } = part;
  const relationsOf = createRelationsOf(part);
  const stateless = operations.filter(({ binding }) => binding === undefined);
  const stateful = operations.filter(({ binding }) => binding !== undefined && isStateful(binding)).length;
  const share = `${stateful} of ${formatCount(operations.length, 'operation')} ${stateful === 1 ? 'is' : 'are'} stateful, in ${formatCount(collections.size, 'collection')}`;
  const blocks = [...collections.values()].map((spec) => {
    const bound = operations.filter(({ binding }) => binding?.collection === spec);
    const reason = empty.get(spec.name);
    const note = reason === undefined ? '' : below(printable(`Starts empty: ${reason}.`), columns, 2);
    const steps = (spec.lifecycles ?? []).map((lifecycle) =>
      below(printable(describeLifecycle(lifecycle)), columns, 2),
    );
    const relations = describeRelations(relationsOf(spec));
    const related = relations === '' ? '' : below(printable(`Related: ${relations}.`), columns, 2);
    return `${paint('bold', printable(spec.name))}  ${paint('dim', printable(describe(spec)))}\n${note}${related}${steps.join('')}${boundTable(bound, columns)}`;
  });
  if (stateless.length > 0) blocks.push(`${paint('bold', 'stateless')}\n${statelessTable(stateless, columns)}`);
  const corrections = correctionsOf(stateless);
  if (corrections !== '') blocks.push(corrections);
  return `${paint('bold', printable(cutText(`${label}${title} ${version}`.trim())))}: ${share}.\n\n${[...blocks, ''].join('\n')}`;
};

const describe = ({ kind, idProperty, aliases, parents, parentCollection }: CollectionSpec): string => {
  const name = idProperty ?? aliases[0];
  const id = kind === 'singleton' ? 'one item' : name === undefined ? 'numbered' : `identified by ${name}`;
  if (parents.length === 0) return id;
  const names = parents.map(({ name }) => name).join(', ');
  return `${id}, ${parentCollection === undefined ? `per ${names}` : `below ${parentCollection} (${names})`}`;
};

/** `status goes on by itself: queued, running, done (medium). Its creation ...`. */
const describeLifecycle = ({ property, steps, confidence, reason }: DeclaredLifecycle) =>
  `${property} goes on by itself: ${steps.map(({ is }) => (typeof is === 'string' ? is : stringifyJson(is))).join(', ')} (${confidence}). ${reason}`;

const order = ['list', 'count', 'create', 'read', 'replace', 'update', 'delete', 'act'];

/** Aligned rows, the reason last. A long one is cut to the line; that of an uncertain guess continues on the next lines. */
const boundTable = (operations: readonly Operation[], columns: number): string => {
  const rows = operations
    .toSorted((left, right) => rankOf(left) - rankOf(right))
    .map((operation) => {
      const { method, path, binding, confidence = 'high', reason } = operation;
      const cells = [
        nameOf(operation),
        method,
        printable(path),
        binding === undefined ? '' : actionOf(binding),
        confidence,
      ];
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
        return `${shown}  ${paint('dim', cutText(reason, room))}\n${parameters}`;
      return `${shown.trimEnd()}\n${isSure ? '' : below(reason, columns)}${parameters}`;
    })
    .join('');
};

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

const showEffect = ({ name, property, comparison, usual }: DeclaredEffect): string => {
  if (usual !== undefined) return `${name} (usually ${String(usual)})`;
  if (property === undefined || (name === property && comparison === 'equals')) return name;
  return `${name} (${property}${comparison === 'equals' ? '' : ` ${comparison}`})`;
};

/** The path of one of Vivarium's own pages: absolute or relative, whichever is shorter. */
const shippedGuide = (path: string): string => {
  const absolute = fileURLToPath(packageFile(path));
  const fromHere = relative('', absolute);
  return fromHere.length < absolute.length ? fromHere : absolute;
};

/** The least columns of a reason: a shorter one would be unreadable, so it is omitted. */
const minReasonWidth = 24;

const rankOf = ({ binding }: Operation): number => order.indexOf(binding === undefined ? '' : actionOf(binding));

/** The operations without a collection, grouped by the reason. */
const statelessTable = (operations: readonly Operation[], columns: number) =>
  [...Map.groupBy(operations, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const lines = lineUp(group.map((operation) => [nameOf(operation), operation.method, printable(operation.path)]));
      const rows = group.map((operation, index) => {
        const effects = operation.statelessView?.().list === undefined ? '' : printable(listEffects(operation));
        return `    ${lines[index]?.trimEnd()}\n${effects === '' ? '' : below(effects, columns, 8)}`;
      });
      return `${below(printable(reason), columns, 2)}${rows.join('')}`;
    })
    .join('');

/** An Overlay with what would give the operations a collection. */
const correctionsOf = (operations: readonly Operation[]): string => {
  const found = operations.flatMap((operation) => {
    const correction = operation.correction?.();
    return correction === undefined ? [] : [{ operation, correction }];
  });
  if (found.length === 0) return '';
  const lines = found
    .slice(0, maxShownRows)
    .flatMap(({ operation: { method, path }, correction }) => [
      `  - target: ${JSON.stringify(`$.paths['${path.replace(/[\\']/g, '\\$&')}'].${method.toLowerCase()}`)}`,
      `    update: { x-vivarium: { collection: ${JSON.stringify(correction.collection)}, action: ${correction.action} } }`,
    ]);
  const more = found.length > maxShownRows ? ` (the first ${maxShownRows} of ${found.length}; --json has all)` : '';
  const head = ['overlay: 1.0.0', "info: { title: Corrections, version: '1' }", 'actions:'];
  return `${paint('bold', 'an Overlay to begin with')}${more}\n${[...head, ...lines].map((line) => `${printable(line)}\n`).join('')}`;
};

const below = (text: string, columns: number, indent = 6) =>
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

/** `name`: that of the operation, or its method and path. @throws ConfigError if there is no such operation. */
const explainNear = ({ operations }: Service, name: string, json: boolean): string => {
  const operation = operations.find((one) => one.name === name || `${one.method} ${one.path}` === name);
  if (operation === undefined) {
    const hint = suggest(
      name,
      'operations',
      operations.map((one) => one.name),
    );
    throw operationUnknown(`--why-not: unknown operation "${name}".`, hint);
  }
  const near = operation.nearRules?.() ?? [];
  if (json) {
    const rules = near.map((one) => ({ ...one, collection: one.collection ?? null }));
    return `${escapeControls(stringifyJson({ ...viewOf(operation), near: rules }, 2))}\n`;
  }
  const { collection, action, reason } = viewOf(operation);
  const title = `${operation.method} ${operation.path}`;
  const shown = operation.name === title ? title : `${operation.name} (${title})`;
  const rows = near.map(
    (one) =>
      `  ${one.rule} (as ${one.example})${one.collection === undefined ? '' : `, of ${one.collection}`}\n      ${one.missing}\n`,
  );
  const rest =
    rows.length === 0 ? 'No rule nearly fits.\n' : `Rules that nearly fit, the nearest first:\n${rows.join('')}`;
  return printableLines(
    `${shown}: ${collection === null ? 'no collection' : `${collection}, ${action}`}\n  ${reason}\n${rest}`,
  );
};

const viewOf = ({ name, binding, reason }: Operation) => ({
  operation: name,
  collection: binding?.collection.name ?? null,
  action: binding === undefined ? null : actionOf(binding),
  reason,
});

/** `id`: the id of an item, or a list of ids. `item`: the item itself, or a list of items. */
type Has = 'id' | 'item' | 'text' | 'count';

type ShownRelation = { readonly property: string; readonly has: Has; readonly collection: string };

/** Lists the relations of each collection: those by the schemas of items, then those by the names of ids. */
export const createRelationsOf = ({
  collections,
}: Pick<Service, 'collections'>): ((spec: CollectionSpec) => readonly ShownRelation[]) => {
  const targets = createTargets(collections);
  return (spec) => {
    const { items, texts, counts } = spec.relations();
    const shown = (found: readonly Related[], has: Has): readonly ShownRelation[] =>
      found.flatMap(({ property, collection }) => (collection === undefined ? [] : [{ property, has, collection }]));
    const lists = counts.filter(({ isList }) => isList);
    const known = [
      ...shown([...items, ...lists], 'item'),
      ...shown(texts, 'text'),
      ...shown(
        counts.filter(({ isList }) => !isList),
        'count',
      ),
    ];
    const taken = new Set(known.map(({ property }) => property));
    const byName = [...spec.properties].flatMap((property): readonly ShownRelation[] => {
      const is = { number: false, uuid: false, list: false };
      const target = taken.has(property) ? undefined : targets.of(spec, property, is);
      return target === undefined ? [] : [{ property, has: 'id', collection: target.name }];
    });
    return [...known, ...byName];
  };
};

/** `userId (id of users), tasks_count (count of tasks)`. Empty: there is none. */
export const describeRelations = (relations: readonly ShownRelation[]): string =>
  relations.map(({ property, has, collection }) => `${property} (${has} of ${collection})`).join(', ');

/** Lines of at most `length` characters, broken between words. A longer word stays whole. */
const wrap = (text: string, length: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
