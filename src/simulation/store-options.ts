/** The options of a store that several servers share, checked together. */
import { contradiction, type OptionNames } from '../core/primitives/config-error.ts';
import type { Options } from './options.ts';

export interface StoreOptions {
  /** With its credentials: it must not appear in a message. */
  readonly url: string;
  /** The URL as messages show it. */
  readonly shownUrl: string;
  /** Separates the teams that share the store. */
  readonly prefix: string;
  /** In milliseconds: worlds that are not used for this time are removed. */
  readonly keepMs: number;
}

const defaultPrefix = 'vivarium';
const defaultKeepMs = 7 * 86_400_000;

type Given = Pick<Options, 'store' | 'prefix' | 'keep' | 'save' | 'workers' | 'watch'>;

/** Undefined: no store. @throws ConfigError if the options contradict each other, or the URL is not that of a store. */
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
  const { prefix = defaultPrefix, keep: keepMs = defaultKeepMs } = given;
  return { url: store, shownUrl: readUrl(store, names), prefix, keepMs };
};

const checkWithoutStore = ({ workers, save, ...given }: Given, names: OptionNames): void => {
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
  for (const option of ['prefix', 'keep'] as const)
    if (given[option] !== undefined)
      throw contradiction(
        names,
        [option],
        `${nameOf(option)} has no effect without a store`,
        `Set ${store}, or omit it.`,
      );
};

/** The URL without its credentials. The value is not shown in an error: it may contain a password. */
const readUrl = (store: string, names: OptionNames): string => {
  const [, scheme = '', credentials = '', place = ''] = urlPattern.exec(store) ?? [];
  const isPlace = scheme === 'unix' ? /^\/[^/]/.test(place) : /^[^/].*$/.test(place) && URL.canParse(store);
  if (!isPlace || !isDecodable(credentials))
    throw contradiction(
      names,
      ['store'],
      `${names.nameOf('store')} must be a URL such as redis://127.0.0.1:6379, rediss://user:password@host:6380/0 or unix:///run/redis.sock`,
      'In a user or a password, special characters are encoded: @ is %40, / is %2F.',
    );
  if (scheme !== 'unix' && !/^\/?\d*$/.test(new URL(store).pathname))
    throw contradiction(
      names,
      ['store'],
      `the path in ${names.nameOf('store')} must be the number of a database, as in redis://127.0.0.1:6379/0`,
    );
  return `${scheme}://${place}`;
};

const urlPattern = /^(rediss?|unix):\/\/([^@/?#]*@)?([^@?#]+)(?:\?db=\d+)?$/;

/** The client library decodes them. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
