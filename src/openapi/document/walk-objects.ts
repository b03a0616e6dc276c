import { documentTooLarge } from '../../core/primitives/config-error.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pointerTo,
  type Token,
} from '../../core/primitives/json.ts';
import { type Located, maxDocumentDepth, type Source } from './source.ts';

/**
 * Visits every object that may contain keywords, also maps with chosen names (`isNamed`), which a `$ref` can replace. What is deeper than
 * the limit calls `onDeeper`.
 */
export const walkObjects = (
  root: Json,
  visit: (value: JsonObject, pointer: () => string, isNamed: boolean) => void,
  limit = { depth: maxDocumentDepth, onDeeper: (): void => {} },
): void => {
  const path: Token[] = [];
  let depth = 0;
  const pointer = (): string => pointerTo(path.slice(0, depth));
  const walkIn = (name: Token, value: Json, isNamed: boolean) => {
    path[depth++] = name;
    walk(value, isNamed);
    depth--;
  };
  const walk = (value: Json, isNamed: boolean) => {
    if (depth > limit.depth) {
      limit.onDeeper();
      return;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        if (typeof value[index] === 'object') walkIn(index, value[index], false);
      return;
    }
    if (!isJsonObject(value)) return;
    visit(value, pointer, isNamed);
    for (const name of Object.keys(value)) {
      const property = value[name] as Json;
      if (typeof property !== 'object' || property === null) continue;
      if (!isNamed && isData(name, property)) continue;
      walkIn(name, property, !isNamed && isMap(name, property));
    }
  };
  walk(root, false);
};

/** Properties whose child names are chosen by the document's author, so that they are not keywords. */
const maps = new Set(
  (
    'properties patternProperties $defs definitions dependentSchemas schemas parameters responses headers ' +
    'requestBodies securitySchemes links callbacks pathItems mediaTypes paths webhooks content encoding ' +
    'variables mapping'
  ).split(' '),
);
/** Properties that contain plain data, in which a `$ref` is not a reference. */
const data = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue', 'mapping', 'scopes']);

/** Whether a property contains plain data. `examples` is a list of values in a schema, a map of Example Objects elsewhere. */
export const isData = (name: string, property: Json): boolean =>
  data.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(property));

/** Whether the author chose the names of a property's children. */
export const isMap = (name: string, property: Json): boolean =>
  (maps.has(name) || name === 'examples') && isJsonObject(property);

interface DocumentScan {
  readonly fakers: readonly Located<Json>[];
  /** Whether `readOnly` or `writeOnly` occurs at all. */
  readonly hasAccess: boolean;
  readonly hasWriteOnly: boolean;
  /** Whether `writeOnly` or `format: password` occurs at all. */
  readonly hasSecrets: boolean;
}

/** Reports broken references. */
export const scanDocument = (source: Source): DocumentScan => {
  const fakers: Located<Json>[] = [];
  let hasAccess = false;
  let hasWriteOnly = false;
  let hasSecrets = false;
  walkObjects(
    source.document,
    (value, pointer, isNamed) => {
      if (isNamed) return;
      // The pointer is written for what is broken alone.
      if (getProperty(value, '$ref') !== undefined && 'message' in source.follow(value, ''))
        source.resolve(value, pointer());
      hasWriteOnly ||= value.writeOnly === true;
      hasAccess ||= hasWriteOnly || value.readOnly === true;
      hasSecrets ||= hasWriteOnly || value.format === 'password';
      const faker = getProperty(value, 'x-faker');
      if (faker !== undefined) fakers.push({ value: faker, pointer: `${pointer()}/x-faker` });
    },
    {
      depth: maxDepth,
      onDeeper: () => {
        throw documentTooLarge(`the document is nested deeper than ${maxDepth} levels, or contains itself`);
      },
    },
  );
  return { fakers, hasAccess, hasWriteOnly, hasSecrets };
};

/** YAML aliases can create a document that contains itself. */
const maxDepth = 200;
