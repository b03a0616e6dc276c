/** The bodies of a recording: what those of one place have in common, where they have items, and their schemas. */

import { essenceOf, isJsonType } from '../../../core/http/http.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { plainName, singular } from '../../../core/primitives/words.ts';
import { withoutSecrets } from '../../../core/service/redact-text.ts';
import { hasSecretWord, isUsualSecret, toSecretName } from '../../../core/service/secret-facts.ts';
import { idText } from '../../../core/state/item-key.ts';
import { isUsualWrapper } from '../../../openapi/resources/describe/locate-items.ts';
import { isUsualList } from '../../../openapi/resources/describe/paging-names.ts';
import { wordLists } from '../../words/index.ts';
import { recordedWords } from '../../words/recorded.ts';
import { jsonOf, type SeenBody } from '../recording.ts';
import { isIdForm, maxDraftedLength } from './paths.ts';

export interface MediaBody {
  readonly type: string;
  /** If it is undefined, it has no structure that a schema describes. */
  readonly shape: ValueShape | undefined;
  /** The largest that is short, without secrets. */
  readonly example: Json | undefined;
}

export class Contents {
  readonly #byType = new Map<string, { shape: ValueShape | undefined; example: Json | undefined }>();

  /** `owner`: the item, for a body that does not tell its id. `isOpen`: whether other bodies may lack properties. */
  add(body: SeenBody | undefined, owner: string, isOpen = false): void {
    const type = essenceOf(body?.type ?? '');
    if (body === undefined || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) return;
    const known = this.#byType.get(type) ?? { shape: undefined, example: undefined };
    this.#byType.set(type, known);
    const value = isJsonType(type) ? jsonOf(body) : formOf(body, type);
    // No XML can be made from a schema that does not describe it.
    if (/[/+]xml$/.test(type) && !body.isBase64 && body.text.length <= maxSampleLength)
      known.example ??= withoutSecrets(body.text, isSecret, () => undefined);
    if (value === undefined) return;
    known.shape ??= new ValueShape();
    known.shape.add(value, owner, isOpen);
    if (sizeOf(value) > sizeOf(known.example) && isJsonType(type) && stringifyJson(value).length <= maxSampleLength)
      known.example = withoutSecrets(value, isSecret, () => undefined);
  }

  list(): readonly MediaBody[] {
    return [...this.#byType].map(([type, content]) => ({ type, ...content }));
  }
}

export const isSecret = (name: string): boolean => hasSecretWord(toSecretName(name), isUsualSecret);

const sizeOf = (value: Json | undefined): number =>
  isJsonObject(value) ? 1 + Object.keys(value).length : value === undefined ? -1 : 0;

/** A form as an object of texts; a file is null. */
const formOf = (body: SeenBody, type: string): Json | undefined => {
  if (body.isBase64) return undefined;
  const form: Record<string, Json> = {};
  if (type === 'application/x-www-form-urlencoded') {
    for (const [name, values] of Map.groupBy(new URLSearchParams(body.text), ([key]) => key))
      setProperty(form, name, values.length > 1 ? values.map(([, value]) => value) : (values[0]?.[1] ?? ''));
    return form;
  }
  if (type !== 'multipart/form-data') return undefined;
  for (const [, field = ''] of body.text.matchAll(/^content-disposition:[ \t]*form-data;([^\r\n]{0,1000})/gim)) {
    const name = /\bname="([^"]*)"/i.exec(field)?.[1];
    if (name !== undefined) setProperty(form, name, /\bfilename\*?=/i.test(field) ? null : '');
  }
  return form;
};

/** Deeper values may be anything. */
const maxDepth = 12;
/** An object with more names has names that are data. */
const maxNames = 200;

export class ValueShape {
  readonly kinds = { string: 0, number: 0, integer: 0, boolean: 0, array: 0, object: 0, null: 0 };
  /** How many values were seen, those included that are too deep to tell their kind. */
  count = 0;
  readonly texts = new Texts();
  /** The items of the lists. Undefined: no list had an item. */
  items: ValueShape | undefined;
  /** The properties by name. A property was in as many objects as its shape has values. */
  readonly properties = new Map<string, ValueShape>();
  /** Whether its objects may lack what all of them have. */
  isOpen = false;
  /** The values of an object whose names are data. */
  #values: ValueShape | undefined;

  /** `owner`: the item that the value is of. `isOpen`: whether another value may have less. */
  add(value: Json, owner: string, isOpen = false, depth = 0): void {
    this.count++;
    this.isOpen ||= isOpen;
    if (depth >= maxDepth) return;
    this.kinds[kindOf(value)]++;
    if (typeof value === 'string') this.texts.add(value, owner);
    else if (isJsonObject(value)) this.#addObject(value, owner, isOpen, depth);
    else if (Array.isArray(value))
      for (const [index, item] of (value as readonly Json[]).entries()) {
        this.items ??= new ValueShape();
        this.items.add(item, `${owner}/${index}`, isOpen, depth + 1);
      }
  }

  join(other: ValueShape): void {
    this.count += other.count;
    this.isOpen ||= other.isOpen;
    for (const kind of kinds) this.kinds[kind] += other.kinds[kind];
    this.texts.join(other.texts);
    if (other.items !== undefined) {
      this.items ??= new ValueShape();
      this.items.join(other.items);
    }
    for (const [name, shape] of other.properties) this.#at(name).join(shape);
    if (other.#values !== undefined) {
      this.#turnToMap();
      this.#values?.join(other.#values);
    } else if (this.properties.size > maxNames) this.#turnToMap();
  }

  /** The values, if the names of the objects are data. */
  asMap(): ValueShape | undefined {
    const names = [...this.properties.keys()];
    if (names.length > 0 && names.every((name) => isIdForm(name))) this.#turnToMap();
    return this.#values;
  }

  /** Whether it is an object everywhere, or null. */
  get isObject(): boolean {
    return this.kinds.object > 0 && this.kinds.object + this.kinds.null === this.count;
  }

  #addObject(value: JsonObject, outer: string, isOpen: boolean, depth: number): void {
    const id = wordLists.ownIds.all.map((name) => idText(getProperty(value, name))).find((text) => text !== undefined);
    const owner = id === undefined ? outer : `=${id}`;
    for (const name of Object.keys(value)) this.#at(name).add(value[name] as Json, owner, isOpen, depth + 1);
    if (this.properties.size > maxNames) this.#turnToMap();
  }

  #at(name: string): ValueShape {
    if (this.#values !== undefined) return this.#values;
    const known = this.properties.get(name);
    if (known !== undefined) return known;
    const shape = new ValueShape();
    this.properties.set(name, shape);
    return shape;
  }

  #turnToMap(): void {
    const values = this.#values ?? new ValueShape();
    for (const shape of this.properties.values()) values.join(shape);
    this.properties.clear();
    this.#values = values;
  }
}

const formats: ReadonlyMap<string, RegExp> = new Map([
  ['date-time', /^\d{4}-(?:0\d|1[0-2])-[0-3]\d[Tt][0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:[Zz]|[+-][0-2]\d:[0-5]\d)$/],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['email', /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,20}$/i],
  ['uri', /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w!#$%&'()*+,./:;=?@~[\]-]*)?$/i],
]);

/** Longer texts are no example and no value of an enum, and have no format. */
const maxSampleLength = 2000;
const maxEnumValues = 8;

/** Whether a text is a word as programs write it, not as people do. */
const isCode = (text: string) => text.length <= maxDraftedLength && /^[A-Za-z][\w-]*$/.test(text);

export class Texts {
  /** The formats that all texts have. Undefined: no text was seen. */
  #formats: readonly string[] | undefined;
  /** The owner of each value, `several` if there is more than one. Undefined: there are too many values, or others than codes. */
  #owners: Map<string, string | typeof several> | undefined = new Map();

  /** `owner`: whose text it is: the same item may have been seen several times. */
  add(text: string, owner: string): void {
    const possible = text.length > maxSampleLength ? [] : (this.#formats ?? [...formats.keys()]);
    this.#formats = possible.filter((name) => formats.get(name)?.test(text));
    this.#own(text, owner);
  }

  join(other: Texts): void {
    if (other.#formats !== undefined)
      this.#formats = this.#formats?.filter((name) => other.#formats?.includes(name)) ?? other.#formats;
    if (other.#owners === undefined) this.#owners = undefined;
    else for (const [text, owner] of other.#owners) this.#own(text, owner);
  }

  get format(): string | undefined {
    return this.#formats?.[0];
  }

  /** Two or more texts, each of several owners. */
  get repeated(): readonly string[] | undefined {
    const owners = [...(this.#owners ?? [])];
    if (owners.length < 2 || owners.some(([, owner]) => owner !== several)) return undefined;
    return owners.map(([text]) => text);
  }

  #own(text: string, owner: string | typeof several): void {
    const known = this.#owners?.get(text);
    if (known === undefined) {
      if (isCode(text) && this.#owners !== undefined && this.#owners.size < maxEnumValues)
        this.#owners.set(text, owner);
      else this.#owners = undefined;
    } else if (known !== owner) this.#owners?.set(text, several);
  }
}

const several = Symbol('several');

const isSame = (name: string, noun: string) => plainName(singular(name)) === plainName(singular(noun));

export const itemShapes = (body: ValueShape, noun: string): ValueShape | undefined =>
  listIn(body, noun, ({ items }) => items?.isObject === true)?.items;

/** The list in a body that was always empty. */
export const emptyListIn = (body: ValueShape, noun: string): ValueShape | undefined =>
  listIn(body, noun, ({ kinds, items }) => kinds.array > 0 && items === undefined);

/** The body itself, else a property, else a property of an object in it. */
const listIn = (
  body: ValueShape,
  noun: string,
  fits: (list: ValueShape) => boolean,
  depth = 2,
): ValueShape | undefined => {
  if (body.kinds.array > 0) return fits(body) ? body : undefined;
  if (depth === 0 || !body.isObject) return undefined;
  const lists = [...body.properties].filter(([, property]) => fits(property));
  const [, list] =
    lists.find(([name]) => isSame(name, noun)) ??
    lists.find(([name]) => isUsualList(name)) ??
    (lists.length === 1 && !hasId(body) ? lists[0] : undefined) ??
    [];
  if (list !== undefined) return list;
  for (const [, inner] of body.properties) {
    const found = inner.isObject ? listIn(inner, noun, fits, depth - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The item in a body: the body itself, or a property with the name of the item or of a wrapper. */
export const itemShape = (body: ValueShape, noun: string): ValueShape | undefined => {
  if (!body.isObject) return undefined;
  if (hasId(body)) return body;
  const objects = [...body.properties].filter(([, property]) => property.isObject);
  const [, inner] =
    objects.find(([name]) => isSame(name, noun)) ??
    (objects.length === 1 ? objects.find(([name]) => isUsualWrapper(name)) : undefined) ??
    [];
  return inner ?? body;
};

const hasId = ({ properties }: ValueShape) => wordLists.ownIds.all.some((name) => properties.has(name));

/** The components that take the place of shapes. */
export type ComponentNames = ReadonlyMap<ValueShape, string>;

export interface SchemaOptions {
  readonly references: ComponentNames;
  /** Whether a missing property stays as it is, so that none is required. */
  readonly isPartial?: boolean;
  /** Finds the values of an enum by the name of its property; undefined: values that repeat are one. */
  readonly enums?: ((name: string) => readonly string[] | undefined) | undefined;
  /** The schema of what was always null, as files of a form are. */
  readonly ofNull?: JsonObject;
}

const referenceTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** `name`: of the property with these values. */
export const schemaOf = (shape: ValueShape, options: SchemaOptions, name = ''): JsonObject => {
  const component = options.references.get(shape);
  const isNullable = shape.kinds.null > 0;
  if (component !== undefined) {
    const target = referenceTo(component);
    return isNullable ? { anyOf: [target, { type: 'null' }] } : target;
  }
  const types = typesOf(shape, name);
  if (types.length === 0) return isNullable ? (options.ofNull ?? onlyNull) : {};
  const all = isNullable ? [...types, 'null'] : types;
  const [type = ''] = all;
  return {
    type: all.length === 1 ? type : all,
    ...textFacts(shape, types, options, name),
    ...(shape.kinds.array > 0 && { items: shape.items === undefined ? {} : schemaOf(shape.items, options) }),
    ...(shape.kinds.object > 0 && objectFacts(shape, options)),
  };
};

const onlyNull: JsonObject = { description: 'Only null was recorded.', example: null };

const kinds = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

const kindOf = (value: Json): (typeof kinds)[number] => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
};

const typesOf = ({ kinds: seen }: ValueShape, name: string): readonly string[] => {
  const isDecimal =
    seen.number > 0 || (seen.integer > 0 && (recordedWords.fractions.ends(name) || recordedWords.degrees.has(name)));
  const found = { ...seen, null: 0, ...(isDecimal && { number: 1, integer: 0 }) };
  return kinds.filter((kind) => found[kind] > 0);
};

const textFacts = (
  { texts }: ValueShape,
  types: readonly string[],
  { enums }: SchemaOptions,
  name: string,
): JsonObject => {
  if (types.length !== 1 || types[0] !== 'string') return {};
  if (isSecret(name)) return { format: 'password' };
  if (texts.format !== undefined) return { format: texts.format };
  const values = enums === undefined ? texts.repeated : enums(name);
  // The names and ids of things repeat, too.
  return values === undefined || isNaming(name) ? {} : { enum: values };
};

const isNaming = (name: string) => {
  const plain = plainName(name);
  return plain === '' || wordLists.ids.has(plain) || recordedWords.repeated.ends(plain);
};

const objectFacts = (shape: ValueShape, options: SchemaOptions): JsonObject => {
  const values = shape.asMap();
  if (values !== undefined) return { additionalProperties: schemaOf(values, options) };
  const names = [...shape.properties];
  const required =
    options.isPartial === true || shape.isOpen ? [] : names.filter(([, { count }]) => count === shape.kinds.object);
  const properties = Object.fromEntries(names.map(([name, property]) => [name, schemaOf(property, options, name)]));
  return {
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(names.length > 0 && { properties }),
  };
};

/** Returns undefined if there was no body. */
export const writeContent = (
  contents: Contents,
  options: SchemaOptions,
  { withExamples = false }: { readonly withExamples?: boolean } = {},
): JsonObject | undefined => {
  const list = contents.list();
  if (list.length === 0) return undefined;
  return Object.fromEntries(
    list.map(({ type, shape, example }) => [
      type,
      {
        ...mediaType(type, shape, options),
        ...((withExamples || shape === undefined) && example !== undefined && { example }),
      },
    ]),
  );
};

const binary: JsonObject = { type: 'string', format: 'binary' };

const mediaType = (type: string, shape: ValueShape | undefined, options: SchemaOptions): JsonObject => {
  if (shape !== undefined)
    return { schema: schemaOf(shape, type === 'multipart/form-data' ? { ...options, ofNull: binary } : options) };
  if (/^text\//.test(type)) return { schema: { type: 'string' } };
  // JSON that could not be read, or XML.
  return /[/+](?:json|xml)$/.test(type) ? {} : { schema: binary };
};
