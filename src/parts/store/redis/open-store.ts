/** `--store`: the worlds of this server are replicas of those in a store that several servers share. */
import { hash } from 'node:crypto';
import {
  type ConfigError,
  type OptionNames,
  storeClientMissing,
  storeOtherDocument,
  storeRefused,
} from '../../../core/primitives/config-error.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import type { KeepKey } from '../../../core/service/login-facts.ts';
import { type Service, servicesOf } from '../../../core/service/service.ts';
import { whyTooOld } from '../../../files/peer.ts';
import type { RedactFor } from '../../../world/evidence/redact.ts';
import type { Logger } from '../../../world/logger.ts';
import { StoreUnavailable } from '../../../world/shared-worlds.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import type { Worlds } from '../../../world/worlds.ts';
import { awayMessage, Connection, type CreateClient, createLocator } from './connection/connection.ts';
import { Subscriber } from './connection/subscriber.ts';
import { format, olderFormats, Starts } from './encoding.ts';
import { claimScript, keysOf } from './scripts.ts';
import { StoreClient } from './store-client.ts';
import { EvidenceCodec } from './store-evidence.ts';
import { StoreWorlds } from './store-worlds.ts';

interface OpenStoreOptions {
  /** With its credentials: it appears in no message. */
  readonly url: string;
  /** The URL without its credentials. */
  readonly shownUrl: string;
  /** Separates the teams that share the store. */
  readonly prefix: string;
  /** Worlds that are not used for this time are removed. */
  readonly keepMs: number;
  /** The number of characters of changes after which a snapshot is taken. For tests. */
  readonly snapshotLength?: number | undefined;
  readonly worlds: Worlds;
  readonly redactFor: RedactFor;
  readonly names: OptionNames;
  readonly logger: Logger;
  /** The store was away at the start, and turns out to belong to another document: this server must stop. */
  readonly onRejected: (error: ConfigError) => void;
  /** Gets the function that keeps the key of the issuer for all servers of the prefix. */
  readonly onConnection?: ((keepKey: KeepKey) => void) | undefined;
}

export interface Store {
  readonly close: () => Promise<void>;
  /** The number of round trips so far, for the benchmark. */
  readonly roundTrips: () => number;
}

/** The number of characters of changes after which a snapshot is taken; at least as many as the last snapshot had. */
const minSnapshotLength = 256 * 1024;

/** The time that the start of a server waits for the store. */
const startMs = 1000;

/** @throws ConfigError if the client library is missing, or the store belongs to another document. */
export const openStore = async (options: OpenStoreOptions): Promise<Store> => {
  const { worlds, onRejected } = options;
  const parts = createStoreParts(options, await loadClient(options.names));
  const { shared, client, close, isClosed } = parts;
  options.onConnection?.((fresh, isKey) => {
    const report = (message: string) => options.logger.warn(`${options.shownUrl}: ${message}`);
    return keepKeyIn(parts.connection, { key: parts.keys.login, isKey, report }, fresh);
  });
  worlds.share(shared);
  const claimed = Promise.race([claim(parts, options), parts.refused]);
  // The rest of a start that is waited for no longer.
  const late = claimed.then(
    () => openDefault(worlds, shared, isClosed),
    () => {},
  );
  try {
    const isClaimed = await Promise.race([claimed.then(() => true), pause(startMs).then(() => false)]);
    if (!isClaimed) claimed.catch((error: ConfigError) => onRejected(error));
    else await Promise.race([late, pause(startMs)]);
  } catch (error) {
    close();
    throw error;
  }
  return { close: async () => close(), roundTrips: () => client.roundTrips };
};

type StoreParts = ReturnType<typeof createStoreParts>;

const createStoreParts = (options: OpenStoreOptions, createClient: CreateClient) => {
  const { url, shownUrl, worlds, logger, redactFor, keepMs } = options;
  const connecting = { locator: createLocator(url, createClient), shownUrl, createClient, logger };
  const refused = Promise.withResolvers<never>();
  // Nobody waits for it once the store has accepted them.
  refused.promise.catch(() => {});
  const onRefused = (reason: string) => refused.reject(refusedCredentials(options, reason));
  const connection = new Connection({ ...connecting, onRefused, probe: () => client.probe() });
  let bulk: Connection | undefined;
  const keys = keysOf(options.prefix);
  const fingerprint = fingerprintOf(worlds.service, format);
  const older = olderFormats.map((one) => fingerprintOf(worlds.service, one));
  const client: StoreClient = new StoreClient({
    keys,
    service: worlds.service,
    fingerprint,
    older,
    keepMs,
    maxWorlds: worlds.options.maxWorlds,
    evidence: new EvidenceCodec(worlds.service, redactFor),
    connection,
    bulk: () => {
      bulk ??= new Connection({ ...connecting, reporter: connection });
      return bulk;
    },
  });
  const shared = new StoreWorlds({
    worlds,
    client,
    connection,
    keys,
    snapshotLength: options.snapshotLength ?? minSnapshotLength,
    shownUrl,
    logger,
    subscribe: (onMessage) =>
      new Subscriber({
        connect: (onClient) => new Connection({ ...connecting, reporter: connection, onClient }),
        onMessage,
        onRejected: (reason) =>
          logger.error(
            `${shownUrl}: this server does not learn at once what other servers do: ${reason}. Their exchanges are missing in its event streams, and a clock that they move releases none of its responses. Allow its user SUBSCRIBE.`,
          ),
      }),
  });
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    shared.close();
    connection.close();
    bulk?.close();
  };
  return {
    connection,
    client,
    shared,
    keys,
    fingerprint,
    older,
    /** Rejected if the store does not accept the credentials. */
    refused: refused.promise,
    close,
    isClosed: () => isClosed,
  };
};

/** Waits for the store, and makes it that of this document. @throws ConfigError if it belongs to another one. */
const claim = async (
  { connection, shared, keys, fingerprint, older, isClosed }: StoreParts,
  options: OpenStoreOptions,
) => {
  while (!isClosed()) {
    await connection.ready();
    try {
      const owner = await connection.run(
        claimScript,
        [keys.worlds, keys.service, keys.scenarios, keys.counts, keys.findings],
        [fingerprint, String(options.keepMs), ...older],
      );
      connection.noteSuccess();
      if (owner !== fingerprint) throw otherDocument(options);
      shared.isClaimed = true;
      void warn(connection, keys.start, options);
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await pause(retryMs);
    }
  }
};

/** What a team should know before it relies on the store. */
const warn = async (connection: Connection, key: string, options: OpenStoreOptions): Promise<void> => {
  const { logger, shownUrl, prefix, keepMs, worlds, names } = options;
  const own = startFingerprintOf(worlds);
  const [risks, last] = await Promise.all([
    readSettingRisks(connection),
    connection.ask(['SET', key, own, 'PX', String(keepMs), 'GET']),
  ]);
  for (const risk of risks) logger.warn(`${shownUrl}: ${risk}`);
  if (typeof last !== 'string' || last === own) return;
  const flags = ['scenario', 'scenarios', 'seed', 'fault'].map(names.nameOf).join(', ');
  logger.warn(
    `${shownUrl}: the last server with the prefix "${prefix}" that started had another start scenario or seed. A world starts as the server does that opens it: give all servers the same ${flags}.`,
  );
};

const startFingerprintOf = ({ service, start }: Worlds): string => {
  const starts = new Starts(service, () => Promise.reject(new Error('nothing is read')));
  return hash('sha256', stringifyJson(starts.encode(start) as unknown as Json));
};

const retryMs = 200;

/** Opens the world `default`, as a server without a store does, unless another server has opened it. */
const openDefault = async (worlds: Worlds, shared: StoreWorlds, isClosed: () => boolean) => {
  await worlds.ready();
  for (let isOpen = false; !isOpen && !isClosed(); ) {
    isOpen = await shared.run(defaultWorldName, { run: () => worlds.open(defaultWorldName) }).then(
      () => true,
      () => false,
    );
    if (!isOpen) await pause(retryMs);
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The servers of a prefix must have the same document: they decide on the same items. */
const fingerprintOf = (service: Service, version: number): string => {
  const parts = servicesOf(service).map(({ name, document, basePaths }) => [name, document, basePaths]);
  return hash('sha256', stringifyJson([version, parts] as unknown as Json));
};

/** @throws ConfigError if it is not installed. */
export const loadClient = async (
  names: OptionNames,
  load: () => Promise<unknown> = () => import('redis'),
): Promise<CreateClient> => {
  const message = whyTooOld('redis', names.nameOf('store'));
  if (message !== undefined) throw storeClientMissing({ message, ...names.placeOf?.('store') });
  try {
    return ((await load()) as { readonly createClient: CreateClient }).createClient;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `${names.nameOf('store')} needs the package redis, which is not installed`;
    const hint = 'Install it: npm install redis';
    throw storeClientMissing({ message, hint, ...names.placeOf?.('store') });
  }
};

export const refusedCredentials = (
  { shownUrl, names }: Pick<OpenStoreOptions, 'shownUrl' | 'names'>,
  reason: string,
): ConfigError =>
  storeRefused({
    message: `${shownUrl}: the store rejects the user or the password: ${reason.replace(/\.$/, '')}`,
    hint: `Correct them in the URL of ${names.nameOf('store')}.`,
    ...names.placeOf?.('store'),
  });

export const otherDocument = ({
  shownUrl,
  prefix,
  names,
}: Pick<OpenStoreOptions, 'shownUrl' | 'prefix' | 'names'>): ConfigError =>
  storeOtherDocument({
    message: `${shownUrl}: the worlds with the prefix "${prefix}" belong to another document, or to another version of Vivarium`,
    hint: `Choose another prefix with ${names.nameOf('prefix')}, or delete those worlds first.`,
    ...names.placeOf?.('store'),
  });

/** A key has less than 2 KB. */
const maxKeyBytes = 65_536;

interface KeyEntry {
  readonly key: string;
  readonly isKey: (text: string) => boolean;
  /** Tells the user that the key that was there cannot be used. */
  readonly report: (message: string) => void;
}

/** The key that is there, else the new one. What is there and is no key is set aside. @throws StoreUnavailable */
const keepKeyIn = async (connection: Connection, { key, isKey, report }: KeyEntry, fresh: string): Promise<string> => {
  for (const isLast of [false, true]) {
    await connection.ask(['SET', key, fresh, 'NX']);
    const kept = await connection.ask(['GETRANGE', key, '0', String(maxKeyBytes)]);
    if (typeof kept === 'string' && isKey(kept)) return kept;
    // Of another type, it cannot be read as a text.
    const type = typeof kept === 'string' ? 'string' : await connection.ask(['TYPE', key]);
    if (isLast || (typeof kept !== 'string' && (typeof type !== 'string' || /^(none|string)$/.test(type)))) break;
    const aside = `${key}:broken`;
    await connection.ask(['RENAME', key, aside]);
    const reason = type === 'string' ? 'empty, cut or damaged' : `a ${type}`;
    report(
      `${key} is ${reason}, so it is no key of the issuer. It is now ${aside}; logins of before are not valid any more.`,
    );
  }
  throw new StoreUnavailable(awayMessage);
};

/** The risks of the settings, as far as the store tells: a user may not be allowed to read its configuration. */
const readSettingRisks = async (connection: Connection): Promise<readonly string[]> => {
  const memory = String(await connection.ask(['INFO', 'memory']));
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? 'noeviction';
  const words = ((await connection.ask(['CONFIG', 'GET', 'appendonly', 'save'])) ?? []) as readonly string[];
  const settingOf = (name: string): string | undefined => words[words.indexOf(name) + 1];
  const isLost = settingOf('appendonly') === 'no' && settingOf('save') === '';
  return [
    policy !== 'noeviction' &&
      `its eviction policy is ${policy}: when it is full, it removes parts of worlds, and these worlds get 503. Set maxmemory-policy noeviction.`,
    isLost &&
      'it has no persistence (appendonly no, save ""): when it restarts, all worlds are gone. Set appendonly yes.',
  ].filter((risk) => risk !== false);
};
