/** What became of each part of a source: carried over, carried over for more requests than before, left out without loss, or lost. */

import { isJsonObject, type Json } from '../../../core/primitives/json.ts';
import type { JsonPath } from '../../../core/primitives/json-path.ts';
import { maxShownRows } from '../../../core/primitives/units.ts';
import type { ImportSource } from './recording-source.ts';

export interface SeenPlace {
  readonly source: ImportSource;
  readonly path: JsonPath;
}

export const below = (place: SeenPlace, ...path: JsonPath): SeenPlace => ({ ...place, path: [...place.path, ...path] });

/** `file:line:column`. */
export const showPlace = ({ source, path }: SeenPlace): string => {
  const { file = source.name, line, column } = source.locate(path);
  return `${file}:${line}:${column}`;
};

/** `wider`: carried over, but it is also for requests that the source does not mean. */
export type Fate = 'carried' | 'wider' | 'no-loss' | 'lost';

export interface Row {
  readonly fate: Fate;
  /** A part of the source: `log.entries[].request.url`. */
  readonly key: string;
  /** Why it is not carried over; of a wider condition both texts; else as what it is. */
  readonly reason: string | undefined;
  readonly count: number;
  /** The first ones. */
  readonly places: readonly SeenPlace[];
}

/** The rows of the table; the rest of a hostile source is counted together. */
const maxRows = 1000;

export class Ledger {
  readonly #rows = new Map<string, Row & { count: number; readonly places: SeenPlace[] }>();

  carry(key: string, place: SeenPlace): void {
    this.note('carried', key, undefined, place);
  }

  /** `before`: the condition as the source has it; `after`: as it is now. */
  widen(key: string, before: string, after: string, place: SeenPlace): void {
    this.note('wider', key, wideningText(before, after), place);
  }

  /** Its absence changes nothing, or is what the user expects. */
  leave(key: string, reason: string, place: SeenPlace): void {
    this.note('no-loss', key, reason, place);
  }

  lose(key: string, reason: string, place: SeenPlace): void {
    this.note('lost', key, reason, place);
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Counts every key below a value, as its tree says. Those that `known` has are decided by the reader. */
  tally(value: Json, tree: KeyTree, key: string, place: SeenPlace): void {
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries())
        this.tally(item, tree, `${key}[]`, below(place, index));
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, child] of Object.entries(value)) {
      const at = below(place, name);
      const fate = fateIn(tree, name);
      // Names that the source chose, such as those of definitions, are one row.
      const shown = fate !== undefined && fate === tree['*'] ? '*' : name;
      const path = key === '' ? shown : `${key}.${shown}`;
      if (fate === undefined) this.lose(shownKey(path), 'this key is not known', at);
      else if (fate === 'decided') continue;
      else if (fate === 'carried') this.carry(path, at);
      else if (typeof fate === 'string') this.leave(path, fate, at);
      else if (Array.isArray(fate)) {
        if (!isAbsent(child)) this.lose(path, fate[0] as string, at);
      } else this.tally(child, fate as KeyTree, path, at);
    }
  }

  note(fate: Fate, key: string, reason: string | undefined, place: SeenPlace): void {
    const id = `${fate} ${key} ${reason ?? ''}`;
    const known = this.#rows.get(id);
    if (known !== undefined) {
      known.count++;
      if (known.places.length < maxShownRows) known.places.push(place);
    } else if (this.#rows.size < maxRows || key === otherKeys)
      this.#rows.set(id, { fate, key, reason, count: 1, places: [place] });
    else this.note(fate, otherKeys, 'more kinds than are listed', place);
  }
}

export const wideningText = (before: string, after: string): string => `${shortened(before)} → ${shortened(after)}`;

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

const otherKeys = '(others)';

/** An option that is there without a value, as exports write them. */
const isAbsent = (value: Json): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

const shownKey = (key: string): string => (key.length > 120 ? `${key.slice(0, 120)}...` : key);

/**
 * The keys of a format. `carried`; `decided`: by the reader, which counts it itself; another text: why its absence is no loss; a list
 * with a text: why it is lost, unless it is empty. `*` stands for any other name.
 */
export interface KeyTree {
  readonly [name: string]: KeyFate;
}
type KeyFate = string | readonly [reason: string] | KeyTree;

/** Several keys of one fate; `names`: with spaces between them. */
export const keysWith = (fate: KeyFate, names: string): KeyTree =>
  Object.fromEntries(names.split(' ').map((name) => [name, fate]));

const fateIn = (tree: KeyTree, name: string): KeyFate | undefined => {
  if (Object.hasOwn(tree, name)) return tree[name];
  const family = Object.keys(tree).find(
    (key) => key.length > 1 && key.endsWith('*') && name.startsWith(key.slice(0, -1)),
  );
  return tree[family ?? '*'];
};
