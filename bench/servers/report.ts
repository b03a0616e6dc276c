/** The messages of a measured server to the bench: its address when it listens, and its resource usage or a profile on request. */
import type { Server } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';

export const report = (server: Pick<Server, 'address'>): void =>
  reportUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

/** `more`: further figures. */
export const reportUrl = (url: string, more: () => object = () => ({})): void => {
  process.send?.({ url });
  const session = new Session();
  process.on('message', async (message) => {
    if (message === 'start-profile') {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
      process.send?.({});
    } else if (message === 'stop-profile') {
      process.send?.((await session.post('Profiler.stop')).profile);
    } else {
      if (message === 'gc') globalThis.gc?.();
      process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), ...more() });
    }
  });
  process.on('disconnect', () => process.exit(0));
};
