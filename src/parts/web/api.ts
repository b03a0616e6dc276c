/** The published types of `vivarium/browser`. */

import type { Vivarium, VivariumOptions } from '../../library/api.ts';
import type { ScenarioDocument } from '../../library/scenario-document.ts';

/** A text in YAML or JSON: its URL, relative to the page, or a `File` or another `Blob`. Or its parsed value. */
export type BrowserDocument = string | URL | Blob | object;

export interface BrowserVivariumOptions
  extends Pick<
    VivariumOptions,
    'seed' | 'stateless' | 'maxWorlds' | 'maxBody' | 'journal' | 'showCredentials' | 'logger'
  > {
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
}

/** A simulation of one service in a page or a worker. */
export interface BrowserVivarium extends Pick<Vivarium, 'world' | 'sample' | 'samples'> {
  /** The title of the document. */
  readonly title: string;
  /** Rejects each `fetch` that still waits for its response, and every later one. */
  readonly close: () => void;
}
