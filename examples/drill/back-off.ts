/**
 * Waits longer before each attempt, and as long as `Retry-After` states. It repeats a write only if the service has rejected it, and
 * gives each request a time limit.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { baseUrl, clientOf, headers, useClient } from './animals.ts';

const attempts = 3;

const waitMs = (attempt: number, response: Response | undefined): number => {
  const seconds = Number(response?.headers.get('retry-after') ?? 0);
  return Math.max(seconds * 1000, 100 * 2 ** attempt);
};

const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const mayRepeat = attempt < attempts;
    let response: Response | undefined;
    try {
      response = await fetch(baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(3000) });
      // The body may be lost too.
      const body = await response.text();
      const isRejected = response.status === 429 || response.status === 503;
      const isFailed = response.status >= 500 && response.status !== 501 && init.method === undefined;
      if (!mayRepeat || !(isRejected || isFailed)) return new Response(body, response);
    } catch (error) {
      if (!mayRepeat || init.method !== undefined) throw error;
    }
    await wait(waitMs(attempt, response));
  }
};

const client = clientOf(send);
await useClient(client);
const [first] = await client.list();
if (first !== undefined) assert.equal((await send(`/pets/${first.id}`)).status, 200);
// The document has no response for it.
assert.equal((await send('/store/orders')).status, 501);
