/** The components of a bundled document: those of the root file, and the targets of references in other files. */
import { escapePointer, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { isSwagger2 } from '../document/source.ts';
import type { Files, ReferenceTarget, SourceFile } from './files.ts';
import { referenceOnly } from './outer-references.ts';

/** The location of a value in one of the files. */
export interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** Identifies the target of a reference. */
export const targetKey = ({ file, pointer }: Origin): string => `${file.uri}#${pointer}`;

interface Component {
  readonly target: ReferenceTarget;
  readonly section: string;
  readonly name: string;
  readonly documentPointer: string;
}

export interface Components {
  /** The JSON Pointer of a target in the document. A target from another file is added on first use. */
  readonly pointerOf: (target: ReferenceTarget, section: string) => string;
  /** The added components. The iteration includes components that are added during it. */
  readonly added: () => Iterable<Component>;
}

/** The sections of Swagger 2.0 are properties of the document. Others have no place there. */
const swaggerSections: ReadonlyMap<string, string> = new Map([
  ['schemas', 'definitions'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
]);

/** The JSON Pointer of a section of the document; undefined if the document has no place for it. */
export const sectionPointer = (section: string, root: Json): string | undefined => {
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

/** Collects the components of the bundled document. A component that is only a reference to another file stands for its target. */
export const createComponents = (root: SourceFile, files: Files): Components => {
  const pointers = new Map<string, string>();
  const used = new Set<string>();
  const added: Component[] = [];
  for (const [section, properties] of sectionsOf({ file: root, pointer: '', value: root.value }, files)) {
    for (const [name, property] of propertiesOf(properties, files)) {
      const documentPointer = `${sectionPointer(section, root.value)}/${escapePointer(name)}`;
      used.add(documentPointer);
      const reference = referenceOnly(property.value);
      const target = reference === undefined ? undefined : files.follow(reference, property.file);
      for (const source of [property, target]) {
        if (source === undefined || 'message' in source || source.file === root || pointers.has(targetKey(source)))
          continue;
        pointers.set(targetKey(source), documentPointer);
      }
    }
  }
  return {
    pointerOf: (target, section) => {
      const known = pointers.get(targetKey(target));
      if (known !== undefined) return known;
      const place = sectionPointer(section, root.value);
      const name = freeName(nameFor(target), (candidate) => used.has(`${place}/${candidate}`));
      const documentPointer = `${place}/${name}`;
      used.add(documentPointer);
      pointers.set(targetKey(target), documentPointer);
      added.push({ target, section, name, documentPointer });
      return documentPointer;
    },
    added: () => added,
  };
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
