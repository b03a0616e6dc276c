/** Inheritance: a base with a discriminator, and the schemas that extend it by `allOf`. A reference to one means it and those that extend it. */
import { getProperty, isJsonObject, type Json, type JsonObject, pathTo } from '../../core/primitives/json.ts';
import { maxBranches } from '../../openapi/document/schema-size.ts';
import {
  entriesAt,
  type Located,
  listIn,
  maxHops,
  objectIn,
  pointerOf,
  type Source,
} from '../../openapi/document/source.ts';

/**
 * The names of a discriminator, or of several with the same property. OpenAPI 3.0.3 and 3.1.0 let them decide which schema a value must
 * match, and are followed for every document: by 3.0.4 and 3.1.1, which call them a hint, overlapping alternatives accept nothing.
 */
interface Naming {
  readonly propertyName: string;
  /** The names that are written, by the pointers of their schemas. */
  readonly mapping: ReadonlyMap<string, readonly string[]>;
  /** The pointer of the schema for all other values. */
  readonly otherwise: string | undefined;
  /** All values that the property may have, if the schemas state them. */
  readonly allowed: readonly Json[] | undefined;
}

const schemasPointer = '/components/schemas/';

/** A mapping has names of schemas, and references. */
const targetOf = (text: string): string =>
  pointerOf(text) ?? `${schemasPointer}${text.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/i, '')}`;

/** Returns undefined if the schema has no discriminator. Generators write the name of the property alone too, as in Swagger 2.0. */
export const namingOf = (source: Source, { value, pointer }: Located): Naming | undefined => {
  const written = getProperty(value, 'discriminator');
  const propertyName = typeof written === 'string' ? written : isJsonObject(written) && written.propertyName;
  if (typeof propertyName !== 'string') return undefined;
  const mapping = new Map<string, readonly string[]>();
  const discriminator = isJsonObject(written) ? written : {};
  for (const [name, target] of entriesAt(getProperty(discriminator, 'mapping'), '')) {
    if (typeof target !== 'string') continue;
    const to = targetOf(target);
    // A name may be that of a reference.
    const at = locate(source, { value: { $ref: `#${to}` }, pointer })?.pointer ?? to;
    mapping.set(at, [...(mapping.get(at) ?? []), name]);
  }
  const otherwise = getProperty(discriminator, 'defaultMapping');
  return {
    propertyName,
    mapping,
    otherwise: typeof otherwise === 'string' ? targetOf(otherwise) : undefined,
    allowed: statementIn(source, { value, pointer }, propertyName)?.values,
  };
};

interface Statement {
  readonly values?: readonly Json[];
  /** A default or an example: what is meant where nothing else is said. */
  readonly usual?: Json;
  readonly type?: Json;
}

/** What a schema says of a property, itself or by `$ref` and `allOf`. `except`: the pointers that are not read. */
const statementIn = (
  source: Source,
  at: Located<Json>,
  name: string,
  except: ReadonlySet<string> = new Set(),
): Statement | undefined => {
  const pending: Located<Json>[] = [at];
  const visited = new Set<string>(except);
  let found: Statement | undefined;
  for (let next = pending.shift(); next !== undefined && visited.size < except.size + maxHops; next = pending.shift()) {
    const target = locate(source, next);
    if (target === undefined || visited.has(target.pointer)) continue;
    visited.add(target.pointer);
    const { value, pointer } = target;
    const properties = getProperty(value, 'properties');
    const property = isJsonObject(properties) ? getProperty(properties, name) : undefined;
    if (property !== undefined) found = both(statementOf(source, { value: property, pointer }), found);
    pending.push(...partsAt(value, pointer));
  }
  return found;
};

/** What two parts say. A child has one of the values that its base lists. */
const both = (own: Statement, other: Statement | undefined): Statement => {
  const values = other?.values?.filter((value) => own.values?.includes(value) !== false) ?? [];
  return { ...own, ...other, ...(values.length > 0 && { values }) };
};

const statementOf = (source: Source, at: Located<Json>, depth = 0): Statement => {
  const target = locate(source, at);
  if (target === undefined || depth > maxHops) return {};
  const { value, pointer } = target;
  const only = getProperty(value, 'const');
  const values = only === undefined ? listIn(value, 'enum') : [only];
  const usual = getProperty(value, 'default') ?? getProperty(value, 'example') ?? listIn(value, 'examples')[0];
  const type = getProperty(value, 'type');
  const inner = listIn(value, 'allOf').map((part) => statementOf(source, { value: part, pointer }, depth + 1));
  return Object.assign(
    {},
    ...inner,
    values.length > 0 && { values },
    usual !== undefined && { usual },
    type !== undefined && { type },
  );
};

/** The parts that are written in a schema and apply to the same value. Since 3.1, a `$ref` beside other keywords is one of them. */
const partsAt = (value: JsonObject, pointer: string): readonly Located<Json>[] => [
  ...(getProperty(value, '$ref') === undefined ? [] : [{ value: { $ref: value.$ref as Json }, pointer }]),
  ...listIn(value, 'allOf').map((part, index) => ({ value: part, pointer: `${pointer}/allOf/${index}` })),
];

const locate = (source: Source, { value, pointer }: Located<Json>): Located | undefined => {
  if (!isJsonObject(value)) return undefined;
  const found = source.follow(value, pointer);
  return 'message' in found || !isJsonObject(found.value) ? undefined : { value: found.value, pointer: found.pointer };
};

/**
 * The values that name a schema: those that it states for its property, those of the mapping, its default or example, and
 * else the name of the schema. Empty if none is known. `bases`: the pointers of schemas whose statements hold for others too.
 */
export const tagsOf = (
  source: Source,
  naming: Naming,
  at: Located<Json>,
  bases: ReadonlySet<string> = new Set(),
  depth = 0,
): readonly Json[] => {
  const target = locate(source, at);
  if (target === undefined) return [];
  const { propertyName, allowed } = naming;
  const reference = isJsonObject(at.value) ? getProperty(at.value, '$ref') : undefined;
  const written = typeof reference === 'string' ? (pointerOf(reference) ?? '') : at.pointer;
  const stated = statementIn(source, target, propertyName, bases);
  const type = stated?.type ?? statementIn(source, target, propertyName)?.type;
  const mapped = [written, target.pointer]
    .flatMap((pointer) => naming.mapping.get(pointer) ?? [])
    .map((name) => ofType(name, type));
  if (stated?.values !== undefined) {
    const named = mapped.filter((name) => stated.values?.includes(name));
    return named.length > 0 ? named : stated.values;
  }
  if (mapped.length > 0) return [...new Set(mapped)];
  const alternatives = [...listIn(target.value, 'oneOf'), ...listIn(target.value, 'anyOf')];
  if (alternatives.length > 0 && depth < maxHops) {
    // A union within a union, each of whose branches has a name.
    const each = alternatives.map((value) => tagsOf(source, naming, { ...target, value }, undefined, depth + 1));
    return each.some((tags) => tags.length === 0) ? [] : [...new Set(each.flat())];
  }
  if (stated?.usual !== undefined) return [stated.usual];
  const name = written.startsWith(schemasPointer) ? pathTo(written).at(-1) : undefined;
  return name === undefined ? [] : namesMeant(name, allowed);
};

/** The names of a mapping are texts, since they are keys. */
const ofType = (name: string, type: Json | undefined): Json => {
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(name)) ? name : Number(name);
  return type === 'boolean' && /^(true|false)$/.test(name) ? name === 'true' : name;
};

const normalized = (text: Json) =>
  String(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The name itself, or the value that is meant by it: `dog` by `Dog`, `card` by `CardPayment`. */
const namesMeant = (name: string, allowed: readonly Json[] | undefined): readonly Json[] => {
  if (allowed === undefined || allowed.includes(name)) return [name];
  const whole = normalized(name);
  const alike = allowed.filter((value) => normalized(value) === whole);
  if (alike.length > 0) return alike;
  const within = allowed
    .filter(
      (value) => normalized(value) !== '' && (whole.startsWith(normalized(value)) || whole.endsWith(normalized(value))),
    )
    .toSorted((left, right) => normalized(right).length - normalized(left).length);
  return within.slice(0, 1);
};

export interface Member extends Located {
  readonly tags: readonly Json[];
  /** Whether it is the base, and the document does not say that values may be the base alone. */
  readonly isBase: boolean;
}

export interface Family {
  readonly propertyName: string;
  readonly members: readonly Member[];
}

/** The family of the component at a pointer; undefined if it is in none. */
export type FamilyOf = (pointer: string) => Family | undefined;

export const createFamilies = (source: Source): FamilyOf => {
  const known = new Map<string, Family | undefined>();
  let tree: Tree | undefined;
  return (pointer) => {
    tree ??= readTree(source);
    if (tree.bases.size === 0 || !tree.schemas.has(pointer)) return undefined;
    if (!known.has(pointer)) known.set(pointer, readFamily(source, tree, pointer));
    return known.get(pointer);
  };
};

interface Tree {
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly bases: ReadonlyMap<string, Naming>;
}

const readTree = (source: Source): Tree => {
  const schemas = new Map<string, JsonObject>();
  const parents = new Map<string, readonly string[]>();
  const children = new Map<string, string[]>();
  const bases = new Map<string, Naming>();
  const components = objectIn(source.document, 'components');
  for (const [, value, pointer] of entriesAt(components?.schemas, '/components/schemas')) {
    if (!isJsonObject(value)) continue;
    schemas.set(pointer, value);
    const naming = namingOf(source, { value, pointer });
    if (naming !== undefined) bases.set(pointer, naming);
  }
  if (bases.size === 0) return { schemas, parents, children, bases };
  for (const [pointer, value] of schemas) {
    const extended = parentsAt(source, value, pointer);
    parents.set(pointer, extended);
    for (const parent of extended) children.set(parent, [...(children.get(parent) ?? []), pointer]);
  }
  return { schemas, parents, children, bases };
};

const parentsAt = (source: Source, value: JsonObject, pointer: string): readonly string[] => {
  // Another name of the same schema extends nothing.
  if (getProperty(value, '$ref') !== undefined && Object.keys(value).length === 1) return [];
  return partsAt(value, pointer).flatMap((part) => {
    if (!isJsonObject(part.value) || getProperty(part.value, '$ref') === undefined) return [];
    const found = source.follow(part.value, part.pointer);
    return 'message' in found || found.pointer === pointer ? [] : [found.pointer];
  });
};

/** A schema and all that lead to it, or to which it leads, the nearest first. */
const closureOf = (next: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> => {
  const found = new Set([from]);
  for (const pointer of found) {
    if (found.size > maxBranches) break;
    for (const other of next.get(pointer) ?? []) found.add(other);
  }
  return found;
};

const readFamily = (source: Source, tree: Tree, pointer: string): Family | undefined => {
  const { schemas, parents, children, bases } = tree;
  const above = closureOf(parents, pointer);
  const base = [...above].find((ancestor) => bases.has(ancestor));
  const naming = base === undefined ? undefined : combined(tree, base, pointer);
  if (base === undefined || naming === undefined || isBesideBranches(tree, base, above)) return undefined;
  const below = closureOf(children, pointer);
  // What a mapping names need not extend the base.
  const mapped = pointer === base ? [...naming.mapping.keys()] : [];
  const others = [...new Set([...below, ...mapped])].filter((other) => other !== pointer);
  const ancestors = new Set([...closureOf(parents, base)]);
  const { propertyName, mapping } = naming;
  const memberAt = (at: string): readonly Member[] => {
    const value = schemas.get(at);
    if (value === undefined) return [];
    const tags = tagsOf(source, naming, { value, pointer: at }, ancestors);
    // What is extended, and not among the written names, is as a base.
    const isBase = mapping.size > 0 && !mapping.has(at) && children.has(at);
    return tags.length === 0 ? [] : [{ value, pointer: at, tags, isBase }];
  };
  const extending = others.flatMap(memberAt);
  const own = { value: schemas.get(base) as JsonObject, pointer };
  const members =
    pointer !== base
      ? [...memberAt(pointer), ...extending]
      : extending.length > 0
        ? [...extending, ...baseMember(naming, own, extending)]
        : [];
  return members.length === 0 ? undefined : { propertyName, members };
};

/** Whether a schema only says more of a union, whose branches have the names: `allOf: [{ $ref: Shape }]`, where a shape is one of several. */
const isBesideBranches = ({ schemas }: Tree, base: string, above: ReadonlySet<string>) => {
  const union = schemas.get(base) as JsonObject;
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) => listIn(union, keyword));
  const isBranch = (one: Json) => isJsonObject(one) && above.has(pointerOf(String(getProperty(one, '$ref'))) ?? '');
  return branches.length > 0 && [...above][0] !== base && !branches.some(isBranch);
};

/** The base as a member: by the mapping, by values that name none of the others, or by its own name. */
const baseMember = (naming: Naming, at: Located, others: readonly Member[]): readonly Member[] => {
  const mapped = naming.mapping.get(at.pointer);
  if (mapped !== undefined) return [{ ...at, tags: mapped, isBase: false }];
  if (naming.allowed === undefined) return [{ ...at, tags: pathTo(at.pointer).slice(-1), isBase: true }];
  const named = new Set(others.flatMap(({ tags }) => tags));
  const left = naming.allowed.filter((value) => !named.has(value));
  return left.length === 0 ? [] : [{ ...at, tags: left, isBase: true }];
};

/** The discriminator of a base with those that the schemas below it repeat for the same property. */
const combined = ({ bases, children }: Tree, base: string, pointer: string): Naming => {
  const first = bases.get(base) as Naming;
  const mapping = new Map(first.mapping);
  for (const below of [...closureOf(children, base), pointer]) {
    const naming = bases.get(below);
    if (naming === undefined || naming.propertyName !== first.propertyName) continue;
    for (const [target, names] of naming.mapping) if (!mapping.has(target)) mapping.set(target, names);
  }
  return { ...first, mapping };
};

/** Whether a part allows no property but its own, and another part, or the schema itself, has others. */
export const closesOthers = (source: Source, at: Located): boolean => {
  if (
    getProperty(at.value, 'allOf') === undefined &&
    (source.isOpenApi30 || getProperty(at.value, '$ref') === undefined)
  )
    return false;
  const parts = readParts(source, at);
  if (!parts.some(closes)) return false;
  const namesIn = (part: JsonObject): readonly string[] => Object.keys(objectIn(part, 'properties') ?? {});
  const names = new Set(parts.flatMap(namesIn));
  return parts.some((part) => closes(part) && namesIn(part).length < names.size);
};

/** Whether the schema, or a part of it that is written within it, allows no property but those that are declared. */
export const isClosed = (source: Source, { value, pointer }: Located<Json>): boolean =>
  isJsonObject(value) &&
  (closes(value) || partsAt(value, pointer).some((part) => isInline(part.value) && isClosed(source, part)));

const closes = (value: JsonObject) => getProperty(value, 'additionalProperties') === false;

const isInline = (value: Json) => isJsonObject(value) && getProperty(value, '$ref') === undefined;

const readParts = (source: Source, at: Located): readonly JsonObject[] => {
  const parts: JsonObject[] = [];
  const visited = new Set<Json>();
  const pending: Located<Json>[] = [at];
  for (let next = pending.pop(); next !== undefined && visited.size <= maxHops; next = pending.pop()) {
    const isReference =
      isJsonObject(next.value) && next.value !== at.value && getProperty(next.value, '$ref') !== undefined;
    const found = isReference ? source.follow(next.value, next.pointer) : next;
    if ('message' in found || !isJsonObject(found.value) || visited.has(found.value)) continue;
    visited.add(found.value);
    parts.push(found.value);
    pending.push(...partsAt(found.value, found.pointer));
  }
  return parts;
};
