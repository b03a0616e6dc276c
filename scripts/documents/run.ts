/**
 * `npm run documents`: serves each document of the tests in a process of its own, drives all of its operations, and prints a table.
 * `npm run documents -- shared/redocly-museum.yaml` takes the documents whose names contain the text. `npm run documents -- --dump`
 * prints every binding and every collection instead, one a line.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allFileNames, pathOf } from '../../test/documents/sources.ts';
import { judgeCertainty } from '../../test/documents/support/certainty.ts';
import { liveAll, problemsOf } from '../../test/documents/support/life.ts';
import { withDocument } from '../../test/documents/support/live-documents.ts';
import { sweep } from '../../test/documents/support/sweep.ts';
import { report } from '../../test/documents/support/table.ts';
import { dumpDocument } from './dump.ts';

interface Measured {
  readonly collections: number;
  /** Collections in which every step of an item's life succeeds: created, read, listed, changed, deleted. */
  readonly roundTrips: number;
  readonly operations: number;
  /** Operations that work on a collection or a singleton. */
  readonly stateful: number;
  /** Operations that answer every valid request for what exists with a documented success and a valid body. */
  readonly correct: number;
  /** Operations whose effect `explain` reports with a high confidence, and those of them that behave as stated. */
  readonly sure: number;
  readonly right: number;
  /** From loading the document to the first request. */
  readonly startSeconds: number;
  /** Resident memory at that time. */
  readonly startMegabytes: number;
  readonly findings: readonly string[];
}

const measure = async (name: string): Promise<Measured> => {
  const start = performance.now();
  return withDocument(name, async (live) => {
    await fetch(live.origin);
    const startSeconds = (performance.now() - start) / 1000;
    const startMegabytes = process.memoryUsage.rss() / 2 ** 20;
    const lives = await liveAll(live);
    const swept = await sweep(live);
    const { sure, right, findings } = await judgeCertainty(live, lives, swept);
    const failed = lives.filter((life) => problemsOf(life).length > 0);
    const { operations } = live.document;
    return {
      ...{ collections: lives.length, roundTrips: lives.length - failed.length, operations: operations.length },
      stateful: operations.filter((operation) => live.bindingOf(operation) !== undefined).length,
      correct:
        operations.length -
        new Set(swept.flatMap(({ operation, kind }) => (kind === 'unknown' ? [] : [operation]))).size,
      ...{ sure, right, startSeconds, startMegabytes },
      findings: [
        ...failed.flatMap(problemsOf),
        ...swept.map(({ request, kind, what }) => `${name}: ${request}: ${kind}: ${what}`),
        ...findings,
      ],
    };
  });
};

const [flag, only] = process.argv.slice(2);

const measureApart = async (name: string): Promise<Measured> => {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), '--one', name], {
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout) as Measured;
};

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`);

type Total = 'collections' | 'roundTrips' | 'operations' | 'stateful' | 'correct' | 'sure' | 'right';

const totalRow = (label: string, all: readonly Measured[]): readonly string[] => {
  const sum = (key: Total): number => all.reduce((total, found) => total + found[key], 0);
  return [
    label,
    `${sum('collections')}`,
    percent(sum('roundTrips'), sum('collections')),
    `${sum('operations')}`,
    percent(sum('stateful'), sum('operations')),
    percent(sum('correct'), sum('operations')),
    `${sum('sure')}`,
    percent(sum('right'), sum('sure')),
    '',
    '',
  ];
};

/** The folders of `sources.ts`; all others are of packages. */
const setOf = (name: string): string => /^(own|shared|ordinary|given)\//.exec(name)?.[1] ?? 'packages';

const printTable = async (part: string): Promise<void> => {
  const rows: (readonly (string | number)[])[] = [];
  const bySet = new Map<string, Measured[]>();
  for (const name of allFileNames.filter((file) => file.includes(part))) {
    const found = await measureApart(name);
    bySet.set(setOf(name), [...(bySet.get(setOf(name)) ?? []), found]);
    const { collections, roundTrips, operations, stateful, correct, sure, right, startSeconds, startMegabytes } = found;
    rows.push([
      name,
      collections,
      roundTrips,
      operations,
      percent(stateful, operations),
      correct,
      sure,
      right,
      startSeconds.toFixed(2),
      Math.round(startMegabytes),
    ]);
  }
  const sets = [...bySet].filter(() => bySet.size > 1);
  const all = [...bySet.values()].flat();
  rows.push(...sets.map(([set, measured]) => totalRow(`all of ${set}`, measured)), totalRow('all', all));
  const header = [
    'document',
    'collections',
    'round trips',
    'operations',
    'stateful',
    'fully correct',
    'high',
    'right',
    'seconds',
    'MiB',
  ];
  report(
    'documents',
    header,
    rows,
    all.flatMap(({ findings }) => findings),
  );
};

const printBindings = async (part: string): Promise<void> => {
  for (const name of allFileNames.filter((file) => file.includes(part)))
    process.stdout.write(`${(await dumpDocument(name, pathOf(name))).join('\n')}\n`);
};

if (flag === '--one' && only !== undefined) process.stdout.write(JSON.stringify(await measure(only)));
else if (flag === '--dump') await printBindings(only ?? '');
else await printTable(flag ?? '');
