// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect } from 'vitest';
import type { VivariumWorld } from 'vivarium';
import { vivariumTest } from 'vivarium/vitest';
import { App } from './app.tsx';
import { createStore } from './store.ts';

// Without a document, Vivarium serves the animal store. Yours: vivariumTest({ document: 'api.yaml' })
const test = vivariumTest();
afterEach(cleanup);

const open = (world: VivariumWorld): void => {
  render(<App store={createStore({ baseUrl: `http://localhost${world.basePath}`, fetch: world.fetch })} />);
};

const names = async (): Promise<readonly (string | null)[]> =>
  (await screen.findAllByRole('listitem')).map((item) => item.firstChild?.textContent ?? null);

const add = async (name: string): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Name'), name);
  await userEvent.type(screen.getByLabelText('Category'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
};

test('the animals with the chosen status are listed', async ({ world }) => {
  world.collection('pets').replace([
    { id: 1, name: 'Maple', categoryId: 3, status: 'available' },
    { id: 2, name: 'Otto', categoryId: 1, status: 'sold' },
  ]);
  open(world);
  expect(await names()).toEqual(['Maple', 'Otto']);
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'sold');
  await expect.poll(names).toEqual(['Otto']);
  expect(world).toHaveNoViolations();
});

test('an empty store says so', async ({ world }) => {
  world.start({ scenario: 'empty' });
  open(world);
  expect(await screen.findByText('No animals here.')).toBeTruthy();
});

test('an added animal is stored and listed', async ({ world }) => {
  world.start({ scenario: 'empty' });
  open(world);
  await add('Maple');
  expect(await screen.findByText('Maple was added.')).toBeTruthy();
  expect(await names()).toEqual(['Maple']);
  expect(world.collection('pets').items()).toEqual([{ id: 1, name: 'Maple', categoryId: 3, status: 'available' }]);
  expect(world).toHaveNoViolations();
});

test('a rejected animal stays in the form, with the reason', async ({ world }) => {
  world.fault('no-more', { on: { operation: 'createPet' }, status: 400, body: refusal });
  open(world);
  await add('Maple');
  expect((await screen.findByRole('alert')).textContent).toBe('Category 3 is full.');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Maple');
});
const refusal = { code: 'full', message: 'Category 3 is full.', status: 400 };

test.for([
  ['unauthorized', 'Please sign in again.'],
  ['server-error', 'The store has a problem (500). Please try again later.'],
  ['offline', 'The store cannot be reached. Are you offline?'],
] as const)('%s is explained, and the next try may succeed', async ([fault, text], { world }) => {
  world.fault(fault);
  open(world);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  world.clearFaults();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await names()).toContain('Luna');
});

test('a response that is not JSON is explained', async ({ world }) => {
  world.fault('hotel-network', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' });
  open(world);
  const text = 'The store sent a response that this page does not understand.';
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('an animal that is gone is explained', async ({ world }) => {
  open(world);
  const luna = await screen.findByRole('button', { name: 'Luna' });
  world.collection('pets').delete(1);
  await userEvent.click(luna);
  expect((await screen.findByRole('alert')).textContent).toContain('This animal is no longer in the store.');
});

test('a slow store shows that it is loading', async ({ world }) => {
  world.fault('slow', { latency: '1h' });
  open(world);
  await world.waitForExchange({ operation: 'listPets' });
  expect(screen.getByText(/^Loading/)).toBeTruthy();
  // No test waits for an hour: the clock of the world does.
  world.clock.advance('1h');
  expect(await names()).toContain('Luna');
});

test('a late response to an earlier choice is ignored', async ({ world }) => {
  world.fault('slow', { latency: '1h', on: { operation: 'listPets' }, when: { first: 1 } });
  open(world);
  await world.waitForExchange({ operation: 'listPets' });
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'sold');
  expect(await names()).not.toContain('Luna');
  world.clock.advance('1h');
  expect(await names()).not.toContain('Luna');
});
