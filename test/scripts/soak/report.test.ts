import { describe, expect, test } from 'vitest';
import { judge, reportText, type Sample, type SoakResult } from '../../../scripts/soak/report.ts';

const sampleAt = (at: number, over: Partial<Sample> = {}): Sample => ({
  atMs: at,
  rss: 200_000_000,
  heap: 50_000_000,
  external: 10_000_000,
  descriptors: 60,
  delayP99Ms: 10,
  delayMaxMs: 20,
  ...over,
});

const resultWith = (over: Partial<SoakResult> = {}): SoakResult => ({
  seed: 1,
  worlds: 2,
  clients: 1,
  durationMs: 1000,
  requests: 10,
  checks: 10,
  steps: { list: 10 },
  samples: Array.from({ length: 40 }, (_, at) => sampleAt(at)),
  before: sampleAt(0),
  after: sampleAt(1),
  deviations: [],
  ...over,
});

const growing = (name: 'heap' | 'rss' | 'external' | 'descriptors', step: number): readonly Sample[] =>
  Array.from({ length: 40 }, (_, at) => sampleAt(at, { [name]: sampleAt(0)[name] + at * step }));

describe('the verdict on a soak', () => {
  test('is good for a server that stays as it was, and for a single peak', () => {
    expect(judge(resultWith()).findings).toEqual([]);
    const samples = resultWith().samples.with(-1, sampleAt(40, { heap: 900_000_000, descriptors: 900 }));
    expect(judge(resultWith({ samples })).findings).toEqual([]);
  });

  test.each([
    ['heap', 1_000_000, 'heap grew from 55.0 MB to 85.0 MB; allowed: 68.5 MB'],
    ['rss', 4_000_000, 'resident grew from 220.0 MB to 340.0 MB; allowed: 293.0 MB'],
    ['external', 1_000_000, 'external grew from 15.0 MB to 45.0 MB; allowed: 24.5 MB'],
    ['descriptors', 2, 'descriptors grew from 70 to 130; allowed: 87'],
  ] as const)('is bad if %s grows', (name, step, finding) => {
    const result = resultWith({ samples: growing(name, step) });
    const verdict = judge(result);
    expect(verdict.findings).toEqual([finding]);
    expect(reportText(result, verdict)).toContain(`failed: 1 findings\n- ${finding}`);
  });

  test('is bad if something is left after the traffic', () => {
    const { findings } = judge(resultWith({ after: sampleAt(1, { heap: 80_000_000, descriptors: 200 }) }));
    expect(findings).toEqual([
      'heap at the end grew from 50.0 MB to 80.0 MB; allowed: 63.0 MB',
      'descriptors at the end grew from 60 to 200; allowed: 76',
    ]);
  });

  test('is bad for a deviation, without checks, and without samples', () => {
    expect(judge(resultWith({ deviations: ['list: ...'] })).findings).toEqual(['list: ...']);
    expect(judge(resultWith({ checks: 0 })).findings).toEqual(['no response was checked']);
    expect(judge(resultWith({ samples: [] })).findings).not.toEqual([]);
  });
});
