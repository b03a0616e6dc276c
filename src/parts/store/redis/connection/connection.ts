/** The connection to the store: it is replaced when it breaks, and nothing waits for it longer than a part of a second. */
import { connect } from 'node:tls';
import type { Logger } from '../../../../world/logger.ts';
import { StoreUnavailable } from '../../../../world/shared-worlds.ts';

interface ConnectionOptions {
  readonly locator: Locator;
  /** The URL without its credentials, for messages. */
  readonly shownUrl: string;
  readonly createClient: CreateClient;
  readonly logger: Logger;
  /** Writes something. Called again and again while the store answers but rejects what is written, until it calls {@link Connection.noteSuccess}. */
  readonly probe?: () => Promise<void>;
  /** The connection that reports outages, also those that this one notices. */
  readonly reporter?: Connection;
  /** Gets each client that is connected, the first one and those that take its place. */
  readonly onClient?: (client: Client) => void;
  /** Called if the store rejects the credentials and has never accepted them. */
  readonly onRefused?: (reason: string) => void;
}

/** A script that the store runs: atomic, in one round trip. */
export interface Script {
  readonly text: string;
  /** The hash by which the store finds a script that it has run before. */
  readonly sha: string;
}

/** A request may wait for a commit before its own: together they take less than a second. */
export const callTimeoutMs = 480;

const connectTimeoutMs = 1000;

const retryMs = 100;

const probeMs = 250;

export const awayMessage = 'The store of the worlds is not available.';

export class Connection {
  readonly #options: ConnectionOptions;
  #client: Client | undefined;
  #isClosed = false;
  #isConnecting = false;
  #retry: NodeJS.Timeout | undefined;
  #probing: NodeJS.Timeout | undefined;
  /** If it is undefined, the store is available. `isProbed`: it answers, so that only a write shows that it is available again. */
  #outage: { readonly isProbed: boolean } | undefined;
  #whenReady: (() => void)[] = [];
  #wasReady = false;
  /** While another node of the cluster is connected, which has the keys. */
  #moving: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Whether the store is available, as far as it is known. */
  get isAvailable(): boolean {
    return this.#client !== undefined && this.#outage === undefined;
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Resolves when the store responds, for the first time or again. */
  async ready(): Promise<void> {
    while (this.#client === undefined && !this.#isClosed)
      await new Promise<void>((resolve) => this.#whenReady.push(resolve));
  }

  async run({ sha, text }: Script, keys: readonly string[], args: readonly string[], timeoutMs = callTimeoutMs) {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await this.#sendOn(['EVALSHA', sha, ...rest], timeoutMs);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw this.#unavailable(error as Error);
    }
    return this.call(['EVAL', text, ...rest], timeoutMs);
  }

  async call(command: readonly string[], timeoutMs = callTimeoutMs): Promise<unknown> {
    try {
      return await this.#sendOn(command, timeoutMs);
    } catch (error) {
      throw this.#unavailable(error as Error);
    }
  }

  /** Asks something that is not essential; undefined if it is not answered. */
  async ask(command: readonly string[]): Promise<unknown> {
    try {
      return await this.#sendOn(command, callTimeoutMs);
    } catch {
      return undefined;
    }
  }

  /** Called after a call that changed something: it shows that the store accepts changes again. */
  noteSuccess(): void {
    if (this.#outage === undefined) return;
    this.#outage = undefined;
    clearTimeout(this.#probing);
    this.#options.logger.info(`${this.#options.shownUrl}: the store is available again.`);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#probing);
    drop(this.#client);
    for (const resolve of this.#whenReady.splice(0)) resolve();
  }

  /** Sends a command; in a cluster, to the node that has the keys. */
  async #sendOn(command: readonly string[], timeoutMs: number): Promise<unknown> {
    await this.#moving;
    const client = this.#client;
    try {
      return await this.#send(command, timeoutMs);
    } catch (error) {
      if (!this.#options.locator.follow((error as Error).message)) throw error;
      await this.#leave(client);
      return this.#send(command, timeoutMs);
    }
  }

  /** Connects the node to which the keys have moved. What the present one was asked before is answered. */
  async #leave(client: Client | undefined): Promise<void> {
    if (client !== undefined && client === this.#client) {
      this.#client = undefined;
      setTimeout(() => drop(client), callTimeoutMs).unref();
      this.#moving = this.#connect();
    }
    await this.#moving;
    this.#moving = undefined;
  }

  #send(command: readonly string[], timeoutMs: number): Promise<unknown> {
    const client = this.#client;
    if (client === undefined) return Promise.reject(new Error('there is no connection'));
    return withTimeout(client.sendCommand(command), timeoutMs, () => {
      // Whoever does not respond may never do so on this connection.
      this.#lose(client, `no response within ${Math.round(timeoutMs)} ms`);
    });
  }

  /** Records that the data is not for this server. */
  reject(reason: string): StoreUnavailable {
    this.#note(reason, { isProbed: true });
    return new StoreUnavailable(awayMessage);
  }

  #unavailable(error: Error): StoreUnavailable {
    const [code = ''] = error.message.split(' ', 1);
    (this.#options.reporter ?? this).#note(error.message, { isProbed: this.#client !== undefined });
    // The present server only reads: after a failover, the address leads to another one.
    if (code === 'READONLY' || code === 'MASTERDOWN') {
      this.#options.locator.giveUp();
      this.#lose(this.#client, error.message);
    }
    return new StoreUnavailable(awayMessage);
  }

  /** Logs an outage, once. */
  #note(reason: string, { isProbed }: { readonly isProbed: boolean }): void {
    if (this.#outage !== undefined || this.#isClosed) return;
    const { logger, shownUrl } = this.#options;
    this.#outage = { isProbed };
    logger.error(outageMessage(shownUrl, reason));
    this.#probeLater();
  }

  #probeLater(): void {
    const { probe } = this.#options;
    if (probe === undefined || this.#outage?.isProbed !== true || this.#isClosed) return;
    this.#probing = setTimeout(() => {
      probe()
        .catch(() => {})
        .finally(() => this.#probeLater());
    }, probeMs).unref();
  }

  #noteLoss(reason: string): void {
    if (this.#options.reporter === undefined) this.#note(reason, { isProbed: false });
  }

  #lose(client: Client | undefined, reason: string): void {
    if (client === undefined || client !== this.#client) return;
    this.#client = undefined;
    this.#noteLoss(reason);
    drop(client);
    this.#connectLater();
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), retryMs);
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#client !== undefined || this.#isClosed) return;
    this.#isConnecting = true;
    const { locator, createClient } = this.#options;
    let url = '';
    let client: Client | undefined;
    try {
      url = await locator.locate();
      client = newClient(createClient, url, connectTimeoutMs, (lost, reason) => this.#lose(lost, reason));
      await this.#greet(client);
      this.#established(client);
    } catch (error) {
      drop(client);
      locator.giveUp(url);
      await this.#noteFailure((error as Error).message, url);
    } finally {
      this.#isConnecting = false;
      if (this.#client === undefined) this.#connectLater();
    }
  }

  async #greet(client: Client): Promise<void> {
    const end = () => drop(client);
    await withTimeout(client.connect(), connectTimeoutMs, end);
    // A server that loads its data, or that waits for its master, accepts connections.
    const [role] = await withTimeout(
      Promise.all([client.sendCommand(['ROLE']).catch(() => undefined), client.sendCommand(['PING'])]),
      connectTimeoutMs,
      end,
    );
    const [kind, names] = (Array.isArray(role) ? role : []) as readonly unknown[];
    if (kind === 'sentinel') throw new Error(`it is a Sentinel, of ${[names].flat().join(', ')}, and stores nothing`);
  }

  async #noteFailure(reason: string, url: string): Promise<void> {
    const { onRefused } = this.#options;
    if (onRefused !== undefined && !this.#wasReady && credentialErrors.test(reason)) {
      // The server does not start: no request gets 503.
      onRefused(reason);
      return;
    }
    const isNew = this.#options.reporter === undefined && this.#outage === undefined && !this.#isClosed;
    const isTls = isNew && (await speaksTls(url));
    this.#noteLoss(isTls ? `it speaks TLS (${reason})` : reason);
  }

  #established(client: Client): void {
    if (this.#isClosed || !client.isOpen) {
      drop(client);
      return;
    }
    this.#client = client;
    this.#wasReady = true;
    if (this.#outage?.isProbed !== true) this.noteSuccess();
    for (const resolve of this.#whenReady.splice(0)) resolve();
    this.#options.onClient?.(client);
  }
}

/** A client that never connects anew by itself: the store may be elsewhere by then. `withTimeout` limits each call. */
const newClient = (
  createClient: CreateClient,
  url: string,
  connectTimeout: number,
  onLost: (client: Client, reason: string) => void,
): Client => {
  const socket = { reconnectStrategy: false, connectTimeout } as const;
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandOptions: { timeout: undefined },
    socket,
  });
  client.on('error', (error: Error) => onLost(client, error.message));
  client.on('end', () => onLost(client, 'the connection ended'));
  return client;
};

const drop = (client: Client | undefined) => {
  if (client?.isOpen === true) client.destroy();
};

const askTlsMs = 400;

/** Whether the server at the address of this URL speaks TLS: then it has closed a connection without it. */
const speaksTls = (url: string): Promise<boolean> => {
  if (!url.startsWith('redis:')) return Promise.resolve(false);
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    // Nothing is sent to it, so its certificate does not matter.
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
      rejectUnauthorized: false,
    });
    const end = (speaks: boolean) => {
      socket.destroy();
      resolve(speaks);
    };
    const isSilent = () => end(false);
    socket
      .setTimeout(askTlsMs, isSilent)
      .once('secureConnect', () => end(true))
      .once('error', isSilent);
  });
};

/** `reason` may name the address, but no credential: it is that of the store or of its client library. */
export const outageMessage = (shownUrl: string, reason: string): string => {
  const plain = reason.replace(scriptPlace, '').replace(/\.$/, '');
  const remedy = remedies.find(([pattern]) => pattern.test(reason))?.[1];
  return `${shownUrl}: the store is not available: ${plain}. Requests get 503 until it is.${remedy === undefined ? '' : ` ${remedy}`}`;
};

/** The position in our script at which a command was rejected. */
const scriptPlace = / script: [0-9a-f]{40}, on @user_script:\d+\.$/;

const credentialErrors = /\b(WRONGPASS|NOAUTH|ERR AUTH|ERR Client sent AUTH)\b/;

const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [credentialErrors, 'Correct the user and the password in its URL.'],
  [/^it speaks TLS/, 'Its URL must begin with rediss: instead of redis:.'],
  [/^it is a Sentinel/, 'Write redis+sentinel://HOST:PORT/NAME, with the name of the primary.'],
  [/watches no primary/, 'Correct the name of the primary at the end of its URL.'],
  [/^no Sentinel/, 'Check the addresses of the Sentinels in its URL.'],
  [/^NOPERM|can't publish/, 'Allow its user the commands, keys and channels that docs/sharing.md names.'],
  [/DB index is out of range/, 'Correct the number of the database at the end of its URL.'],
  [/^OOM/, 'Raise its maxmemory, or remove keys.'],
  [/^WRONGTYPE/, 'Somebody else wrote it: delete this key, or choose another prefix.'],
  [/^READONLY/, 'Its address must lead to the primary, not to a replica.'],
  [/^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN)/, 'The cluster is being changed, or lacks a node.'],
  [/unknown command|unsupported option|wrong number of arg/i, 'It must be Redis 7, Valkey 8, or newer.'],
  // The texts of OpenSSL for a certificate that leads to no authority that Node trusts.
  [
    /self-signed certificate|unable to get (local )?issuer certificate|unable to verify the first certificate/,
    'Its certificate, or that of its authority, belongs in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH|timeout|SSL/,
    'Check that it runs at this address, and that the URL begins with rediss: if it speaks TLS, and only then.',
  ],
];

export interface Locator {
  /** The URL of the server to connect to. */
  readonly locate: () => Promise<string>;
  /** `MOVED 866 10.0.0.2:6379`: another node of the cluster has the keys. False: the reason says nothing like that. */
  readonly follow: (reason: string) => boolean;
  /** Called if the located server does not respond, or only reads. `url`: the server; undefined: the present one. */
  readonly giveUp: (url?: string) => void;
}

const pattern = /^(rediss?)(\+sentinel)?:\/\/([^@/?#]*@)?([^@/?#]+)(\/[^?#]*)?$/;

/** `url`: one that the options have accepted. */
export const createLocator = (url: string, createClient: CreateClient): Locator => {
  const [, scheme = '', sentinel, credentials = '', hosts = '', path = ''] = pattern.exec(url) ?? [];
  const base: Base = { scheme, credentials };
  if (sentinel !== undefined) return locateByName(base, hosts.split(','), path.slice(1), createClient);
  // Also a socket of the file system.
  return locateNode(base, hosts === '' ? [url] : hosts.split(',').map((host) => urlOf(base, host) + path));
};

interface Base {
  readonly scheme: string;
  /** `user:password@`, or empty. */
  readonly credentials: string;
}

const urlOf = ({ scheme, credentials }: Base, host: string) => `${scheme}://${credentials}${host}`;

/** Finds the server to connect to: there is one, or the nodes of a cluster. */
const locateNode = (base: Base, urls: readonly string[]): Locator => {
  let next = 0;
  let moved: string | undefined;
  return {
    locate: async () => moved ?? (urls[next] as string),
    follow: (reason) => {
      const [, host = '', port = ''] = /^MOVED \d+ (\S+):(\d+)/.exec(reason) ?? [];
      if (host === '') return false;
      moved = urlOf(base, `${bracketed(host)}:${port}`);
      return true;
    },
    giveUp: (url) => {
      // Another connection has given it up already.
      if (url !== undefined && url !== (moved ?? urls[next])) return;
      // The others know who has the keys now.
      if (moved === undefined) next = (next + 1) % urls.length;
      moved = undefined;
    },
  };
};

/** An address of IPv6 as URLs have it. */
const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** The time for one Sentinel. All are asked within the time of a connection. */
const askMs = 400;

const locateByName = (base: Base, given: readonly string[], path: string, createClient: CreateClient): Locator => {
  const [encoded = '', database] = path.split('/');
  const name = decodeURIComponent(encoded);
  /** The one that responded last is first. */
  let hosts = given;
  const askWith = async (host: string, credentials: string): Promise<string> => {
    const client = newClient(createClient, urlOf({ ...base, credentials }, host), askMs, () => {});
    const end = () => drop(client);
    try {
      const asked = client.connect().then(() => client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]));
      const found = await withTimeout(asked, askMs, end);
      if (!Array.isArray(found)) throw new Error(`it watches no primary with the name "${name}"`);
      const [address = '', port] = found as string[];
      return `${bracketed(address)}:${port}`;
    } finally {
      end();
    }
  };
  const ask = (host: string): Promise<string> =>
    askWith(host, '').catch((error: Error) => {
      // Sentinels have often no password, and reject one.
      if (!error.message.startsWith('NOAUTH') || base.credentials === '') throw error;
      return askWith(host, base.credentials);
    });
  return {
    locate: async () => {
      const reasons: string[] = [];
      for (const host of hosts)
        try {
          const primary = await ask(host);
          hosts = [host, ...hosts.filter((other) => other !== host)];
          return urlOf(base, primary) + (database === undefined ? '' : `/${database}`);
        } catch (error) {
          reasons.push(`${host}: ${(error as Error).message}`);
        }
      throw new Error(`no Sentinel names the primary (${reasons.join('; ')})`);
    },
    follow: () => false,
    giveUp: () => {},
  };
};

const ticks = 4;

/** A process that was busy has not read the answer, which may be there: only the time in which it reads counts. */
const withTimeout = <Value>(promise: Promise<Value>, timeoutMs: number, onTimeout: () => void): Promise<Value> =>
  new Promise((resolve, reject) => {
    let left = ticks;
    const timer = setInterval(() => {
      left--;
      if (left > 0) return;
      clearInterval(timer);
      reject(new Error(`no response within ${Math.round(timeoutMs)} ms`));
      onTimeout();
    }, timeoutMs / ticks);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });

/** The used part of the package `redis`. */
export interface Client {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(command: readonly string[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
}

export type CreateClient = (options: {
  readonly url: string;
  /** Lists, not maps, as the scripts return them. */
  readonly RESP: 2;
  readonly disableOfflineQueue: true;
  /** There is no time limit for a command, which would make a signal and an exception for each. */
  readonly commandOptions: { readonly timeout: undefined };
  readonly socket: { readonly reconnectStrategy: false; readonly connectTimeout: number };
}) => Client;
