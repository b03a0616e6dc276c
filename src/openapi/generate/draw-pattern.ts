/** Draws text for a regular expression. Assertions are ignored, so a test decides whether the text matches. */
import type { Characters, PatternPart } from '../pattern/pattern-parts.ts';

type Random = () => number;

interface PatternTextOptions {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether a text is valid. Invalid texts are drawn again. */
  readonly isFit: (text: string) => boolean;
  /** Whether the text need not be pronounceable: it is an id. */
  readonly isCode?: boolean;
}

const attempts = 16;
/** From this attempt on, all characters are drawn, not only letters: `(?=.*[!?])` requires others. */
const firstWildAttempt = 6;
/** The largest number of repetitions above the minimum. */
const usualSpread = 7;

const maxPatternText = 20_000;
const maxParts = 50_000;

/** A valid text, else the last drawn text. `isCut`: whether the text was cut because it became too long. */
export const drawPatternText = (
  pattern: PatternPart,
  random: Random,
  { minLength, maxLength, isFit, isCode = false }: PatternTextOptions,
): { readonly text: string; readonly isCut: boolean } => {
  let spread = usualSpread;
  let [low, high] = [0, Math.min(Math.max(minLength, usualSpread * 2), maxPatternText)];
  let text = '';
  let isCut = false;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isTight = spread !== usualSpread;
    const isWild = attempt >= firstWildAttempt;
    const writer = new Writer(random, isTight ? spread : 0, isTight ? 0 : spread, isWild, isCode);
    text = writer.write(pattern);
    isCut = writer.isCut;
    // The shortest text of the pattern is too long, so another attempt would not help.
    if (isFit(text) || (isCut && !isTight)) return { text, isCut };
    // Bisects the number of repetitions until the text has the required length.
    const isTooShort = text.length < minLength;
    if (isTooShort) low = spread;
    else if (text.length > maxLength) high = spread;
    else continue;
    spread = (isTooShort ? Math.ceil : Math.floor)((low + high) / 2);
  }
  return { text, isCut };
};

const vowels = new Set('aeiouAEIOU');

class Writer {
  readonly #random: Random;
  readonly #least: number;
  readonly #spread: number;
  readonly #isWild: boolean;
  readonly #isCode: boolean;
  #length = 0;
  #parts = 0;
  #isCut = false;
  #wantsVowel = false;

  constructor(random: Random, extraRepetitions: number, spread: number, isWild: boolean, isCode: boolean) {
    this.#random = random;
    this.#least = extraRepetitions;
    this.#spread = spread;
    this.#isWild = isWild;
    this.#isCode = isCode;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  write(part: PatternPart): string {
    this.#parts++;
    switch (part.type) {
      case 'character':
        return this.#character(part.characters);
      case 'choice': {
        const option = pick(part.options, this.#random) ?? [];
        return option.map((child) => this.write(child)).join('');
      }
      case 'repeat': {
        const count = this.#count(part.min, part.max);
        let text = '';
        for (let index = 0; index < count; index++) {
          if (this.#length >= maxPatternText || this.#parts >= maxParts) {
            this.#isCut = true;
            break;
          }
          text += this.write(part.part);
        }
        return text;
      }
    }
  }

  #count(min: number, max: number): number {
    const base = Math.min(min + this.#least, max);
    return base + Math.floor(this.#random() * (Math.min(max - base, this.#spread) + 1));
  }

  /** Vowels and consonants alternate, so that the text can be pronounced. */
  #character({ all, plain }: Characters): string {
    this.#length++;
    if (this.#isWild || this.#isCode || plain.length < 20) return pick(this.#isWild ? all : plain, this.#random) ?? '';
    for (let tries = 0; tries < 20; tries++) {
      const character = pick(plain, this.#random) as string;
      if (vowels.has(character) !== this.#wantsVowel) continue;
      this.#wantsVowel = !this.#wantsVowel;
      return character;
    }
    return plain[0] as string;
  }
}

const pick = <Value>(values: readonly Value[], random: Random): Value | undefined =>
  values[Math.floor(random() * values.length)];
