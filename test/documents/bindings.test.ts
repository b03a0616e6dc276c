/**
 * Compares the bindings of the engine with labels: each bound operation must have the labelled effect and collection.
 * An operation that is not bound is never wrong, but lowers the share of bound operations.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { showsItems } from '../../src/core/service/binding.ts';
import type { Service } from '../../src/core/service/service.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { fileNames, fileNamesOf, pathOf, type Source, sources } from './sources.ts';
import { report } from './support/table.ts';

/** The minimum share of bound operations of a source, and the minimum number of labels; raised with every improvement. */
const least: Readonly<Record<Source, { readonly bound: number; readonly labelled: number }>> = {
  own: { bound: 0.7, labelled: 90 },
  npm: { bound: 0.17, labelled: 200 },
  shared: { bound: 0.75, labelled: 150 },
  ordinary: { bound: 0.7, labelled: 100 },
  given: { bound: 0, labelled: 0 },
};

interface Label {
  readonly operation: string;
  readonly resource: string;
  readonly action: string | readonly string[];
  readonly note?: string;
}

interface LabelledBinding {
  readonly label: Label;
  readonly action: string;
  readonly collection: string;
}

type Labels = Readonly<Record<string, readonly Label[]>>;

const readLabels = (source: Source): Labels =>
  parse(readFileSync(new URL(`./labels/${source}.yaml`, import.meta.url), 'utf8'));

const labelsBySource = new Map(sources.map((source) => [source, readLabels(source)]));
const labels: Labels = Object.assign({}, ...labelsBySource.values());

const services = new Map<string, Service>();
for (const name of fileNames) services.set(name, compileService((await loadDocument(pathOf(name))).document));

const labelsOf = (name: string): readonly Label[] => labels[name] ?? [];

const boundLabels = (name: string): readonly LabelledBinding[] =>
  labelsOf(name).flatMap((label) => {
    const { binding, path: pathOfOperation = '' } =
      services.get(name)?.operations.find((one) => one.name === label.operation) ?? {};
    // What shows something else than the item that it is about is no operation on its resource.
    if (binding === undefined || !showsItems(binding)) return [];
    // One for each id is an item by its id.
    const isSingleton = binding.collection.kind === 'singleton' && !/\}\/?$/.test(pathOfOperation);
    return [{ label, action: actionOf(binding.action, isSingleton), collection: binding.collection.name }];
  });

/** In the terms of the labels. */
const actionOf = (action: string, isSingleton: boolean): string =>
  action === 'act' ? 'action' : isSingleton ? `singleton-${action}` : action;

const accepts = ({ action }: Label, actual: string): boolean => [action].flat().includes(actual);

/** Pairs that are together in only one of engine and labels. */
const misplaced = (bound: readonly LabelledBinding[]): readonly string[] =>
  bound.flatMap((one, at) =>
    bound
      .slice(at + 1)
      .filter((other) => (one.collection === other.collection) !== (one.label.resource === other.label.resource))
      .map(
        (other) =>
          `${one.label.operation} (${one.label.resource}) in ${one.collection}, ` +
          `${other.label.operation} (${other.label.resource}) in ${other.collection}`,
      ),
  );

const wrongActions = (bound: readonly LabelledBinding[]): readonly string[] =>
  bound
    .filter(({ label, action }) => !accepts(label, action))
    .map(({ label, action }) => `${label.operation} is ${[label.action].flat().join(' or ')}, and bound as ${action}`);

const countOf = (name: string): { readonly all: number; readonly bound: number } => {
  const operations = services.get(name)?.operations ?? [];
  return { all: operations.length, bound: operations.filter(({ binding }) => binding !== undefined).length };
};

afterAll(() => {
  const rows = fileNames.map((name) => {
    const { all, bound } = countOf(name);
    const labelled = boundLabels(name);
    return [
      ...[name, all, bound, `${Math.round((bound / all) * 100)} %`, labelsOf(name).length, labelled.length],
      ...[wrongActions(labelled).length, misplaced(labelled).length],
    ];
  });
  const header = [
    'document',
    'operations',
    'bound',
    'share',
    'labelled',
    'of these bound',
    'wrong action',
    'misplaced',
  ];
  const details = fileNames.flatMap((name) =>
    [...wrongActions(boundLabels(name)), ...misplaced(boundLabels(name))].map((what) => `${name}: ${what}`),
  );
  report('documents-bindings', header, rows, details);
});

test.each(sources)('enough operations of the documents of %s are labelled', (source) => {
  const labelled = Object.keys(labelsBySource.get(source) ?? {});
  expect(labelled.filter((name) => !fileNamesOf(source).includes(name))).toEqual([]);
  expect(labelled.flatMap(labelsOf).length).toBeGreaterThanOrEqual(least[source].labelled);
});

test.each(Object.keys(labels))('each label of %s is about another existing operation', (name) => {
  const names = labelsOf(name).map(({ operation }) => operation);
  expect(new Set(names).size).toBe(names.length);
  const known = services.get(name)?.operations.map((operation) => operation.name);
  expect(names.filter((one) => !known?.includes(one))).toEqual([]);
});

test.each(Object.keys(labels))('bound operations of %s have the labelled effects', (name) => {
  expect(wrongActions(boundLabels(name))).toEqual([]);
});

test.each(Object.keys(labels))('collections of %s have the labelled operations', (name) => {
  expect(misplaced(boundLabels(name))).toEqual([]);
});

test.each(sources)('the share of bound operations of the documents of %s does not decrease', (source) => {
  const counts = fileNamesOf(source).map(countOf);
  const sum = (key: 'all' | 'bound') => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${source}: ${sum('bound')} of ${sum('all')} operations are bound`);
  expect(sum('bound') / sum('all')).toBeGreaterThanOrEqual(least[source].bound);
});

test.each(fileNames)('each operation of %s has a reason of one sentence', (name) => {
  const reasons = services.get(name)?.operations.map((operation) => operation.reason) ?? [];
  expect(reasons.filter((reason) => !isSentence(reason))).toEqual([]);
});

/** Whether it is one sentence, without what was never filled in. Paths and quoted names may have any sign. */
const isSentence = (reason: string): boolean => {
  const words = reason.replaceAll(/"[^"]*"/g, '"x"').replaceAll(/\/\S*(?=[\s,;:])/g, '/x');
  return /^(x-vivarium|[A-Z])[\s\S]*\.$/.test(words) && !/[.!?]\s|\s{2}|\b(undefined|null|NaN)\b|\[object/.test(words);
};
