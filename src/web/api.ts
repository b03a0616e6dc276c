/** The published types of `vivarium/browser`. */

import type { ScenarioDocument, Size } from '../library/scenario-document.ts';
import type { VivariumWorld } from '../library/world-api.ts';
import type { Logger } from '../world/logger.ts';

/** A text in YAML or JSON: its URL, relative to the page, or a `File` or another `Blob`. Or its parsed value. */
export type BrowserDocument = string | URL | Blob | object;

export interface BrowserVivariumOptions {
  /**
   * An OpenAPI document (3.0, 3.1 or 3.2). Files that it refers to are read from `files`, else from its own origin. A file that cannot
   * be read is an error.
   */
  readonly document: BrowserDocument;
  /** OpenAPI Overlays, applied to the document in their order. Default: none. */
  readonly overlay?: readonly BrowserDocument[] | undefined;
  /**
   * Files that the document refers to, by their paths relative to the document: `{ 'schemas/order.yaml': file }`; or by their URLs,
   * which permits to read them from there: `{ 'https://example.com/order.yaml': 'https://example.com/order.yaml' }`. Default: none.
   */
  readonly files?: Readonly<Record<string, BrowserDocument>> | undefined;
  /** The scenario that worlds start from: the name of one of `scenarios`, or a scenario document. Default: `default`. */
  readonly scenario?: string | ScenarioDocument | undefined;
  /** Scenario documents by name. Built in are `default`, with a few items in each collection, and `empty`. */
  readonly scenarios?: Readonly<Record<string, ScenarioDocument>> | undefined;
  /** The seed of generated data, chance and jitter: a safe integer. Default: that of the scenario. */
  readonly seed?: number | undefined;
  /** Whether nothing is kept: every operation responds from examples and generated data, and every id exists. Default: false. */
  readonly stateless?: boolean | undefined;
  /** The largest number of open worlds: 1 to 1,000,000, `default` included. Default: 1000. */
  readonly maxWorlds?: number | undefined;
  /** The largest request body: bytes, or a size such as `500KB` or `1MiB`, up to 1 GiB. Default: 1 MiB. */
  readonly maxBody?: number | Size | undefined;
  /** The number of exchanges that each world keeps: 1 to 1,000,000. Default: 1000. */
  readonly journal?: number | undefined;
  /** Whether the journal contains credentials. Default: false. */
  readonly showCredentials?: boolean | undefined;
  /** Receives the problems of a document that is served anyway, for example `console`. Default: none. */
  readonly logger?: Logger | undefined;
}

/** A simulation of one service in a page or a worker. */
export interface BrowserVivarium {
  /** The title of the document. */
  readonly title: string;
  /**
   * Returns the world of this name. It is opened by its first use, not by this call.
   *
   * @param name 1 to 64 of `A-Za-z0-9._-`, the first a letter or digit. Default: `default`.
   * @throws ConfigError (`VIV_WORLD_NAME_INVALID`) for another name.
   */
  readonly world: (name?: string) => VivariumWorld;
  /** Rejects each `fetch` that still waits for its response, and every later one. */
  readonly close: () => void;
}
