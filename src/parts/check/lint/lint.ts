/** Checks the structure of a document against the OpenAPI specification, with Redocly's rules. */
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Document, Source as LintSource } from '@redocly/openapi-core';
import { type ConfigProblem, configProblem } from '../../../core/primitives/config-error.ts';
import { nearest } from '../../../core/primitives/did-you-mean.ts';
import { childOf, escapePointer, isJsonObject, type Json, pathTo } from '../../../core/primitives/json.ts';
import { maxBranches } from '../../../openapi/document/schema-size.ts';
import { maxHops, maxProblems, pointerOf, valueAtPointer } from '../../../openapi/document/source.ts';
import type { LoadedDocument } from '../../../openapi/load/load.ts';
import { isUrl } from '../../../openapi/load/read-text.ts';
import { createFrames } from '../../../text/text-position.ts';

/** All structural errors in the files of a document. Of references in a cycle, there are none: Redocly would reject the whole document. */
export const lintDocument = async ({ name, texts, conversion }: LoadedDocument): Promise<readonly LintProblem[]> => {
  const { BaseResolver, createConfig, getLineColLocation, lint, ResolveError, Source } = await import(
    '@redocly/openapi-core'
  );
  // As text: to compare an object with the types of Redocly takes a tenth of the compiler's time.
  const config = await createConfig('{ extends: [spec], telemetry: "off" }');
  const resolver = new BaseResolver();
  // The linter may use only texts that the loader has read.
  resolver.loadExternalRef = async (reference) => {
    const text = texts.get(isUrl(reference) ? new URL(reference).href : pathToFileURL(resolve(reference)).href);
    if (text === undefined) throw new ResolveError(new Error(unread));
    return new Source(reference, text.replaceAll('\r\n', '\n'));
  };
  const { parseDocument } = resolver;
  resolver.parseDocument = (source, isRoot) => {
    const value = source.body.length > maxParsedLength ? parseIfJson(source.body) : undefined;
    return value === undefined ? parseDocument.call(resolver, source, isRoot) : { source, parsed: value };
  };
  const parsed = await Promise.allSettled(
    // First by name: only the root is parsed whatever its extension is.
    [name, ...[...texts.keys()].map((uri) => (uri.startsWith('file:') && !isUrl(name) ? fileURLToPath(uri) : uri))].map(
      (file) => resolver.resolveDocument(null, file, file === name),
    ),
  );
  const files = parsed.flatMap((result) => (result.status === 'fulfilled' ? [result.value as Document] : []));
  for (const { parsed: value } of files) trimLongLists(value);
  cutReferenceCycles(
    files.map(({ source, parsed: value }) => ({ name: source.absoluteRef, value })),
    { resolve: (from, uri) => resolver.resolveExternalRef(from, uri), replacement: unread },
  );
  const problems = await lint({ ref: name, config, externalRefResolver: resolver }).catch((error: Error) => error);
  if (problems instanceof Error) return [withoutPlace(configProblem({ ...failureOf(problems), file: name }))];
  const frameOf = createAllFrames();
  return problems
    .filter(({ severity, ignored, message }) => severity === 'error' && !ignored && !message.includes(unread))
    .filter(({ message, location: [location] }) => !isMistaken(message, location?.pointer))
    .filter(({ message, location: [at] }) => message !== unresolved || !(isNameOfSchema(files, at) || hasId(files, at)))
    .filter(({ location: [location] }) => conversion === undefined || !isFileOfSwagger(files, location))
    .slice(0, maxProblems)
    .map(({ message: given, ruleId, location: [location], suggest: suggested }): LintProblem => {
      const missing = given === unresolved && location !== undefined ? describeMissing(files, location) : undefined;
      const { message, suggest } = missing ?? { message: given, suggest: suggested };
      const code = codeOf(ruleId, message, suggest.length > 0);
      if (location === undefined) return withoutPlace(configProblem({ code, message, file: name }));
      const { start } = getLineColLocation(location);
      const [suggestion] = suggest;
      const { absoluteRef } = location.source;
      const problem = {
        code,
        file: fileNameOf(absoluteRef, name),
        line: start.line,
        column: start.col,
        message: message.trim().replaceAll('\n', ' '),
        hint: suggestion === undefined ? remedyFor(ruleId, message) : `Did you mean "${suggestion}"?`,
        frame: frameOf(location.source)(start.line, start.col),
      };
      return { problem, rule: ruleId, property: location.pointer?.split('/').at(-1) ?? '' };
    });
};

const unresolved = "Can't resolve $ref";

/** The linter takes it for an unknown property. The engine says how it is served. */
const pathWithoutSlash = /^#\/paths\/(?!~1|x-)[^/]*$/;

/** The linter knows the letters of English alone in names of parameters. */
const usedName = /^Path parameter `([^`]*)` is not used in the path `[^`]*\{\1\}/;

const isMistaken = (message: string, pointer = '') => pathWithoutSlash.test(pointer) || usedName.test(message);

interface Place {
  readonly source: LintSource;
  readonly pointer?: string | undefined;
}

/** The file of a place, and what is there. */
const find = (files: readonly Document[], at: Place | undefined) => {
  const root = (files.find(({ source }) => source === at?.source)?.parsed ?? null) as Json;
  const pointer = at?.pointer?.slice(1) ?? '';
  return { root, pointer, value: valueAtPointer(root, pointer) };
};

/** Names the target, which the linter does not. `location`: of the reference, or of a target in the mapping of a discriminator. */
const describeMissing = (
  files: readonly Document[],
  location: Place,
): { readonly message: string; readonly suggest: readonly string[] } | undefined => {
  const { root, pointer, value } = find(files, location);
  const reference = isJsonObject(value) ? value.$ref : value;
  if (typeof reference !== 'string') return undefined;
  const meant = partAround(root, pointer, reference)?.pointer;
  if (meant !== undefined) return { message: `"${reference}" does not exist${withinSchema}`, suggest: [`#${meant}`] };
  const [, parent, name] = /^#(\/.*)\/(.*)$/.exec(reference) ?? [];
  const siblings = parent === undefined ? undefined : valueAtPointer(root, parent);
  const similar = isJsonObject(siblings) ? nearest(name as string, Object.keys(siblings)) : undefined;
  return {
    message: `"${reference}" does not exist`,
    suggest: similar === undefined ? [] : [`#${parent}/${escapePointer(similar)}`],
  };
};

const withinSchema = '; the part of the schema around it is meant';

/** What a reference leads to in the nearest schema around it that has such a part. */
const partAround = (root: Json, pointer: string, reference: string) => {
  const local = pointerOf(reference);
  for (let outer = pointer; local && outer !== ''; outer = outer.slice(0, outer.lastIndexOf('/'))) {
    const schema = valueAtPointer(root, outer);
    if (isJsonObject(schema) && valueAtPointer(schema, local) !== undefined)
      return { pointer: `${outer}${local}`, hasId: Object.hasOwn(schema, '$id') };
  }
  return undefined;
};

/** Whether a reference leads to a part of a schema that is a document of its own. */
const hasId = (files: readonly Document[], at: Place | undefined) => {
  const { root, pointer, value } = find(files, at);
  const reference = isJsonObject(value) ? value.$ref : undefined;
  return typeof reference === 'string' && partAround(root, pointer, reference)?.hasId === true;
};

/** Whether a problem is about the name of a schema in the mapping of a discriminator. The linter takes each for a reference. */
const isNameOfSchema = (files: readonly Document[], location: Place | undefined) => {
  const { root, pointer, value: name } = find(files, location);
  return (
    /\/discriminator\/(mapping\/[^/]*|defaultMapping)$/.test(pointer) &&
    typeof name === 'string' &&
    valueAtPointer(root, `/components/schemas/${escapePointer(name)}`) !== undefined
  );
};

/** Whether a problem is about the type of a whole response, which may be a file in Swagger 2.0. The linter does not know of it. */
const isFileOfSwagger = (files: readonly Document[], location: Place | undefined) => {
  const { pointer, value } = find(files, location);
  return value === 'file' && /\/schema\/type$/.test(pointer) && !pointer.includes('/parameters/');
};

/** The frames of each file. */
const createAllFrames = () => {
  const known = new Map<LintSource, ReturnType<typeof createFrames>>();
  return (source: LintSource): ReturnType<typeof createFrames> => {
    const frames = known.get(source) ?? createFrames(source.body);
    known.set(source, frames);
    return frames;
  };
};

export interface LintProblem {
  readonly problem: ConfigProblem;
  /** The name of the linter's rule. */
  readonly rule: string;
  /** The last name of its JSON Pointer. */
  readonly property: string;
}

const withoutPlace = (problem: ConfigProblem): LintProblem => ({ problem, rule: '', property: '' });

/** The name of the file as the user gave it; other files beside it have the names of the loader. */
const fileNameOf = (absolute: string, name: string): string => {
  if (isUrl(absolute) || isUrl(name)) return absolute;
  if (absolute === resolve(name)) return name;
  return isAbsolute(name) ? absolute : join(dirname(name), relative(dirname(resolve(name)), absolute));
};

/** Rules whose violation changes nothing: the engine reads the document as it is meant. */
const harmlessRules: ReadonlySet<string> = new Set([
  ...['spec-ref-siblings', 'spec-strict-refs', 'nullable-type-sibling', 'no-duplicated-tag-names'],
  ...['no-example-value-and-externalValue', 'no-invalid-media-type-examples', 'no-server-trailing-slash'],
  ...['no-server-variables-empty-enum', 'no-undefined-server-variable', 'discriminator-mapping'],
]);

/** An unknown property without a similar known one is ignored; with one it is a typo, which changes what is served. */
const codeOf = (rule: string, message: string, hasSuggestion: boolean): ConfigProblem['code'] => {
  const isUnknown = rule === 'struct' && /^Property .* is not expected here/.test(message) && !hasSuggestion;
  return isUnknown || harmlessRules.has(rule) || message.endsWith(withinSchema)
    ? 'VIV_DOCUMENT_QUESTIONABLE'
    : 'VIV_DOCUMENT_INVALID';
};

/** The linter has limits of its own: it reads 100 levels, and chains of references as long as its stack. */
const failureOf = (error: Error): Pick<ConfigProblem, 'code' | 'message'> =>
  error instanceof RangeError
    ? {
        code: 'VIV_DOCUMENT_QUESTIONABLE',
        message:
          'The document is not compared with the OpenAPI specification: its references form too long a chain for the linter.',
      }
    : {
        code: 'VIV_DOCUMENT_INVALID',
        message: `The linter cannot read the document: ${error.message.replaceAll('\n', ' ')}`,
      };

/** The parser of the linter finds duplicate keys, but needs several times the time and memory of JSON.parse. */
const maxParsedLength = 4 * 1024 * 1024;

/** Returns undefined for other texts. */
const parseIfJson = (text: string): unknown => {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The message of a file that the loader did not read, and of a cut reference. The loader reports the reason. */
const unread = 'vivarium-not-read';

/** The most objects of one list that the linter examines. It takes a minute for a hundred thousand schemas; no real document has a tenth. */
const maxLinted = 5000;

const unions = ['allOf', 'anyOf', 'oneOf'];

/** Removes the end of each list with more objects, so that the positions of the others stay the same. Modifies the value. */
export const trimLongLists = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  // The engine uses no more of these. Everything in them is examined once for each operation.
  for (const keyword of unions) {
    const list: unknown = (value as Record<string, unknown>)[keyword];
    if (Array.isArray(list) && list.length > maxBranches) list.length = maxBranches;
  }
  if (Array.isArray(value) && value.length > maxLinted && value.some(isObject)) value.length = maxLinted;
  for (const child of Object.values(value)) trimLongLists(child);
};

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A text, or the remedies for messages that match; `$1` is what the expression found. */
type Remedies = string | readonly (readonly [message: RegExp, remedy: string])[];

/** Returns undefined where the message says all: a value has the wrong type, and only its author knows the right one. */
const remedyFor = (rule: string, message: string): string | undefined => {
  const remedies = lintRemedies[rule];
  if (remedies === undefined || typeof remedies === 'string') return remedies;
  for (const [pattern, remedy] of remedies) {
    const found = pattern.exec(message);
    if (found !== null) return remedy.replace('$1', () => found[1] ?? '');
  }
  return undefined;
};

export const lintRemedies: Readonly<Record<string, Remedies>> = {
  struct: [
    [/^The field `([^`]*)` must be present/, 'Add "$1".'],
    [/^Property `nullable` is not expected here/, 'Write the type as a list: type: [string, "null"].'],
    [/^Property `([^`]*)` is not expected here/, 'Remove it, or write it as an extension: "x-$1".'],
    [/^The field `.*` is not allowed here/, 'Remove it.'],
    [/^Must contain at least one/, 'Add one of them.'],
    [/can be one of the following only/, 'Use one of them.'],
    [/^Expected type .*`string`.* but got `(?:integer|number|boolean)`/, 'Put the value in quotes.'],
    [/^Expected type .* but got `null`/, 'Write its value, or remove it.'],
    [/^Expected type (?:`array`|.*\(array\)) but got/, 'Write a list.'],
    [/^Expected type (?:`object`|.*\(object\)) but got/, 'Write an object with properties.'],
    [/^Expected type `string` but got/, 'Write a text.'],
  ],
  'no-unresolved-refs': [
    [/does not exist$/, 'Add it, or correct the reference.'],
    [/duplicated mapping key/, 'Keep one of them.'],
  ],
  'no-duplicated-tag-names': 'Remove one of them.',
  'no-example-value-and-externalValue': 'Remove one of them.',
  'no-identical-paths': 'Move the operations of one of the paths to the other.',
  'no-undefined-server-variable': [
    [/is not defined/, 'Add it to "variables", with its "default".'],
    [/is not used/, 'Remove it, or write it in the URL in braces.'],
  ],
  'nullable-type-sibling': 'Add "type".',
  'operation-operationId-unique': 'Rename one of the operations.',
  'operation-parameters-unique': 'Remove one of them.',
  'path-declaration-must-exist': 'Write the name of a parameter in the braces.',
  'path-not-include-query': 'Remove "?" and what follows from the path, and declare it as parameters.',
  'path-parameters-defined': [
    [/^Path parameter `([^`]*)` is not used/, 'Write "{$1}" in the path, or remove the parameter.'],
    [
      /does not define the path parameter `\{([^`]*)\}`/,
      'Add a parameter with "name: $1", "in: path" and "required: true".',
    ],
  ],
  'spec-components-invalid-map-name': 'Use letters, digits, ".", "-" and "_" only.',
  'spec-discriminator-defaultMapping': [
    [/must include/, 'Add it, or require the property.'],
    [/does not point/, 'Name a schema of the components.'],
  ],
  'spec-example-values': 'Remove one of them.',
  'spec-no-invalid-encoding-combinations': 'Remove one of them.',
  'spec-no-invalid-tag-parents': [
    [/is not defined/, 'Add this tag, or correct the name.'],
    [/Circular/, 'Remove the "parent" of one of these tags.'],
  ],
  'spec-querystring-parameters': 'Remove one of them.',
  'spec-ref-siblings': 'Remove it, or write it where the reference leads.',
  'spec-strict-refs': 'Write the value here in place of the reference.',
};

/** A parsed file that may be changed. */
interface ParsedFile {
  readonly name: string;
  readonly value: unknown;
}

type Reference = Record<string, unknown> & { $ref: string };

interface Found {
  readonly file: ParsedFile;
  readonly value: unknown;
}

const isReference = (value: unknown): value is Reference => isJsonObject(value) && typeof value.$ref === 'string';

/**
 * Changes the files in place. `resolve`: of the part of a reference before `#`, the name of its file. Cycles are references that never reach
 * a value, also chains of more than `maxHops`, as for the loader.
 */
export const cutReferenceCycles = (
  files: readonly ParsedFile[],
  { resolve, replacement }: { resolve: (from: string, uri: string) => string; replacement: string },
): void => {
  const byName = new Map(files.map((file) => [file.name, file]));

  const follow = (start: Reference, from: ParsedFile, hops: { left: number }): Found | 'cycle' | undefined => {
    let found: Found = { file: from, value: start };
    while (isReference(found.value)) {
      if (hops.left-- === 0) return 'cycle';
      const [uri = '', pointer = ''] = found.value.$ref.split('#', 2);
      const file = uri === '' ? found.file : byName.get(resolve(found.file.name, uri));
      // An anchor refers to a value, never to a reference.
      if (file === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
      found = { file, value: file.value };
      for (const token of pathTo(pointerOf(`#${pointer}`) ?? '').filter((name) => name !== '')) {
        const child = childOf(found.value as Json, token);
        if (child !== undefined) {
          found = { file: found.file, value: child };
          continue;
        }
        if (!isReference(found.value)) return undefined;
        const target = follow(found.value, found.file, hops);
        if (target === undefined || target === 'cycle') return target;
        found = { file: target.file, value: childOf(target.value as Json, token) };
      }
    }
    return found;
  };

  const cycles: Reference[] = [];
  for (const file of files) {
    for (const reference of referencesIn(file.value))
      if (follow(reference, file, { left: maxHops }) === 'cycle') cycles.push(reference);
  }
  for (const reference of cycles) reference.$ref = replacement;
};

/** Every object with a `$ref`. An object that several YAML aliases share is listed once. */
const referencesIn = (root: unknown): readonly Reference[] => {
  const references: Reference[] = [];
  const seen = new Set<unknown>();
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isReference(value)) references.push(value);
    // One by one: a call has too many arguments for a long list.
    for (const child of Object.values(value)) pending.push(child);
  }
  return references;
};
