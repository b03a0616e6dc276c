/**
 * Inheritance: a base with a discriminator, and the schemas that extend it by `allOf`. Whoever refers to the base means all
 * of them, though the base does not list them; a reference to one of them means it and those that extend it.
 */
import { getProperty, isJsonObject, type Json, type JsonObject, pathTo } from '../../core/primitives/json.ts';
import { maxBranches } from '../../openapi/document/schema-size.ts';
import {
  entriesAt,
  followReferences,
  type Located,
  listIn,
  objectIn,
  pointerOf,
  type Source,
} from '../../openapi/document/source.ts';
import { type Naming, namingOf, partsAt, tagsOf } from './discriminators.ts';

export { namingOf, partsAt, tagsOf };

export interface Member extends Located {
  readonly tags: readonly Json[];
  /** The base itself, where nothing says that there are values which are no more than it. */
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
    const found = followReferences(source.document, part.value, part.pointer);
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

/** Whether it only says more of a union, whose branches have the names: `allOf: [{ $ref: Shape }]`, where a shape is one of several. */
const isBesideBranches = ({ schemas }: Tree, base: string, above: ReadonlySet<string>): boolean => {
  const union = schemas.get(base) as JsonObject;
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) => listIn(union, keyword));
  const isBranch = (one: Json): boolean =>
    isJsonObject(one) && above.has(pointerOf(String(getProperty(one, '$ref'))) ?? '');
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
