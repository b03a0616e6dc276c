/** A route of an environment: stubs for its responses, and the data that it shows. */

import { basename, extname } from 'node:path';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  parseJson,
  setAt,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { createPattern } from '../../../../openapi/pattern/pattern.ts';
import { headerIn, type Note, type Seen, type SeenBody, type SeenHeaders, type SeenPlace } from '../../recording.ts';
import { inTurn } from '../../stubs/place-stub.ts';
import {
  carryOneOf,
  lose,
  type NamedPattern,
  type Stub,
  type StubDelivery,
  type StubResponse,
  type When,
} from '../../stubs/stub.ts';
import { canSend, delayText, noTemplate, templateBody } from '../../stubs/stub-response.ts';
import {
  anything,
  combinations,
  cookiePattern,
  exactly,
  isLiteral,
  joined as joinedPattern,
  maxAlternatives,
  patternsWithin,
  type Wildcard,
} from '../../stubs/stub-wildcard.ts';
import { flagAt, type ImportOptions, listAt, numberAt, type ReadBodyFile, scalarOf, textAt } from '../format.ts';
import {
  type Bucket,
  type Buckets,
  documentedTemplate,
  expressionsIn,
  responseKeys,
  routeKeys,
  seenCrud,
  seenData,
  templatesOf,
  wildcardOf,
} from './mockoon-data.ts';

interface RouteSource {
  readonly buckets: Buckets;
  readonly readFile: ReadBodyFile;
  /** The headers of the environment; those of the response and of its file replace them. */
  readonly headers: SeenHeaders;
  readonly options: ImportOptions;
  readonly route: JsonObject;
  readonly place: SeenPlace;
  /** The order of the next stub; those with a lower one come first. */
  readonly order: () => number;
  readonly prefix: string;
  /** The folders of the route, outermost first. */
  readonly tags: readonly string[];
}

export interface ReadRoute {
  readonly stubs: readonly Stub[];
  /** What becomes data. */
  readonly seen: readonly Seen[];
}

const nothing: ReadRoute = { stubs: [], seen: [] };

export const readRoute = async (source: RouteSource): Promise<ReadRoute> => {
  const { route, place } = source;
  if (getProperty(route, 'enabled') === false) {
    place.leave('the route is switched off');
    return nothing;
  }
  if (textAt(route, 'type') === 'ws') {
    place.lose('a WebSocket, which is not simulated');
    return nothing;
  }
  try {
    const endpoint = textAt(route, 'endpoint') ?? '';
    const reader = new RouteReader(source, templatesOf(source.prefix, endpoint));
    const at = place.below('endpoint');
    place.carry();
    place.tally(route, routeKeys);
    const expressions = expressionsIn(endpoint);
    if (expressions.length > 0) at.widen(expressions.join(' '), '*');
    else at.carry();
    return await reader.read();
  } catch (error) {
    lose(error, place.below('endpoint'));
    return nothing;
  }
};

interface Tried {
  readonly response: Json;
  readonly place: SeenPlace;
  /** Its conditions, each of which is enough. Undefined: those of its rules. */
  readonly alternatives?: readonly Conditions[];
}

class RouteReader {
  readonly #source: RouteSource;
  readonly #templates: readonly string[];
  readonly #isCrud: boolean;
  /** If it is undefined, it is any. */
  readonly #method: string | undefined;
  readonly #mode: string | undefined;
  readonly #description: string | undefined;

  constructor(source: RouteSource, templates: readonly string[]) {
    const { route } = source;
    const method = textAt(route, 'method') ?? '';
    this.#source = source;
    this.#templates = templates;
    this.#isCrud = textAt(route, 'type') === 'crud';
    this.#method = method === 'all' || method === '' ? undefined : method.toUpperCase();
    this.#mode = modeOf(route);
    this.#description = textAt(route, 'documentation') || undefined;
  }

  async read(): Promise<ReadRoute> {
    const read: ReadRoute[] = [];
    for (const tried of this.#tried()) read.push(await this.#readTried(tried));
    return { stubs: read.flatMap(({ stubs }) => stubs), seen: read.flatMap(({ seen }) => seen) };
  }

  /** The responses of the route in the order in which they are tried. */
  *#tried(): Generator<Tried> {
    const { route, place } = this.#source;
    const mode = this.#mode;
    const responses = listAt(route, 'responses').map((response, index) => {
      return { response, place: place.below('responses', index) };
    });
    if (mode === 'SEQUENTIAL' || mode === 'RANDOM') {
      const whens = mode === 'RANDOM' ? chances(responses.length) : inTurn(responses.length);
      for (const [index, one] of responses.entries()) yield { ...one, alternatives: [{ whens: whens[index] }] };
      return;
    }
    const stated = responses.find(({ response }) => flagAt(response, 'default')) ?? responses[0];
    const usual = mode === 'FALLBACK' ? undefined : stated;
    const unused =
      mode === 'DISABLE_RULES'
        ? 'the rules of this route are switched off: its default response is the one that is sent'
        : 'it has no rules, and is not the default response: it is never sent';
    for (const one of responses)
      if (mode !== 'DISABLE_RULES' && listAt(one.response, 'rules').length > 0) yield one;
      else if (one !== usual) one.place.leave(unused);
    if (usual !== undefined) yield { ...usual, alternatives: [{}] };
  }

  async #readTried({ response, place, alternatives }: Tried): Promise<ReadRoute> {
    if (!isJsonObject(response)) {
      place.lose('this is not a response');
      return nothing;
    }
    const isRandom = this.#mode === 'RANDOM';
    try {
      const list: Note[] = [];
      const notes = place.noting(list);
      const conditions = alternatives ?? this.#rulesOf(response, notes);
      if (conditions.length === 0) return nothing;
      const read = await this.#readResponse(response, notes);
      const delivery = readDelay(response, notes);
      const isPlayed = this.#showsData(read, conditions);
      if (isRandom && delivery.length > 0) notes.lose('chance decides for each effect alone', 'latency');
      if (alternatives !== undefined && this.#mode !== undefined && listAt(response, 'rules').length > 0)
        notes.leave('the rules of this route are switched off', 'rules');
      const answer = {
        ...{ place, notes: list, isPlayed, response: read.response, delivery: isRandom ? [] : delivery },
        name: textAt(response, 'label') || undefined,
        isBroad: list.some(({ fate }) => fate === 'wider'),
      };
      const stubs = conditions.map((each) => this.#stubOf(answer, each));
      const seen = isPlayed ? this.#shownData(response, read.bucket, notes) : [];
      if (!(isPlayed && this.#isCrud) && getProperty(response, 'crudKey') !== undefined)
        notes.leave('only a CRUD route with a data bucket has it', 'crudKey');
      return { stubs, seen };
    } catch (error) {
      lose(error, place);
      return nothing;
    }
  }

  /** The rules of a response, of which each is enough. One that cannot be expressed is listed, and the others stay. */
  #rulesOf(response: JsonObject, notes: SeenPlace): readonly Conditions[] {
    if (textAt(response, 'rulesOperator') === 'AND') return readAllRules(response, notes);
    return listAt(response, 'rules').flatMap((rule, index) => {
      try {
        return readRule(rule, notes.below('rules', index)) ?? notes.give(noNegation, 'rules', index);
      } catch (error) {
        lose(error, this.#source.place);
        return [];
      }
    });
  }

  /** Whether the body is a bucket that every request sees. */
  #showsData({ bucket, response }: ReadResponse, [only, ...others]: readonly Conditions[]): boolean {
    if (bucket === undefined) return false;
    if (this.#isCrud) return true;
    const [template = '', ...more] = this.#templates;
    const isUnconditional = others.length === 0 && Object.keys(only ?? {}).length === 0;
    const isPlain = more.length === 0 && !template.includes('{') && this.#method === 'GET';
    return isUnconditional && isPlain && response.status >= 200 && response.status < 300;
  }

  #shownData(response: JsonObject, bucket: Bucket | undefined, notes: SeenPlace): readonly Seen[] {
    if (bucket?.value === undefined) return [];
    const { tags } = this.#source;
    const [template = '/'] = this.#templates;
    const about = { tags, title: undefined, description: this.#description };
    const shown = { ...about, bucket, value: bucket.value, template };
    if (!this.#isCrud) return seenData(shown);
    if (getProperty(response, 'crudKey') !== undefined) notes.carry('crudKey');
    return [...seenData(shown), ...seenCrud(shown, textAt(response, 'crudKey') ?? 'id')];
  }

  #stubOf(
    answer: Pick<Stub, 'place' | 'notes' | 'name' | 'isPlayed' | 'isBroad' | 'response' | 'delivery'>,
    { query = [], headers = [], parameters = [], path, method, body, whens }: Conditions,
  ): Stub {
    const { order, tags } = this.#source;
    const values = new Map(parameters.map(({ name, pattern }) => [name, pattern]));
    const all = this.#isCrud
      ? this.#templates.flatMap((template) => [template, `${template === '/' ? '' : template}/{id}`])
      : this.#templates;
    return {
      ...answer,
      ...{ keys: responseKeys, isWholeQuery: false, query, headers, body, whens, tags, priority: order() },
      method: method ?? (this.#isCrud ? undefined : this.#method),
      paths: path === undefined ? all.map((template) => wildcardOf(template, values)) : [exactly(path)],
      template: path === undefined ? documentedTemplate(all) : undefined,
      description: this.#description,
    };
  }

  /** @throws Inexpressible */
  async #readResponse(response: JsonObject, notes: SeenPlace): Promise<ReadResponse> {
    const { headers, options } = this.#source;
    const own = readHeaders(response, notes, options);
    const { body, bucket, more = [] } = await this.#readBody(response, headerIn(own, 'content-type'), notes);
    const isOther = (name: string) => body?.type !== 'text/plain' || !/^content-type$/i.test(name);
    const found = [...own.filter(([name]) => isOther(name)), ...more];
    const names = new Set(found.map(([name]) => name.toLowerCase()));
    return {
      response: {
        status: numberAt(response, 'statusCode') ?? 200,
        headers: [...found, ...headers.filter(([name]) => isOther(name) && !names.has(name.toLowerCase()))],
        body,
      },
      bucket,
    };
  }

  async #readBody(response: JsonObject, type: string | undefined, notes: SeenPlace): Promise<ReadBody> {
    const { buckets } = this.#source;
    const path = textAt(response, 'filePath');
    const kind = textAt(response, 'bodyType') ?? (path ? 'FILE' : 'INLINE');
    for (const [other, key] of bodyKeys)
      if (other !== kind && textAt(response, key)) notes.leave('the body is of another type', key);
    if (kind === 'FILE' && path) return this.#readFile(response, path.replaceAll('\\', '/'), type, notes);
    const id = textAt(response, 'databucketID') ?? '';
    if (kind === 'DATABUCKET' && id !== '') {
      const bucket = buckets.get(id) ?? notes.give('there is no data bucket with this id', 'databucketID');
      return this.#bucketBody(bucket, type, notes, 'databucketID');
    }
    const text = textAt(response, 'body') ?? '';
    const isPlain = flagAt(response, 'disableTemplating') || !text.includes('{{');
    const bucket = isPlain ? undefined : buckets.shownBy(text);
    if (bucket !== undefined) return this.#bucketBody(bucket, type, notes, 'body');
    const body = { text, isBase64: false, type };
    if (!isPlain) return { body: this.#template(body, notes, 'body') };
    notes.carry('body');
    return { body: text === '' ? undefined : body };
  }

  #bucketBody(bucket: Bucket, type: string | undefined, notes: SeenPlace, key: string): ReadBody {
    const body = { text: bucket.text, isBase64: false, type: type ?? 'application/json' };
    const { value } = bucket;
    if (value === undefined && bucket.isTemplate) return { body: this.#template(body, notes, key) };
    if (value === undefined) return notes.give('the data bucket is not JSON', key);
    notes.carry(key);
    return { body: { ...body, text: stringifyJson(value) }, bucket };
  }

  async #readFile(response: JsonObject, path: string, type: string | undefined, notes: SeenPlace): Promise<ReadBody> {
    if (path.includes('{{')) return notes.give(noTemplate, 'filePath');
    const file = await this.#source.readFile(path);
    if (typeof file === 'string') return notes.give(file, 'filePath');
    const isTemplate = !file.isBase64 && !flagAt(response, 'disableTemplating') && file.text.includes('{{');
    const guessed = typeOfFile.get(extname(path).toLowerCase());
    const name = basename(path).replaceAll(/[^\w. -]/g, '_');
    const isDownload = getProperty(response, 'sendFileAsBody') === false;
    const more = [
      ...(type === undefined && guessed !== undefined ? [['Content-Type', guessed] as const] : []),
      ...(isDownload ? [['Content-Disposition', `attachment; filename="${name}"`] as const] : []),
    ];
    const body = { ...file, type: type ?? guessed };
    if (isTemplate) return { body: this.#template(body, notes, 'filePath'), more };
    notes.carry('filePath');
    return { body, more };
  }

  #template(body: SeenBody, notes: SeenPlace, key: string): SeenBody {
    return templateBody(body, this.#source.options.keepTemplates, notes.below(key));
  }
}

interface ReadResponse {
  readonly response: StubResponse;
  readonly bucket: Bucket | undefined;
}

interface ReadBody {
  readonly body: SeenBody | undefined;
  readonly bucket?: Bucket;
  /** Headers that the body brings. */
  readonly more?: SeenHeaders;
}

/** The mode of a route, which older versions state by flags. */
const modeOf = (route: JsonObject): string | undefined => {
  const mode = textAt(route, 'responseMode');
  if (mode !== undefined) return mode;
  if (flagAt(route, 'sequentialResponse')) return 'SEQUENTIAL';
  return flagAt(route, 'randomResponse') ? 'RANDOM' : undefined;
};

/** The chance of each response among those that are left, which makes all equally likely. */
const chances = (count: number): readonly (readonly When[] | undefined)[] =>
  Array.from({ length: count }, (_, index) => (index === count - 1 ? undefined : [{ chance: 1 / (count - index) }]));

export const readHeaders = (owner: JsonObject, notes: SeenPlace, { keepTemplates }: ImportOptions): SeenHeaders => {
  return listAt(owner, 'headers').flatMap((header, index) => {
    const ofHeader = notes.below('headers', index);
    const name = textAt(header, 'key') ?? '';
    const value = textAt(header, 'value') ?? '';
    if (name === '') ofHeader.leave('an empty header');
    else if (/^access-control-/i.test(name)) ofHeader.leave('a CORS header, which every start sends');
    else if (canSend(name, [value], keepTemplates, ofHeader)) {
      ofHeader.carry();
      return [[name, value] as const];
    }
    return [];
  });
};

const readDelay = (response: JsonObject, notes: SeenPlace): readonly StubDelivery[] => {
  const ms = numberAt(response, 'latency') ?? 0;
  if (ms <= 0) return [];
  return [{ place: notes.below('latency').noting(undefined), suffix: 'delay', effect: { latency: delayText(ms) } }];
};

const bodyKeys = [
  ['FILE', 'filePath'],
  ['DATABUCKET', 'databucketID'],
] as const;

/** The content type of a file, where the response does not state it. */
const typeOfFile: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
  ['.html', 'text/html'],
  ['.txt', 'text/plain'],
  ['.csv', 'text/csv'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.svg', 'image/svg+xml'],
  ['.zip', 'application/zip'],
]);

interface Conditions {
  readonly query?: readonly NamedPattern[];
  /** Names in lower case. */
  readonly headers?: readonly NamedPattern[];
  readonly body?: Json | undefined;
  readonly parameters?: readonly NamedPattern[];
  /** Replaces the path of the route. */
  readonly path?: string | undefined;
  readonly method?: string | undefined;
  /** The conditions by the number of the request. */
  readonly whens?: readonly When[] | undefined;
}

const noNegation = 'a fault has no negative condition';

/** Reads rules that must all hold; each of the results is enough. @throws Inexpressible */
const readAllRules = (response: JsonObject, notes: SeenPlace): readonly Conditions[] => {
  const rules = listAt(response, 'rules');
  // The numbers of requests are counted for each alternative alone.
  const isOne = rules.some((rule) => textAt(rule, 'target') === 'request_number');
  const read = rules.flatMap((rule, index) => {
    const alternatives = readRule(rule, notes.below('rules', index), { isOne });
    return alternatives === undefined ? [] : [alternatives];
  });
  if (read.length === 0) return notes.give(noNegation, 'rules');
  for (const [index, rule] of rules.entries())
    if (isNegative(rule)) notes.widen(stringifyJson(rule), 'any', 'rules', index);
  if (read.reduce((product, { length }) => product * length, 1) > maxAlternatives)
    return notes.give('the rules have too many alternatives', 'rules');
  return combinations(read).map((all) => joined(all, notes));
};

const joined = (all: readonly Conditions[], notes: SeenPlace): Conditions => {
  const named = (key: 'query' | 'headers' | 'parameters'): readonly NamedPattern[] => {
    const list = all.flatMap((one) => one[key] ?? []);
    if (new Set(list.map(({ name }) => name)).size === list.length) return list;
    return notes.give('a fault has one condition for each name', 'rules');
  };
  const only = <Key extends keyof Conditions>(key: Key): Conditions[Key] | undefined => {
    const [first, ...others] = all.map((one) => one[key]).filter((value) => value !== undefined);
    return others.length === 0 ? first : notes.give(oneEach, 'rules');
  };
  const bodies = all.flatMap(({ body }) => (body === undefined ? [] : [body]));
  return {
    query: named('query'),
    headers: named('headers'),
    parameters: named('parameters'),
    body: bodies.length > 0 && bodies.every(isJsonObject) ? bodies.reduce(mergeObjects) : only('body'),
    path: only('path'),
    method: only('method'),
    whens: only('whens'),
  };
};

const oneEach = 'a fault has one condition for the path, the method, the body, and the number of the request';

/** Whether the rule is for an absent value, or for any but its own. */
const isNegative = (rule: Json) => flagAt(rule, 'invert') !== (textAt(rule, 'operator') === 'null');

/** The alternatives of a rule; undefined for a negative condition. `isOne`: there may be only one. @throws Inexpressible */
const readRule = (
  rule: Json,
  notes: SeenPlace,
  { isOne = false }: { readonly isOne?: boolean } = {},
): readonly Conditions[] | undefined => {
  if (!isJsonObject(rule)) return notes.give('this is not a rule');
  if (isNegative(rule)) return undefined;
  const target = textAt(rule, 'target') ?? '';
  const name = textAt(rule, 'modifier') ?? '';
  for (const key of ['modifier', 'value'])
    if (textAt(rule, key)?.includes('{{') === true) return notes.give(noTemplate, key);
  // Older versions only have a flag.
  const operator = textAt(rule, 'operator') ?? (flagAt(rule, 'isRegex') ? 'regex' : 'equals');
  const conditions = conditionsOf({ target, name, value: textAt(rule, 'value') ?? '', operator, isOne, notes });
  for (const key of ['target', 'modifier', 'operator']) if (getProperty(rule, key) !== undefined) notes.carry(key);
  for (const key of Object.keys(rule)) if (!ruleKeys.has(key)) notes.lose('this key is not known', key.slice(0, 100));
  return conditions;
};

const ruleKeys: ReadonlySet<string> = new Set(['target', 'modifier', 'value', 'operator', 'invert', 'isRegex']);

interface ReadRule {
  readonly target: string;
  readonly name: string;
  readonly value: string;
  readonly operator: string;
  readonly isOne: boolean;
  readonly notes: SeenPlace;
}

const conditionsOf = (read: ReadRule): readonly Conditions[] => {
  const { target, name, value, operator, notes } = read;
  if (operator === 'valid_json_schema')
    return notes.give('requests are checked against the document, not against other schemas', 'operator');
  switch (target) {
    case 'query':
    case 'header':
    case 'cookie':
    case 'params':
      if (name === '' || (target === 'query' && /^\$|[.[]/.test(name)))
        return notes.give('a fault compares the value of one name', 'modifier');
      return namedConditions(read);
    case 'body':
      return bodyParts(read).map((body) => ({ body }));
    case 'method':
      if (operator !== 'equals') return notes.give('a fault compares the whole method', 'operator');
      notes.carry('value');
      return [{ method: value.toUpperCase() }];
    case 'path':
      if (operator !== 'equals' || !/^\/[^?#]*$/.test(value))
        return notes.give('a fault compares the whole path', 'operator');
      notes.carry('value');
      return [{ path: value }];
    case 'request_number':
      notes.carry('value');
      return [{ whens: numbersOf(read) }];
    default:
      return notes.give(`a fault has no condition for "${target.slice(0, 30)}"`, 'target');
  }
};

const namedConditions = (read: ReadRule): readonly Conditions[] => {
  const { target, name, value, isOne, notes } = read;
  const own = patternsFor(read);
  const all = target === 'cookie' ? own.map((pattern) => cookiePattern(name, pattern)) : own;
  const patterns = isOne || all.length > maxAlternatives ? [joinedPattern(all)] : all;
  carryOneOf(patterns, `${name}: ${value}`, notes, 'value');
  return patterns.map((pattern) => {
    if (target === 'query') return { query: [{ name, pattern }] };
    if (target === 'header') return { headers: [{ name: name.toLowerCase(), pattern }] };
    return target === 'params' ? { parameters: [{ name, pattern }] } : { headers: [{ name: 'cookie', pattern }] };
  });
};

const patternsFor = ({ value, operator, notes }: ReadRule): readonly Wildcard[] => {
  switch (operator) {
    case 'equals':
    case 'array_includes':
      return [exactly(value)];
    case 'regex_i':
      notes.lose('texts are compared with their case', 'operator');
      return notes.express(() => patternsWithin(value), 'value');
    case 'regex':
      return notes.express(() => patternsWithin(value), 'value');
    // Inverted: it is there.
    case 'null':
      return [anything];
    default:
      return notes.give('a fault has no such condition', 'operator');
  }
};

const comparesParts = 'a fault compares the values of properties in a JSON body';

const bodyParts = (read: ReadRule): readonly Json[] => {
  const { name, value, operator, notes } = read;
  if (name === '') {
    const parsed = operator === 'equals' ? parseJson(value) : undefined;
    if (parsed?.ok !== true) return notes.give(comparesParts, 'modifier');
    // Mockoon compares the whole text.
    if (typeof parsed.value === 'object' && parsed.value !== null)
      notes.widen(value, `a body with the part ${stringifyJson(parsed.value)}`, 'value');
    else notes.carry('value');
    return [parsed.value];
  }
  const names = namesIn(name) ?? notes.give(comparesParts, 'modifier');
  if (operator === 'empty_array') return [setAt(null, names, [])];
  const patterns = operator === 'null' || operator === 'array_includes' ? undefined : patternsFor(read);
  if (patterns?.every(isLiteral) !== true || (read.isOne && patterns.length > 1))
    return notes.give(comparesParts, 'operator');
  notes.carry('value');
  const values = patterns.flatMap(({ glob }) => [scalarOf(glob), ...(read.isOne ? [] : [glob])]);
  return [...new Set(values)].map((one) => setAt(null, names, one));
};

/** The names in `a.b`, or as JSONPath in `$.a.b`. An index is not read: a fault compares whole lists. */
const namesIn = (path: string): readonly string[] | undefined =>
  /^(?:\$\.)?[A-Za-z_-][\w-]*(?:\.[A-Za-z_-][\w-]*)*$/.test(path) ? path.replace(/^\$\./, '').split('.') : undefined;

const maxNumber = 100;

/** Numbers of requests to which the rule applies, as runs. */
const numbersOf = ({ value, operator, notes }: ReadRule): readonly When[] => {
  const pattern = operator.startsWith('regex') ? createPattern(value) : undefined;
  const holds = (number: number) =>
    pattern === undefined ? String(number) === value : pattern.test(String(number)) === true;
  if (operator === 'equals' && /^[1-9]\d{0,8}$/.test(value)) return [{ after: Number(value) - 1, first: 1 }];
  if (pattern === undefined) return notes.give('this is no number of a request', 'value');
  const whens: When[] = [];
  for (let from = 1; from <= maxNumber; from++) {
    if (!holds(from)) continue;
    let to = from;
    while (to < maxNumber && holds(to + 1)) to++;
    whens.push({ ...(from > 1 && { after: from - 1 }), ...(to < maxNumber && { first: to + 1 - from }) });
    from = to;
  }
  return whens.length === 0 ? notes.give('this is no number of a request', 'value') : whens;
};
