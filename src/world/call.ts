/** A request to the service, as whoever receives it hands it to the worlds. */
import type { HttpRequest } from '../core/http/http.ts';
import type { Recipient } from './body-stream.ts';
import type { WorldJob } from './shared-worlds.ts';
import type { HandledRequest, World } from './world.ts';

/** Its `run` simulates the request. */
export interface Call<Refusal> extends WorldJob<HandledRequest | Refusal> {
  readonly name: string;
  readonly data: HttpRequest;
  /** When the request came, as a time of `monotonicMs`. */
  readonly started: number;
  /** The world, which may be opened for the request; or why there is none. */
  find(): World | Refusal;
  /** Why the request may not be sent to another server. */
  refuseToSend(): { readonly status: number; readonly message: string } | undefined;
  client(): Recipient;
}

export type Concluded<Refusal> = HandledRequest | Refusal | Promise<HandledRequest | Refusal>;

/** Answers a call in place of its world. */
export type Decide = <Refusal>(call: Call<Refusal>) => Concluded<Refusal>;
