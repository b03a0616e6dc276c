/** Ids that no other generated item has. */
import { asUuid, digitsFrom, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { GenerateContext } from '../../core/service/check.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { idText } from '../../core/state/item-key.ts';

/** A number; where the path accepts none, a text that it accepts. */
export const hiddenId = (
  { generateId, acceptsId }: CollectionSpec,
  number: number,
  used: ReadonlySet<string | undefined>,
  context: GenerateContext & { readonly budget: StepBudget },
): string => {
  const free = freeNumber(number, used);
  if (generateId === undefined || acceptsId(free, context.budget)) return free;
  const id = idText(generateId(context));
  return id === undefined || used.has(id) ? free : id;
};

const freeNumber = (start: number, used: ReadonlySet<string | undefined>): string => {
  let number = start;
  while (used.has(String(number))) number++;
  return String(number);
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A unique id if an example would give every item the same one: other digits for a UUID, an appended number for other texts. */
export const freeKey = (id: string | undefined, seed: number, used: ReadonlySet<string | undefined>): string => {
  for (let attempt = 1; ; attempt++) {
    const digits = digitsFrom(seed, attempt);
    const key = id !== undefined && uuid.test(id) ? asUuid(digits) : `${id ?? 'item'}-${digits.slice(0, 4 + attempt)}`;
    if (!used.has(key)) return key;
  }
};

/** Replaces the last letters and digits with others of the same kind. */
export const replaceEnding = (id: string, seed: number): string =>
  id.replace(/[\da-zA-Z]{1,8}$/, (end) =>
    [...end]
      .map((character, index) => {
        const choices = /\d/.test(character) ? '0123456789' : /[a-z]/.test(character) ? 'abcdef' : 'ABCDEF';
        return choices[seedFrom(seed, index) % choices.length];
      })
      .join(''),
  );
