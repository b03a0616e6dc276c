/** docs/panel.md: its steps, and its names of views and buttons. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const panel = usePanel();
const tour = readFileSync(new URL('../../docs/panel.md', import.meta.url), 'utf8');

test('"the key has expired" is three clicks away, and one click leads back', async () => {
  // The first click is on the URL in the output of `npm start`.
  const page = await panel.show();
  await page.getByRole('link', { name: 'Faults', exact: true }).click();
  await page.getByRole('switch', { name: 'unauthorized', exact: true }).click();
  await page.getByText('1 fault on: unauthorized').waitFor();
  await page.getByText('as if the credential has expired').waitFor();
  expect((await panel.server.call('GET', '/v1/pets')).status).toBe(401);

  await page.getByRole('button', { name: 'Turn all off' }).click();
  await expect.poll(async () => (await panel.server.call('GET', '/v1/pets')).status).toBe(200);
});

test('a document without a login has no view of it', async () => {
  const page = await panel.show();
  await page.getByRole('link', { name: 'Interface' }).waitFor();
  expect(await page.getByRole('link', { name: 'Login' }).count()).toBe(0);
});

/** Only with a real service: `upstream.test.ts` has one. */
// The last one is there where a lifecycle waits.
const ofUpstreams = ['Record', 'Compare', 'Now'];

test('every view and every button of the tour exists', async () => {
  const routes = [
    '#/default/traffic',
    '#/default/traffic/1',
    '#/default/faults',
    '#/default/data',
    '#/default/worlds',
    '#/default/clock',
    '#/default/interface/listPets',
    '#/default/demo?state=One&state=Two',
  ];
  await panel.server.call('GET', '/v1/pets');
  const page = await panel.show();
  const named = [...tour.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, name]) => name as string)
    .filter((name) => !ofUpstreams.includes(name));
  expect(named.length).toBeGreaterThan(15);
  let names = '';
  const readView = async (route: string): Promise<void> => {
    await page.goto(`${panel.origin}/_vivarium/${route}`);
    await page.locator('button').nth(1).waitFor();
    names += await page.evaluate(() =>
      [...document.querySelectorAll('a, button, h1, h2, h3, label, option, input')]
        .map(
          (element) =>
            `${element.textContent}\n${element.getAttribute('aria-label') ?? ''}\n${element.getAttribute('placeholder') ?? ''}`,
        )
        .join('\n'),
    );
  };
  // A view may be read before its data are there.
  const findMissing = async (): Promise<readonly string[]> => {
    for (const route of routes) await readView(route);
    return named.filter((name) => !names.includes(name));
  };
  await expect.poll(findMissing).toEqual([]);
});
