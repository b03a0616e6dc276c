/** A proxy on loopback in front of a store, which disturbs the connections as a network does. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
  readonly port: number;
  /** The URL of the store, through the proxy. */
  readonly urlFor: (url: string) => string;
  /** Ends all connections. New ones are served. */
  readonly cut: () => void;
  /** Ends all connections, and every new one at once; or serves again. */
  readonly setDown: (isDown: boolean) => void;
  /** Connections stay open and pass nothing on; what was sent meanwhile is passed on when it ends. */
  readonly setStalled: (isStalled: boolean) => void;
  /** Answers arrive so much later. */
  readonly setDelay: (delayMs: number) => void;
  /** The store executes the next command that contains this text, but the connection ends in place of its answer. */
  readonly dropAnswerOf: (text: string) => Promise<void>;
  /** The connection ends before the store gets the next command that contains this text. */
  readonly dropCommand: (text: string) => Promise<void>;
  /** The number of connections that were ever opened. */
  readonly opened: () => number;
  /** The number of times that clients sent something: an upper bound of their round trips. */
  readonly sent: () => number;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

interface Trap {
  readonly text: string;
  readonly isAfter: boolean;
  readonly sprung: () => void;
}

interface Link {
  readonly client: Socket;
  readonly store: Socket;
}

export const startFaultProxy = async (storePort: number): Promise<FaultProxy> => {
  const links = new Set<Link>();
  const traps: Trap[] = [];
  let [isDown, isStalled, delayMs, sent, opened] = [false, false, 0, 0, 0];
  const end = ({ client, store }: Link): void => {
    client.destroy();
    store.destroy();
  };
  const cut = (): void => {
    for (const link of links) end(link);
  };
  const springFor = (bytes: Buffer): Trap | undefined => {
    const index = traps.findIndex(({ text }) => bytes.includes(text));
    return index < 0 ? undefined : traps.splice(index, 1)[0];
  };
  const trap = (text: string, isAfter: boolean): Promise<void> =>
    new Promise((sprung) => void traps.push({ text, isAfter, sprung }));

  const server = createServer((client) => {
    opened++;
    if (isDown) {
      client.destroy();
      return;
    }
    const link = { client, store: connect(storePort, '127.0.0.1') };
    const { store } = link;
    links.add(link);
    let dropped: Trap | undefined;
    client.on('data', (bytes) => {
      sent++;
      const found = springFor(bytes);
      if (found?.isAfter === false) {
        end(link);
        found.sprung();
        return;
      }
      dropped ??= found;
      store.write(bytes);
    });
    store.on('data', (bytes) => {
      if (dropped !== undefined) {
        end(link);
        dropped.sprung();
      } else if (delayMs === 0) client.write(bytes);
      else setTimeout(() => client.destroyed || client.write(bytes), delayMs);
    });
    for (const socket of [client, store]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        links.delete(link);
        end(link);
      });
      if (isStalled) socket.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    urlFor: (url) => url.replace(/:\d+(?=\/|$)/, `:${port}`),
    cut,
    setDown: (down) => {
      isDown = down;
      if (down) cut();
    },
    setStalled: (stalled) => {
      isStalled = stalled;
      for (const { client, store } of links)
        for (const socket of [client, store])
          if (stalled) socket.pause();
          else socket.resume();
    },
    setDelay: (milliseconds) => {
      delayMs = milliseconds;
    },
    dropAnswerOf: (text) => trap(text, true),
    dropCommand: (text) => trap(text, false),
    opened: () => opened,
    sent: () => sent,
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
