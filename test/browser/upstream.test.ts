/** The real service in the panel: what is forwarded, recorded and compared, and where it differs. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { usePanel } from './panel.ts';

let waiting: ServerResponse[] = [];

/** It shows the id of an animal as a text, and another name than was sent; and it keeps one of them to itself. */
const real = createServer((request, response) => {
  if (request.url === '/v1/pets/9') {
    waiting.push(response);
    return;
  }
  const pet = { id: '7', name: 'Changed', categoryId: 1 };
  const isList = request.url?.startsWith('/v1/pets?') === true || request.url === '/v1/pets';
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isList && request.method === 'GET' ? [{ id: 7, name: 'Rex', categoryId: 1 }] : pet));
});
await new Promise<void>((resolve) => void real.listen(0, '127.0.0.1', resolve));
const upstream = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
afterAll(() => void real.close());

const panel = usePanel({ upstream, scenario: 'empty' });

const pet = { name: 'Rex', categoryId: 1 };
const upstreamOf = async () => (await panel.server.api('GET', '/worlds/default/upstream')).body;

test('an operation is switched between the real service and the simulation, and the traffic shows who responded', async () => {
  const page = await panel.show('#/default/interface/listPets');
  const forward = page.getByRole('switch', { name: 'Forward to the real service' });
  await page.getByText(`Forwarded to ${upstream}/v1`).waitFor();
  await panel.server.call('GET', '/v1/pets');
  await forward.click();
  await page.getByText(`Simulated, not forwarded to ${upstream}/v1`).waitFor();
  const { forward: names } = await upstreamOf();
  expect(names).toEqual(['createPet', 'getPet', 'listOrders']);
  await panel.server.call('GET', '/v1/pets');
  await panel.show('#/default/traffic');
  const rows = page.locator('.virtual-row').filter({ hasText: '/v1/pets' });
  await rows.nth(1).waitFor();
  expect(await rows.allTextContents()).toEqual([
    expect.not.stringContaining('upstream'),
    expect.stringContaining('upstream'),
  ]);
  await panel.show('#/default/interface/listPets');
  await forward.click();
  await expect.poll(async () => (await upstreamOf()).forward).toBe('all');
});

test('comparing is switched on, and an exchange shows where the real service differs', async () => {
  const page = await panel.show('#/default/interface');
  const [record, compare] = ['Record responses', 'Compare with the simulation'].map((name) =>
    page.getByRole('switch', { name }),
  );
  await compare?.click();
  await expect.poll(() => compare?.getAttribute('aria-checked')).toBe('true');
  expect(await record?.getAttribute('aria-checked')).toBe('true');
  expect(await upstreamOf()).toMatchObject({ compare: true });
  const { headers } = await panel.server.call('POST', '/v1/pets', pet);
  await panel.show(`#/default/traffic/${headers['vivarium-exchange']}`);
  const differences = page.getByRole('region', { name: 'Differences from the simulation' });
  await differences.getByRole('heading', { name: '2 differences from the simulation' }).waitFor();
  expect(await differences.getByRole('row').allTextContents()).toEqual([
    'WhatWhereSimulatedReal',
    expect.stringMatching(/^type breaking\/id\d+"7"$/),
    'value/name"Rex""Changed"',
  ]);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.locator('.virtual-row').filter({ hasText: '2 differences' }).waitFor();
  const list = await panel.server.call('GET', '/v1/pets');
  await panel.show(`#/default/traffic/${list.headers['vivarium-exchange']}`);
  await page.getByText('Compared with the simulation: no difference.').waitFor();
  await panel.show('#/default/interface');
  await record?.click();
  await expect.poll(upstreamOf).toMatchObject({ record: false, compare: false });
});

test('a request that waits for the real service is there with its time running, and has its duration afterwards', async () => {
  const page = await panel.show('#/default/traffic');
  const answer = panel.server.call('GET', '/v1/pets/9');
  const row = page.locator('.virtual-row').filter({ hasText: '/v1/pets/9' });
  await row.getByText('waiting').waitFor();
  const running = () => row.getByRole('timer').textContent();
  const before = await running();
  await expect.poll(running).not.toBe(before);
  // A page that is opened later shows it too.
  await panel.show('#/default/demo');
  await page.reload();
  const last = page.getByRole('region', { name: 'Last exchanges' }).getByRole('listitem');
  await last.getByText('waiting').waitFor();
  for (const response of waiting) response.writeHead(404).end();
  waiting = [];
  await answer;
  await expect
    .poll(() => last.allTextContents())
    .toContainEqual(expect.stringMatching(/^404 ?GET \/v1\/pets\/9.*\d m?s/));
});
