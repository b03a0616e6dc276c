/** The published types of `vivarium/browser`. */

import type { Vivarium, VivariumOptions } from '../../library/api.ts';
import type { ScenarioDocument } from '../../library/scenario-document.ts';
import type { GuardRules } from '../guard/api.ts';

/** A text in YAML or JSON: its URL, relative to the page, or a `File` or another `Blob`. Or its parsed value. */
export type BrowserDocument = string | URL | Blob | object;

/** The document, as for `createVivarium`, and what is judged. */
export interface BrowserGuardOptions
  extends GuardRules,
    Pick<BrowserVivariumOptions, 'document' | 'overlay' | 'files'> {
  /** The base path, in place of the document's: `/v1`. */
  readonly base?: string | undefined;
}

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
  /**
   * Where the worlds are kept, so that they are there again after a reload: `indexeddb` of the page's origin, by the title of the document,
   * or functions of your own. Each change is written a moment later; a reset takes the world out again. Default: they end with the page.
   */
  readonly save?: 'indexeddb' | WorldStorage | undefined;
  /** Scenario documents by name. Built in are `default`, with a few items in each collection, and `empty`. */
  readonly scenarios?: Readonly<Record<string, ScenarioDocument>> | undefined;
}

/** The worlds that are not at their start, by name, each as the scenario that restores it. */
export type SavedWorlds = Readonly<Record<string, ScenarioDocument>>;

/** Keeps the worlds of a page. What cannot be read or written is reported to `logger`, and the page goes on. */
export interface WorldStorage {
  /** What was saved last; nothing before the first time. */
  readonly load: () => SavedWorlds | null | undefined | Promise<SavedWorlds | null | undefined>;
  /** Replaces what was saved. In the place of 64-bit integers that a number cannot hold there are bigints, which JSON has not. */
  readonly save: (worlds: SavedWorlds) => void | Promise<void>;
}

/** A simulation of one service in a page or a worker. */
export interface BrowserVivarium extends Pick<Vivarium, 'world' | 'sample' | 'samples'> {
  /** The title of the document. */
  readonly title: string;
  /**
   * Answers a call of the toolbar's sheet, which is below `/_vivarium/api/`: a service worker gives it what the sheet asks a server for
   * elsewhere. It is for pages without a server, and knows only these calls.
   *
   * @example
   * const toolbar = http.all('*\/_vivarium/api/*', ({ request }) => vivarium.control(request));
   * await setupWorker(toolbar, ...handlers(vivarium.world())).start();
   */
  readonly control: (request: Request) => Promise<Response>;
  /** Rejects each `fetch` that still waits for its response, and every later one. */
  readonly close: () => void;
}
