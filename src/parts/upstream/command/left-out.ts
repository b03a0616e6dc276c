/** What a recording leaves out, and why: it is said once, at the end. */
import type { Exchange } from '../../../core/exchange.ts';
import { rawHeader } from '../../../core/http/header-syntax.ts';
import { formatCount, maxShownRows } from '../../../core/primitives/units.ts';
import { showsItems } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { maxRecorded } from '../../../core/state/recorded-response.ts';
import type { Worlds } from '../../../world/worlds.ts';
import { noOperation, whyUnrecorded } from '../core/why-unrecorded.ts';

/** The one that is written. */
const written = 'default';

export class LeftOut {
  readonly #worlds: Worlds;
  readonly #operations: ReadonlyMap<string, Operation>;
  /** How many responses, by what they responded to and the reason. */
  readonly #counts = new Map<string, number>();
  /** The counts of operations without a collection: what was kept for a while. */
  readonly #kept = new Map<string, number>();

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
    this.#operations = new Map(worlds.service.operations.map((operation) => [operation.name, operation]));
  }

  /** Whether nothing of it is left out. */
  add(exchange: Exchange): boolean {
    const operation = exchange.operation === undefined ? undefined : this.#operations.get(exchange.operation);
    const reason = this.#reasonFor(exchange, operation);
    if (reason === undefined) return true;
    const what = operation === undefined ? exchange.request.method : `${operation.method} ${operation.path}`;
    const row = `${what}: ${reason}`;
    // More rows than are shown are counted as one.
    const key = this.#counts.has(row) || this.#counts.size < maxShownRows ? row : 'other requests';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return false;
  }

  /** `Not recorded: 3 responses to POST /login: a secret, which is never recorded.` */
  get lines(): readonly string[] {
    const dropped = [...this.#kept].flatMap(([name, count]): (readonly [string, number])[] => {
      const left = this.#worlds.get(written)?.decisions.state.responses.get(name)?.size ?? 0;
      const row = `${name}: only the last ${maxRecorded} responses of an operation without a collection are kept`;
      return left === maxRecorded && count > left ? [[row, count - left]] : [];
    });
    return [...this.#counts, ...dropped].map(
      ([row, count]) => `Not recorded: ${formatCount(count, 'response')} to ${row}.`,
    );
  }

  #reasonFor(exchange: Exchange, operation: Operation | undefined): string | undefined {
    const { world, request, response, steps, upstreamMs, violations } = exchange;
    if (upstreamMs === undefined || request.method === 'HEAD' || response.status === 304) return undefined;
    if (world !== written) return `it came to the world ${world}, and ${written} is written`;
    if (operation === undefined) return noOperation;
    if (steps.some((step) => step.type === 'forwarded' && step.streamed))
      return 'it is larger than 1 MiB, or a stream, and is passed on as it comes';
    if (steps.some(({ type }) => type === 'kept')) {
      const { binding, name } = operation;
      if (binding === undefined || !showsItems(binding)) this.#kept.set(name, (this.#kept.get(name) ?? 0) + 1);
      return undefined;
    }
    return whyUnrecorded(this.#worlds.service, operation, {
      status: response.status,
      contentType: rawHeader(response.headers, 'content-type'),
      hasBody: response.body !== undefined,
      hasLocation: rawHeader(response.headers, 'location') !== undefined,
      violations,
    });
  }
}
