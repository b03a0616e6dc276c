/** A small model of how WireMock matches requests, by which what import makes of stubs is judged. */
export interface SentRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Matcher = Readonly<Record<string, unknown>>;

export interface Mapping {
  readonly priority?: number;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: { readonly status?: number; readonly jsonBody?: unknown; readonly body?: string };
}

/** The index of the mapping that answers; -1: none. Of equals the later one. */
export const winnerOf = (mappings: readonly Mapping[], sent: SentRequest): number => {
  let best = -1;
  for (const [index, mapping] of mappings.entries()) {
    const isBefore = best < 0 || (mapping.priority ?? 5) <= (mappings[best]?.priority ?? 5);
    if (isBefore && matches(mapping.request, sent)) best = index;
  }
  return best;
};

const matches = (request: Mapping['request'], sent: SentRequest): boolean => {
  const [path = '', search = ''] = sent.url.split('?');
  const query = new URLSearchParams(search);
  const { headers = {} } = sent;
  const named = (key: string) => Object.entries((request[key] ?? {}) as Record<string, Matcher>);
  return (
    (request.method === undefined || request.method === 'ANY' || request.method === sent.method) &&
    matchesUrl(request, sent.url, path) &&
    matchesCredentials(request.basicAuth ?? request.basicAuthCredentials, headers.authorization) &&
    named('queryParameters').every(([name, matcher]) => matchesAny(matcher, query.getAll(name))) &&
    named('headers').every(([name, matcher]) => matchesAny(matcher, listOf(headers[name.toLowerCase()]))) &&
    named('cookies').every(([name, matcher]) => matchesAny(matcher, listOf(cookieIn(headers.cookie ?? '', name)))) &&
    ((request.bodyPatterns ?? []) as readonly Matcher[]).every((matcher) => matchesBody(matcher, sent.body))
  );
};

const matchesCredentials = (credentials: unknown, sent: string | undefined): boolean => {
  if (credentials === undefined) return true;
  const { username, password } = credentials as Matcher;
  return sent === `Basic ${btoa(`${username}:${password}`)}`;
};

const listOf = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);

const cookieIn = (header: string, name: string): string | undefined =>
  header
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1];

const matchesUrl = (request: Mapping['request'], url: string, path: string): boolean => {
  const { url: exact, urlPath, urlPattern, urlPathPattern, urlPathTemplate, pathParameters = {} } = request;
  const isWhole = (pattern: unknown, text: string) => new RegExp(`^(?:${pattern})$`).test(text);
  if (exact !== undefined) return url === exact;
  if (urlPath !== undefined) return path === urlPath;
  if (urlPattern !== undefined) return isWhole(urlPattern, url);
  if (urlPathPattern !== undefined) return isWhole(urlPathPattern, path);
  if (urlPathTemplate === undefined) return true;
  const names = [...String(urlPathTemplate).matchAll(/\{(.*?)\}/g)].map(([, name]) => name as string);
  const found = new RegExp(`^${String(urlPathTemplate).replaceAll(/\{.*?\}/g, '([^/]+)')}$`).exec(path);
  return (
    found !== null &&
    Object.entries(pathParameters as Record<string, Matcher>).every(([name, matcher]) =>
      matchesAny(matcher, [found[names.indexOf(name) + 1] as string]),
    )
  );
};

/** Whether one of the values of a name is as the matcher says. */
const matchesAny = (matcher: Matcher, values: readonly string[]): boolean => {
  if (matcher.absent === true) return values.length === 0;
  const isOne = (values.length === 0 ? [undefined] : values).some((value) => matchesText(matcher, value));
  return matcher.hasExactly === undefined ? isOne : isOne && values.length === 1;
};

const matchesText = (matcher: Matcher, value: string | undefined): boolean =>
  Object.entries(matcher).every(([name, expected]) => {
    switch (name) {
      case 'not':
        return !matchesText(expected as Matcher, value);
      case 'doesNotMatch':
        return value === undefined || !new RegExp(`^(?:${expected})$`).test(value);
      case 'doesNotContain':
        return value?.includes(String(expected)) !== true;
      case 'or':
        return (expected as readonly Matcher[]).some((one) => matchesText(one, value));
      case 'absent':
        return value !== undefined;
      case 'caseInsensitive':
        return true;
      case 'equalTo':
        return isSame(value, String(expected), matcher.caseInsensitive === true);
      case 'equalToIgnoreCase':
        return isSame(value, String(expected), true);
      case 'contains':
        return value?.includes(String(expected)) === true;
      case 'matches':
        return value !== undefined && new RegExp(`^(?:${expected})$`).test(value);
      case 'includes':
      case 'hasExactly':
        return (expected as readonly Matcher[]).every((one) => matchesText(one, value));
      default:
        throw new Error(`the model has no matcher ${name}`);
    }
  });

const isSame = (value: string | undefined, expected: string, ignoresCase: boolean): boolean =>
  value !== undefined && (ignoresCase ? value.toLowerCase() === expected.toLowerCase() : value === expected);

const matchesBody = (matcher: Matcher, body: unknown): boolean => {
  const text = body === undefined ? '' : JSON.stringify(body);
  if (matcher.equalToJson !== undefined) {
    const { equalToJson: json, ignoreExtraElements = false, ignoreArrayOrder = false } = matcher;
    const expected = typeof json === 'string' ? JSON.parse(json) : json;
    return isJsonLike(expected, body, {
      ignoresMore: ignoreExtraElements === true,
      anyOrder: ignoreArrayOrder === true,
    });
  }
  if (matcher.equalTo !== undefined) return text === matcher.equalTo;
  if (matcher.not !== undefined) return !matchesBody(matcher.not as Matcher, body);
  if (matcher.doesNotContain !== undefined) return !text.includes(String(matcher.doesNotContain));
  if (matcher.matchesJsonPath !== undefined) return matchesJsonPath(matcher.matchesJsonPath, body);
  throw new Error('the model has no such matcher of a body');
};

const matchesJsonPath = (given: unknown, body: unknown): boolean => {
  // A filter of a list is for its items.
  if (typeof given === 'string' && Array.isArray(body)) return body.some((item) => matchesJsonPath(given, item));
  if (typeof given === 'string')
    return [...given.matchAll(/@\.(\w+) == (?:'([^']*)'|(\d+))/g)].every(
      ([, name = '', text, number]) => (body as never)?.[name] === (text ?? Number(number)),
    );
  const { expression, equalTo, equalToJson } = given as Record<'expression' | 'equalTo' | 'equalToJson', string>;
  const found = expression
    .split('.')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
  if (found === undefined || equalToJson === undefined) return found !== undefined && String(found) === equalTo;
  return isJsonLike(JSON.parse(equalToJson), found, { ignoresMore: false, anyOrder: false });
};

interface Likeness {
  readonly ignoresMore: boolean;
  readonly anyOrder: boolean;
}

const isJsonLike = (expected: unknown, body: unknown, options: Likeness): boolean => {
  if (typeof expected === 'string' && expected.startsWith('${json-unit.any-string')) return typeof body === 'string';
  if (Array.isArray(expected)) {
    if (!Array.isArray(body) || (!options.ignoresMore && body.length !== expected.length)) return false;
    if (options.anyOrder) return expected.every((one) => body.some((other) => isJsonLike(one, other, options)));
    return expected.every((one, index) => isJsonLike(one, body[index], options));
  }
  if (typeof expected !== 'object' || expected === null) return expected === body;
  if (typeof body !== 'object' || body === null) return false;
  const [names, own] = [Object.keys(expected), Object.keys(body)];
  return (
    (options.ignoresMore || own.length === names.length) &&
    names.every((name) => isJsonLike((expected as never)[name], (body as never)[name], options))
  );
};
