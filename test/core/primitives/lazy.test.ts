import { expect, test } from 'vitest';
import { remembered } from '../../../src/core/primitives/lazy.ts';

const counted = () => {
  const asked: string[] = [];
  const lengthOf = remembered((name) => {
    asked.push(name);
    return name.length === 3 ? undefined : name.length;
  });
  return { asked, lengthOf };
};

test('a name is computed once, also where its value is undefined', () => {
  const { asked, lengthOf } = counted();
  expect([lengthOf('name'), lengthOf('name'), lengthOf('age'), lengthOf('age')]).toEqual([4, 4, undefined, undefined]);
  expect(asked).toEqual(['name', 'age']);
});

test('a long text is not kept', () => {
  const { asked, lengthOf } = counted();
  for (const name of ['n'.repeat(80), 'n'.repeat(81)])
    expect([lengthOf(name), lengthOf(name)]).toEqual([name.length, name.length]);
  expect(asked.map(({ length }) => length)).toEqual([80, 81, 81]);
});

test('however many names are asked for, no more than 5,000 are kept', () => {
  const { asked, lengthOf } = counted();
  for (let number = 0; number < 5_000; number++) lengthOf(`name ${number}`);
  lengthOf('name 0');
  expect(asked).toHaveLength(5_000);
  lengthOf('one more');
  lengthOf('name 0');
  expect(asked).toHaveLength(5_002);
});
