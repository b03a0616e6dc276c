// @vitest-environment happy-dom
/** Every story is rendered, and says what its state is. */
import { cleanup, render, screen } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as cardStories from './animal-card.stories.tsx';
import type { Animal } from './animal-card.tsx';
import * as listStories from './animal-list.stories.tsx';
import { type ComposedStory, composeStories } from './compose-stories.tsx';
import { vivarium } from './mock.ts';

// In a test, in the place of the loader of msw-storybook-addon.
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});

const show = (Story: ComposedStory): void => {
  const { msw } = Story.parameters as { readonly msw?: { readonly handlers: readonly HttpHandler[] } };
  server.use(...(msw?.handlers ?? []));
  render(<Story />);
};

const cards = composeStories(cardStories);
const lists = composeStories(listStories);

test.each(Object.entries(cards))('the card %s shows its animal', (_name, Story) => {
  show(Story);
  const { animal } = Story.args as { readonly animal: Animal };
  expect(screen.getByRole('heading').textContent).toBe(animal.name);
});

test('a card without a status says so', () => {
  show(cards.WithTheLeast);
  screen.getByText(/not for sale/);
  cleanup();
  show(cards.Sold);
  screen.getByText(/sold/);
});

test.each([
  ['Waiting', lists.Waiting, 'status', 'One moment.'],
  ['Closed', lists.Closed, 'alert', 'The store is closed.'],
  ['Offline', lists.Offline, 'alert', 'The store is closed.'],
] as const)('the list %s says what it waits for, or what is wrong', async (_name, Story, role, text) => {
  show(Story);
  expect((await screen.findByRole(role)).textContent).toBe(text);
});

test('a full list has the animals of its world, and an empty one none', async () => {
  show(lists.Full);
  const names = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  expect(names).toEqual(
    vivarium
      .world('full')
      .collection('pets')
      .items()
      .map(({ name }) => name),
  );
  cleanup();
  show(lists.Empty);
  await screen.findByText('No animals here.');
  screen.getByRole('heading', { name: 'Nobody is in' });
});
