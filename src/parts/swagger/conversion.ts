/** What every part of the converter needs: the source, the places of values, references, and problems. */
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
} from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import { entriesAt, followReferences, type Located, pointerOf, valueAtPointer } from '../../openapi/document/source.ts';

export type Writable = Record<string, Json>;

/** The sections of a Swagger 2.0 document, and those of `components` that they become. */
const sections = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
} as const;

export class SwaggerConversion {
  readonly source: JsonObject;
  readonly places = new Places();
  readonly problems: DocumentProblem[] = [];
  readonly #references: { readonly owner: Writable; readonly pointer: string }[] = [];

  constructor(source: JsonObject) {
    this.source = source;
    for (const [section, component] of Object.entries(sections)) {
      const used = new Set<string>();
      for (const [name, value, pointer] of entriesAt(getProperty(source, section), `/${section}`)) {
        const found = section === 'parameters' ? this.resolve(value, pointer) : undefined;
        // Each operation has a body of its own, since its media types may differ.
        if (found === undefined || !isBodyPart(found.value))
          this.places.move(pointer, `/components/${component}/${nameFor(name, used)}`);
      }
    }
  }

  report(pointer: string, message: string): void {
    this.problems.push({ code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer, message });
  }

  /** A component's name in the converted document: there, fewer characters are allowed. */
  nameOf(section: keyof typeof sections, name: string): string {
    const target = this.places.targetOf(`/${section}/${escapePointer(name)}`);
    return target.slice(target.lastIndexOf('/') + 1);
  }

  /** Returns undefined if a reference cannot be resolved. */
  resolve(value: Json, pointer: string): Located | undefined {
    const found = followReferences(this.source, value, pointer);
    return 'message' in found || !isJsonObject(found.value)
      ? undefined
      : { value: found.value, pointer: found.pointer };
  }

  /** Copies a reference. One to a missing value stays as it is written, so that it is reported as such. */
  refer(owner: Writable, reference: string): void {
    owner.$ref = reference;
    const pointer = pointerOf(reference);
    if (pointer !== undefined && valueAtPointer(this.source, pointer) !== undefined)
      this.#references.push({ owner, pointer });
  }

  /** Only at the end are the places of all values known. */
  finishReferences(): void {
    for (const { owner, pointer } of this.#references)
      owner.$ref = `#${this.places.targetOf(pointer).replaceAll('%', '%25')}`;
  }
}

const nameFor = (name: string, used: Set<string>): string => {
  const allowed = /^[\w.-]+$/.test(name) ? name : name.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '') || 'unnamed';
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? allowed : `${allowed}-${count}`;
    if (used.has(candidate)) continue;
    used.add(candidate);
    return candidate;
  }
};

/** Whether a parameter is the body, or a part of it. */
export const isBodyPart = (parameter: JsonObject): boolean => parameter.in === 'body' || parameter.in === 'formData';

/** The texts in a list; the default if there are none. */
export const textsIn = (value: Json | undefined, otherwise: readonly string[]): readonly string[] => {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : otherwise;
};

/** An object with each value converted. Any other value stays, and is reported by whoever reads it. */
export const mapValues = (
  value: Json,
  pointer: string,
  convert: (value: Json, pointer: string, name: string) => Json,
): Json => {
  if (!isJsonObject(value)) return value;
  const result: Writable = {};
  for (const [name, property, at] of entriesAt(value, pointer)) setProperty(result, name, convert(property, at, name));
  return result;
};

/** Finds where a value of a Swagger 2.0 document is in the converted one, and the reverse, by JSON Pointers. */
class Places {
  readonly #sources = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  /** What is below moves along. A value that moves to several places is found at the first. */
  move(from: string, to: string): void {
    if (from === to) return;
    if (!this.#sources.has(to)) this.#sources.set(to, from);
    if (!this.#targets.has(from)) this.#targets.set(from, to);
  }

  /** The source of a pointer into the converted document. */
  readonly sourceOf = (to: string): string => moved(to, this.#sources);

  /** The place of a source in the converted document. */
  readonly targetOf = (from: string): string => moved(from, this.#targets);
}

const moved = (pointer: string, moves: ReadonlyMap<string, string>): string => {
  for (let parent = pointer; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const other = moves.get(parent);
    if (other !== undefined) return other + pointer.slice(parent.length);
  }
  return pointer;
};
