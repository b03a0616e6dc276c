/** Creations that take a list of names, and answer with an item for each. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { fullObject, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Guest = object({ id: integer, email: text, role: text, tags: listOf(text) }, ['id', 'email']);
const guests = (takes: object, answer: object) => ({
  '/guests': { get: operation(listOf(ref('Guest'))), post: operation(answer, { takes, status: 201 }) },
  '/guests/{id}': { get: operation(ref('Guest')) },
});
const sent = fullObject({ emails: listOf(text), role: text }, ['emails']);

test.each<readonly [string, object, (body: Record<string, unknown>) => unknown]>([
  ['a list', listOf(ref('Guest')), (body) => body],
  ['a list of their noun', fullObject({ guests: listOf(ref('Guest')) }), (body) => body.guests],
  ['a list of items', fullObject({ items: listOf(ref('Guest')), count: integer }), (body) => body.items],
])('each name is an item, with what else is sent, in %s', async (_, answer, listIn) => {
  const service = await servePaths(guests(sent, answer), { Guest });
  const { body } = await service.send('POST', '/guests', { emails: ['a@e.co', 'b@e.co'], role: 'cook' });
  const made = [
    { id: 1, email: 'a@e.co', role: 'cook' },
    { id: 2, email: 'b@e.co', role: 'cook' },
  ];
  expect(listIn(body)).toEqual(made);
  expect((await service.get('/guests')).body).toEqual(made);
  expect(service.violations()).toEqual([]);
});

test('one creation may take a name or several', async () => {
  const one = fullObject({ email: text, tags: listOf(text) }, ['email']);
  const several = fullObject({ emails: listOf(text), tags: listOf(text) }, ['emails']);
  const answer = { oneOf: [fullObject({ guest: ref('Guest') }), fullObject({ guests: listOf(ref('Guest')) })] };
  const service = await servePaths(guests({ oneOf: [one, several] }, answer), { Guest });
  const { body: first } = await service.send('POST', '/guests', { email: 'a@e.co' });
  expect(first).toEqual({ guest: { id: 1, email: 'a@e.co' } });
  const { body } = await service.send('POST', '/guests', { emails: ['b@e.co', 'c@e.co'], tags: ['x'] });
  expect(body).toEqual({
    guests: [
      { id: 2, email: 'b@e.co', tags: ['x'] },
      { id: 3, email: 'c@e.co', tags: ['x'] },
    ],
  });
});

test('a list that the item has itself is that of one item', async () => {
  const takes = fullObject({ tags: listOf(text), email: text });
  const service = await servePaths(guests(takes, ref('Guest')), { Guest });
  const { body } = await service.send('POST', '/guests', { email: 'a@e.co', tags: ['x', 'y'] });
  expect(body).toEqual({ id: 1, email: 'a@e.co', tags: ['x', 'y'] });
});

test('a list that need not be sent is that of one item, unless each element says who an item is', async () => {
  const Note = object({ id: integer, text, tag: text }, ['id', 'text']);
  const takes = object({ text, tags: listOf(text) }, ['text']);
  const notes = {
    get: operation(listOf(ref('Note'))),
    post: operation(listOf(ref('Note')), { takes, status: 201 }),
  };
  const optional = object({ emails: listOf(text), email: text, role: text }, []);
  const service = await servePaths(
    { '/notes': notes, '/notes/{id}': { get: operation(ref('Note')) }, ...guests(optional, listOf(ref('Guest'))) },
    { Note, Guest },
  );
  await service.send('POST', '/notes', { text: 'A', tags: ['a', 'b'] });
  await service.send('POST', '/notes', { text: 'B', tags: [] });
  const { body: listed } = await service.get('/notes');
  expect(listed.map((note: { text: string }) => note.text)).toEqual(['A', 'B']);
  await service.send('POST', '/guests', { emails: ['a@e.co', 'b@e.co'] });
  await service.send('POST', '/guests', { email: 'c@e.co', emails: [] });
  const emails = (await service.get('/guests')).body.map((guest: { email: string }) => guest.email);
  expect(emails).toEqual(['a@e.co', 'b@e.co', 'c@e.co']);
});

test('a list that must be sent, and is empty, makes nothing', async () => {
  const service = await servePaths(guests(sent, listOf(ref('Guest'))), { Guest });
  expect((await service.send('POST', '/guests', { emails: [], role: 'cook' })).body).toEqual([]);
  expect((await service.get('/guests')).body).toEqual([]);
});
