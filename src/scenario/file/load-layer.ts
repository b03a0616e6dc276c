/** Reads and parses one scenario file. */
import { ConfigError, type ConfigProblem, scenarioUnreadable } from '../../core/primitives/config-error.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { readTextFile, UnreadableError } from '../../files/read-regular-file.ts';
import type { ScenarioProblem } from '../document/document-path.ts';
import { readDocument } from '../document/read-document.ts';
import { type ScenarioDocument, scenarioSchema } from '../document/scenario-schema.ts';
import { createLocateProblem, createSourceText, type LocateProblem, parseScenarioText } from './parse-file.ts';

/** Larger files are rejected: parsing one would block a server for minutes. */
export const maxScenarioBytes = 16 * 1024 * 1024;

/** One file of a scenario: the scenario itself, or one that it extends. */
export interface Layer {
  /** The parsed text; undefined if it cannot be parsed. */
  readonly value: unknown;
  /** The document, if it has no problems. */
  readonly document: ScenarioDocument | undefined;
  /** The document, or its part without problems. */
  readonly part: ScenarioDocument;
  readonly problems: readonly ConfigProblem[];
  readonly locate: LocateProblem | undefined;
}

export type ReadLayer = (file: string) => Promise<Layer>;

export const readLayer: ReadLayer = async (file) => parseLayer(await readText(file), file);

/** The maximum length of the files whose content is kept: that of the largest file is always among them. */
const maxKeptCharacters = 32 * 1024 * 1024;

export type ParseLayer = (file: string, text: string) => Layer;

/** Creates the parser of a server: a file is parsed again only if its text has changed, as YAML takes more than a second for a megabyte. */
export const createLayerParser = (): ParseLayer => {
  const kept = new Map<string, { readonly text: string; readonly layer: Layer }>();
  let characters = 0;
  const forget = (file: string) => {
    characters -= kept.get(file)?.text.length ?? 0;
    kept.delete(file);
  };
  return (file, text) => {
    const known = kept.get(file);
    const layer = known?.text === text ? known.layer : parseLayer(text, file);
    // At the end again, so that the first one is the least recently used.
    forget(file);
    kept.set(file, { text, layer });
    characters += text.length;
    for (const [other] of kept) if (characters > maxKeptCharacters) forget(other);
    return layer;
  };
};

export const readText = async (file: string): Promise<string> => {
  try {
    return await readTextFile(file, maxScenarioBytes);
  } catch (error) {
    throw error instanceof UnreadableError
      ? scenarioUnreadable({ message: error.message, file, hint: error.hint })
      : error;
  }
};

/** `maxParts`: the most keys and elements that the scenario may have besides its items. */
export const parseLayer = (text: string, file: string, maxParts?: number): Layer => {
  const source = createSourceText(text, file);
  const locateProblem = createLocateProblem(source);
  let value: unknown;
  try {
    // An empty file is a valid scenario: everything is optional.
    value = parseScenarioText(source) ?? {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { value: undefined, document: undefined, part: {}, problems: error.problems, locate: locateProblem };
  }
  const read = readDocument(value, maxParts);
  if (read.ok) return { value, document: read.value, part: read.value, problems: [], locate: locateProblem };
  const problems = sortByLocation(read.problems.map(locateProblem));
  const part = validPart(value, read.problems);
  return { value, document: undefined, part, problems, locate: locateProblem };
};

export const sortByLocation = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));

/**
 * A scenario document without the values that have problems, so that the others can be checked too. Faults keep their indexes, and an
 * `on` without a problem.
 */
export const validPart = (value: unknown, problems: readonly Pick<ScenarioProblem, 'path'>[]): ScenarioDocument => {
  if (!isJsonObject(value)) return {};
  const part: Record<string, unknown> = { ...value };
  for (const { path } of problems) {
    const [section = '', key] = path;
    const content = part[section];
    if (section === 'faults' && typeof key === 'number' && Array.isArray(content))
      part[section] = content.with(key, withoutEffect(value.faults, key, problems));
    else if (path.length > 1 && isJsonObject(content))
      part[section] = Object.fromEntries(Object.entries(content).filter(([name]) => name !== key));
    else delete part[section];
    // Parents may be among the values without which this part is checked.
    if (section === 'data' || section === 'generate') part.examples = true;
  }
  return scenarioSchema().safeParse(part).success ? (part as ScenarioDocument) : {};
};

const withoutEffect = (faults: unknown, index: number, problems: readonly Pick<ScenarioProblem, 'path'>[]): unknown => {
  const fault: unknown = Array.isArray(faults) ? faults[index] : undefined;
  const isSound = !problems.some(({ path }) => path[0] === 'faults' && path[1] === index && path[2] === 'on');
  return isSound && isJsonObject(fault as never) && isJsonObject((fault as { on?: never }).on)
    ? { use: 'slow', on: (fault as { on: unknown }).on }
    : 'slow';
};
