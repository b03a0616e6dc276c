/** The URL of a request: a text, or its parts. */
import { decodePercent } from '../../../../core/http/http.ts';
import { isJsonObject, type Json } from '../../../../core/primitives/json.ts';
import { listAt, textAt, valueTextAt } from '../values.ts';
import {
  isDisabled,
  placeholderValue,
  resolve,
  unresolvedIn,
  unresolvedName,
  type Variables,
} from './postman-variables.ts';

interface SeenUrl {
  /** Empty if only a variable without a value tells it. */
  readonly origin: string;
  readonly path: string;
  /** Only if the path has parameters. */
  readonly template: string | undefined;
  readonly query: string;
}

/** `known`: values of parameters that have none here, such as those of the saved response. Undefined: it cannot be read. */
export const readUrl = (
  url: Json | undefined,
  variables: Variables,
  known: (name: string) => string | undefined,
): SeenUrl | undefined => {
  const written = textOf(url);
  if (written === undefined || written.trim() === '') return undefined;
  const [address = '', queryText = ''] = written.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const { origin, path } = splitAddress(resolve(address, variables));
  const values = new Map(
    listAt(url, 'variable').map((one) => [
      textAt(one, 'key') ?? textAt(one, 'id') ?? '',
      resolve(valueTextAt(one, 'value') ?? '', variables),
    ]),
  );
  const segments = path.split('/').map((segment) => readSegment(segment, values, known));
  const isTemplate = segments.some(({ name }) => name !== undefined);
  const parsed = URL.parse(`http://host${segments.map(({ value }) => value).join('/')}`);
  if (parsed === null || (origin !== '' && !URL.canParse(origin))) return undefined;
  const query =
    isJsonObject(url) && Array.isArray(url.query)
      ? queryOf(url.query as readonly Json[], variables)
      : resolve(queryText, variables);
  return {
    origin,
    path: parsed.pathname,
    template: isTemplate
      ? segments.map(({ name, value }) => (name === undefined ? value : `{${name}}`)).join('/')
      : undefined,
    query,
  };
};

const textOf = (url: Json | undefined): string | undefined => {
  if (typeof url === 'string') return url;
  const host = partsOf(url, 'host').join('.');
  const path = partsOf(url, 'path');
  if (host === '' && path.length === 0) return textAt(url, 'raw');
  const protocol = textAt(url, 'protocol');
  const port = valueTextAt(url, 'port');
  const origin = `${protocol === undefined ? '' : `${protocol.replace(/:.*$/, '')}://`}${host}${port ? `:${port}` : ''}`;
  return `${origin}/${path.join('/')}`;
};

/** A list of texts, or of objects with a value; or one text. */
const partsOf = (url: Json | undefined, name: string): readonly string[] => {
  const text = textAt(url, name);
  if (text !== undefined) return [text.replace(/^\//, '')];
  return listAt(url, name).map((part) => (typeof part === 'string' ? part : (textAt(part, 'value') ?? '')));
};

/** A variable at the beginning is the address of the service. */
const splitAddress = (address: string): { readonly origin: string; readonly path: string } => {
  const trimmed = address.trim();
  const unknown = /^(?:[a-z]+:\/\/)?[^/]*\{\{[^{}]*\}\}[^/]*/i.exec(trimmed)?.[0];
  if (unknown !== undefined) return { origin: '', path: pathOf(trimmed.slice(unknown.length)) };
  const [, scheme = 'http://', host = '', path = ''] = /^([a-z]+:\/\/)?([^/]*)(.*)$/is.exec(trimmed) ?? [];
  return { origin: host === '' ? '' : `${scheme}${host}`, path: pathOf(path) };
};

/** A base URL may end with a slash of its own. */
const pathOf = (path: string): string => `/${path.replace(/^\/+/, '')}`;

interface Segment {
  /** The name of a parameter. */
  readonly name: string | undefined;
  readonly value: string;
}

const readSegment = (
  segment: string,
  values: ReadonlyMap<string, string>,
  known: (name: string) => string | undefined,
): Segment => {
  const name = /^:([\w-]+)$/.exec(segment)?.[1] ?? unresolvedName(segment);
  if (name === undefined) return { name, value: segment };
  const stated = values.get(name) ?? '';
  const isOpen = stated === '' || unresolvedIn(stated).size > 0;
  const value = isOpen
    ? known(name)
    : placeholderValue(stated) === undefined
      ? stated
      : (known(name) ?? placeholderValue(stated));
  return { name: name.replaceAll(/[^\w-]/g, '_'), value: encodeURIComponent(value ?? '1') };
};

/** The pairs of a query whose values are known. */
const queryOf = (list: readonly Json[], variables: Variables): string =>
  list
    .filter((one) => !isDisabled(one) && textAt(one, 'key') !== undefined)
    .flatMap((one) => {
      const key = encodeURIComponent(resolve(textAt(one, 'key') ?? '', variables));
      const stated = resolve(valueTextAt(one, 'value') ?? '', variables);
      if (unresolvedIn(stated).size > 0) return [];
      const value = placeholderValue(stated) ?? stated;
      return value === '' ? key : `${key}=${encodeURIComponent(decodePercent(value))}`;
    })
    .join('&');
