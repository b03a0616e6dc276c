/** Loaded only by a server with a real service behind it: sends requests there, and takes its responses. */
import type { Worlds } from '../../world/worlds.ts';
import { handleOrForward } from './handle-forwarded.ts';
import type { UpstreamOptions } from './index.ts';
import { createForwarding } from './send/create-forwarding.ts';

/** Lets the real services answer the requests to worlds. */
export const startForwarding = (worlds: Worlds, { headers, timeoutMs, urls }: UpstreamOptions): void => {
  const forwarding = createForwarding(new Map([...urls].map(([name, url]) => [name, { url, headers, timeoutMs }])));
  worlds.decidedBy = (call) => handleOrForward(worlds, forwarding, call);
};

export { type Received, simulateReceived } from './core/received.ts';
export { noOperation, whyUnrecorded } from './core/why-unrecorded.ts';
