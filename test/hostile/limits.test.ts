/** What is kept, read, compared or done at a time ends at a limit. */
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { applyChanges, type State, startParts } from '../../src/core/state/state.ts';
import { sideBySide } from '../../src/files/side-by-side.ts';
import { followReferences } from '../../src/openapi/document/source.ts';
import { readUri } from '../../src/openapi/load/read-text.ts';
import { createPattern } from '../../src/openapi/pattern/pattern.ts';
import { type FileReader, readFiles, type SourceFile } from '../../src/parts/bundle/index.ts';
import { observeWorld } from '../../src/parts/drill/run/run-drill.ts';
import { Texts } from '../../src/parts/import/draft/bodies.ts';
import { draftedWords } from '../../src/parts/import/draft/paths.ts';
import { baseOf } from '../../src/parts/import/import.ts';
import { Ledger, type Seen, SeenPlace } from '../../src/parts/import/recording.ts';
import { SaveFolder } from '../../src/parts/save/save-folder.ts';
import { Differences } from '../../src/parts/upstream/core/compare-responses.ts';
import { showItem, shownPart, wasRemoved } from '../../src/parts/upstream/core/shown-items.ts';
import type { World } from '../../src/world/world.ts';
import { loadAnimalStore } from '../core/helpers.ts';
import { exchangeOf } from '../world/evidence/support.ts';

const service = await loadAnimalStore();
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const differencesOf = (simulated: readonly number[], real: readonly unknown[]): number => {
  const differences = new Differences(false);
  const place = { pointer: '', sent: simulated as number[], facts: undefined };
  differences.compare({ simulated: simulated as number[], real: real as string[] }, place);
  return differences.found.length;
};

const wasRemembered = (later: number): boolean => {
  const removals = times(later + 1, (key) => showItem({ collection: 'pets', key: `${key}` }));
  const state = { parts: new Map() } as unknown as State;
  startParts(state, [shownPart]);
  applyChanges(state, removals);
  return wasRemoved(state, 'pets', '0');
};

/** Of a recording whose first requests are to other paths. */
const baseAfter = (others: number): string => {
  const paths = [...times(others, (index) => `/other${index}/x`), '/deep/pets', '/deep/pets/1'];
  return baseOf(service, paths.map((path) => ({ method: 'GET', path })) as Seen[], '');
};

const rowsOf = (kinds: number): number => {
  const ledger = new Ledger();
  for (let kind = 0; kind < kinds; kind++) new SeenPlace(ledger, {} as never, [], `key${kind}`).lose('unknown');
  return ledger.rows.length;
};

const formatOf = (length: number): string => {
  const texts = new Texts();
  texts.add('https://a.example/'.padEnd(length, 'x'), 'a');
  return texts.format ?? 'none';
};

/** A document that refers to files of this length. */
const readMany = async (count: number, length: number): Promise<number> => {
  const root = { uri: 'file:///root', name: 'root', isInner: true, text: '', locate: () => ({}) };
  const file: SourceFile = { ...root, value: times(count, (index) => ({ $ref: `./${index}.json` })) as never };
  const text = ' '.repeat(length);
  const reader: FileReader = { read: async (uri) => ({ ...root, uri, text, value: {} }), whyNot: () => undefined };
  return (await readFiles(file, reader)).texts.size;
};

/** Whether the last of some references to references is found. */
const isFollowed = (links: number): boolean => {
  const chain = times(
    links,
    (index) => [`a${index}`, index < links - 1 ? { $ref: `#/a${index + 1}` } : 'end'] as const,
  );
  return 'value' in followReferences(Object.fromEntries(chain), { $ref: '#/a0' }, '');
};

const isEvaluated = (conditions: number): boolean =>
  createPattern(`${times(conditions, (index) => `(?=.*${index})`).join('')}.*`)?.test('x') !== undefined;

const readLarge = async (bytes: number): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-large-'));
  const folder = new SaveFolder(directory);
  writeFileSync(folder.pathOf('alice'), '');
  truncateSync(folder.pathOf('alice'), bytes);
  return folder.read('alice').then(
    (read) => `${read.length}`,
    (error: Error) => error.message,
  );
};

/** The requests of a client that asks for ever. */
const observedOf = (count: number): number => {
  const tell: ((exchange: unknown) => void)[] = [];
  const records = { journalListeners: { add: (listener: (exchange: unknown) => void) => tell.push(listener) } };
  const world = { records, subscribe: () => () => {} } as unknown as World;
  const observer = observeWorld(world, { awaitsFault: false, delayMs: 0 });
  const exchange = exchangeOf(1);
  for (let index = 0; index < count; index++) for (const listener of tell) listener(exchange);
  return observer.requests.length;
};

const startedAtATime = (): number => {
  let started = 0;
  void sideBySide(times(100, String), () => {
    started++;
    return new Promise(() => {});
  });
  return started;
};

const tooMany =
  'root: the document refers to more than 5000 files, or to more than 128 MiB. Bundle it into one file first.';

type Row = readonly [atLimit: () => unknown, expected: unknown, beyond?: () => unknown, then?: unknown];

const rows: [name: string, ...Row][] = [
  [
    'differences of a response',
    () =>
      differencesOf(
        times(60, () => 1),
        times(60, () => 'x'),
      ),
    50,
  ],
  [
    'values that are compared',
    () =>
      differencesOf(
        times(19_999, () => 1),
        [...times(19_998, () => 1), 'x'],
      ),
    1,
    () =>
      differencesOf(
        times(20_000, () => 1),
        [...times(19_999, () => 1), 'x'],
      ),
    0,
  ],
  ['removed items of an upstream', () => wasRemembered(999), true, () => wasRemembered(1000), false],
  ['base paths of a recording', () => baseAfter(98), '/deep', () => baseAfter(99), ''],
  ['rows of an import', () => rowsOf(1000), 1000, () => rowsOf(1100), 1001],
  ['characters of a drafted name', () => draftedWords('x'.repeat(100)).join('').length, 60],
  ['characters of a recorded text with a format', () => formatOf(2000), 'uri', () => formatOf(2001), 'none'],
  ['files of a document', () => readMany(4999, 0), 5000, () => readMany(5000, 0), tooMany],
  ['characters of these files', () => readMany(20, 2 ** 22), 21, () => readMany(80, 2 ** 22), tooMany],
  ['references to references', () => isFollowed(50), true, () => isFollowed(51), false],
  ['conditions of a pattern', () => isEvaluated(24), true, () => isEvaluated(25), false],
  ['bytes of a saved world', () => readLarge(2 ** 28 + 1), 'this is larger than 256 MiB'],
  ['requests of a run of a drill', () => observedOf(10_001), 10_000],
  ['work that is done at a time', startedAtATime, 16],
];

test.each(rows)('%s', async (_name, ...[atLimit, expected, beyond = atLimit, then = expected]: Row) => {
  const outcomeOf = async (run: () => unknown) => {
    try {
      return await run();
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect([await outcomeOf(atLimit), await outcomeOf(beyond)]).toEqual([expected, then]);
});

test('a server that does not answer is given up', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => AbortSignal.abort(new Error(`${ms}`)));
  await expect(readUri('http://127.0.0.1:9/api.yaml', { mayReachInner: true })).rejects.toThrow('30000');
  timeout.mockRestore();
});
