import type { Exchange } from '../../core/exchange.ts';
import { sizeOf } from '../../core/primitives/sorted-map.ts';
import { maxCountedNames } from '../../world/evidence/coverage.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';

/** Counts the requests to all worlds from now on. Returns a function that writes the counts and the present sizes. */
export const countRequests = (worlds: Worlds): (() => string) => {
  const metrics = new Metrics();
  worlds.onExchange((exchange) => metrics.add(exchange));
  return () => metrics.write() + writeSizes(worlds);
};

const writeSizes = (worlds: Worlds): string => {
  const sum = (count: (world: World) => number): number =>
    [...worlds].reduce((total, world) => total + count(world), 0);
  const items = sum(({ decisions: { state } }) =>
    [...state.collections.values()].reduce((total, collection) => total + sizeOf(collection.items), 0),
  );
  const entries = sum(({ journal }) => journal.size);
  const streams = sum(({ records }) => records.listeners.size);
  const { bytes, dropped } = worlds.journals;
  return [
    size('vivarium_worlds', 'gauge', 'Open worlds.', worlds.size),
    size('vivarium_items', 'gauge', 'Items in the collections of all worlds.', items),
    size('vivarium_journal_entries', 'gauge', 'Exchanges in the journals of all worlds.', entries),
    size('vivarium_journal_bytes', 'gauge', 'About what they take in memory.', bytes),
    size(
      'vivarium_journal_dropped_total',
      'counter',
      'Exchanges that left a journal to make room for later ones.',
      dropped,
    ),
    size('vivarium_event_streams', 'gauge', 'Open streams of server-sent events.', streams),
  ].join('');
};

const size = (name: string, type: Type, help: string, value: number): string =>
  family(name, type, help, [sample('', {}, value)]);

/** Upper bounds in seconds. Most responses take less than a millisecond; faults delay some for seconds. */
const bounds: readonly number[] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const otherFaults = 'other';

export class Metrics {
  /** The requests by operation (empty: none matched), by status. */
  readonly #requests = new Map<string, Map<number, number>>();
  readonly #faults = new Map<string, number>();
  readonly #violations = { request: 0, response: 0 };
  /** The number of durations per bucket; the last element counts those above the last bound. */
  readonly #durations = [...bounds.map(() => 0), 0];
  #durationSum = 0;

  add({ operation = '', response: { status }, faults, violations, durationMs }: Exchange): void {
    const byStatus = this.#requests.get(operation) ?? new Map<number, number>();
    this.#requests.set(operation, byStatus);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    for (const { name } of faults) this.#countFault(name);
    for (const { side } of violations) this.#violations[side]++;
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    this.#durations[bucket] = (this.#durations[bucket] as number) + 1;
    this.#durationSum += seconds;
  }

  #countFault(name: string): void {
    const label = this.#faults.has(name) || this.#faults.size < maxCountedNames ? name : otherFaults;
    this.#faults.set(label, (this.#faults.get(label) ?? 0) + 1);
  }

  write(): string {
    const requests = [...this.#requests].flatMap(([operation, statuses]) =>
      [...statuses].map(([status, count]) => sample('', { operation, status: String(status) }, count)),
    );
    const faults = [...this.#faults].map(([fault, count]) => sample('', { fault }, count));
    const violations = Object.entries(this.#violations).map(([side, count]) => sample('', { side }, count));
    return [
      family(
        'vivarium_requests_total',
        'counter',
        'Requests answered, by operation (empty: none matched) and status.',
        requests,
      ),
      family(
        'vivarium_request_duration_seconds',
        'histogram',
        'Time from a request to the end of its answer.',
        this.#histogram(),
      ),
      family('vivarium_faults_total', 'counter', 'Answers that a fault shaped.', faults),
      family('vivarium_violations_total', 'counter', 'Where requests and responses broke the interface.', violations),
    ].join('');
  }

  /** Buckets are cumulative. */
  #histogram(): readonly Sample[] {
    let count = 0;
    const buckets = this.#durations.map((durations, index) => {
      count += durations;
      return sample('_bucket', { le: String(bounds[index] ?? '+Inf') }, count);
    });
    return [...buckets, sample('_sum', {}, this.#durationSum), sample('_count', {}, count)];
  }
}

type Sample = (name: string) => string;

const sample =
  (suffix: string, labels: Readonly<Record<string, string>>, value: number): Sample =>
  (name) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  };

const escapeLabel = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

type Type = 'counter' | 'gauge' | 'histogram';

const family = (name: string, type: Type, help: string, samples: readonly Sample[]) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((write) => write(name)).join('')}`;
