/**
 * Checks whether the panel freezes: measures the frames of a real browser while a server gets 1,000 requests per second.
 * `node bench/panel.ts`, or with other numbers: `node bench/panel.ts 2000 20` (per second, seconds).
 */
import { argv } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { buildStalePanel } from '../scripts/build-panel.ts';
import { createVivarium } from '../src/library/create-vivarium.ts';
import { chromiumArguments, findChromium } from '../test/browser/chromium.ts';

const [perSecond = 1000, seconds = 10] = argv.slice(2).map(Number);

await buildStalePanel();
const vivarium = await createVivarium();
const { url } = await vivarium.listen({ port: 0 });
const world = vivarium.world('default');
const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArguments] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

/** Sends requests at an even pace. Returns their number. */
const load = async (): Promise<number> => {
  const request = { headers: { authorization: 'Bearer demo' } };
  const start = performance.now();
  let sent = 0;
  for (;;) {
    const elapsed = performance.now() - start;
    if (elapsed >= seconds * 1000) return sent;
    const due = Math.floor((elapsed / 1000) * perSecond);
    await Promise.all(Array.from({ length: due - sent }, () => world.fetch('/v1/pets?limit=1', request)));
    sent = Math.max(sent, due);
    await sleep(10);
  }
};

interface Frames {
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

/** The times between frames during some work. */
const measure = async <Result>(work: () => Promise<Result>): Promise<readonly [Result, Frames]> => {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    const tick = (time: number): void => {
      times.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const result = await work();
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times.slice());
  const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
  gaps.sort((left, right) => left - right);
  const percentile = (share: number): number => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0;
  return [result, { count: gaps.length, medianMs: percentile(0.5), p95Ms: percentile(0.95), longestMs: percentile(1) }];
};

const show = ({ count, medianMs, p95Ms, longestMs }: Frames): string =>
  `${count} frames, median ${medianMs.toFixed(0)} ms, 95 % ${p95Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`;

await page.goto(`${url}/_vivarium/`);
await page.locator('.empty').waitFor();
const [, idle] = await measure(() => sleep(3000));
console.log(`without traffic:             ${show(idle)}`);
const [sent, busy] = await measure(load);
const rate = (sent / seconds).toFixed(0).padStart(5);
console.log(`${rate} exchanges per second: ${show(busy)}`);
const rows = await page.locator('.virtual-row').count();
console.log(`rows in the page: ${rows}; ${await page.locator('.count').textContent()}`);
await browser.close();
await vivarium.close();
