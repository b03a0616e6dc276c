/** The published types of the guard. */

import type { VivariumOptions } from '../../library/api.ts';
import type {
  CoverageView,
  ExchangeFilter,
  ExchangeView,
  OperationCoverageView,
  Violation,
} from '../../library/exchange-view.ts';
/** How a guard chooses what it judges. */
export interface GuardRules {
  /**
   * The base URL of the service as the client knows it: `https://api.example.com/v2`. Requests below it are judged. Default: requests to any
   * origin whose path belongs to the service, and to the origins of the document's `servers`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * What is not judged: names of operations, or a method and a path, with or without the base path, which may be a template or have stars:
   * `['listOrders', 'GET /orders/{id}', '* /health*']`. A path that the document lacks must not be a near miss of one that it has.
   */
  readonly ignore?: readonly string[] | undefined;
  /** Whether a body that is an example of the document is right, also where the example breaks its own schema. Default: false. */
  readonly examples?: boolean | undefined;
  /** Whether responses that no mock gave are judged too. Default: false. */
  readonly passthrough?: boolean | undefined;
}

/** A request to a mock and its response, with what in them breaks the document. */
export type GuardedExchange = ExchangeView;

/** One place where a request or a response breaks the document. */
export interface GuardViolation extends Violation {
  /** Null: the document has no such operation. */
  readonly operation: string | null;
}

/** The uses of one operation, and who answered them. */
export interface GuardedOperation extends OperationCoverageView {
  readonly answered: { readonly mock: number; readonly world: number };
}

export interface GuardCoverage extends Omit<CoverageView, 'items'> {
  readonly items: readonly GuardedOperation[];
}

export type GuardReportFormat = 'junit' | 'md' | 'json' | 'html';

/** The judge of mocks that are not Vivarium's. It never changes, delays or answers a request. */
export interface Guard {
  /**
   * Judges a response and the request that it is for. Both bodies are read from clones, and the promise resolves once they have ended.
   *
   * @example
   * const { violations } = await contract.check(request, response);
   */
  readonly check: (request: Request, response: Response) => Promise<GuardedExchange>;
  /** The judged exchanges, the newest first. The filter is that of `world.exchanges`. */
  readonly exchanges: (filter?: ExchangeFilter) => readonly GuardedExchange[];
  /** All places that break the document, the oldest first, without those of requests with `Vivarium-Expect: violation`. */
  readonly violations: () => readonly GuardViolation[];
  readonly coverage: () => GuardCoverage;
  /**
   * Waits for what is being judged, and rejects with an error that shows each violation, what the document says there, and how often it
   * was met. Rejects too if no request for an operation was judged, unless `allowEmpty` is true.
   */
  readonly assertNoViolations: (options?: { readonly allowEmpty?: boolean | undefined }) => Promise<void>;
  /** Forgets what was judged. */
  readonly reset: () => void;
  /** Stops judging. What was judged can still be read. */
  readonly close: () => Promise<void>;
  /** Writes a report of the violations and the coverage. In a browser there are no files: it rejects. */
  readonly report: (format: GuardReportFormat, file: string) => Promise<void>;
}

/** The document, as for `createVivarium`, and what is judged. */
export interface GuardOptions extends GuardRules, Pick<VivariumOptions, 'document' | 'overlay' | 'base'> {}

/** `setupServer()`, `setupWorker()`, or the network of `@msw/playwright`. */
export interface MswSource {
  readonly events: {
    // biome-ignore lint/suspicious/noExplicitAny: each version of MSW has types of its own for its events.
    readonly on: (name: any, listener: (event: any) => void) => unknown;
  };
}
