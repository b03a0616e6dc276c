import { expect, test } from 'vitest';
import { plainName } from '../../../src/core/primitives/plain-name.ts';

test.each(['userId', 'user_id', 'User-ID', 'user.id[]'])('%s is userid in plain', (name) => {
  expect(plainName(name)).toBe('userid');
});

test('a plain name keeps letters and digits of every script', () => {
  expect(plainName('Größe 2')).toBe('größe2');
});
