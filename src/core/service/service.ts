/**
 * A Service: an OpenAPI document, compiled. `openapi/` makes it, `simulate` reads it, nothing changes it.
 */

import type { ConfigProblemCode } from '../primitives/config-error.ts';
import type { Json, JsonObject } from '../primitives/json.ts';
import type { CollectionSpec } from './binding.ts';
import type { Operation } from './operation.ts';
import type { Matcher } from './router.ts';

export interface Service {
  readonly title: string;
  readonly version: string;
  /** The document as it was read. */
  readonly document: JsonObject;
  /** From the document's servers, without a trailing slash (`/v1`, or empty for the root); the first is the one shown. */
  readonly basePaths: readonly string[];
  readonly operations: readonly Operation[];
  readonly matcher: Matcher;
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  /** What CORS exposes: `exposedHeaders` of core/cors.ts, given the response headers that the document declares. */
  readonly exposedHeaders: string;
  /** What an error with this status looks like, at this operation or, where none matched, anywhere. */
  readonly errorFor: (operation: Operation | undefined, status: number) => ErrorShape;
  /** What the document says that the engine does not support, or that could not be resolved. */
  readonly problems: readonly DocumentProblem[];
  /**
   * Loads the generators, which are heavy. Awaited by an edge before it first calls `simulate`; until then no `generate`
   * of this service may be called.
   */
  readonly ready: () => Promise<void>;
}

/** A part that the engine does not use as it is written, a reference that leads nowhere, or a wrong `x-vivarium`. */
export type DocumentProblemCode = Extract<
  ConfigProblemCode,
  'VIV_DOCUMENT_PART_UNUSABLE' | 'VIV_REFERENCE_UNRESOLVED' | 'VIV_X_VIVARIUM_INVALID'
>;

export interface DocumentProblem {
  readonly code: DocumentProblemCode;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** An error body with room for the message: the members that differ are named by the path to them. */
export interface ErrorShape {
  readonly mediaType: string;
  readonly body: (error: { readonly message: string | undefined; readonly status: number }) => Json;
}
