/** The real services behind the simulated ones, as the options name them, checked together. */
import {
  type ConfigError,
  contradiction,
  type OptionNames,
  optionInvalid,
  type ProblemPlace,
} from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { findByName } from '../../core/service/names.ts';
import { baseUrlOf, type Service, servicesOf } from '../../core/service/service.ts';
import type { Upstream, UpstreamChoice } from '../../core/service/upstream.ts';
import { isWritten } from './core/sent-headers.ts';
import { shownPart } from './core/shown-items.ts';

export { chooseUpstreams, readPutUpstream, viewUpstreams } from './world-upstream.ts';

export interface UpstreamOptions {
  /** The urls by the names of services, with credentials; empty: nothing is forwarded. */
  readonly urls: ReadonlyMap<string, URL>;
  /** The words of `forward`, or names of operations. */
  readonly forward: readonly string[];
  readonly record: boolean;
  readonly compare: boolean;
  /** Names in lower case, and values. */
  readonly headers: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Origins, in lower case. */
  readonly allowedOrigins: readonly string[];
}

interface Given {
  readonly forward: readonly string[];
  readonly record: boolean;
  readonly compare: boolean;
  readonly upstreamHeader: readonly string[];
  readonly upstreamTimeout?: number | undefined;
  readonly allowOrigin: readonly string[];
}

interface GivenService {
  readonly name: string;
  readonly upstream?: string | undefined;
  readonly placeOf?: ((property: 'upstream') => ProblemPlace | undefined) | undefined;
}

const needUpstream = ['forward', 'record', 'compare', 'upstreamHeader', 'upstreamTimeout'] as const;

/** @throws ConfigError for a URL, a header or an origin that cannot be used, and for options that need an upstream. */
export const readUpstreamOptions = (
  given: Given,
  { list }: { readonly list: readonly GivenService[] },
  names: OptionNames,
): UpstreamOptions => {
  const urls = new Map(
    list.flatMap(({ name, upstream, placeOf }) =>
      upstream === undefined ? [] : [[name, readUrl(upstream, names, placeOf?.('upstream'))] as const],
    ),
  );
  const { forward, record, compare, upstreamHeader, upstreamTimeout = defaultTimeoutMs, allowOrigin } = given;
  const idle = needUpstream.find((option) => isGiven(given[option]));
  if (urls.size === 0 && idle !== undefined)
    throw contradiction(
      names,
      [idle],
      `${names.nameOf(idle)} has no effect without an upstream`,
      `Set ${names.nameOf('upstream')}, such as https://staging.example.com, or omit it.`,
    );
  return {
    urls,
    forward: forward.length === 0 ? ['all'] : forward,
    record,
    compare,
    headers: new Map(upstreamHeader.map((text) => readHeader(text, names))),
    timeoutMs: upstreamTimeout,
    allowedOrigins: allowOrigin.map((origin) => readOrigin(origin, names)),
  };
};

const defaultTimeoutMs = 30_000;

const isGiven = (value: Given[keyof Given]) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;

/** `place`: by default, that of the option. */
const rejecting =
  ({ nameOf, placeOf }: OptionNames, option: string, place = placeOf?.(option)) =>
  (message: string, hint?: string): ConfigError =>
    optionInvalid({ message: `${nameOf(option)} ${message}`, hint, ...place });

const readUrl = (text: string, names: OptionNames, place: ProblemPlace | undefined): URL => {
  const reject = rejecting(names, 'upstream', place);
  const url = URL.parse(text);
  // The URL may have credentials, so that it is not repeated.
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw reject('must be an http or https URL', 'Write it as https://staging.example.com/v1.');
  if (url.search !== '' || url.hash !== '') throw reject('must have no query and no fragment');
  return url;
};

const readHeader = (text: string, names: OptionNames): readonly [string, string] => {
  const reject = rejecting(names, 'upstreamHeader');
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw reject("must be 'NAME: VALUE'", "Write it as 'Authorization: Bearer $STAGING_TOKEN'.");
  const key = name.toLowerCase();
  if (isWritten(key)) throw reject(`must not name ${name}, which is written for each request`);
  const filled = value.replaceAll(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced: string, plain: string) => {
    const variable = braced ?? plain;
    const found = process.env[variable];
    if (found === undefined) throw reject(`names the variable $${variable}, which is not set`);
    return found;
  });
  if (/[^\t\x20-\x7e\x80-\xff]/.test(filled))
    throw reject(`has a character that a header cannot have, in the value of ${name}`);
  return [key, filled];
};

const readOrigin = (text: string, names: OptionNames): string => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || text.replace(/\/$/, '').toLowerCase() !== url.origin) {
    const message = `must be an origin, not ${JSON.stringify(text)}`;
    throw rejecting(names, 'allowOrigin')(message, 'Write it as https://app.example.com.');
  }
  return url.origin;
};

/** The service with the upstreams of its parts. @throws ConfigError if `forward` names an unknown operation. */
export const attachUpstreams = (service: Service, options: UpstreamOptions, names: OptionNames): Service => {
  const { urls, record, compare } = options;
  if (urls.size === 0) return service;
  const choice = { forward: readForward(options.forward, service, names), record, compare } as const;
  const attached = [...(service.attached ?? []), shownPart];
  const attach = (part: Service): Service => {
    const url = urls.get(part.name);
    return url === undefined ? part : { ...part, upstream: upstreamOf(url, part, choice) };
  };
  if (service.services.length === 0) return { ...attach(service), attached };
  return { ...service, attached, services: servicesOf(service).map(attach) };
};

const upstreamOf = (url: URL, service: Service, choice: UpstreamChoice): Upstream => {
  const { origin } = url;
  const base = baseUrlOf(url, service).slice(origin.length);
  return { url: `${origin}${base}`, origin, base, choice };
};

const words = ['all', 'unknown', 'none'] as const;

const readForward = (given: readonly string[], service: Service, names: OptionNames): UpstreamChoice['forward'] => {
  const [only] = given;
  const word = given.length === 1 ? words.find((known) => known === only) : undefined;
  if (word !== undefined) return word;
  return given.map((name) => {
    const found = findByName(service.operations, name);
    if (found.type === 'found') return found.value.name;
    const all = service.operations.map((operation) => operation.name);
    throw rejecting(names, 'forward')(
      `names ${found.type === 'ambiguous' ? 'an operation of several services' : 'an unknown operation'}: ${JSON.stringify(name)}`,
      found.type === 'ambiguous' ? `Write ${found.names.join(' or ')}.` : suggest(name, 'operations', all),
    );
  });
};
