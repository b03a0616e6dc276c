/** OpenAPI Overlays: changes to a document in a separate file (Overlay Specification 1.0). */
import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { SourceFile } from './files.ts';

export interface Overlay {
  readonly file: SourceFile;
  readonly actions: readonly OverlayAction[];
}

interface OverlayAction {
  /** JSONPath (RFC 9535). */
  readonly target: string;
  /** Undefined: the selected values are removed. */
  readonly update: Json | undefined;
  /** JSON Pointer into the overlay. */
  readonly pointer: string;
}

/** @throws ConfigError with all problems of the structure. */
export const readOverlay = (file: SourceFile): Overlay => {
  const problems: ConfigProblem[] = [];
  const report = (pointer: string, message: string): void => {
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

type OverlayCode = 'VIV_OVERLAY_INVALID' | 'VIV_OVERLAY_WITHOUT_EFFECT';

const problemAt = (
  file: SourceFile,
  pointer: string,
  message: string,
  code: OverlayCode = 'VIV_OVERLAY_INVALID',
): ConfigProblem => configProblem({ code, message, file: file.name, ...file.locate(pointer) });

export interface Overlaid {
  readonly document: JsonObject;
  /** Actions without effect, which are probably mistakes. */
  readonly problems: readonly ConfigProblem[];
}

/** Calls a function that may take long. It may end it, with an error. */
export type RunBounded = (run: () => void) => void;

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
  const added = { ...nothing };
  for (const { file, actions } of overlays) {
    for (const action of actions) {
      const targets = select(result, action.target);
      const pointer = `${action.pointer}/target`;
      if ('message' in targets)
        errors.push({ ...problemAt(file, pointer, targets.message), hint: hintFor(action.target) });
      else if (targets.paths.length === 0)
        problems.push(
          problemAt(file, pointer, `the target ${action.target} selects nothing`, 'VIV_OVERLAY_WITHOUT_EFFECT'),
        );
      else {
        // Without a bound, a few actions that apply to each other's results fill the memory.
        const size = action.update === undefined ? nothing : sizeOf(action.update);
        added.values += targets.paths.length * size.values;
        added.characters += targets.paths.length * size.characters;
        if (added.values > maxAdded) throw new ConfigError([tooMuchAdded(file, action, `${maxAdded} values`)]);
        if (added.characters > maxAddedCharacters)
          throw new ConfigError([tooMuchAdded(file, action, `${maxAddedCharacters} characters`)]);
        const message = applyAction(result, targets.paths, action.update);
        if (message !== undefined) errors.push(problemAt(file, action.pointer, message));
      }
    }
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return { document: result, problems };
};

/** The most values (properties and list items) that all actions may add together. */
const maxAdded = 1_000_000;

/** The most characters of all texts and names that they may add. Copies share a text, but whoever writes the document does not. */
const maxAddedCharacters = 64_000_000;

/** The most values that one target may select. */
const maxTargets = 1_000_000;

const tooMuchAdded = (file: SourceFile, { pointer, target }: OverlayAction, most: string): ConfigProblem => ({
  ...problemAt(file, pointer, `the actions up to this one add more than ${most} to the document`),
  hint: `Narrow its target ${target}.`,
});

interface Size {
  /** Properties and list items. */
  readonly values: number;
  /** Of texts and names. */
  readonly characters: number;
}

const nothing: Size = { values: 0, characters: 0 };

const sizeOf = (value: Json): Size => {
  if (typeof value === 'string') return { values: 1, characters: value.length };
  let [values, characters] = [1, 0];
  if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      const size = sizeOf(child as Json);
      values += size.values;
      characters += size.characters + (Array.isArray(value) ? 0 : name.length);
    }
  }
  return { values, characters };
};

/** A copy that shares its texts: structuredClone copies them too. */
const copyOf = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const [name, child] of Object.entries(value)) setProperty(copy, name, copyOf(child));
  return copy;
};

/** The shorthand `.name` allows only letters, digits and underscores. */
const hintFor = (target: string): string | undefined => {
  const name = /\.([\w-]*-[\w-]*)/.exec(target)?.[1];
  return name && `Write ["${name}"] instead of .${name}: a name with a dash must be in brackets.`;
};

type ValuePath = readonly (string | number)[];
type Select = (
  root: JsonObject,
  target: string,
) => { readonly paths: readonly ValuePath[] } | { readonly message: string };

const loadSelect = async (runBounded: RunBounded): Promise<Select> => {
  const { exec } = await import('jsonpath-rfc9535');
  return (root, target) => {
    const paths: ValuePath[] = [];
    try {
      runBounded(() =>
        exec(root as Parameters<typeof exec>[0], target, (_value, path) => {
          if (paths.length === maxTargets) throw new Error(`it selects more than ${maxTargets} values`);
          paths.push(path.map((part) => (typeof part === 'string' ? unescapeName(part) : part)));
        }),
      );
    } catch (error) {
      return {
        message:
          error instanceof TooLongError
            ? `"${target}" ${error.message}`
            : `"${target}" is not a JSONPath (RFC 9535): ${(error as Error).message}`,
      };
    }
    return { paths };
  };
};

/** Ends a target. The message has the reason. */
export class TooLongError extends Error {}

/** RFC 9535, 2.7: names in a normalized path are in single quotes. */
const unescapeName = (name: string): string =>
  name.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_all, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Changes the selected values, from the last to the first, so that the earlier indexes stay valid. */
const applyAction = (
  root: Record<string, Json>,
  paths: readonly ValuePath[],
  update: Json | undefined,
): string | undefined => {
  const ordered = paths.toSorted((left, right) => comparePaths(right, left));
  for (const path of ordered) {
    const [owner, name] = [ownerOf(root, path), path.at(-1)];
    if (update === undefined) {
      if (owner === undefined || name === undefined) return 'the whole document cannot be removed';
      if (Array.isArray(owner)) owner.splice(Number(name), 1);
      else Reflect.deleteProperty(owner, name);
      continue;
    }
    const before = name === undefined ? root : (owner as Record<string, Json>)[name];
    const after = merge(before, copyOf(update));
    if (after === undefined) return 'an object can only be updated with an object';
    if (name === undefined) continue;
    if (Array.isArray(owner)) owner[Number(name)] = after;
    else setProperty(owner as Record<string, Json>, String(name), after);
  }
  return undefined;
};

const comparePaths = (left: ValuePath, right: ValuePath): number => {
  for (const [index, leftPart] of left.entries()) {
    const rightPart = right[index];
    if (rightPart === undefined) return 1;
    if (typeof leftPart === 'number' && typeof rightPart === 'number' && leftPart !== rightPart)
      return leftPart - rightPart;
    if (leftPart !== rightPart) return String(leftPart) < String(rightPart) ? -1 : 1;
  }
  return left.length - right.length;
};

const ownerOf = (root: Record<string, Json>, path: ValuePath): Record<string, Json> | Json[] | undefined => {
  if (path.length === 0) return undefined;
  let value: Json = root;
  for (const part of path.slice(0, -1)) value = (value as Record<string | number, Json>)[part] as Json;
  return value as Record<string, Json> | Json[];
};

/** Merges the update into the selected value: lists grow, objects get properties. Undefined if the types differ. */
const merge = (before: Json | undefined, update: Json): Json | undefined => {
  if (Array.isArray(before)) return [...before, ...(Array.isArray(update) ? update : [update])];
  if (!isJsonObject(before)) return update;
  if (!isJsonObject(update)) return undefined;
  mergeProperties(before as Record<string, Json>, update);
  return before;
};

const mergeProperties = (target: Record<string, Json>, update: JsonObject): void => {
  for (const [name, value] of Object.entries(update)) {
    const before = getProperty(target, name);
    if (isJsonObject(before) && isJsonObject(value)) mergeProperties(before as Record<string, Json>, value);
    else setProperty(target, name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value);
  }
};
