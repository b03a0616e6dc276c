/** The way to the real services. */
import type { BodyStream, Recipient } from '../../world/body-stream.ts';
import type { SentRequest } from './core/forward.ts';
import type { Received } from './core/received.ts';

/** What came of a request that was sent. `stream`: only of a received stream. */
export interface Sent {
  readonly received: Received;
  readonly stream?: BodyStream | undefined;
}

export interface Forwarding {
  /** The id of this server, in `Via` (RFC 9110, section 7.6.3). */
  readonly id: string;
  /** Never rejects. Ends the request when the client is gone. */
  readonly send: (request: SentRequest, client: Recipient) => Promise<Sent>;
}
