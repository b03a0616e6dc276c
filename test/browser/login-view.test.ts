/** The view of the login in the panel: who is logged in, and a token to copy. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { notesDocument } from '../login/document.ts';
import { authorizeUrl, linksIn } from '../login/walk.ts';
import { judge, judgeInBothSchemes, measure, nameRules } from './accessibility.ts';
import { usePanel } from './panel.ts';

const panel = usePanel({
  document: notesDocument,
  scenario: {
    auth: {
      users: [
        { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
        { sub: 'x', name: '<b>Bold</b>', scopes: ['notes:read'] },
      ],
    },
    clock: { at: '2030-06-01T12:00:00Z', frozen: true },
  },
});

const logIn = async (name: string): Promise<string> => {
  const address = `${panel.origin}${authorizeUrl({ client_id: 'notes-page' })}`;
  const link = linksIn(await (await fetch(address)).text()).get(name) as string;
  const response = await fetch(new URL(link, address), { redirect: 'manual' });
  return response.headers.get('set-cookie')?.split(';')[0] as string;
};

const issue = (page: Page): Promise<void> => page.getByRole('button', { name: 'Issue a token' }).click();

test('who logs in and out is shown at once', async () => {
  const page = await panel.show('#/default/login');
  await page.getByText('Nobody is.').waitFor();
  const cookie = await logIn('Ada Lovelace');
  const row = page.getByRole('listitem').filter({ hasText: 'by notes-page' });
  await row.filter({ hasText: 'Ada Lovelace' }).waitFor();
  await logIn('&lt;b&gt;Bold&lt;/b&gt;');
  await row.filter({ hasText: '<b>Bold</b>' }).waitFor();
  expect(await row.count()).toBe(2);
  await fetch(`${panel.origin}/oidc/logout`, { headers: { cookie } });
  await row.filter({ hasText: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(await row.count()).toBe(1);
});

test('a token is issued and copied by keyboard, and the operations accept it', async () => {
  const page = await panel.show('#/default/login');
  const user = page.getByRole('button', { name: '<b>Bold</b>' });
  await user.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('For (sub)').inputValue()).toBe('x');
  await page.getByLabel('Lifetime').fill('5m');
  await page.getByLabel('Claims').fill('{"tenant": 7}');
  await page.getByLabel('Lifetime').press('Enter');
  const copy = page.getByRole('button', { name: 'Copy the access token' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await page.getByText('The access token is copied.').waitFor();
  await page.getByText('It expires in 5 minutes of this world, with 4 scopes.').waitFor();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('region', { name: 'Claims of the token' }).getByText('tenant').waitFor();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${panel.origin}/v1/notes`, { headers })).status).toBe(200);
});

test('what cannot be issued is explained', async () => {
  const page = await panel.show('#/default/login');
  await page.getByLabel('Claims').fill('[1]');
  await issue(page);
  await page.getByRole('alert').filter({ hasText: 'must be a JSON object' }).waitFor();
  await page.getByLabel('Claims').fill('{"iss": "x"}');
  await issue(page);
  await page.getByRole('alert').filter({ hasText: '"iss" must be a claim that the issuer does not set' }).waitFor();
  await page.getByLabel('Claims').fill('');
  await page.getByLabel('Lifetime').fill('soon');
  await issue(page);
  await page.getByRole('alert').filter({ hasText: 'lifetime' }).waitFor();
});

test('axe reports nothing serious in either scheme, and it fits', async () => {
  const page = await panel.show('#/default/login');
  await issue(page);
  await page.getByRole('button', { name: 'Copy the access token' }).waitFor();
  expect(await judgeInBothSchemes(page)).toEqual([]);
  for (const width of [768, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const unnamed = await judge(page, nameRules);
    expect([width, unnamed, await measure(page)]).toEqual([width, [], { isWider: false, cut: [] }]);
  }
});
