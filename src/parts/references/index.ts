/**
 * References where OpenAPI has none, or none that leads to one place: a `$ref` in an example stands for what it refers to, and a
 * `$dynamicRef` of JSON Schema for the schema that its use binds to the anchor.
 */
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mapValuesOf,
} from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import {
  followReferences,
  listIn,
  maxDocumentDepth,
  pointerOf,
  valueAtPointer,
} from '../../openapi/document/source.ts';
import { isData, isMap, walkObjects } from '../../openapi/document/walk-objects.ts';

export interface SettledDocument {
  readonly document: JsonObject;
  readonly problems: readonly DocumentProblem[];
}

/** Copies what changes; the given document stays as it is. */
export const settleReferences = (document: JsonObject): SettledDocument => {
  const settler = new Settler(document);
  return { document: settler.settle(), problems: settler.problems };
};

/** References in examples, followed one after the other, may expand to billions of values. */
const maxNodes = 500_000;
/** Each schema that is used with other bindings is copied. */
const maxCopies = 200;

type Kind = 'keywords' | 'names' | 'examples';

/** The schemas that dynamic anchors lead to, by JSON Pointer: those of the outermost schema that has them. */
type Bindings = ReadonlyMap<string, string>;

class Settler {
  readonly problems: DocumentProblem[] = [];
  readonly #document: JsonObject;
  readonly #anchors = new Map<string, string>();
  readonly #copies = new Map<string, string>();
  readonly #schemas: Record<string, Json> = {};
  #nodesLeft = maxNodes;
  /** Whether a schema describes values with a property `$ref`, so that one in an example is data. */
  #describesReferences = false;

  constructor(document: JsonObject) {
    this.#document = document;
    walkObjects(document, (value, pointer, isNamed) => {
      if (isNamed && typeof getProperty(value, '$ref') === 'object') this.#describesReferences = true;
      const anchor = getProperty(value, '$dynamicAnchor');
      if (typeof anchor === 'string' && !this.#anchors.has(anchor)) this.#anchors.set(anchor, pointer());
    });
  }

  settle(): JsonObject {
    const settled = this.#settle(this.#document, '', 'keywords', new Map()) as JsonObject;
    if (this.#copies.size === 0) return settled;
    const components = settled.components as JsonObject;
    return {
      ...settled,
      components: { ...components, schemas: { ...(components.schemas as JsonObject), ...this.#schemas } },
    };
  }

  #settle(value: Json, pointer: string, kind: Kind, around: Bindings): Json {
    if (typeof value !== 'object' || value === null || pointer.split('/').length > maxDocumentDepth) return value;
    const bindings = kind === 'keywords' ? bindingsIn(value, pointer, around) : around;
    const settled = mapValuesOf(value, (property, name) => {
      const at = `${pointer}/${escapePointer(name)}`;
      if (kind !== 'keywords') {
        const one = this.#settle(property, at, 'keywords', bindings);
        const isLost = kind === 'examples' && hasValue(property) && !hasValue(one);
        return isLost ? undefined : one;
      }
      if (Array.isArray(value) || !isData(name, property))
        return this.#settle(
          property,
          at,
          isMap(name, property) ? (name === 'examples' ? name : 'names') : kind,
          bindings,
        );
      return shown.has(name) && !this.#describesReferences ? this.#within(property, property, at, []) : property;
    });
    return kind === 'keywords' && isJsonObject(settled) ? this.#bound(settled, bindings) : (settled as Json);
  }

  /** A value of an example with what its references refer to. Undefined: they refer to nothing, which is reported. */
  #within(value: Json, example: Json, at: string, passed: readonly string[]): Json | undefined {
    if (typeof value !== 'object' || value === null || --this.#nodesLeft < 0) return value;
    const reference = isJsonObject(value) ? referenceOf(value) : undefined;
    const own = reference === undefined ? undefined : pointerOf(reference);
    if (reference === undefined || (own !== undefined && valueAtPointer(example, own) !== undefined))
      return mapValuesOf(value, (part) => this.#within(part, example, at, passed));
    const found = passed.includes(reference) ? undefined : this.#contentOf(reference);
    if (found !== undefined) return this.#within(found, found, at, [...passed, reference]);
    const code = 'VIV_REFERENCE_UNRESOLVED';
    const message = `"${reference}" in the example leads to no example and no value; the reference is left out`;
    this.problems.push({ code, pointer: at, message });
    return undefined;
  }

  #contentOf(reference: string): Json | undefined {
    const references = [reference, reference.replace('#/definitions/', '#/components/schemas/')];
    for (const $ref of references) {
      const target = followReferences(this.#document, { $ref }, '');
      if ('message' in target || target.value === undefined) continue;
      const { value, pointer } = target;
      if (/\/examples\/[^/]+$/.test(pointer) && hasValue(value)) return value.value ?? value.dataValue;
      if (!isOfSchema.test(pointer) || !isJsonObject(value)) return value;
      return getProperty(value, 'example') ?? listIn(value, 'examples')[0];
    }
    return undefined;
  }

  /** A schema whose dynamic reference, or that of what it refers to, leads to one place. */
  #bound(schema: JsonObject, bindings: Bindings): JsonObject {
    const { $dynamicRef, ...others } = schema;
    if (typeof $dynamicRef === 'string') {
      const anchor = $dynamicRef.replace(/^.*#/, '');
      const pointer = bindings.get(anchor) ?? this.#anchors.get(anchor) ?? pointerOf($dynamicRef);
      return pointer === undefined ? schema : { ...others, $ref: `#${pointer}` };
    }
    const target = bindings.size === 0 ? undefined : pointerOf(String(schema.$ref));
    if (target === undefined || !this.#isBoundIn(target, bindings, new Set())) return schema;
    return { ...schema, $ref: `#${this.#copyOf(target, bindings)}` };
  }

  /** Whether a schema, or one that it refers to, has a reference to one of the anchors. */
  #isBoundIn(pointer: string, bindings: Bindings, passed: Set<string>): boolean {
    if (passed.has(pointer) || passed.size > maxCopies) return false;
    passed.add(pointer);
    let isBound = false;
    walkObjects(valueAtPointer(this.#document, pointer) ?? null, ({ $dynamicRef, $ref }) => {
      isBound ||= typeof $dynamicRef === 'string' && bindings.has($dynamicRef.slice(1));
      const inner = typeof $ref === 'string' && !isBound ? pointerOf($ref) : undefined;
      if (inner !== undefined) isBound ||= this.#isBoundIn(inner, bindings, passed);
    });
    return isBound;
  }

  #copyOf(pointer: string, bindings: Bindings): string {
    const key = `${pointer} ${[...bindings].join(' ')}`;
    const known = this.#copies.get(key);
    if (known !== undefined || this.#copies.size >= maxCopies) return known ?? pointer;
    const name = `${pointer.slice(pointer.lastIndexOf('/') + 1)}-bound-${this.#copies.size + 1}`;
    const own = `/components/schemas/${name}`;
    this.#copies.set(key, own);
    const copy = this.#settle(valueAtPointer(this.#document, pointer) as Json, own, 'keywords', bindings);
    this.#schemas[name] = unnamed(copy);
    return own;
  }
}

/** A schema without the names by which others refer to it: a copy with them would make each of them name two schemas. */
const unnamed = (schema: Json): Json =>
  typeof schema === 'object' && schema !== null
    ? mapValuesOf(schema as JsonObject, (part, name) =>
        typeof part === 'string' && /^\$(?:id|anchor|dynamicAnchor)$/.test(name) ? undefined : unnamed(part),
      )
    : schema;

/** Properties with values as a client sees them. */
const shown: ReadonlySet<string> = new Set(['example', 'examples', 'value', 'dataValue']);

/** The place of a schema: what it has to show is its example. */
const isOfSchema = /\/(?:schemas|definitions|properties|\$defs)\/[^/]+$|\/(?:schema|items)$/;

const hasValue = (example: Json | undefined): example is JsonObject =>
  isJsonObject(example ?? null) && ['value', 'dataValue'].some((name) => Object.hasOwn(example as JsonObject, name));

/** A reference within the document or to a file, and nothing beside it. Others, as those of MongoDB, are data. */
const referenceOf = (value: JsonObject): string | undefined => {
  const { $ref, ...others } = value;
  const isOne = typeof $ref === 'string' && /^#\/|^[^:]*\.(?:json|ya?ml)(?:#|$)/i.test($ref);
  return isOne && Object.keys(others).every((name) => /^(?:summary|description)$/.test(name)) ? $ref : undefined;
};

const bindingsIn = (schema: Json, pointer: string, around: Bindings): Bindings => {
  if (!isJsonObject(schema)) return around;
  const definitions = Object.entries(getProperty(schema, '$defs') ?? {}) as readonly (readonly [string, Json])[];
  const own = [
    ['', schema] as const,
    ...definitions.map(([name, one]) => [`/$defs/${escapePointer(name)}`, one] as const),
  ]
    .map(([at, one]) => [isJsonObject(one) ? one.$dynamicAnchor : undefined, `${pointer}${at}`] as const)
    .filter((one): one is readonly [string, string] => typeof one[0] === 'string' && !around.has(one[0]));
  return own.length === 0 ? around : new Map([...own, ...around]);
};
