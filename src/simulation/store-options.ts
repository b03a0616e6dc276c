/** The options of a store that several servers share, checked together. */
import { contradiction, type OptionNames } from '../core/primitives/config-error.ts';
import type { Options } from './options.ts';

export interface StoreOptions {
  /** With its credentials: it must not appear in a message. */
  readonly url: string;
  readonly shownUrl: string;
  /** Separates the teams that share the store. */
  readonly prefix: string;
  /** In milliseconds: worlds that are not used for this time are removed. */
  readonly keepMs: number;
}

const defaultPrefix = 'vivarium';
/** The default times for which unused worlds are kept, in memory and in a store. */
const defaultKeepMs = { memory: 24 * 3_600_000, store: 7 * 24 * 3_600_000 };

type Given = Pick<Options, 'store' | 'prefix' | 'keep' | 'save' | 'workers' | 'watch'>;

/** Returns undefined for no store. @throws ConfigError if the options contradict each other, or the URL is not that of a store. */
export const readStoreOptions = (given: Given, names: OptionNames): StoreOptions | undefined => {
  const { store, save } = given;
  if (store === undefined) {
    checkWithoutStore(given, names);
    return undefined;
  }
  const { nameOf } = names;
  if (save !== undefined)
    throw contradiction(
      names,
      ['store', 'save'],
      `${nameOf('save')} and ${nameOf('store')} cannot be used together: worlds live in a directory or in a store`,
      'Use one of them.',
    );
  if (given.watch === true)
    throw contradiction(
      names,
      ['watch', 'store'],
      `${nameOf('watch')} and ${nameOf('store')} cannot be used together: all servers of a store must decide alike, and would not read a changed file at the same moment`,
      `Omit ${nameOf('watch')}.`,
    );
  const { prefix = defaultPrefix, keep: keepMs = defaultKeepMs.store } = given;
  return { url: store, shownUrl: readUrl(store, names), prefix, keepMs };
};

const checkWithoutStore = ({ workers, save, prefix }: Given, names: OptionNames) => {
  const { nameOf } = names;
  const store = nameOf('store');
  if (workers > 1) {
    const where =
      save === undefined ? 'in the memory of one process' : `in the directory of one process (${nameOf('save')})`;
    throw contradiction(
      names,
      ['workers'],
      `${nameOf('workers')} above 1 needs a store: without one, worlds live ${where}, and each process would have its own`,
      `Set ${store}, such as redis://127.0.0.1:6379${save === undefined ? '' : `, in place of ${nameOf('save')}`}.`,
    );
  }
  if (prefix !== undefined)
    throw contradiction(
      names,
      ['prefix'],
      `${nameOf('prefix')} has no effect without a store`,
      `Set ${store}, or omit it.`,
    );
};

/**
 * The time after which unused worlds are removed that are not in a store; undefined: never. @throws ConfigError if worlds that are
 * saved should be removed.
 */
export const readKeep = ({ keep, save }: Pick<Given, 'keep' | 'save'>, names: OptionNames): number | undefined => {
  if (save === undefined) return keep ?? defaultKeepMs.memory;
  if (keep === undefined) return undefined;
  const { nameOf } = names;
  throw contradiction(
    names,
    ['keep', 'save'],
    `${nameOf('keep')} has no effect with ${nameOf('save')}: worlds in a directory are never removed`,
    'Omit one of them.',
  );
};

/** The URL without its credentials. The value is not shown in an error: it may contain a password. */
const readUrl = (store: string, names: OptionNames): string => {
  const [, scheme = '', credentials = '', place = ''] = urlPattern.exec(store) ?? [];
  if (!isPlace(scheme, place) || !isDecodable(credentials))
    throw contradiction(
      names,
      ['store'],
      `${names.nameOf('store')} must be a URL such as redis://127.0.0.1:6379, rediss://user:password@host:6380/0, redis+sentinel://host:26379/NAME or unix:///run/redis.sock`,
      'In a user or a password, special characters are encoded: @ is %40, / is %2F.',
    );
  const path = scheme === 'unix' ? '' : place.slice(place.split('/', 1)[0]?.length);
  if (scheme.endsWith('+sentinel')) {
    if (!/^\/[\w.%-]+(?:\/\d+)?$/.test(path) || !isDecodable(path))
      throw contradiction(
        names,
        ['store'],
        `the path in ${names.nameOf('store')} must be the name of the primary that the Sentinels watch, as in redis+sentinel://host:26379/mymaster`,
      );
  } else if (!/^\/?\d*$/.test(path))
    throw contradiction(
      names,
      ['store'],
      `the path in ${names.nameOf('store')} must be the number of a database, as in redis://127.0.0.1:6379/0`,
    );
  return `${scheme}://${place}`;
};

const urlPattern = /^(rediss?(?:\+sentinel)?|unix):\/\/([^@/?#]*@)?([^@?#]+)(?:\?db=\d+)?$/;

/** Whether a place is a socket of the file system, or one or several hosts with a path. */
const isPlace = (scheme: string, place: string) => {
  if (scheme === 'unix') return /^\/[^/]/.test(place);
  const [hosts = ''] = place.split('/', 1);
  return hosts.split(',').every((host) => host !== '' && URL.canParse(`redis://${host}`));
};

/** Whether credentials or a path can be decoded, as the client library does. */
const isDecodable = (text: string) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
