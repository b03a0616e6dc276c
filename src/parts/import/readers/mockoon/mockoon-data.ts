/** The parts of an environment: its keys, the paths of its routes, its data buckets, and what a client would see of them. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { Inexpressible, jsonBody, type KeyTree, keysWith, type Seen, type SeenPlace } from '../../recording.ts';
import { noTemplate } from '../../stubs/stub-response.ts';
import { anything, exactly, filledTemplate, maxAlternatives, type Wildcard } from '../../stubs/stub-wildcard.ts';
import { listAt, textAt } from '../format.ts';

const ofTool = 'a field of the tool';
const describes = 'describes the environment, not the service';
const ofServer = 'the address of the server is an option';
const noCallbacks = ['no request is sent after a response'] as const;
const noDocumentation = 'what the document says counts';
const replaced = 'a field of an older version, which another one replaces';

export const environmentKeys: KeyTree = {
  ...keysWith(ofTool, 'uuid id lastMigration _source instanceUuid modifiedAt duplicates'),
  name: describes,
  ...keysWith(ofServer, 'port hostname localhostOnly'),
  https: ['start with --tls'],
  ...keysWith('carried', 'endpointPrefix rootChildren'),
  ...keysWith(
    'decided',
    'latency folders routes proxyMode proxyHost proxyRemovePrefix proxyReqHeaders proxyResHeaders tlsOptions cors headers data',
  ),
  callbacks: noCallbacks,
};

export const folderKeys: KeyTree = {
  ...keysWith(ofTool, 'uuid collapsed'),
  ...keysWith('carried', 'name children'),
};

export const routeKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'type method responseMode enabled'),
  documentation: noDocumentation,
  ...keysWith('decided', 'endpoint responses'),
  ...keysWith('only a WebSocket has it', 'streamingMode streamingInterval'),
  ...keysWith(replaced, 'sequentialResponse randomResponse'),
};

export const responseKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'label statusCode bodyType sendFileAsBody disableTemplating default rulesOperator'),
  ...keysWith('decided', 'latency headers body filePath databucketID crudKey rules'),
  callbacks: noCallbacks,
  fallbackTo404: 'files are read once, by the import',
};

const bucketKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'id value'),
  name: describes,
  documentation: noDocumentation,
};

export interface Bucket {
  readonly place: SeenPlace;
  /** The data of the bucket; undefined if its text is not JSON. */
  readonly value: Json | undefined;
  readonly isTemplate: boolean;
  readonly text: string;
}

export class Buckets {
  readonly #byId = new Map<string, Bucket>();
  readonly #byName = new Map<string, Bucket>();
  readonly #used = new Set<Bucket>();

  constructor(environment: JsonObject, place: SeenPlace) {
    for (const [index, bucket] of listAt(environment, 'data').entries()) {
      const text = textAt(bucket, 'value') ?? '';
      const parsed = parseJson(text);
      const read: Bucket = {
        place: place.below('data', index),
        value: parsed.ok ? withoutTemplates(parsed.value) : undefined,
        isTemplate: text.includes('{{'),
        text,
      };
      const id = textAt(bucket, 'id');
      const name = textAt(bucket, 'name');
      if (id !== undefined) this.#byId.set(id, read);
      if (name !== undefined) this.#byName.set(name, read);
    }
  }

  get(id: string): Bucket | undefined {
    return this.#use(this.#byId.get(id));
  }

  /** The bucket that is the whole of a text: `{{data 'books'}}`. */
  shownBy(text: string): Bucket | undefined {
    const name = /^\s*\{{2,3}\s{0,20}(?:data|dataRaw)\s{1,20}(?:'([^'{}]+)'|"([^"{}]+)")\s{0,20}\}{2,3}\s*$/.exec(text);
    const key = name?.[1] ?? name?.[2];
    return key === undefined ? undefined : this.#use(this.#byId.get(key) ?? this.#byName.get(key));
  }

  report(): void {
    for (const bucket of new Set([...this.#byId.values(), ...this.#byName.values()]))
      if (!this.#used.has(bucket)) bucket.place.leave('no response is this data bucket alone');
      else if (bucket.isTemplate)
        bucket.place.below('value').lose(`${noTemplate}: their values are missing from the data`);
  }

  #use(bucket: Bucket | undefined): Bucket | undefined {
    if (bucket !== undefined) this.#used.add(bucket);
    return bucket;
  }
}

/** Leaves out the properties whose value is a template. */
const withoutTemplates = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((item) => !isTemplate(item)).map(withoutTemplates);
  if (!isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const [name, property] of Object.entries(value))
    if (!isTemplate(property)) setProperty(kept, name, withoutTemplates(property));
  return kept;
};

const isTemplate = (value: Json) => typeof value === 'string' && value.includes('{{');

interface DataRoute {
  readonly bucket: Bucket;
  readonly value: Json;
  /** With its parameters. */
  readonly template: string;
  readonly tags: readonly string[];
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/** The list, or the object. In a nested path, an item is below the parent that it names. */
export const seenData = (route: DataRoute): readonly Seen[] => {
  const { value, template } = route;
  const names = namesIn(template);
  const groups = Map.groupBy(Array.isArray(value) && names.length > 0 ? (value as readonly Json[]) : [], (item) =>
    stringifyJson(names.map((name) => parentIn(item, name))),
  );
  if (groups.size === 0) return [seenRequest(route, { body: value })];
  return [...groups.values()].map((items) => {
    const values = new Map(names.map((name) => [name, parentIn(items[0] as Json, name)]));
    return seenRequest(route, { values, body: items });
  });
};

/** The other operations of a CRUD route. `key`: the property with the id. */
export const seenCrud = (route: DataRoute, key: string): readonly Seen[] => {
  const { value, template } = route;
  const derived = (shown: ShownRequest): Seen => ({ ...seenRequest(route, shown), isDerived: true, isBodyPart: true });
  if (!Array.isArray(value)) return ['PUT', 'PATCH'].map((method) => derived({ method, sent: value, body: value }));
  const item = (value as readonly Json[]).find(
    (one) => isJsonObject(one) && idText(getProperty(one, key)) !== undefined,
  );
  if (item === undefined) return [];
  const sent = Object.fromEntries(Object.entries(item as JsonObject).filter(([name]) => name !== key));
  const id = idText(getProperty(item as JsonObject, key)) ?? '';
  const values = new Map([...namesIn(template).map((name) => [name, parentIn(item, name)] as const), ['id', id]]);
  const one = { template: `${template === '/' ? '' : template}/{id}`, values };
  return [
    derived({ ...one, body: item }),
    derived({ ...one, values: new Map([...values, ['id', '0']]), status: 404, body: {} }),
    derived({ method: 'POST', values, sent, status: 201, body: item }),
    derived({ ...one, method: 'PUT', sent, body: item }),
    derived({ ...one, method: 'PATCH', sent, body: item }),
    derived({ ...one, method: 'DELETE', body: {} }),
  ];
};

interface ShownRequest {
  /** If it is undefined, it is that of the route. */
  readonly template?: string;
  readonly values?: ReadonlyMap<string, string>;
  readonly method?: string;
  readonly sent?: Json;
  readonly status?: number;
  readonly body: Json;
}

const seenRequest = (
  { bucket, tags, title, description, template: own }: DataRoute,
  { template = own, values = new Map(), method = 'GET', sent, status = 200, body }: ShownRequest,
): Seen => ({
  place: bucket.place,
  keys: bucketKeys,
  method,
  origin: '',
  path: exampleOf(template, values),
  template: template.includes('{') ? template : undefined,
  query: '',
  headers: [],
  body: sent === undefined ? undefined : jsonBody(sent),
  response: { status, headers: [], body: jsonBody(body) },
  tags,
  title,
  description,
  isExample: true,
  isBare: true,
});

const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}*]+)\}/g)].map(([, name]) => name as string);

const parentIn = (item: Json, name: string): string =>
  (isJsonObject(item) ? idText(getProperty(item, name)) : undefined) ?? '1';

const maxCharacters = 1000;

/** Paths with their parameters, `/books/{id}`, in which `{*}` stands for any rest. @throws Inexpressible */
export const templatesOf = (prefix: string, endpoint: string): readonly string[] => {
  const path = `/${prefix}/${endpoint}`.replaceAll(' ', '%20').replace(/\/{2,}/g, '/');
  if (path.length > maxCharacters) throw new Inexpressible('the path of the route is too long');
  if (path.includes('{{')) throw new Inexpressible(noTemplate);
  const templates = new Set(optionsOf(path).map((one) => (one.length > 1 ? one.replace(/\/$/, '') : one)));
  return [...templates];
};

/** The expressions of parameters that do not allow every value. */
export const expressionsIn = (endpoint: string): readonly string[] =>
  [...endpoint.matchAll(/:[A-Za-z_$][\w$]*(\([^()]*\))/g)]
    .map(([, found = '']) => found)
    .filter((one) => one !== '(.*)');

const unreadablePath = 'the path of the route cannot be read';

/** A parameter with the expression for its values, and how often it may be there; or a wildcard. */
const parameter = /:([A-Za-z_$][\w$]*)(\([^()]*\))?([?*+])?|\*(?:[A-Za-z_$][\w$]*)?/y;

const optionsOf = (text: string, { isGroup = false } = {}): readonly string[] => {
  let options: readonly string[] = [''];
  const add = (values: readonly string[], { isOptional }: { readonly isOptional: boolean }) => {
    const longer = options.flatMap((one) => values.map((value) => one + value));
    options = isOptional ? [...longer, ...options.map((one) => one.replace(/[/.~-]$/, ''))] : longer;
    if (options.length > maxAlternatives) throw new Inexpressible('the path of the route has too many optional parts');
  };
  for (let at = 0; at < text.length; ) {
    parameter.lastIndex = at;
    const found = parameter.exec(text);
    const character = text[at] as string;
    if (found !== null) {
      const [whole, name, , times = ''] = found;
      at += whole.length;
      add([name === undefined || times === '*' || times === '+' ? '{*}' : `{${name}}`], {
        isOptional: times === '?' || times === '*',
      });
    } else if (character === '(' || character === '{') {
      const end = endOfGroup(text, at);
      const isMarked = text[end + 1] === '?';
      add(optionsOf(text.slice(at + 1, end), { isGroup: true }), { isOptional: isMarked || character === '{' });
      at = isMarked ? end + 2 : end + 1;
    } else {
      // The group is a regular expression, not an optional part.
      if (isGroup && /[\\|[]/.test(character)) throw new Inexpressible(unreadablePath);
      const length = character === '\\' ? 2 : 1;
      const isOptional = text[at + length] === '?';
      add([text.slice(at + length - 1, at + length)], { isOptional });
      at += isOptional ? length + 1 : length;
    }
  }
  return options;
};

const endOfGroup = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') depth++;
    if (text[at] === ')' || text[at] === '}') depth--;
    if (depth === 0) return at;
  }
  throw new Inexpressible(unreadablePath);
};

export const wildcardOf = (template: string, values: ReadonlyMap<string, Wildcard>): Wildcard =>
  filledTemplate(template, (name) => (name === '*' ? anything : values.get(name)));

/** The template that a document could have, if there is one. */
export const documentedTemplate = ([only, ...others]: readonly string[]): string | undefined =>
  only === undefined || others.length > 0 || !only.includes('{') || only.includes('{*}') ? undefined : only;

const exampleOf = (template: string, values: ReadonlyMap<string, string>): string =>
  wildcardOf(template, new Map([...values].map(([name, value]) => [name, exactly(encodeURIComponent(value))]))).example;
