/**
 * Bundles several files into one document. Values from other files become components. References stay references, so that
 * recursive schemas stay recursive. If OpenAPI has no component section for a value, the value replaces the reference.
 */
import { configError } from '../../core/primitives/config-error.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
} from '../../core/primitives/json.ts';
import { isData, isMap } from '../document/keywords.ts';
import { pointerOf } from '../document/source.ts';
import { type Files, inlinedData, looksLikeReference, referenceOnly, type SourceFile, type Target } from './files.ts';

export interface Bundle {
  readonly document: JsonObject;
  /** Why a reference leads nowhere, by its place in the document. */
  readonly broken: ReadonlyMap<string, string>;
  /** Where a place of the document comes from. */
  readonly originOf: (pointer: string) => Origin;
}

interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** What is being copied: where it stands in its file, and where in the document. */
interface CopyPosition extends Origin {
  readonly at: string;
  /** The section of components that a reference here may lead into; undefined: it is replaced by what it leads to. */
  readonly section: string | undefined;
  /** The members bear names that the author chose; `section` is that of each. */
  readonly named: boolean;
  /** References that are being replaced. */
  readonly inside: ReadonlySet<string>;
  readonly depth: number;
}

/** A limit, since nested references can expand to billions of values. */
const maxNodes = 5_000_000;
const maxDepth = 250;

export const bundleFiles = (root: SourceFile, files: Files): Bundle => {
  const broken = new Map<string, string>();
  const origins = new Map<string, Origin>([['', { file: root, pointer: '' }]]);
  const components = createComponents(root, files);
  let nodes = 0;

  const copy = (value: Json, place: CopyPosition): Json => {
    if (typeof value !== 'object' || value === null || place.depth > maxDepth) return value;
    if (++nodes > maxNodes)
      throw configError('VIV_DOCUMENT_TOO_LARGE', 'the references of the document expand to too many values');
    if (Array.isArray(value))
      return value.map((item: Json, at) => copy(item, { ...step(place, String(at)), section: place.section }));
    const reference = getProperty(value as JsonObject, '$ref');
    return typeof reference === 'string'
      ? copyReference(value as JsonObject, reference, place)
      : copyProperties(value as JsonObject, place);
  };

  const copyProperties = (value: JsonObject, place: CopyPosition): JsonObject => {
    const result: Record<string, Json> = {};
    for (const [name, property] of Object.entries(value)) {
      if (name === '$ref' && typeof property === 'string') continue;
      setProperty(result, name, copyProperty(value, name, property, place));
    }
    return result;
  };

  const copyProperty = (owner: JsonObject, name: string, property: Json, place: CopyPosition): Json => {
    if (place.named) return copy(property, { ...step(place, name), section: place.section });
    const isDiscriminator = typeof getProperty(owner, 'propertyName') === 'string';
    if (isDiscriminator && name === 'defaultMapping') return copyMapped(property, place.file);
    if (isDiscriminator && name === 'mapping' && isJsonObject(property))
      return Object.fromEntries(Object.entries(property).map(([key, text]) => [key, copyMapped(text, place.file)]));
    if (isData(name, property)) return inlinedData.includes(name) ? copyData(property, place.file) : property;
    const named = isMap(name, property);
    return copy(property, { ...step(place, name), named, section: sections.get(name) });
  };

  /** The name of a schema, or a reference to one. */
  const copyMapped = (text: Json, file: SourceFile): Json => {
    if (typeof text !== 'string') return text;
    const isReference = looksLikeReference(text);
    if (!isReference && file === root) return text;
    const target = files.follow(isReference ? text : `#/components/schemas/${text}`, file);
    return 'message' in target ? text : referenceTo(target, 'schemas');
  };

  const copyData = (value: Json, file: SourceFile): Json => {
    const reference = referenceOnly(value);
    if (reference === undefined || pointerOf(reference) !== undefined) return value;
    const target = files.follow(reference, file);
    return 'message' in target ? value : target.value;
  };

  const referenceTo = (target: Target, section: string): string => {
    const pointer = target.file === root ? target.pointer : components.pointerOf(target, section);
    return `#${pointer.replaceAll('%', '%25')}`;
  };

  const copyReference = (value: JsonObject, reference: string, place: CopyPosition): Json => {
    const siblings = copyProperties(value, place);
    if (place.file === root && pointerOf(reference) !== undefined) return { $ref: reference, ...siblings };
    const target = files.follow(reference, place.file);
    if ('message' in target) {
      // A member of a map may be called `$ref`.
      if (!place.named) broken.set(place.at, target.message);
      return { $ref: outside(reference, place), ...siblings };
    }
    const isComponent = place.section !== undefined && !place.named;
    if (isComponent && (target.file === root || components.pointerOf(target, place.section) !== place.at))
      return { $ref: referenceTo(target, place.section), ...siblings };
    const key = keyOf(target);
    if (place.inside.has(key)) {
      broken.set(place.at, `"${reference}" refers to itself`);
      return { $ref: outside(reference, place), ...siblings };
    }
    origins.set(place.at, target);
    const inside = new Set([...place.inside, key]);
    const copied = copy(target.value, { ...place, file: target.file, pointer: target.pointer, inside });
    return isJsonObject(copied) ? { ...copied, ...siblings } : copied;
  };

  const start = {
    file: root,
    pointer: '',
    at: '',
    section: undefined,
    named: false,
    inside: new Set<string>(),
    depth: 0,
  };
  const document = copyProperties(root.value as JsonObject, start) as Record<string, Json>;
  for (const { target, section, name, at } of components.added()) {
    origins.set(at, target);
    const place = { ...start, file: target.file, pointer: target.pointer, at, section };
    addComponent(document, section, name, copy(target.value, place));
  }
  return { document, broken, originOf: (pointer) => originOf(pointer, origins) };
};

/** A reference that is kept, with the name of its file: it would mean something else in the bundled document. */
const outside = (reference: string, { file }: CopyPosition): string =>
  reference.startsWith('#') ? `${file.name}${reference}` : reference;

const step = (place: CopyPosition, name: string): CopyPosition => ({
  ...place,
  pointer: `${place.pointer}/${escapePointer(name)}`,
  at: `${place.at}/${escapePointer(name)}`,
  section: undefined,
  named: false,
  depth: place.depth + 1,
});

const schemaPlaces = [
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'schema', 'itemSchema', 'contentSchema', 'items', 'contains'],
  ...[
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
  ],
];

/** Where references of a kind stand, and the section of components for them. */
const sections: ReadonlyMap<string, string> = new Map([
  ...schemaPlaces.map((name): [string, string] => [name, 'schemas']),
  ...['parameters', 'responses', 'headers', 'examples', 'requestBodies', 'links', 'securitySchemes'].map(
    (name): [string, string] => [name, name],
  ),
  ['requestBody', 'requestBodies'],
]);

const keyOf = ({ file, pointer }: Origin): string => `${file.uri}#${pointer}`;

interface Component {
  readonly target: Target;
  readonly section: string;
  readonly name: string;
  readonly at: string;
}

interface Components {
  /** Where in the document something stands that comes from another file; it is given a place when it is first asked for. */
  readonly pointerOf: (target: Target, section: string) => string;
  /** Those that were given a place; more may come while they are looked at. */
  readonly added: () => Iterable<Component>;
}

/** A component of the document that is nothing but a reference to another file is what that file holds. */
const createComponents = (root: SourceFile, files: Files): Components => {
  const pointers = new Map<string, string>();
  const taken = new Set<string>();
  const added: Component[] = [];
  const own = propertiesOf({ file: root, pointer: '', value: root.value }, files).get('components');
  for (const [section, properties] of own === undefined ? [] : propertiesOf(own, files)) {
    for (const [name, property] of propertiesOf(properties, files)) {
      const at = `/components/${section}/${escapePointer(name)}`;
      taken.add(at);
      const reference = referenceOnly(property.value);
      const target = reference === undefined ? undefined : files.follow(reference, property.file);
      for (const one of [property, target]) {
        if (one === undefined || 'message' in one || one.file === root || pointers.has(keyOf(one))) continue;
        pointers.set(keyOf(one), at);
      }
    }
  }
  return {
    pointerOf: (target, section) => {
      const known = pointers.get(keyOf(target));
      if (known !== undefined) return known;
      const name = freeName(nameFor(target), (candidate) => taken.has(`/components/${section}/${candidate}`));
      const at = `/components/${section}/${name}`;
      taken.add(at);
      pointers.set(keyOf(target), at);
      added.push({ target, section, name, at });
      return at;
    },
    added: () => added,
  };
};

/** Of an object, which may be described in a file of its own. */
const propertiesOf = (owner: Target, files: Files): ReadonlyMap<string, Target> => {
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

/** The last name in its pointer, else the file's. Schemas are told apart by it where a discriminator has no mapping. */
const nameFor = ({ file, pointer }: Origin): string => {
  const last = pointer.split('/').findLast((token) => token !== '' && !/^\d+$/.test(token));
  const whole = last ?? new URL(file.uri).pathname.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/i, '');
  return decodeURIComponent(whole.replace(/%(?![\da-f]{2})/gi, '_')).replace(/[^\w.-]+/g, '_') || 'unnamed';
};

const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!isTaken(candidate)) return candidate;
  }
};

const addComponent = (document: Record<string, Json>, section: string, name: string, value: Json): void => {
  setProperty(objectAt(objectAt(document, 'components'), section), name, value);
};

const objectAt = (owner: Record<string, Json>, name: string): Record<string, Json> => {
  if (!isJsonObject(getProperty(owner, name))) setProperty(owner, name, {});
  return owner[name] as Record<string, Json>;
};

/** The origin of the nearest parent that has one. */
const originOf = (pointer: string, origins: ReadonlyMap<string, Origin>): Origin => {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const origin = origins.get(at);
    if (origin !== undefined) return { file: origin.file, pointer: `${origin.pointer}${pointer.slice(at.length)}` };
  }
};
