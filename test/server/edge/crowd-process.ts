/** Many clients in their own process: their connections take no descriptors and no memory of the tested server. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface CrowdOrder {
  readonly port: number;
  readonly count: number;
  /** What each client sends. */
  readonly text: string;
}

/** The queue of new connections of a server has 511 places. */
const batch = 250;
const sockets = new Set<Socket>();

const open = async ({ port, count, text }: CrowdOrder): Promise<void> => {
  for (let left = count; left > 0; left -= batch) {
    const opened = Array.from({ length: Math.min(batch, left) }, () => connect(port, '127.0.0.1').resume());
    for (const socket of opened) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0) process.send?.('closed');
      });
    }
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.write(text);
  }
  process.send?.('open');
};

process.on('message', (order: CrowdOrder | 'vanish') => {
  if (order === 'vanish') for (const socket of sockets) socket.destroy();
  else void open(order);
});
process.on('disconnect', () => process.exit(0));
