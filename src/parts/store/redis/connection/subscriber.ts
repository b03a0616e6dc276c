/** Learns at once when other servers change a world. It has a connection of its own, from the first subscription on. */

import { type Client, type CreateClient, connectTimeoutMs, drop, type Locator, newClient } from './connection.ts';

interface SubscriberOptions {
  readonly locator: Locator;
  readonly createClient: CreateClient;
  /** Somebody has changed the world of a channel; or it may have changed while there was no connection. */
  readonly onMessage: (channel: string, sender: string | undefined) => void;
  /** The store does not let this server subscribe. Called once. */
  readonly onRejected: (reason: string) => void;
}

const retryMs = 250;

export class Subscriber {
  readonly #options: SubscriberOptions;
  readonly #channels = new Set<string>();
  /** The channels that the store has been asked to unsubscribe. */
  readonly #leaving = new Set<string>();
  #client: Client | undefined;
  #isConnecting = false;
  #retry: NodeJS.Timeout | undefined;
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
    if (this.#client === undefined || this.#isConnecting) void this.#connect();
    // The client would take a channel that it is about to leave for one to which it is subscribed.
    else if (!this.#leaving.has(channel)) this.#subscribe(this.#client, channel);
  }

  remove(channel: string): void {
    const client = this.#client;
    if (!this.#channels.delete(channel) || client === undefined || this.#isConnecting) return;
    if (this.#leaving.has(channel)) return;
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
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    drop(client);
  }

  /** Connects anew after an interruption: the store may be elsewhere by then. */
  #connectLater(client: Client | undefined): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    drop(client);
    clearTimeout(this.#retry);
    if (this.#channels.size > 0) this.#retry = setTimeout(() => void this.#connect(), retryMs);
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#client !== undefined) return;
    this.#isConnecting = true;
    const { locator, createClient } = this.#options;
    let client: Client | undefined;
    // The other connection reports that the store is away.
    try {
      const url = await locator.locate();
      const created = newClient(createClient, url, connectTimeoutMs, (lost) => this.#connectLater(lost));
      client = created;
      this.#client = created;
      await created.connect();
      if (this.#client === created) for (const channel of this.#channels) this.#subscribe(created, channel);
    } catch {
      this.#connectLater(client);
    } finally {
      this.#isConnecting = false;
    }
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
