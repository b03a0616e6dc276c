import type { Json } from '../../core/primitives/json.ts';

export type RefusalName = 'credential' | 'item' | 'request' | 'conflict' | 'path' | 'method';

/** What the service itself says where it refuses a request of one kind. */
export interface RefusalDocument {
  /** Default: that of the document. */
  readonly status?: number | undefined;
  /** `$message` stands for the specific message. */
  readonly message?: string | undefined;
  /** The whole body. `$message` in a text stands for the message, `{ $from: 'path.id' }` for a part of the request. */
  readonly body?: Json | undefined;
}

export type RefusalDocuments = { readonly [Name in RefusalName]?: RefusalDocument | undefined };
