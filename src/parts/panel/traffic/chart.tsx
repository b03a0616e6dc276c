/** Requests per second by status class, and latency, over the last four minutes. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount, formatDuration, plural } from '../parts/format-values.ts';
import { useNow } from '../parts/use-time.ts';
import { noRequests, type Outcome, type OutcomeCounts, outcomeNames, outcomes } from '../state/outcome.ts';
import { type RatePoint, slotCount, slotMs } from '../state/request-rates.ts';
import { rates } from '../state/traffic.ts';

const height = 48;
const barWidth = 4;
const width = slotCount * barWidth;

/** The next of 1, 2, 5, 10, 20 and so on, so that the axis does not change with each request. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

export const Chart = () => {
  // Not updated in each frame, because a slot has two seconds.
  const now = useNow(slotMs / 4);
  const points = useMemo(() => rates.points(now), [now]);
  return (
    <section class="charts columns" style={{ '--columns': '3fr 2fr' }} aria-label="The last minutes">
      <RateChart points={points} />
      <LatencyChart points={points} />
    </section>
  );
};

interface FigureProps {
  readonly title: string;
  /** What the colours and lines mean, with their present values. */
  readonly keys: ComponentChildren;
  /** What the picture shows, in words. */
  readonly text: string;
  readonly top: string;
  readonly children: ComponentChildren;
}

const Figure = ({ title, keys, text, top, children }: FigureProps) => (
  <figure class="small">
    <figcaption class="flow gap-2">
      <b>{title}</b>
      {keys}
    </figcaption>
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {children}
    </svg>
    <span class="axis quiet">{top}</span>
  </figure>
);

interface ChartProps {
  readonly points: readonly RatePoint[];
}

const RateChart = ({ points }: ChartProps) => {
  const counts = countBy(points);
  const top = roundUp(Math.max(1, ...points.map(({ total }) => perSecond(total))));
  const keys = outcomes.map((outcome) => (
    <span key={outcome} class={`beside key ${outcome} ${counts[outcome] === 0 ? 'none' : ''}`}>
      <span class="shape" aria-hidden="true" />
      {outcomeNames[outcome]} {formatCount(counts[outcome])}
    </span>
  ));
  return (
    <Figure title="Requests per second" keys={keys} text={describeRates(counts)} top={`${formatCount(top)}/s`}>
      <defs>
        <pattern id="stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.4" height="4" />
        </pattern>
      </defs>
      {outcomes.map((outcome) => (
        <path key={outcome} class={`bar ${outcome}`} d={barsOf(points, outcome, top)} />
      ))}
    </Figure>
  );
};

const LatencyChart = ({ points }: ChartProps) => {
  const top = roundUp(Math.max(1, ...points.map(({ p95Ms }) => p95Ms ?? 0)));
  const recent = points.findLast(({ total }) => total > 0);
  const [median, p95] = [recent?.medianMs, recent?.p95Ms].map((ms) => (ms === undefined ? '–' : formatDuration(ms)));
  const keys = (
    <>
      <span class="beside">
        <span class="stroke" aria-hidden="true" />
        median {median}
      </span>
      <span class="beside p95">
        <span class="stroke" aria-hidden="true" />
        95 % {p95}
      </span>
    </>
  );
  return (
    <Figure title="Latency" keys={keys} text={describeLatency(recent)} top={formatDuration(top)}>
      <path class="latency p95" d={lineOf(points, ({ p95Ms }) => p95Ms, top)} />
      <path class="latency" d={lineOf(points, ({ medianMs }) => medianMs, top)} />
    </Figure>
  );
};

const perSecond = (count: number) => (count * 1000) / slotMs;

const countBy = (points: readonly RatePoint[]): Readonly<OutcomeCounts> => {
  const sum = { ...noRequests };
  for (const { counts } of points) for (const outcome of outcomes) sum[outcome] += counts[outcome];
  return sum;
};

const describeRates = (counts: Readonly<OutcomeCounts>) =>
  `In the last ${Math.round((slotCount * slotMs) / 60_000)} minutes: ${
    outcomes
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => `${plural(counts[outcome], 'response')} ${outcomeNames[outcome]}`)
      .join(', ') || 'no request'
  }.`;

const describeLatency = (recent: RatePoint | undefined) =>
  recent?.medianMs === undefined || recent.p95Ms === undefined
    ? 'No latency yet.'
    : `Latency: median ${formatDuration(recent.medianMs)}, 95 % below ${formatDuration(recent.p95Ms)}.`;

const barsOf = (points: readonly RatePoint[], outcome: Outcome, top: number): string => {
  const previous = outcomes.slice(0, outcomes.indexOf(outcome));
  const heightOf = (count: number) => (perSecond(count) / top) * height;
  const bars = points.map(({ counts }, slot) => {
    if (counts[outcome] === 0) return '';
    const base = height - heightOf(previous.reduce((sum, before) => sum + counts[before], 0));
    // Keeps a single request among hundreds visible.
    const size = Math.max(1.5, heightOf(counts[outcome]));
    return `M${slot * barWidth} ${base.toFixed(1)}h${barWidth - 1}v${(-size).toFixed(1)}h${1 - barWidth}z`;
  });
  return bars.join('');
};

const lineOf = (points: readonly RatePoint[], read: (point: RatePoint) => number | undefined, top: number): string => {
  let path = '';
  let isDrawing = false;
  for (const [slot, point] of points.entries()) {
    const value = read(point);
    if (value === undefined) isDrawing = false;
    else {
      const y = (height - 2 - (Math.min(value, top) / top) * (height - 4)).toFixed(1);
      path += isDrawing ? `H${(slot + 1) * barWidth - 1}V${y}` : `M${slot * barWidth} ${y}h${barWidth - 1}`;
      isDrawing = true;
    }
  }
  return path;
};
