import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { explainIssues } from '../../../src/scenario/document/explain-issues.ts';
import { readDocument } from '../../../src/scenario/document/read-document.ts';

test.each<[string, object]>([
  ['unknown keys', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`seeed${at}`, 1]))],
  ['unknown faults', { faults: Array.from({ length: 5000 }, (_, at) => `slov${at}`) }],
])('a scenario with thousands of %s is not compared with all names for each of them', (_what, scenario) => {
  const compared = vi.spyOn(String.prototype, 'toLowerCase');
  onTestFinished(() => compared.mockRestore());
  const read = readDocument(scenario);
  expect(read.ok || read.problems).toHaveLength(101);
  expect(compared.mock.calls.length).toBeLessThan(10_000);
});

test('the alternative with the fewest problems explains the value: each unknown key is one', () => {
  const one = z.strictObject({ name: z.string('a text') }, 'name');
  const other = z.strictObject({ name: z.string('a text'), size: z.number('a number') });
  for (const branches of [
    [one, other],
    [other, one],
  ]) {
    const { error } = z.union(branches).safeParse({ name: 'x', size: 1, hue: 'red' });
    expect(explainIssues(error?.issues ?? [], 'it')).toMatchObject([{ message: 'unknown key "hue"' }]);
  }
});

test('users and clients of a login are told apart, and say nothing that the issuer says', () => {
  const ada = { sub: 'ada', claims: { role: 'admin' } };
  const web = { id: 'web', redirectUris: ['https://app.example/callback', 'app.example:/done'] };
  expect(readDocument({ auth: { users: [ada, { sub: 'grace' }], clients: [web] } }).ok).toBe(true);
  const problemsOf = (auth: object): readonly string[] => {
    const read = readDocument({ auth });
    return read.ok ? [] : read.problems.map(({ message }) => message);
  };
  expect(problemsOf({ users: [ada, { sub: 'grace' }, ada] })).toEqual(['auth.users[2].sub must be unique, not "ada"']);
  expect(problemsOf({ clients: [web, web] })).toEqual(['auth.clients[1].id must be unique, not "web"']);
  expect(problemsOf({ clients: [{ id: 'a', redirectUris: ['callback'] }] })).toEqual([
    'auth.clients[0].redirectUris[0] must be an absolute URI, not "callback"',
  ]);
  expect(problemsOf({ users: [{ sub: 'ada', claims: { role: 'admin', iss: 'x' } }] })).toEqual([
    '"iss" must be a claim that the issuer does not set itself (sub, scope, audience and lifetime are options)',
  ]);
});
