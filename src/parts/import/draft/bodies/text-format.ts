/** What the texts of one place have in common: a format, or few values that repeat. */
import { maxDraftedLength } from '../paths/path-words.ts';

const formats: ReadonlyMap<string, RegExp> = new Map([
  ['date-time', /^\d{4}-(?:0\d|1[0-2])-[0-3]\d[Tt][0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:[Zz]|[+-][0-2]\d:[0-5]\d)$/],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['email', /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,20}$/i],
  ['uri', /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w!#$%&'()*+,./:;=?@~[\]-]*)?$/i],
]);

/** Longer texts are no example and no value of an enum, and have no format. */
export const maxSampleLength = 2000;
const maxEnumValues = 8;

/** A word as programs write it, not as people do. */
const isCode = (text: string): boolean => text.length <= maxDraftedLength && /^[A-Za-z][\w-]*$/.test(text);

export class Texts {
  count = 0;
  /** The formats that all texts have. Undefined: no text was seen. */
  #formats: readonly string[] | undefined;
  /** The owner of each value, `several` if there is more than one. Undefined: there are too many values, or others than codes. */
  #owners: Map<string, string | typeof several> | undefined = new Map();

  /** `owner`: whose text it is: the same item may have been seen several times. */
  add(text: string, owner: string): void {
    this.count++;
    this.#narrow(text.length > maxSampleLength ? [] : (this.#formats ?? [...formats.keys()]), text);
    this.#own(text, owner);
  }

  join(other: Texts): void {
    this.count += other.count;
    if (other.#formats !== undefined)
      this.#formats = this.#formats?.filter((name) => other.#formats?.includes(name)) ?? other.#formats;
    if (other.#owners === undefined) this.#owners = undefined;
    else
      for (const [text, owner] of other.#owners)
        if (owner === several) this.#ownBySeveral(text);
        else this.#own(text, owner);
  }

  get format(): string | undefined {
    return this.#formats?.[0];
  }

  /** At least two, each of several owners. */
  get repeated(): readonly string[] | undefined {
    const owners = [...(this.#owners ?? [])];
    if (owners.length < 2 || owners.some(([, owner]) => owner !== several)) return undefined;
    return owners.map(([text]) => text);
  }

  #narrow(possible: readonly string[], text: string): void {
    this.#formats = possible.length === 0 ? possible : possible.filter((name) => formats.get(name)?.test(text));
  }

  #own(text: string, owner: string): void {
    const known = this.#owners?.get(text);
    if (known === undefined) {
      if (isCode(text) && this.#owners !== undefined && this.#owners.size < maxEnumValues)
        this.#owners.set(text, owner);
      else this.#owners = undefined;
    } else if (known !== owner) this.#owners?.set(text, several);
  }

  #ownBySeveral(text: string): void {
    this.#own(text, '');
    this.#owners?.set(text, several);
  }
}

const several = Symbol('several');
