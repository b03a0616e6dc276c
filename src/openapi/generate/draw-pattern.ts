/** Text that a regular expression takes, most of the time: what it asserts about its surroundings is not looked at. */
import type { Characters, PatternPart } from './parse-pattern.ts';

type Random = () => number;

export interface PatternWish {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether a text is good; those that are not are drawn again. */
  readonly isFit: (text: string) => boolean;
}

const attempts = 16;
/** From this attempt on all characters count, not only letters: `(?=.*[!?])` asks for others. */
const wildFrom = 6;
/** Beyond its least number a part is repeated so often at most. */
const usualSpread = 7;

/** Longer text is not drawn from a pattern, nor text that takes more parts, whatever it repeats. */
const maxLengthOfText = 20_000;
const maxParts = 50_000;

/** The last text that was drawn, where none was fit; whether it was cut off because it would have become too long. */
export const drawPatternText = (
  pattern: PatternPart,
  random: Random,
  { minLength, maxLength, isFit }: PatternWish,
): { readonly text: string; readonly isCut: boolean } => {
  let spread = usualSpread;
  let [low, high] = [0, Math.min(Math.max(minLength, usualSpread * 2), maxLengthOfText)];
  let text = '';
  let isCut = false;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isTight = spread !== usualSpread;
    const writer = new Writer(random, isTight ? spread : 0, isTight ? 0 : spread, attempt >= wildFrom);
    text = writer.write(pattern);
    isCut = writer.isCut;
    // The least that the pattern asks for is too long: so it will be again.
    if (isFit(text) || (isCut && !isTight)) return { text, isCut };
    // Halved towards the number of repetitions that gives the length asked for.
    if (text.length < minLength) low = spread;
    else if (text.length > maxLength) high = spread;
    else continue;
    spread = Math.ceil((low + high) / 2);
  }
  return { text, isCut };
};

const vowels = new Set('aeiouAEIOU');

class Writer {
  readonly #random: Random;
  readonly #least: number;
  readonly #spread: number;
  readonly #isWild: boolean;
  readonly #groups = new Map<string, string>();
  #length = 0;
  #parts = 0;
  #isCut = false;
  #wantsVowel = false;

  constructor(random: Random, least: number, spread: number, isWild: boolean) {
    this.#random = random;
    this.#least = least;
    this.#spread = spread;
    this.#isWild = isWild;
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
        const text = option.map((one) => this.write(one)).join('');
        if (part.group !== undefined) this.#groups.set(part.group, text);
        return text;
      }
      case 'repeat': {
        const count = this.#count(part.min, part.max);
        let text = '';
        for (let at = 0; at < count; at++) {
          if (this.#length >= maxLengthOfText || this.#parts >= maxParts) {
            this.#isCut = true;
            break;
          }
          text += this.write(part.part);
        }
        return text;
      }
      case 'again':
        return this.#again(part.group);
      default:
        return part satisfies never;
    }
  }

  #again(group: string): string {
    const text = this.#groups.get(group) ?? '';
    this.#length += text.length;
    return text;
  }

  #count(min: number, max: number): number {
    const least = Math.min(min + this.#least, max);
    return least + Math.floor(this.#random() * (Math.min(max - least, this.#spread) + 1));
  }

  /** Letters alternate as in words, so that they can be spoken. */
  #character({ all, plain }: Characters): string {
    this.#length++;
    if (this.#isWild || plain.length < 20) return pick(this.#isWild ? all : plain, this.#random) ?? '';
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
