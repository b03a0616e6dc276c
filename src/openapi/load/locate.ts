/** Locates values of a document in its text. The text is parsed again, with positions. */
import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import { unescapePointer } from '../../core/primitives/json.ts';

export interface TextPosition {
  readonly line: number;
  readonly column: number;
  /** The lines around the position, with a marker. */
  readonly frame: string;
}

/** The position of a JSON Pointer; that of the nearest parent if the property is missing. */
export type LocateInText = (pointer: string) => TextPosition | undefined;

export const createLocate = (text: string): LocateInText => {
  let places: LocateInText | undefined;
  return (pointer) => {
    places ??= createPlaces(text);
    return places(pointer);
  };
};

/** The first syntax error; undefined if there is none and the text is invalid for another reason (too many aliases). */
export const findSyntaxError = (text: string): (TextPosition & { readonly message: string }) | undefined => {
  const counter = new LineCounter();
  const first = firstError(text, counter);
  if (first === undefined) return undefined;
  const { line, col: column } = counter.linePos(first.pos[0]);
  return { message: first.message, line, column, frame: frameOf(text, line, column) };
};

const firstError = (text: string, lineCounter: LineCounter): YAMLError | undefined => {
  try {
    return parseDocument(text, { merge: true, lineCounter, prettyErrors: false, logLevel: 'error' }).errors[0];
  } catch {
    return undefined;
  }
};

const createPlaces = (text: string): LocateInText => {
  const counter = new LineCounter();
  const parsed = parseDocument(text, { merge: true, lineCounter: counter, keepSourceTokens: false, logLevel: 'error' });
  return (pointer) => {
    const path = pointer.split('/').slice(1).map(unescapePointer);
    for (let length = path.length; length >= 0; length--) {
      const offset = offsetOf(parsed, path.slice(0, length));
      if (offset === undefined) continue;
      const { line, col: column } = counter.linePos(offset);
      return { line, column, frame: frameOf(text, line, column) };
    }
    return undefined;
  };
};

interface YamlNode {
  readonly range?: readonly [number, number, number] | null;
  readonly items?: readonly unknown[];
}

/** The offset of a property name, or of an item. */
const offsetOf = (parsed: ReturnType<typeof parseDocument>, path: readonly string[]): number | undefined => {
  let node = parsed.contents as unknown;
  let offset = (node as YamlNode | null)?.range?.[0];
  for (const token of path) {
    const items = ((node as YamlNode | null)?.items ?? []) as readonly unknown[];
    const pair = items.find((item) => String((item as { key?: { value?: unknown } } | null)?.key?.value) === token) as
      | { readonly key: YamlNode; readonly value: unknown }
      | undefined;
    const item = pair ?? (/^\d+$/.test(token) ? items[Number(token)] : undefined);
    if (item === undefined) return undefined;
    offset = (pair === undefined ? (item as YamlNode) : pair.key).range?.[0];
    node = pair === undefined ? item : pair.value;
  }
  return offset;
};

const contextLines = 2;
const maxWidth = 120;

const frameOf = (text: string, line: number, column: number): string => {
  const lines = text.split('\n');
  const first = Math.max(1, line - contextLines);
  const last = Math.min(lines.length, line + contextLines);
  const width = String(last).length;
  const frame: string[] = [];
  for (let at = first; at <= last; at++) {
    const source = (lines[at - 1] as string).replace(/\r$/, '');
    frame.push(`${at === line ? '>' : ' '} ${String(at).padStart(width)} | ${source.slice(0, maxWidth)}`);
    if (at === line && column <= maxWidth)
      frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`);
  }
  return frame.join('\n');
};
