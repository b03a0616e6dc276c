/** What a document sends by itself: its webhooks, and the callbacks of its operations. */
import type { JsonObject } from '../primitives/json.ts';
import type { Content, ResponseSpec } from './operation.ts';

interface Sent {
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  /** If it is undefined, it has no body. */
  readonly content: Content | undefined;
  /** What receivers answer, by the document's key for the status. */
  readonly responses: ReadonlyMap<string, ResponseSpec>;
}

export interface WebhookSpec extends Sent {
  /** If it is undefined, nothing fires it but a call of the control API. */
  readonly fires: WebhookTrigger | undefined;
  /** Why it fires, or why not; one short sentence. */
  readonly reason: string;
}

export interface WebhookTrigger {
  readonly on: 'created' | 'updated' | 'deleted';
  readonly collection: string;
  /** Values that the item has, and did not have before. */
  readonly where: JsonObject | undefined;
  /** Where the body has the item; empty: the body is the item. */
  readonly at: readonly string[];
}

export interface CallbackSpec extends Sent {
  readonly operation: string;
  /** A text with runtime expressions: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
}
