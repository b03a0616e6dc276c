/** Loads handlers from a TypeScript or JavaScript file. Node itself removes the types. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ErrorKind,
  handlersInvalid,
  handlersUnreadable,
  type ProblemPlace,
} from '../../core/primitives/config-error.ts';
import { missingFile } from '../../files/read-regular-file.ts';
import { createPositions } from '../../text/text-position.ts';
import { type FreshImport, importFresh, textOf, withoutMarks } from './import-fresh.ts';
import { HandlersError, type LoadedHandlers, readHandlers } from './read-handlers.ts';

/**
 * `file`: a path or a `file:` URL. `placeOfName`: where the configuration names the file.
 * @throws HandlersError if the file cannot be loaded, or exports no handlers.
 */
export const loadHandlers = async (
  file: string,
  placeOfName: () => ProblemPlace | undefined = () => undefined,
): Promise<LoadedHandlers> => {
  const path = resolve(file.startsWith('file:') ? fileURLToPath(file) : file);
  const fail = (kind: ErrorKind, message: string, files: readonly string[], place = placeIn(path)): HandlersError =>
    new HandlersError([kind.problem({ message, ...place })], files);
  const unreadable = await reasonUnreadable(path);
  if (unreadable !== undefined) {
    const named = placeOfName();
    const message = named === undefined ? unreadable : `${shownPath(path)}: ${unreadable}`;
    throw fail(handlersUnreadable, message, [path], named);
  }
  const imported = await withinTime(importFresh(path));
  if (imported === undefined) throw fail(handlersUnreadable, neverSettles, [path]);
  const files = [...imported.files];
  if (!imported.ok)
    throw fail(handlersUnreadable, messageOf(imported.error), files, await locateFailure(imported, path));
  const exported = imported.exports.default;
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported))
    throw fail(handlersInvalid, wrongExport, files);
  return readHandlers(exported, files, (name) => locateHandler(files, name));
};

/** Seconds in which a handler file and its imports must have run. */
const maxLoadSeconds = 10;

const neverSettles = `loading it takes longer than ${maxLoadSeconds} seconds: an await outside of the functions does not end`;

const wrongExport =
  'the default export must be an object with functions under the names of operations: export default defineHandlers({ ... })';

/** Returns undefined if loading takes longer. Without the timer, the process would end while it waits. */
const withinTime = <Result>(loading: Promise<Result>): Promise<Result | undefined> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), maxLoadSeconds * 1000);
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer));
};

const reasonUnreadable = async (path: string): Promise<string | undefined> => {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return 'this is a directory, not a file: name a file in it';
    return stats.isFile() ? undefined : 'this is not a file';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return message;
    const { message: missing, hint } = await missingFile(shownPath(path));
    return hint === undefined ? missing : `${missing}. ${hint}`;
  }
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  const reason = withoutMarks(error.message).split('\n')[0] as string;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return 'this is not a TypeScript or JavaScript file: its name ends with none of .ts, .mts, .cts, .js, .mjs and .cjs';
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return `${reason}: Node.js removes types, and runs the rest as JavaScript`;
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return reason;
    default:
      if (error instanceof SyntaxError) return `syntax error: ${reason}`;
      return `loading it failed: ${error.name === 'Error' ? '' : `${error.name}: `}${reason}`;
  }
};

/** The path below the working directory, else the whole path. */
const shownPath = (path: string): string => {
  const below = relative('', path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below;
};

const placeIn = (path: string, line?: number, column?: number, frame?: string): ProblemPlace => ({
  file: shownPath(path),
  line,
  column,
  frame,
});

const placeAt = (path: string, offset: number): ProblemPlace => {
  const { line, column, frame } = createPositions(readFileSync(path, 'utf8'))(offset);
  return placeIn(path, line, column, frame);
};

/** The property in the handler file, else in a file that it imports. */
const locateHandler = (files: readonly string[], name: string): ProblemPlace => {
  for (const file of files) {
    const offset = findProperty(textOf(file), name);
    if (offset !== undefined) return placeAt(file, offset);
  }
  return placeIn(files[0] as string);
};

const locateFailure = async (
  { error, files, unresolved }: FreshImport & { readonly ok: false },
  path: string,
): Promise<ProblemPlace> => {
  if (unresolved !== undefined) {
    const offset = textOf(unresolved.from).indexOf(unresolved.specifier);
    return offset < 0 ? placeIn(unresolved.from) : placeAt(unresolved.from, offset);
  }
  const stack = error instanceof Error ? withoutMarks(String(error.stack)) : '';
  const found =
    placeInStack(stack, files) ?? (error instanceof SyntaxError ? await checkSyntax([...files].at(-1)) : undefined);
  return found === undefined ? placeIn(path) : linePlace(found);
};

interface LinePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

const linePlace = ({ path, line, column }: LinePlace): ProblemPlace => {
  const lines = textOf(path).split('\n');
  const offset = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return placeAt(path, offset + Math.min(column - 1, lines[line - 1]?.length ?? 0));
};

/** `/app/handlers.ts:2`, the line and a marker below it; or the first frame in one of the files. */
const placeInStack = (stack: string, files: ReadonlySet<string>): LinePlace | undefined => {
  const head = /^(.+):(\d+)\n/.exec(stack);
  const path = pathOf(head?.[1] ?? '');
  if (head !== null && files.has(path)) {
    const marker = /^( *)\^+$/m.exec(stack)?.[1]?.length ?? 0;
    return { path, line: Number(head[2]), column: marker + 1 };
  }
  for (const [, location = '', line, column] of stack.matchAll(/^\s+at (?:.*\()?(.+?):(\d+):(\d+)\)?$/gm)) {
    const framePath = pathOf(location);
    if (files.has(framePath)) return { path: framePath, line: Number(line), column: Number(column) };
  }
  return undefined;
};

const pathOf = (location: string): string => (location.startsWith('file:') ? fileURLToPath(location) : location);

/** The error of a module does not contain its place. A process that compiles it, and does not catch the error, prints the place. */
const checkSyntax = async (path: string | undefined): Promise<LinePlace | undefined> => {
  if (path === undefined) return undefined;
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const printed = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [...flags, '--eval', compileModule, path],
      { timeout: 10_000 },
      (_error, _stdout, stderr) => done(stderr),
    );
  });
  // Without a mark at the end of the file.
  const [, line, text = '', marker = text] = /^module:(\d+)\n(.*)\n(?:( *)\^)?/.exec(printed) ?? [];
  return line === undefined ? undefined : { path, line: Number(line), column: marker.length + 1 };
};

const compileModule = `
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { SourceTextModule } from 'node:vm';
const path = process.argv[1];
const text = readFileSync(path, 'utf8');
new SourceTextModule(/ts$/.test(path) ? stripTypeScriptTypes(text) : text, { identifier: 'module' });`;

/**
 * The offset of the property `name: ...`, `name(...) {`, `'name': ...` or `name,`: the outermost after the default export, else in the file.
 * No computed name is found.
 */
export const findProperty = (text: string, name: string): number | undefined => {
  const found = [...propertiesNamed(text, name)];
  const exported = /\bexport\s+default\b|\bmodule\.exports\b/.exec(text)?.index ?? 0;
  const after = found.filter(({ offset }) => offset >= exported);
  const [first, ...others] = after.length > 0 ? after : found;
  return others.reduce((best, each) => (each.depth < (best?.depth ?? 0) ? each : best), first)?.offset;
};

interface Occurrence {
  readonly offset: number;
  /** The number of brackets around it. */
  readonly depth: number;
}

/** Comments, texts, brackets and words. A regular expression is taken for other code, which hides a name at worst. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1?|[{}[\]()]|[\p{L}\p{N}_$]+/gu;

function* propertiesNamed(text: string, name: string): Generator<Occurrence> {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (/^[{[(]$/.test(found)) depth++;
    else if (/^[}\])]$/.test(found)) depth--;
    else if (isName(found, name) && isProperty(text, index, found.length)) yield { offset: index, depth };
  }
}

const isName = (found: string, name: string) =>
  found === name || (/^["']/.test(found) && found.slice(1, -1).replaceAll(/\\(.)/g, '$1') === name);

const isProperty = (text: string, start: number, length: number) =>
  !/[.?]\s*$/.test(text.slice(Math.max(0, start - 20), start)) &&
  /^\s*[:(,}]/.test(text.slice(start + length, start + length + 100));
