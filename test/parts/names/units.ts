/** The words by which values are understood, each with the tables without it, and the objects in which it may decide. */

import { rangeFor } from '../../../src/openapi/generate/draw-number.ts';
import { clearerName } from '../../../src/openapi/generate/kinds-of-things.ts';
import { englishOf, type NameHint } from '../../../src/openapi/generate/name-hint.ts';
import { phraseFor } from '../../../src/openapi/generate/vocabulary.ts';
import { wholeOf } from '../../../src/parts/agreement/index.ts';
import { foreignWords } from '../../../src/parts/locale/index.ts';
import { wordGroups } from '../../../src/parts/names/index.ts';
import { nameRules } from '../../../src/parts/names/name-rules.ts';
import { createGroup, type WordGroup } from '../../../src/parts/names/word-group.ts';
import { isPicture } from '../../../src/parts/pictures/index.ts';
import { type Shape, shapeOf, shapesFor } from './shapes.ts';
import { wordsIn } from './words-of.ts';

type GroupName = keyof typeof wordGroups;
export type AnyGroup = WordGroup<string>;
type Rule = readonly (RegExp | readonly RegExp[] | string)[];

export const groups = wordGroups as unknown as Record<string, AnyGroup>;
const rules = nameRules as unknown as Record<string, readonly Rule[]>;

export const put = <Value>(tables: Record<string, Value>, name: string, value: Value): void => {
  tables[name] = value;
};

/** One word, and what the tables are without it. */
export interface Unit {
  /** `things.person`. */
  readonly list: string;
  readonly word: string;
  /** Whether words of a name are understood by it; undefined for rules. */
  readonly isReadIn?: (words: string) => boolean;
  readonly switchOff: () => void;
  readonly switchOn: () => void;
  readonly shapes: () => Iterable<Shape>;
  readonly changes?: () => unknown;
}

/** Whether two patterns match different parts of a text, or, with as many groups, other parts of a part. */
export const differ = (before: RegExp, after: RegExp, text: string): boolean => {
  const [own, other] = [before.exec(text), after.exec(text)];
  if (own === null || other === null) return own !== other;
  return own[0] !== other[0] || (own.length === other.length && own.some((part, index) => part !== other[index]));
};

/** Whether a pattern and the other differ in a text, alone or within another. */
const differAround = (before: RegExp, after: RegExp, text: string): boolean =>
  [text, `${text}things`, `things${text}`, `things${text}count`].some((one) => differ(before, after, one));

/** What else than a value shows that a word of some lists is needed. */
const changesBy: Readonly<Record<string, (text: string) => unknown>> = {
  'names.head': (text) =>
    [...foreignWords].filter(([, one]) => one === text).map(([word]) => englishOf(`${word}_cliente`)),
  'names.between': (text) => englishOf(`nome_${text}_cliente`),
  'inside.picture': (text) => isPicture({ words: `${text} url`, ownerWords: '' }),
  'inside.beside': (text) => phraseFor({ random: () => 0 }, `${text} branch`),
  'ends.bounds': (text) => rangeFor({ words: 'min', ownerWords: `age ${text}` } as NameHint),
  'inside.unclear': (text) => clearerName('following', `${text} user`),
};

const unitsOfGroups = (): readonly Unit[] =>
  Object.entries(groups).flatMap(([name, group]) =>
    Object.entries<RegExp>(group.lists).flatMap(([meaning, pattern]) =>
      wordsIn(pattern).map(({ name: word, without, texts }): Unit => {
        const list = `${name}.${meaning}`;
        const changed = { ...group, ...createGroup(group.place, { ...group.lists, [meaning]: without }) };
        const switchOn = (): void => put(groups, name, group);
        const isMet = (text: string): boolean => differ(group.patternOf(meaning), changed.patternOf(meaning), text);
        return {
          ...{ list, word, switchOn, isReadIn: isMet },
          switchOff: () => put(groups, name, changed),
          ...(changesBy[list] && { changes: () => texts.map((text) => changesBy[list]?.(text)) }),
          *shapes() {
            for (const text of texts.filter(isMet).slice(0, 12)) yield* shapesFor(name as GroupName, meaning, text);
          },
        };
      }),
    ),
  );

const firstMatch = (pattern: RegExp): string =>
  wordsIn(pattern)
    .flatMap(({ texts }) => texts)
    .find((text) => pattern.test(text)) ?? '';
const propertyOf = (text: string): string => text.trim().replaceAll(' ', '_');

/** The objects in which a rule decides, for a text that its pattern matches. */
const shapesOfRule = function* (table: string, rule: Rule, text: string): Iterable<Shape> {
  const [first] = rule;
  const name = propertyOf(text);
  if (table === 'plain') yield shapeOf(`${/^ /.test(text) ? `User${text}` : `${text}Thing`}: name text, type text`, '');
  if (table === 'slugs')
    for (const other of rule.slice(1)) yield shapeOf(`Thing: category_slug text, category_${String(other)} text`, '');
  if (table === 'spans')
    yield shapeOf(
      `Thing: status =completed, ${name} moment, end moment, check_out moment, departure moment, arrival moment, to moment, valid_to moment`,
      '',
    );
  for (const before of ['', 'x', 'things'])
    for (const after of ['', 'things', 'tax', 'time', 'date', 'uding', 'count'])
      for (const other of rule.slice(1)) {
        const own = `${before}${name}${after}`;
        if (own === '' || !(first as RegExp).test(own)) continue;
        const related = own.replace(first as RegExp, String(other));
        if (related === own || related === '') continue;
        for (const type of ['integer', 'moment', 'boolean', 'text'])
          yield shapeOf(`Thing: ${own} ${type}, ${related} ${type === 'boolean' ? 'once' : type}`, '');
        yield shapeOf(`Thing: ${related} moment, ${own} moment`, '');
        yield shapeOf(`Thing: ${own} boolean, ${related} integer`, '');
      }
};

const shapesBeside = function* (siblings: readonly string[], name: string): Iterable<Shape> {
  for (const type of ['text', 'integer', 'moment'])
    yield shapeOf(
      `Thing: ${siblings.map((one) => `${propertyOf(one)} text, `).join('')}${propertyOf(name)} ${type}`,
      '',
    );
};

const unitsOfRules = (): readonly Unit[] =>
  Object.entries(rules).flatMap(([table, rows]) =>
    rows.flatMap((row, index): readonly Unit[] => {
      const replaced = (...changed: readonly Rule[]) => ({
        switchOff: () => put(rules, table, rows.toSpliced(index, 1, ...changed)),
        switchOn: () => put(rules, table, rows),
      });
      const list = `${table}.${index}`;
      if (table === 'besides') {
        const [siblings, name] = row as unknown as readonly [readonly RegExp[], RegExp];
        const given = siblings.map(firstMatch);
        const wordsOf = (pattern: RegExp, at: number): readonly Unit[] =>
          wordsIn(pattern).map(({ name: word, without, texts }) => ({
            ...{ list, word: at < siblings.length ? `beside ${word}` : word },
            ...replaced(at < siblings.length ? row.with(0, siblings.with(at, without)) : row.with(1, without)),
            *shapes() {
              for (const text of texts.filter((one) => differ(pattern, without, one)).slice(0, 6))
                if (at < siblings.length) yield* shapesBeside(given.with(at, text), firstMatch(name));
                else yield* shapesBeside(given, text);
            },
          }));
        return [...siblings.flatMap(wordsOf), ...wordsOf(name, siblings.length)];
      }
      const [pattern, ...others] = row as unknown as readonly [RegExp, ...string[]];
      const words = wordsIn(pattern).map(
        ({ name: word, without, texts }): Unit => ({
          ...{ list, word, ...replaced([without, ...others]) },
          *shapes() {
            for (const text of texts.filter((one) => differAround(pattern, without, one)).slice(0, 12))
              yield* shapesOfRule(table, row, text);
          },
          ...(table === 'wholes' && { changes: () => texts.map((text) => wholeOf(`${text}things`)) }),
        }),
      );
      const targets = others.map(
        (other, at): Unit => ({
          ...{ list, word: `-> ${other}`, ...replaced([pattern, ...others.toSpliced(at, 1)]) },
          *shapes() {
            for (const { texts } of wordsIn(pattern))
              for (const text of texts.slice(0, 6)) yield* shapesOfRule(table, row, text);
          },
        }),
      );
      return [...words, ...(others.length > 1 ? targets : [])];
    }),
  );

export const units: readonly Unit[] = [...unitsOfGroups(), ...unitsOfRules()];
