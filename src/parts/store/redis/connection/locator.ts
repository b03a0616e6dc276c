/** Where the store is at this moment: one server, the primary that a Sentinel names, or the node of a cluster that has the keys. */
import type { Client, CreateClient } from './redis-client.ts';

export interface Locator {
  /** The URL of the server to connect to. */
  readonly locate: () => Promise<string>;
  /** `MOVED 866 10.0.0.2:6379`: another node of the cluster has the keys. False: the reason says nothing like that. */
  readonly follow: (reason: string) => boolean;
  /** The server that was located does not respond, or only reads. */
  readonly giveUp: () => void;
}

const pattern = /^(rediss?)(\+sentinel)?:\/\/([^@/?#]*@)?([^@/?#]+)(\/[^?#]*)?$/;

/** `url`: one that the options have accepted. */
export const createLocator = (url: string, createClient: CreateClient): Locator => {
  const [, scheme = '', sentinel, credentials = '', hosts = '', path = ''] = pattern.exec(url) ?? [];
  const base: Base = { scheme, credentials };
  if (sentinel !== undefined) return new SentinelLocator(base, hosts.split(','), path.slice(1), createClient);
  // Also a socket of the file system.
  return new NodeLocator(base, hosts === '' ? [url] : hosts.split(',').map((host) => urlOf(base, host) + path));
};

interface Base {
  readonly scheme: string;
  /** `user:password@`, or empty. */
  readonly credentials: string;
}

const urlOf = ({ scheme, credentials }: Base, host: string): string => `${scheme}://${credentials}${host}`;

/** One server, or nodes of a cluster. */
class NodeLocator implements Locator {
  readonly #base: Base;
  readonly #urls: readonly string[];
  #next = 0;
  #moved: string | undefined;

  constructor(base: Base, urls: readonly string[]) {
    this.#base = base;
    this.#urls = urls;
  }

  async locate(): Promise<string> {
    return this.#moved ?? (this.#urls[this.#next] as string);
  }

  follow(reason: string): boolean {
    const [, host = '', port = ''] = /^MOVED \d+ (\S+):(\d+)/.exec(reason) ?? [];
    if (host === '') return false;
    this.#moved = urlOf(this.#base, `${isIPv6(host) ? `[${host}]` : host}:${port}`);
    return true;
  }

  giveUp(): void {
    // The others know who has the keys now.
    if (this.#moved === undefined) this.#next = (this.#next + 1) % this.#urls.length;
    this.#moved = undefined;
  }
}

const isIPv6 = (host: string): boolean => host.includes(':') && !host.startsWith('[');

/** The time for one Sentinel. All are asked within the time of a connection. */
const askMs = 400;

class SentinelLocator implements Locator {
  readonly #base: Base;
  readonly #name: string;
  readonly #database: string;
  readonly #createClient: CreateClient;
  /** The one that responded last is first. */
  #hosts: readonly string[];

  constructor(base: Base, hosts: readonly string[], path: string, createClient: CreateClient) {
    const [name = '', database] = path.split('/');
    this.#base = base;
    this.#hosts = hosts;
    this.#name = decodeURIComponent(name);
    this.#database = database === undefined ? '' : `/${database}`;
    this.#createClient = createClient;
  }

  async locate(): Promise<string> {
    const reasons: string[] = [];
    for (const host of this.#hosts) {
      try {
        const primary = await this.#ask(host);
        this.#hosts = [host, ...this.#hosts.filter((other) => other !== host)];
        return urlOf(this.#base, primary) + this.#database;
      } catch (error) {
        reasons.push(`${host}: ${(error as Error).message}`);
      }
    }
    throw new Error(`no Sentinel names the primary (${reasons.join('; ')})`);
  }

  follow(): boolean {
    return false;
  }

  giveUp(): void {}

  async #ask(host: string): Promise<string> {
    try {
      return await this.#askWith(host, '');
    } catch (error) {
      // Sentinels have often no password, and reject one.
      const { credentials } = this.#base;
      if (!(error as Error).message.startsWith('NOAUTH') || credentials === '') throw error;
      return this.#askWith(host, credentials);
    }
  }

  async #askWith(host: string, credentials: string): Promise<string> {
    const client: Client = this.#createClient({
      url: urlOf({ ...this.#base, credentials }, host),
      RESP: 2,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false, connectTimeout: askMs },
    });
    client.on('error', () => {});
    const drop = (): void => {
      if (client.isOpen) client.destroy();
    };
    try {
      const asked = client
        .connect()
        .then(() => client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', this.#name]));
      const found = await withTimeout(asked, askMs, drop);
      if (!Array.isArray(found)) throw new Error(`it watches no primary with the name "${this.#name}"`);
      const [address = '', port] = found as string[];
      return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
    } finally {
      drop();
    }
  }
}

const ticks = 4;

/** A process that was busy has not read the answer, which may be there: only the time in which it reads counts. */
export const withTimeout = <Value>(promise: Promise<Value>, timeoutMs: number, onTimeout: () => void): Promise<Value> =>
  new Promise((resolve, reject) => {
    let left = ticks;
    const tick = (): void => {
      left--;
      if (left > 0) {
        timer = setTimeout(tick, timeoutMs / ticks);
        return;
      }
      reject(new Error(`no response within ${Math.round(timeoutMs)} ms`));
      onTimeout();
    };
    let timer = setTimeout(tick, timeoutMs / ticks);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
