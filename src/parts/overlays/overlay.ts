/** OpenAPI Overlays: changes to a document in a separate file (Overlay Specification 1.0). */

import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import {
  copyOf,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
} from '../../core/primitives/json.ts';
import { cutText } from '../../core/primitives/units.ts';
import { maxDocumentDepth } from '../../openapi/document/source.ts';
import type { TextPosition } from '../../text/text-position.ts';
import { loadSelect, maxValues, type RunBounded, TooLongError, type ValuePath } from './select-values.ts';

interface OverlayFile {
  readonly name: string;
  readonly value: Json;
  readonly locate: (pointer: string) => Partial<TextPosition>;
}

export interface Overlay {
  readonly file: OverlayFile;
  readonly actions: readonly OverlayAction[];
}

interface OverlayAction {
  /** JSONPath (RFC 9535). */
  readonly target: string;
  /** If it is undefined, the selected values are removed. */
  readonly update: Json | undefined;
  /** JSON Pointer into the overlay. */
  readonly pointer: string;
}

/** @throws ConfigError with all problems of the structure. */
export const readOverlay = (file: OverlayFile): Overlay => {
  const problems: ConfigProblem[] = [];
  const report = (pointer: string, message: string) => {
    problems.push(problemAt(file, pointer, message));
  };
  const actions = readActions(file.value, report);
  if (problems.length > 0) throw new ConfigError(problems);
  return { file, actions };
};

type Report = (pointer: string, message: string) => void;

const readActions = (value: Json, report: Report): readonly OverlayAction[] => {
  const version = isJsonObject(value) ? getProperty(value, 'overlay') : undefined;
  if (!isJsonObject(value) || version === undefined) {
    report('', 'this is not an Overlay: it must be an object with the property "overlay"');
    return [];
  }
  if (!/^1(\.\d+)*$/.test(String(version)))
    report('/overlay', `Overlay version "${String(version)}" is not supported. Supported: 1.0.`);
  const actions = getProperty(value, 'actions');
  if (!Array.isArray(actions) || actions.length === 0) {
    report('/actions', 'actions must be a list of at least one action');
    return [];
  }
  return actions.flatMap((action: Json, index) => readAction(action, `/actions/${index}`, report));
};

const readAction = (action: Json, pointer: string, report: Report): readonly OverlayAction[] => {
  const target = isJsonObject(action) ? getProperty(action, 'target') : undefined;
  if (!isJsonObject(action) || typeof target !== 'string') {
    report(pointer, 'an action must be an object with a target, a JSONPath such as $.paths');
    return [];
  }
  for (const name of Object.keys(action)) {
    if (!known.has(name) && !name.startsWith('x-'))
      report(`${pointer}/${name}`, `unknown property "${name}" of an action`);
  }
  const isRemoval = getProperty(action, 'remove') === true;
  const update = getProperty(action, 'update');
  if (!isRemoval && update === undefined) report(pointer, 'an action must have update, or "remove: true"');
  return [{ target, update: isRemoval ? undefined : update, pointer }];
};

const known = new Set(['target', 'description', 'update', 'remove']);

const problemAt = (
  file: OverlayFile,
  pointer: string,
  message: string,
  code: 'VIV_OVERLAY_INVALID' | 'VIV_OVERLAY_WITHOUT_EFFECT' = 'VIV_OVERLAY_INVALID',
): ConfigProblem => configProblem({ code, message, file: file.name, ...file.locate(pointer) });

export interface Overlaid {
  readonly document: JsonObject;
  /** Actions without effect, which are probably mistakes. */
  readonly problems: readonly ConfigProblem[];
}

/** A copy of the document with the Overlays applied in their order. @throws ConfigError */
export const applyOverlays = async (
  document: JsonObject,
  overlays: readonly Overlay[],
  runBounded: RunBounded,
): Promise<Overlaid> => {
  const result = structuredClone(document);
  const problems: ConfigProblem[] = [];
  const errors: ConfigProblem[] = [];
  const select = await loadSelect(runBounded);
  const sizes = createSizes(result);
  for (const { file, actions } of overlays) {
    for (const action of actions) {
      const pointer = `${action.pointer}/target`;
      const tooDeep = sizes.pathExcess();
      if (tooDeep !== undefined) throw new ConfigError([tooMuchAdded(file, action, tooDeep)]);
      const { error, paths } = select(result, action.target);
      if (error !== undefined) {
        errors.push({ ...problemAt(file, pointer, error.message), hint: hintFor(action.target) });
        // Those that follow would take as long.
        if (error instanceof TooLongError) throw new ConfigError(errors);
      } else if (paths.length === 0)
        problems.push(
          problemAt(
            file,
            pointer,
            `the target ${cutText(action.target)} selects nothing`,
            'VIV_OVERLAY_WITHOUT_EFFECT',
          ),
        );
      else {
        if (action.update !== undefined) {
          const most = sizes.add(paths, action.update);
          if (most !== undefined) throw new ConfigError([...errors, tooMuchAdded(file, action, most)]);
        }
        const message = applyAction(result, paths, action.update);
        if (message !== undefined) errors.push(problemAt(file, action.pointer, message));
      }
    }
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return { document: result, problems };
};

/** The most characters of all texts and names that they may add. Copies share a text, but whoever writes the document does not. */
const maxAddedCharacters = 64_000_000;

/** The most names and indexes of the paths to all values of the document: a target copies the path of each value that it looks at. */
const maxPathParts = 20_000_000;

const tooMuchAdded = (file: OverlayFile, { pointer, target }: OverlayAction, most: string): ConfigProblem => ({
  ...problemAt(file, pointer, most),
  hint: `Narrow its target ${cutText(target)}.`,
});

interface Size {
  /** Properties and list items. */
  values: number;
  /** The number of characters in texts and names. */
  characters: number;
  /** Names and indexes of the paths to all values. */
  parts: number;
  depth: number;
}

/** Without these limits, a few actions that apply to each other's results fill the memory. */
const createSizes = (document: JsonObject) => {
  const added: Size = { values: 0, characters: 0, parts: valueSizeOf(document).parts, depth: 0 };
  const pathExcess = (): string | undefined =>
    added.parts > maxPathParts
      ? `the document has too many deep values for Overlays: more than ${maxPathParts} names in their paths`
      : undefined;
  return {
    pathExcess,
    /** Returns the limit that the update would exceed. */
    add: (paths: readonly ValuePath[], update: Json): string | undefined => {
      const size = valueSizeOf(update);
      for (const { length } of paths) {
        added.depth = Math.max(added.depth, length + size.depth);
        added.parts += size.parts + size.values * length;
      }
      added.values += paths.length * size.values;
      added.characters += paths.length * size.characters;
      const until = 'the actions up to this one';
      if (added.values > maxValues) return `${until} add more than ${maxValues} values to the document`;
      if (added.characters > maxAddedCharacters)
        return `${until} add more than ${maxAddedCharacters} characters to the document`;
      if (added.depth > maxDocumentDepth) return `${until} nest the document deeper than ${maxDocumentDepth} levels`;
      return pathExcess();
    },
  };
};

/** Iterative: JSON text may be nested without a limit. */
export const valueSizeOf = (root: Json): Size => {
  const size: Size = { values: 0, characters: 0, parts: 0, depth: 0 };
  let level: Json[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Json[] = [];
    for (const value of level) {
      if (typeof value === 'string') size.characters += value.length;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, child] of Object.entries(value)) {
        next.push(child);
        if (!Array.isArray(value)) size.characters += name.length;
      }
    }
    size.values += level.length;
    size.parts += level.length * depth;
    size.depth = depth;
    level = next;
  }
  return size;
};

/** The shorthand `.name` allows only letters, digits and underscores. */
const hintFor = (target: string): string | undefined => {
  const name = /\.([\w-]*-[\w-]*)/.exec(cutText(target))?.[1];
  return name && `Write ["${name}"] instead of .${name}: a name with a dash must be in brackets.`;
};

/** Changes the selected values, the deepest first: a value below another one is changed before that is replaced. */
const applyAction = (
  root: Record<string, Json>,
  paths: readonly ValuePath[],
  update: Json | undefined,
): string | undefined => {
  if (update === undefined) return removeAll(root, paths);
  for (const path of paths.toSorted((left, right) => right.length - left.length)) {
    const [owner, name] = [ownerOf(root, path), path.at(-1)];
    const before = name === undefined ? root : (owner as Record<string, Json>)[name];
    const after = merge(before, copyOf(update));
    if (after === undefined) return 'an object can only be updated with an object';
    if (name === undefined) continue;
    if (Array.isArray(owner)) owner[Number(name)] = after;
    else setProperty(owner as Record<string, Json>, String(name), after);
  }
  return undefined;
};

/** All owners are found first, as a removal changes the indexes of a list; and a list is written once, however many items it loses. */
const removeAll = (root: Record<string, Json>, paths: readonly ValuePath[]): string | undefined => {
  const removed = new Map<Record<string, Json> | Json[], Set<string | number>>();
  for (const path of paths) {
    const [owner, name] = [ownerOf(root, path), path.at(-1)];
    if (owner === undefined || name === undefined) return 'the whole document cannot be removed';
    const names = removed.get(owner) ?? new Set();
    removed.set(owner, names.add(name));
  }
  for (const [owner, names] of removed) {
    if (Array.isArray(owner)) {
      let length = 0;
      for (const [index, value] of owner.entries()) if (!names.has(index)) owner[length++] = value;
      owner.length = length;
    } else for (const name of names) Reflect.deleteProperty(owner, name);
  }
  return undefined;
};

const ownerOf = (root: Record<string, Json>, path: ValuePath): Record<string, Json> | Json[] | undefined => {
  if (path.length === 0) return undefined;
  let value: Json = root;
  for (const part of path.slice(0, -1)) value = (value as Record<string | number, Json>)[part] as Json;
  return value as Record<string, Json> | Json[];
};

/** Merges the update into the selected value: lists grow, objects get properties. Undefined if the types differ. */
const merge = (before: Json | undefined, update: Json): Json | undefined => {
  if (Array.isArray(before)) return append(before, Array.isArray(update) ? update : [update]);
  if (!isJsonObject(before)) return update;
  if (!isJsonObject(update)) return undefined;
  mergeProperties(before as Record<string, Json>, update);
  return before;
};

const mergeProperties = (target: Record<string, Json>, update: JsonObject): void => {
  for (const [name, value] of Object.entries(update)) {
    const before = getProperty(target, name);
    if (isJsonObject(before) && isJsonObject(value)) mergeProperties(before as Record<string, Json>, value);
    else setProperty(target, name, Array.isArray(before) && Array.isArray(value) ? append(before, value) : value);
  }
};

/** Appends in place: thousands of actions may add to one long list. */
const append = (list: Json[], values: readonly Json[]): Json[] => {
  for (const value of values) list.push(value);
  return list;
};
