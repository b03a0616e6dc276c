/** Splits a JSON value into lines of text with their JSON Pointers, so that marks can be shown next to them. */
import { escapePointer, isObject, unescapePointer, writeJson } from '../api/panel-client.ts';

export interface Mark {
  readonly kind: 'violation' | 'fault';
  readonly pointer: string;
  readonly text: string;
}

type TokenKind = 'name' | 'text' | 'number' | 'word' | 'mark';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

export interface Line {
  readonly depth: number;
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
  /** What is beside the value on its first line, and on its last. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
}

const punctuation = (text: string): Token => ({ kind: 'mark', text });

export const toLines = (value: unknown, marks: readonly Mark[] = []): readonly Line[] => {
  const lines: Line[] = [];
  const placed = placeMarks(value, marks);
  const write = (current: unknown, { pointer, depth, before, after }: Place): void => {
    const children = childrenOf(current);
    const isArray = Array.isArray(current);
    const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
    const own = placed.get(pointer) ?? [];
    if (children.length === 0) {
      const whole = isArray || isObject(current) ? punctuation(`${open}${close}`) : scalar(current);
      lines.push({ depth, tokens: [...before, whole, ...after], marks: own });
      return;
    }
    lines.push({ depth, tokens: [...before, punctuation(open)], marks: own });
    for (const [index, [name, child]] of children.entries())
      write(child, {
        pointer: `${pointer}/${escapePointer(name)}`,
        depth: depth + 1,
        before: isArray ? [] : [{ kind: 'name', text: JSON.stringify(name) }, punctuation(': ')],
        after: index === children.length - 1 ? [] : [punctuation(',')],
      });
    lines.push({ depth, tokens: [punctuation(close), ...after], marks: [] });
  };
  write(value, { pointer: '', depth: 0, before: [], after: [] });
  return lines;
};

const childrenOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(value) || isObject(value) ? Object.entries(value) : [];

const scalar = (value: unknown): Token => {
  if (typeof value === 'string') return { kind: 'text', text: JSON.stringify(value) };
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'number', text: writeJson(value) };
  return { kind: 'word', text: String(value) };
};

/** A missing property has no line. Its mark is shown at the nearest parent. */
const placeMarks = (value: unknown, marks: readonly Mark[]): ReadonlyMap<string, readonly Mark[]> => {
  const placed = new Map<string, Mark[]>();
  for (const mark of marks) {
    let pointer = '';
    let current = value;
    for (const part of mark.pointer.split('/').slice(1)) {
      const name = unescapePointer(part);
      const child = childrenOf(current).find(([key]) => key === name);
      if (child === undefined) break;
      current = child[1];
      pointer += `/${part}`;
    }
    placed.set(pointer, [...(placed.get(pointer) ?? []), mark]);
  }
  return placed;
};
