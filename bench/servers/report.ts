/** The messages of a measured server to the bench: its address when it listens, and its resource usage on request. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const report = (server: Pick<Server, 'address'>): void =>
  reportUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

export const reportUrl = (url: string): void => {
  process.send?.({ url });
  process.on('message', (message) => {
    if (message === 'gc') globalThis.gc?.();
    process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage() });
  });
  process.on('disconnect', () => process.exit(0));
};
