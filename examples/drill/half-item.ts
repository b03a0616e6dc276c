/** Keeps what has arrived of a response. Its test accepts an error that is shown, but not half an animal. */
import assert from 'node:assert/strict';
import { baseUrl, headers, maple, type NewPet } from './animals.ts';

const stored: unknown[] = [];

/** The properties that are there. */
const readProperties = (text: string): unknown =>
  Object.fromEntries(
    [...text.matchAll(/"(\w+)":\s*("[^"]*"|\d+)/g)].map(([, name, value]) => [name, JSON.parse(value as string)]),
  );

const readText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true });
  } catch {
    console.log('The connection was lost.');
  }
  return text;
};

const add = async (pet: NewPet): Promise<void> => {
  const response = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body: JSON.stringify(pet) });
  if (!response.ok) throw new Error(`The status is ${response.status}.`);
  stored.push(readProperties(await readText(response)));
};

await fetch(`${baseUrl}/pets`, { headers }).catch(() => console.log('The list cannot be shown.'));
await add(maple).catch(({ message }: Error) => console.log(`Not added: ${message}`));
for (const pet of stored) assert.equal(Object.keys(pet as object).length, 3, 'half an animal is stored');
