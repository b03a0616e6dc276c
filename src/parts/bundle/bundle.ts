/**
 * Bundles several files into one document. Values from other files become components, and references stay, so that recursive schemas stay
 * recursive. A value without a component section replaces the reference.
 */
import { documentTooLarge } from '../../core/primitives/config-error.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  setProperty,
} from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { isSwagger2, maxDocumentDepth, maxNodesIn, pointerOf } from '../../openapi/document/source.ts';
import { isData, isMap } from '../../openapi/document/walk-objects.ts';
import type { Files, ReferenceTarget, SourceFile } from './files.ts';
import { inlinedData, leadsFromRoot, looksLikeReference, referenceOnly } from './outer-references.ts';

/** The location of a value in one of the files. */
interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
}

const targetKey = ({ file, pointer }: Origin) => `${file.uri}#${pointer}`;

interface Component {
  readonly target: ReferenceTarget;
  readonly section: string;
  readonly name: string;
  readonly documentPointer: string;
}

/** The sections of Swagger 2.0 are properties of the document. Others have no place there. */
const swaggerSections: ReadonlyMap<string, string> = new Map([
  ['schemas', 'definitions'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
]);

/** The JSON Pointer of a section of the document; undefined if the document has no place for it. */
const sectionPointer = (section: string, root: Json): string | undefined => {
  if (!isSwagger2(root)) return `/components/${section}`;
  const own = swaggerSections.get(section);
  return own && `/${own}`;
};

const sectionsOf = (root: ReferenceTarget, files: Files): readonly (readonly [string, ReferenceTarget])[] => {
  const properties = propertiesOf(root, files);
  if (isSwagger2(root.value))
    return [...swaggerSections].flatMap(([section, name]) => {
      const found = properties.get(name);
      return found === undefined ? [] : [[section, found] as const];
    });
  const components = properties.get('components');
  return components === undefined ? [] : [...propertiesOf(components, files)];
};

/** The properties of an object, or of the target of its reference. */
const propertiesOf = (owner: ReferenceTarget, files: Files): ReadonlyMap<string, ReferenceTarget> => {
  const reference = referenceOnly(owner.value);
  const target = reference === undefined ? owner : files.follow(reference, owner.file);
  if ('message' in target || !isJsonObject(target.value)) return new Map();
  const { file, pointer } = target;
  return new Map(
    Object.entries(target.value).map(([name, value]) => [
      name,
      { file, pointer: `${pointer}/${escapePointer(name)}`, value },
    ]),
  );
};

/** The last name in the pointer, else the name of the file. It is the value of a discriminator without a mapping. */
const nameFor = ({ file, pointer }: Origin): string => {
  const lastToken = pointer.split('/').findLast((token) => token !== '' && !/^\d+$/.test(token));
  const name = lastToken ?? new URL(file.uri).pathname.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/i, '');
  return decodeURIComponent(name.replace(/%(?![\da-f]{2})/gi, '_')).replace(/[^\w.-]+/g, '_') || 'unnamed';
};

const freeName = (name: string, isUsed: (name: string) => boolean): string => {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!isUsed(candidate)) return candidate;
  }
};

export interface Bundle {
  readonly document: JsonObject;
  /** Why a reference cannot be resolved, by the JSON Pointer of the reference. */
  readonly broken: ReadonlyMap<string, string>;
  /** The origin of a JSON Pointer of the document. */
  readonly originOf: (pointer: string) => Origin;
}

/** The positions of a copied value in its file and in the document. */
interface CopyPosition extends Origin {
  readonly documentPointer: string;
  /** The section of components for a reference at this position. If undefined, the target replaces the reference. */
  readonly section: string | undefined;
  /** Whether the author chose the names of the properties. `section` then applies to each property. */
  readonly named: boolean;
  /** The keys of targets that are replacing a reference. They end cycles. */
  readonly inside: ReadonlySet<string>;
  readonly depth: number;
}

export const bundleFiles = (root: SourceFile, files: Files): Bundle => new Bundler(root, files).bundle();

class Bundler {
  readonly #root: SourceFile;
  readonly #files: Files;
  /** The JSON Pointers of targets in the document. */
  readonly #pointers = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #added: Component[] = [];
  readonly #broken = new Map<string, string>();
  /** The origins of values from other files, by their JSON Pointers in the document. */
  readonly #origins: Map<string, Origin>;
  /** Nested references, like aliases, can expand to billions of values. */
  #nodesLeft: number;

  constructor(root: SourceFile, files: Files) {
    this.#root = root;
    this.#files = files;
    this.#addOwnComponents();
    const characters = [...files.texts.values()].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    this.#nodesLeft = maxNodesIn(characters);
    this.#origins = new Map([['', { file: root, pointer: '' }]]);
  }

  bundle(): Bundle {
    const start: CopyPosition = {
      file: this.#root,
      pointer: '',
      documentPointer: '',
      section: undefined,
      named: false,
      inside: new Set(),
      depth: 0,
    };
    const document = this.#copyProperties(this.#root.value as JsonObject, start) as Record<string, Json>;
    for (const { target, section, name, documentPointer } of this.#added) {
      this.#origins.set(documentPointer, target);
      const position = { ...start, file: target.file, pointer: target.pointer, documentPointer, section };
      addComponent(document, documentPointer, name, this.#copy(target.value, position));
    }
    return { document, broken: this.#broken, originOf: (pointer) => originOf(pointer, this.#origins) };
  }

  /** Finds the components of the document. One that is only a reference to another file stands for its target. */
  #addOwnComponents(): void {
    const [root, files] = [this.#root, this.#files];
    for (const [section, properties] of sectionsOf({ file: root, pointer: '', value: root.value }, files)) {
      for (const [name, property] of propertiesOf(properties, files)) {
        const documentPointer = `${sectionPointer(section, root.value)}/${escapePointer(name)}`;
        this.#used.add(documentPointer);
        const reference = referenceOnly(property.value);
        const target = reference === undefined ? undefined : files.follow(reference, property.file);
        for (const source of [property, target]) {
          if (source === undefined || 'message' in source || source.file === root) continue;
          getOrInsert(this.#pointers, targetKey(source), () => documentPointer);
        }
      }
    }
  }

  /** The JSON Pointer of a target in the document. A target from another file is added on first use, also while the added ones are copied. */
  #pointerOf(target: ReferenceTarget, section: string): string {
    return getOrInsert(this.#pointers, targetKey(target), () => {
      const place = sectionPointer(section, this.#root.value);
      const name = freeName(nameFor(target), (candidate) => this.#used.has(`${place}/${candidate}`));
      const documentPointer = `${place}/${name}`;
      this.#used.add(documentPointer);
      this.#added.push({ target, section, name, documentPointer });
      return documentPointer;
    });
  }

  #copy(value: Json, position: CopyPosition): Json {
    if (typeof value !== 'object' || value === null || position.depth > maxDocumentDepth) return value;
    if (position.inside.size > 0 && --this.#nodesLeft < 0)
      throw documentTooLarge('the references of the document expand to too many values');
    if (Array.isArray(value))
      return value.map((item: Json, index) =>
        this.#copy(item, { ...childPosition(position, String(index)), section: position.section }),
      );
    const reference = getProperty(value as JsonObject, '$ref');
    return typeof reference === 'string'
      ? this.#copyReference(value as JsonObject, reference, position)
      : this.#copyProperties(value as JsonObject, position);
  }

  #copyProperties(value: JsonObject, position: CopyPosition): JsonObject {
    const result: Record<string, Json> = {};
    for (const [name, property] of Object.entries(value)) {
      if (name === '$ref' && typeof property === 'string') continue;
      setProperty(result, name, this.#copyProperty(value, name, property, position));
    }
    return result;
  }

  #copyProperty(owner: JsonObject, name: string, property: Json, position: CopyPosition): Json {
    const { file, section } = position;
    if (position.named) return this.#copy(property, { ...childPosition(position, name), section });
    const isDiscriminator = typeof getProperty(owner, 'propertyName') === 'string';
    if (isDiscriminator && name === 'defaultMapping') return this.#copyMapped(property, file);
    if (isDiscriminator && name === 'mapping' && isJsonObject(property))
      return Object.fromEntries(Object.entries(property).map(([key, text]) => [key, this.#copyMapped(text, file)]));
    if (isData(name, property)) return inlinedData.includes(name) ? this.#copyData(property, file) : property;
    const named = isMap(name, property);
    return this.#copy(property, { ...childPosition(position, name), named, section: this.#sectionFor(name) });
  }

  #sectionFor(property: string): string | undefined {
    const section = sections.get(property);
    return section !== undefined && sectionPointer(section, this.#root.value) !== undefined ? section : undefined;
  }

  #copyReference(value: JsonObject, reference: string, position: CopyPosition): Json {
    const { file, documentPointer, section, named } = position;
    const siblings = this.#copyProperties(value, position);
    const isKept = file === this.#root && pointerOf(reference) !== undefined;
    if (isKept && leadsFromRoot(reference, file.value)) return { $ref: reference, ...siblings };
    const target = this.#files.follow(reference, file, position.pointer);
    if ('message' in target) {
      if (isKept) return { $ref: reference, ...siblings };
      // A property of a map may have the name `$ref`.
      if (!named) this.#broken.set(documentPointer, target.message);
      return { $ref: unresolvedReference(reference, file), ...siblings };
    }
    const isComponent = section !== undefined && !named;
    if (isComponent && (target.file === this.#root || this.#pointerOf(target, section) !== documentPointer))
      return { $ref: this.#referenceTo(target, section), ...siblings };
    const key = targetKey(target);
    if (position.inside.has(key)) {
      this.#broken.set(documentPointer, `"${reference}" refers to itself`);
      return { $ref: unresolvedReference(reference, file), ...siblings };
    }
    this.#origins.set(documentPointer, target);
    const inside = new Set([...position.inside, key]);
    const copied = this.#copy(target.value, { ...position, file: target.file, pointer: target.pointer, inside });
    return isJsonObject(copied) ? { ...copied, ...siblings } : copied;
  }

  /** Copies the name of a schema, or a reference to one. */
  #copyMapped(text: Json, file: SourceFile): Json {
    if (typeof text !== 'string') return text;
    const isReference = looksLikeReference(text);
    if (!isReference && file === this.#root) return text;
    const target = this.#files.follow(isReference ? text : `#/components/schemas/${text}`, file);
    return 'message' in target ? text : this.#referenceTo(target, 'schemas');
  }

  #copyData(value: Json, file: SourceFile): Json {
    const reference = referenceOnly(value);
    if (reference === undefined || pointerOf(reference) !== undefined) return value;
    const target = this.#files.follow(reference, file);
    return 'message' in target ? value : target.value;
  }

  #referenceTo(target: ReferenceTarget, section: string): string {
    const pointer = target.file === this.#root ? target.pointer : this.#pointerOf(target, section);
    return `#${pointer.replaceAll('%', '%25')}`;
  }
}

/** A reference that cannot be resolved, with the name of its file. Without the name, it would refer to the bundled document. */
const unresolvedReference = (reference: string, file: SourceFile): string =>
  reference.startsWith('#') ? `${file.name}${reference}` : reference;

const childPosition = (position: CopyPosition, name: string): CopyPosition => ({
  ...position,
  pointer: `${position.pointer}/${escapePointer(name)}`,
  documentPointer: `${position.documentPointer}/${escapePointer(name)}`,
  section: undefined,
  named: false,
  depth: position.depth + 1,
});

const schemaKeywords = [
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'schema', 'itemSchema', 'contentSchema', 'items', 'contains'],
  ...'additionalProperties unevaluatedProperties unevaluatedItems propertyNames not if then else'.split(' '),
];

/** The section of components for references in a property, by the name of the property. */
const sections: ReadonlyMap<string, string> = new Map([
  ...schemaKeywords.map((name): [string, string] => [name, 'schemas']),
  ...['parameters', 'responses', 'headers', 'examples', 'requestBodies', 'links', 'securitySchemes'].map(
    (name): [string, string] => [name, name],
  ),
  ['requestBody', 'requestBodies'],
]);

const addComponent = (document: Record<string, Json>, pointer: string, name: string, value: Json) => {
  const places = pathTo(pointer).slice(0, -1);
  setProperty(places.reduce(objectAt, document), name, value);
};

const objectAt = (owner: Record<string, Json>, name: string): Record<string, Json> => {
  if (!isJsonObject(getProperty(owner, name))) setProperty(owner, name, {});
  return owner[name] as Record<string, Json>;
};

/** The origin of the nearest parent that has one. */
const originOf = (pointer: string, origins: ReadonlyMap<string, Origin>): Origin => {
  for (let parent = pointer; ; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const origin = origins.get(parent);
    if (origin !== undefined) return { file: origin.file, pointer: `${origin.pointer}${pointer.slice(parent.length)}` };
  }
};
