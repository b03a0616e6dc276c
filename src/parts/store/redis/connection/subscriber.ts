/** Learns at once when other servers change a world. It has a connection of its own, from the first subscription on. */

import type { Client, Connection } from './connection.ts';

interface SubscriberOptions {
  /** Connects, and connects anew after each interruption. */
  readonly connect: (onClient: (client: Client) => void) => Connection;
  /** Called if somebody has changed the world of a channel, or may have while there was no connection. */
  readonly onMessage: (channel: string, sender: string | undefined) => void;
  /** Called once if the store does not let this server subscribe. */
  readonly onRejected: (reason: string) => void;
}

export class Subscriber {
  readonly #options: SubscriberOptions;
  readonly #channels = new Set<string>();
  /** The channels that the store has been asked to unsubscribe. */
  readonly #leaving = new Set<string>();
  #connection: Connection | undefined;
  #client: Client | undefined;
  #isRejected = false;

  constructor(options: SubscriberOptions) {
    this.#options = options;
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  add(channel: string): void {
    if (this.#channels.has(channel)) return;
    this.#channels.add(channel);
    this.#connection ??= this.#options.connect((client) => {
      this.#client = client;
      for (const each of this.#channels) this.#subscribe(client, each);
    });
    // The client would take a channel that it is about to leave for one to which it is subscribed.
    if (this.#client?.isOpen === true && !this.#leaving.has(channel)) this.#subscribe(this.#client, channel);
  }

  remove(channel: string): void {
    const client = this.#client;
    if (!this.#channels.delete(channel) || client?.isOpen !== true || this.#leaving.has(channel)) return;
    this.#leaving.add(channel);
    client
      .unsubscribe(channel)
      .catch(() => {})
      .then(() => {
        this.#leaving.delete(channel);
        if (this.#channels.has(channel)) this.#subscribe(client, channel);
      });
  }

  close(): void {
    this.#channels.clear();
    this.#connection?.close();
  }

  #subscribe(client: Client, channel: string): void {
    client
      .subscribe(channel, (sender) => this.#options.onMessage(channel, sender))
      // Events before the subscription are not announced.
      .then(() => this.#options.onMessage(channel, undefined))
      .catch((error: Error) => this.#noteRejection(error.message));
  }

  /** Reports that the store refused, whose messages begin with a code (`NOPERM`). Those of a broken connection do not, and another attempt follows. */
  #noteRejection(reason: string): void {
    if (this.#isRejected || !/^[A-Z]{2,}\b/.test(reason)) return;
    this.#isRejected = true;
    this.#options.onRejected(reason);
  }
}
