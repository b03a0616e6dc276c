/** The verdict on a soak: deviations from the model, and growth between the first and the last quarter. */
import type { Usage } from '../child-server/server.ts';

export interface Sample extends Usage {
  /** Since the traffic began. */
  readonly atMs: number;
}

export interface SoakResult {
  readonly seed: number;
  readonly worlds: number;
  readonly clients: number;
  readonly durationMs: number;
  readonly requests: number;
  readonly checks: number;
  /** How often each step ran. */
  readonly steps: Readonly<Record<string, number>>;
  /** Without those of the warm-up. */
  readonly samples: readonly Sample[];
  /** After a warm-up, before the traffic; and after it, when the worlds are deleted and the clients are gone. */
  readonly before: Usage;
  readonly after: Usage;
  readonly deviations: readonly string[];
}

export interface Growth {
  readonly what: string;
  readonly first: number;
  readonly last: number;
  /** The highest allowed last value. */
  readonly allowed: number;
}

/** A value may vary so far without being a leak: by a share of the first value, and a constant. */
const headrooms = [
  { what: 'heap', of: (usage: Usage) => usage.heap, share: 0.1, constant: 8_000_000 },
  { what: 'external', of: (usage: Usage) => usage.external, share: 0.1, constant: 8_000_000 },
  { what: 'resident', of: (usage: Usage) => usage.rss, share: 0.15, constant: 40_000_000 },
  { what: 'descriptors', of: (usage: Usage) => usage.descriptors, share: 0.1, constant: 10 },
] as const;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >>> 1] ?? Number.NaN;

/** Between the medians of the first and the last quarter of the samples. */
const growthIn = (samples: readonly Sample[]): readonly Growth[] => {
  const length = Math.max(1, samples.length >>> 2);
  const [start, end] = [samples.slice(0, length), samples.slice(-length)];
  return headrooms.map(({ what, of, share, constant }) => {
    const first = medianOf(start.map(of));
    return { what, first, last: medianOf(end.map(of)), allowed: first * (1 + share) + constant };
  });
};

/** Between an idle server before and after the traffic. The resident size depends on the allocator, so it is not judged here. */
const remainsOf = ({ before, after }: SoakResult): readonly Growth[] =>
  headrooms
    .filter(({ what }) => what !== 'resident')
    .map(({ what, of, share, constant }) => ({
      what: `${what} at the end`,
      first: of(before),
      last: of(after),
      allowed: of(before) * (1 + share) + constant,
    }));

export interface Verdict {
  readonly growths: readonly Growth[];
  /** Each reason for a failure. */
  readonly findings: readonly string[];
}

export const judge = (result: SoakResult): Verdict => {
  const growths = [...growthIn(result.samples), ...remainsOf(result)];
  const grown = growths
    .filter(({ last, allowed }) => !(last <= allowed))
    .map(({ what, first, last, allowed }) => {
      const [from, to, limit] = [first, last, allowed].map((value) => show(what, value));
      return `${what} grew from ${from} to ${to}; allowed: ${limit}`;
    });
  const idle = result.checks === 0 ? ['no response was checked'] : [];
  return { growths, findings: [...result.deviations, ...grown, ...idle] };
};

const show = (what: string, value: number): string =>
  what.startsWith('descriptors') ? String(Math.round(value)) : `${(value / 1_000_000).toFixed(1)} MB`;

export const reportText = (result: SoakResult, { growths, findings }: Verdict): string => {
  const seconds = result.durationMs / 1000;
  const delays = result.samples.map(({ delayP99Ms }) => delayP99Ms);
  const maxDelay = Math.max(0, ...result.samples.map(({ delayMaxMs }) => delayMaxMs));
  const columns = ['', 'first', 'last', 'allowed'];
  const rows = growths.map(({ what, first, last, allowed }) => [
    what,
    ...[first, last, allowed].map((value) => show(what, value)),
  ]);
  const counts = Object.entries(result.steps).map(([name, count]) => `${name} ${count}`);
  return [
    `soak: ${seconds.toFixed(0)} s, ${result.worlds} worlds, ${result.clients} clients, seed ${result.seed}`,
    `requests: ${result.requests} (${Math.round(result.requests / seconds)} per second), checks: ${result.checks}`,
    `steps: ${counts.join(', ')}`,
    `event loop: delay p99 ${medianOf(delays).toFixed(1)} ms (median of ${delays.length} samples), longest ${maxDelay.toFixed(1)} ms`,
    '',
    ...[columns, ...rows].map(([what = '', ...cells]) =>
      [what.padEnd(24), ...cells.map((cell) => cell.padStart(12))].join(''),
    ),
    '',
    findings.length === 0 ? 'passed' : `failed: ${findings.length} findings`,
    ...findings.slice(0, 20).map((finding) => `- ${finding}`),
    '',
  ].join('\n');
};
