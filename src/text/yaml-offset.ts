/** Locations in YAML text, by the events of its parser. JSON text is YAML too. */
import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { readWithBrackets } from '../parts/yaml/index.ts';
import {
  type Child,
  type Children,
  createJsonOffsets,
  createOffsetsBy,
  isJson,
  type JsonOffsetAt,
} from './json-text.ts';

export const createOffsets = (text: string): JsonOffsetAt =>
  isJson(text) ? createJsonOffsets(text) : createYamlOffsets(text);

/** Places in an alias and in what `<<` merges are where they are written. */
export const createYamlOffsets = (text: string): JsonOffsetAt => {
  const known = new Map<number, Map<string, Child>>();
  const anchors = new Map<string, number>();
  const open: Open[] = [];
  let root = 0;
  let end = 0;
  const add = (value: number, name: string) => {
    const within = open.at(-1);
    if (within === undefined) root = value;
    else if (!within.isMap) within.children.set(String(within.children.size), { start: value, value });
    else if (within.key === undefined) within.key = { name, start: value };
    else {
      within.children.set(within.key.name, { start: within.key.start, value });
      within.key = undefined;
    }
  };
  for (const event of eventsOf(text)) {
    if (event.type === EVENT_ID.POP) merge(open.pop()?.children, known);
    if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) continue;
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.ALIAS) {
      const children = known.get(anchors.get(anchor) ?? -1);
      if (children !== undefined) known.set(event.anchorStart - 1, children);
      add(event.anchorStart - 1, '');
      continue;
    }
    const isScalar = event.type === EVENT_ID.SCALAR;
    const start = isScalar ? startOf(text, event, end) : event.start;
    if (anchor !== '') anchors.set(anchor, start);
    add(start, isScalar ? getScalarValue(text, event) : '');
    if (isScalar) end = Math.max(start, event.valueEnd);
    else {
      const children = new Map<string, Child>();
      known.set(start, children);
      open.push({ children, isMap: event.type === EVENT_ID.MAPPING, key: undefined });
    }
  }
  return createOffsetsBy(root, (offset) => known.get(offset));
};

/** A map or a list that is being read. */
interface Open {
  readonly children: Map<string, Child>;
  readonly isMap: boolean;
  key: { readonly name: string; readonly start: number } | undefined;
}

/** The events of a text; none if only the package `yaml` reads it. */
const eventsOf = (text: string): ReturnType<typeof parseEvents> => {
  try {
    return readWithBrackets(text, (one) => parseEvents(one, { maxDepth: Number.POSITIVE_INFINITY }));
  } catch {
    return [];
  }
};

/** The start of a scalar. Events of quoted and block texts have the place of their content; an empty value begins behind its key. */
const startOf = (text: string, { style, valueStart }: ScalarEvent, before: number): number => {
  if (valueStart < 0) {
    const mark = /["']?\s*[:-]/y;
    mark.lastIndex = before;
    return mark.test(text) ? mark.lastIndex : before;
  }
  if (style === SCALAR_STYLE.PLAIN) return valueStart;
  if (style === SCALAR_STYLE.LITERAL_BLOCK) return text.lastIndexOf('|', valueStart);
  return style === SCALAR_STYLE.FOLDED_BLOCK ? text.lastIndexOf('>', valueStart) : valueStart - 1;
};

/** Adds what the value of `<<` has, a map or a list of maps, and the map itself has not. */
const merge = (children: Map<string, Child> | undefined, known: ReadonlyMap<number, Children>) => {
  const merged = known.get(children?.get('<<')?.value ?? -1);
  const maps = merged?.has('0') ? [...merged.values()].map((item) => known.get(item.value)) : [merged];
  for (const [name, child] of maps.flatMap((map) => [...(map ?? [])]))
    if (children?.has(name) === false) children.set(name, child);
};

/** The offset at which an error is seen: the parser reports some at the blank lines and comments before it. */
export const offsetOfError = (text: string, offset: number): number => {
  const ignored = /(?:[ \t]*(?:#[^\n]*)?\r?\n)+[ \t]*/y;
  ignored.lastIndex = offset;
  const length = ignored.exec(text)?.[0].length ?? 0;
  return offset + length < text.length ? offset + length : offset;
};
