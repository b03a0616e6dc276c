/** Each alternative of a pattern of sentences is needed: it has its documents, and without it, what is read of a text changes. */
import { expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { phrases } from '../../../src/parts/words/index.ts';
import { textOf } from '../../openapi/resources/compiled-text.ts';
import { differ } from '../names/units.ts';
import needed from './needed-phrases.json' with { type: 'json' };
import { phraseProofs } from './phrase-proofs.ts';
import { alternativesOf, plain, withPhrase } from './phrase-switches.ts';

const names = Object.keys(phrases) as readonly (keyof typeof phrases)[];
const documents = needed as unknown as Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>>;

/** The texts that an alternative is tried with. */
const mostTexts = 8;

const readingOf = (name: keyof typeof phrases, said: string): string => {
  const read = phraseProofs[name](said);
  return 'document' in read ? textOf(compileService(read.document), read.asked ?? 'newest') : JSON.stringify(read);
};

test.each(names)('each alternative of "%s" names two authors, or why fewer need it', (name) => {
  expect(Object.keys(documents[name] ?? {}).toSorted()).toEqual(
    alternativesOf(name)
      .map((one) => one.name)
      .toSorted(),
  );
  for (const [one, known] of Object.entries(documents[name] ?? {}))
    expect([one, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 1]).toEqual([one, true]);
});

test.each(names)('without an alternative of "%s", something changes', (name) => {
  const idle = alternativesOf(name).filter(({ without, texts }) => {
    const own = texts.filter((one) => differ(plain(phrases[name]), plain(without), one)).slice(0, mostTexts);
    return own.every((said) => withPhrase(name, without, () => readingOf(name, said)) === readingOf(name, said));
  });
  expect(idle.map((one) => one.name)).toEqual([]);
});
