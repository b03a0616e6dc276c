/** Valid requests, built from a document without any code of the engine. */
import { isJson, type Judge } from './judge.ts';
import {
  isObject,
  membersOf,
  queryIdOf,
  type Raw,
  type RawDocument,
  type RawObject,
  type RawOperation,
} from './raw-document.ts';
import { valueFor, type Wish } from './values.ts';

export interface BuiltRequest {
  readonly method: string;
  /** Below the base path, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BuiltBody | undefined;
}

export interface BuiltBody {
  readonly mediaType: string;
  readonly value: Raw;
}

export interface Parts {
  /** Known parameters of the path, or of the query that names the item, such as the id of an existing one. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether optional parameters and properties are sent. */
  readonly isWhole: boolean;
  readonly isWithCredential?: boolean;
  /** A parameter that is not sent. */
  readonly without?: string;
  /** Instead of a generated body. */
  readonly body?: BuiltBody;
  /** Additional query parameters. */
  readonly query?: Readonly<Record<string, Raw>>;
}

export interface RequestBuilder {
  readonly build: (operation: RawOperation, parts: Parts) => BuiltRequest;
  /** The value for an unknown path parameter. */
  readonly madeUp: (operation: RawOperation, parameter: string) => string;
  /** Whether the path or query parameter accepts this text; true if it is not declared. */
  readonly accepts: (operation: RawOperation, parameter: string, text: string) => boolean;
  readonly bodyFor: (operation: RawOperation, isWhole: boolean) => BuiltBody | undefined;
  /** Why the request is not valid: mostly because the document allows no value. */
  readonly problemsOf: (operation: RawOperation, isWhole: boolean) => readonly string[];
}

export const createRequestBuilder = (document: RawDocument, judge: Judge): RequestBuilder => {
  const { resolve } = document;
  /** The first that the schema allows, else the first. */
  const firstValid = (candidates: readonly Raw[], schema: Raw | undefined): Raw =>
    candidates.find((value) => judge.judgeValue(schema ?? true, value, 'request').length === 0) ??
    candidates[0] ??
    null;
  const generated = (schema: Raw | undefined, isWhole: boolean): readonly Raw[] => {
    const wishes: readonly Wish[] = [
      { isWhole, isByExample: true },
      { isWhole, isByExample: false },
      { isWhole: false, isByExample: false },
      { isWhole: true, isByExample: false },
      ...[1, 2, 3].map((alternative) => ({ isWhole, isByExample: false, alternative })),
    ];
    return wishes.map((wish) => valueFor(schema, resolve, wish));
  };
  const parameterValue = remembering((parameter: RawObject): Raw => {
    const schema = schemaOf(parameter);
    return firstValid([...examplesOf(parameter, resolve), ...generated(schema, true)], schema);
  });
  const leastBody = remembering((body: RawObject) => contentFor(body, false));
  const wholeBody = remembering((body: RawObject) => contentFor(body, true));
  const bodyFor: RequestBuilder['bodyFor'] = ({ body }, isWhole) => body && (isWhole ? wholeBody : leastBody)(body);
  const contentFor = (body: RawObject, isWhole: boolean): BuiltBody | undefined => {
    const contents = membersOf(body.content);
    const [mediaType, raw] = contents.find(([name]) => isJson(name)) ?? contents[0] ?? [];
    if (mediaType === undefined || raw === undefined) return undefined;
    const content = resolve(raw);
    const isTold = isWhole || !isMakeable(mediaType) || resolve(content.schema).type === 'array';
    // No commands, where the schema does not say which ones are valid.
    const isCommands = hasCommands(resolve(content.schema), resolve);
    const none = isPatch(mediaType) || isCommands ? [[]] : [];
    const examples = [...(isTold && !isCommands ? examplesOf(content, resolve) : []), ...none];
    const value = firstValid([...examples, ...generated(content.schema, isWhole)], content.schema);
    // Where any type is allowed, clients send JSON.
    return { mediaType: mediaType === '*/*' ? 'application/json' : mediaType, value };
  };
  const problemsOfBody = ({ body }: RawOperation, built: BuiltBody | undefined): readonly string[] => {
    const { schema } = resolve(built && resolve(body?.content)[built.mediaType]);
    if (built === undefined || schema === undefined || !isMakeable(built.mediaType)) return [];
    return judge.judgeValue(schema, built.value, 'request').map((problem) => `body ${problem}`);
  };
  /** A number is sent as text, and so may be a list. */
  const problemsOfText = (parameter: RawObject, text: string): readonly string[] => {
    const number = Number(text);
    const values = [text, ...(Number.isNaN(number) ? [] : [number]), text.split(',')];
    const problems = values.map((one) => judge.judgeValue(schemaOf(parameter) ?? true, one, 'request'));
    return problems.find(({ length }) => length === 0) ?? problems[0] ?? [];
  };
  return {
    bodyFor,
    madeUp: ({ parameters }, name) => {
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      return parameter === undefined ? '1' : asText(parameterValue(parameter));
    },
    accepts: ({ parameters }, name, text) => {
      const parameter = parameters.find((one) => ['path', 'query'].includes(String(one.in)) && one.name === name);
      return parameter === undefined || problemsOfText(parameter, text).length === 0;
    },
    problemsOf: (operation, isWhole) => [
      ...problemsOfBody(operation, bodyFor(operation, isWhole)),
      ...operation.parameters
        .filter((parameter) => parameter.in === 'path' || isSent(parameter, isWhole))
        .flatMap((parameter) => {
          const value = parameterValue(parameter);
          const problems =
            typeof value === 'string'
              ? problemsOfText(parameter, value)
              : judge.judgeValue(schemaOf(parameter) ?? true, value, 'request');
          return problems.map((problem) => `${parameter.in}.${parameter.name} ${problem}`);
        }),
    ],
    build: (operation, { known, isWhole, isWithCredential = true, without, body, query = {} }) => {
      const sent = { path: [] as string[], query: [] as string[], header: [] as string[][], cookie: [] as string[] };
      for (const [name, value] of Object.entries(query))
        sent.query.push(`${name}=${encodeURIComponent(String(value))}`);
      let path = operation.path.replace(/[?#].*$/, '');
      const queryId = queryIdOf(operation);
      for (const parameter of operation.parameters) {
        const name = String(parameter.name);
        if (parameter.in === 'path') {
          const text = takes(parameter, known.get(name));
          const value = text ?? parameterValue(parameter);
          path = path.replace(`{${name}}`, pathText(parameter, value));
        } else if (isSent(parameter, isWhole) && !(name in query) && name !== without) {
          const id = parameter.in === 'query' && name === queryId ? takes(parameter, known.get(name)) : undefined;
          const value = id ?? parameterValue(parameter);
          if (parameter.in === 'query') sent.query.push(...queryTexts(parameter, value));
          if (parameter.in === 'header') sent.header.push([name.toLowerCase(), asText(value)]);
          if (parameter.in === 'cookie') sent.cookie.push(`${name}=${asText(value)}`);
        }
      }
      const credentials = isWithCredential ? credentialsFor(document, operation) : noCredentials;
      // A document may state its key as a parameter as well.
      const isSentAlready = (text: string): boolean =>
        sent.query.some((one) => one.startsWith(text.slice(0, text.indexOf('=') + 1)));
      sent.query.push(...credentials.query.filter((text) => !isSentAlready(text)));
      sent.cookie.push(...credentials.cookie);
      return {
        method: operation.method,
        path:
          path.replaceAll(/\{([^}]*)\}/g, (_, name) => encodeURIComponent(known.get(name) ?? '1')) +
          (sent.query.length > 0 ? `?${sent.query.join('&')}` : ''),
        headers: {
          ...Object.fromEntries(sent.header),
          ...Object.fromEntries(credentials.header),
          ...(sent.cookie.length > 0 && { cookie: sent.cookie.join('; ') }),
        },
        body: body ?? bodyFor(operation, isWhole),
      };
    },
  };
};

/** Cursors come from the server: a client does not generate them. */
const isCursor = ({ name }: RawObject): boolean =>
  /^(after|before|cursor|starting_?after|ending_?before|(next_?|page_?|continuation_?)token)$/i.test(String(name));

/** A header without a name cannot be sent. */
const isSent = (parameter: RawObject, isWhole: boolean): boolean =>
  parameter.name !== '' && (parameter.required === true || (isWhole && !isCursor(parameter)));

/** A parameter with an enum accepts no other value. */
const takes = (parameter: RawObject, text: string | undefined): string | undefined => {
  const schema = schemaOf(parameter);
  const { const: only, enum: list } = isObject(schema) ? schema : {};
  const values = only === undefined ? list : [only];
  return Array.isArray(values) && !values.some((value) => String(value) === text) ? undefined : text;
};

/** A cache of generated values. */
const remembering = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.has(key) ? (made.get(key) as Value) : make(key);
    made.set(key, value);
    return value;
  };
};

const isPatch = (mediaType: string): boolean => mediaType.startsWith('application/json-patch+json');

/** Whether it is a list of `{ op, path }`, whatever its media type. */
const hasCommands = ({ items }: RawObject, resolve: RawDocument['resolve']): boolean => {
  const { op, path } = resolve(resolve(items).properties);
  return op !== undefined && path !== undefined;
};

/** Lists are mostly of commands, such as JSON Patch: their schema does not describe the valid commands. */
const isMakeable = (mediaType: string): boolean => isJson(mediaType) || /form/.test(mediaType);

/** A parameter's schema is in `schema`, or in the only media type of its `content`. */
const schemaOf = ({ schema, content }: RawObject): Raw | undefined => {
  const [first] = membersOf(content);
  return schema ?? (isObject(first?.[1]) ? first[1].schema : undefined);
};

const examplesOf = ({ example, examples }: RawObject, resolve: RawDocument['resolve']): readonly Raw[] => [
  ...(example === undefined ? [] : [example]),
  ...membersOf(examples).flatMap(([, one]) => {
    const { value, dataValue } = resolve(one);
    return value === undefined ? (dataValue === undefined ? [] : [dataValue]) : [value];
  }),
];

const asText = (value: Raw): string =>
  Array.isArray(value) ? value.map(asText).join(',') : isObject(value) ? JSON.stringify(value) : String(value);

const pathText = ({ name, style = 'simple', explode = false }: RawObject, value: Raw): string => {
  const pairs = membersOf(value).map(([key, one]) => [key, asText(one)].map(encodeURIComponent));
  const texts = (Array.isArray(value) ? value : [value]).map(asText).map(encodeURIComponent);
  const isExploded = explode === true;
  const parts = !isObject(value) ? texts : isExploded ? pairs.map((pair) => pair.join('=')) : pairs.flat();
  if (style === 'label') return `.${parts.join(isExploded ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (!isExploded) return `;${name}=${parts.join(',')}`;
  return parts.map((part) => `;${isObject(value) ? part : `${name}=${part}`}`).join('');
};

const queryTexts = (parameter: RawObject, value: Raw): readonly string[] => {
  const name = String(parameter.name);
  const pair = (key: string, one: Raw): string => `${encodeURIComponent(key)}=${encodeURIComponent(asText(one))}`;
  if (parameter.content !== undefined) return [`${name}=${encodeURIComponent(JSON.stringify(value))}`];
  const style = parameter.style ?? 'form';
  const isExploded = (parameter.explode ?? style === 'form') === true;
  if (isObject(value))
    return style === 'deepObject'
      ? membersOf(value).map(([key, one]) => pair(`${name}[${key}]`, one))
      : isExploded
        ? membersOf(value).map(([key, one]) => pair(key, one))
        : [`${name}=${membersOf(value).flat().map(asText).map(encodeURIComponent).join(',')}`];
  if (!Array.isArray(value)) return [pair(name, value)];
  if (isExploded) return value.map((one) => pair(name, one));
  const separator = style === 'pipeDelimited' ? '%7C' : style === 'spaceDelimited' ? '%20' : ',';
  return [`${name}=${value.map((one) => encodeURIComponent(asText(one))).join(separator)}`];
};

interface Credentials {
  readonly header: readonly (readonly [string, string])[];
  readonly query: readonly string[];
  readonly cookie: readonly string[];
}

const noCredentials: Credentials = { header: [], query: [], cookie: [] };

/** Of the first alternative whose schemes the document has. */
const credentialsFor = ({ raw, resolve }: RawDocument, { security }: RawOperation): Credentials => {
  const components = resolve(raw.components);
  const schemes = resolve(components.securitySchemes);
  const alternative = security.find((names) => names.every((name) => schemes[name] !== undefined)) ?? [];
  const credentials = { header: [] as [string, string][], query: [] as string[], cookie: [] as string[] };
  for (const name of alternative) {
    const scheme = resolve(schemes[name]);
    const isBasic = scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic';
    if (scheme.type !== 'apiKey')
      credentials.header.push(['authorization', isBasic ? `Basic ${btoa('demo:demo')}` : 'Bearer demo']);
    else if (scheme.in === 'header') credentials.header.push([String(scheme.name).toLowerCase(), 'demo']);
    else if (scheme.in === 'query') credentials.query.push(`${scheme.name}=demo`);
    else credentials.cookie.push(`${scheme.name}=demo`);
  }
  return credentials;
};
