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
  /** The text before the value on its line. */
  readonly before: readonly Token[];
  readonly isLast: boolean;
}

const punctuation = (text: string): Token => ({ kind: 'mark', text });

export const toLines = (value: unknown, marks: readonly Mark[] = []): readonly Line[] => {
  const lines: Line[] = [];
  const placed = placeMarks(value, marks);
  const add = (depth: number, tokens: readonly Token[], pointer?: string): void => {
    lines.push({ depth, tokens, marks: (pointer === undefined ? undefined : placed.get(pointer)) ?? [] });
  };
  const write = (current: unknown, { pointer, depth, before, isLast }: Place): void => {
    const comma = isLast ? [] : [punctuation(',')];
    const children = childrenOf(current);
    const [open, close] = Array.isArray(current) ? ['[', ']'] : ['{', '}'];
    if (children === undefined) add(depth, [...before, scalar(current), ...comma], pointer);
    else if (children.length === 0) add(depth, [...before, punctuation(`${open}${close}`), ...comma], pointer);
    else {
      add(depth, [...before, punctuation(open)], pointer);
      for (const [index, [name, child]] of children.entries()) {
        const label: readonly Token[] = Array.isArray(current)
          ? []
          : [{ kind: 'name', text: JSON.stringify(name) }, punctuation(': ')];
        write(child, {
          pointer: `${pointer}/${escapePointer(name)}`,
          depth: depth + 1,
          before: label,
          isLast: index === children.length - 1,
        });
      }
      add(depth, [punctuation(close), ...comma]);
    }
  };
  write(value, { pointer: '', depth: 0, before: [], isLast: true });
  return lines;
};

const childrenOf = (value: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child] as const);
  return isObject(value) ? Object.entries(value) : undefined;
};

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
      const child = childrenOf(current)?.find(([key]) => key === name);
      if (child === undefined) break;
      current = child[1];
      pointer += `/${part}`;
    }
    placed.set(pointer, [...(placed.get(pointer) ?? []), mark]);
  }
  return placed;
};
