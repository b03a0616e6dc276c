/** What is known of a compiled service, as a text. */
import { actionOf } from '../../../src/core/service/binding.ts';
import type { Service } from '../../../src/core/service/service.ts';

const plain = (key: string, one: unknown): unknown => {
  if (key === 'collection' || key === 'generate' || key.startsWith('check')) return undefined;
  return one instanceof Map || one instanceof Set ? [...one] : one;
};
const text = (value: unknown): string => JSON.stringify(value, plain);

/** What each operation does, how its lists are selected and paged, what its requests set, and to what the items refer. `asked`: a word for an order. */
export const textOf = ({ operations, collections }: Service, asked: string): string =>
  [
    ...operations.map(({ name, binding, statelessView, reason, confidence, security }) =>
      text([
        ...[name, binding && actionOf(binding), binding?.collection.name, binding, reason, confidence, security.length],
        ...[statelessView?.(), binding?.action === 'list' ? binding.sort?.word?.(asked) : undefined],
      ]),
    ),
    ...[...collections.values()].map(({ name, relations, aliases, persons, ...rest }) =>
      text([
        name,
        aliases,
        Object.values(relations())
          .flat()
          .map((one) => [one.collection, one]),
        rest,
        persons?.(),
      ]),
    ),
  ].join('\n');
