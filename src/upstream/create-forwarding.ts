/** The way to the real services of a simulation. It is loaded only if there is one. */
import { randomBytes } from 'node:crypto';
import { forwardOf } from '../core/upstream/forward.ts';
import { simulateReceived } from '../core/upstream/received.ts';
import type { Forwarding } from '../world/forwarding.ts';
import { createSend, type SenderOptions } from './send.ts';

/** `upstreams`: by the names of services. */
export const createForwarding = (upstreams: ReadonlyMap<string, Omit<SenderOptions, 'id'>>): Forwarding => {
  const id = `vivarium-${randomBytes(6).toString('hex')}`;
  const senders = new Map([...upstreams].map(([service, options]) => [service, createSend({ ...options, id })]));
  return {
    id,
    forwardOf,
    simulateReceived,
    send: (request, client) => {
      const send = senders.get(request.service);
      if (send === undefined) throw new Error(`the service "${request.service}" has no upstream`);
      return send(request, client);
    },
  };
};
