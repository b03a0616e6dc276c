/** Sends requests to a measured server over many kept connections, with one request at a time on each. */
import { Agent, request } from 'node:http';

export interface Work {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly world?: string;
}

export interface Client {
  /** Returns the body. Rejects if the status is not a success. */
  readonly send: (url: string, work: Work) => Promise<string>;
  /** Runs a function the given number of times, distributed over all connections. */
  readonly repeat: (count: number, once: () => Promise<unknown>) => Promise<void>;
  readonly close: () => void;
}

export const createClient = (connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (url, work) => send(agent, url, work),
    repeat: async (count, once) => {
      let left = count;
      const onOne = async (): Promise<void> => {
        while (left-- > 0) await once();
      };
      await Promise.all(Array.from({ length: connections }, onOne));
    },
    close: () => agent.destroy(),
  };
};

const send = (agent: Agent, url: string, work: Work): Promise<string> =>
  new Promise((resolve, reject) => {
    const { method, path, body, world } = work;
    const headers = {
      authorization: 'Bearer demo',
      ...(world !== undefined && { 'vivarium-world': world }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }),
    };
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => {
        if (statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${path} answered ${statusCode}: ${text}`));
      });
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // A server may end an idle connection at the moment of its next use.
      if (sent.reusedSocket && error.code === 'ECONNRESET') send(agent, url, work).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
