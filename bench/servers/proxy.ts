/** The floor of forwarding: a bare proxy with node:http, which neither reads nor changes anything. */
import { Agent, createServer, request as sendRequest } from 'node:http';
import { report } from './report.ts';

const { upstream } = JSON.parse(process.argv[2] ?? '{}') as { readonly upstream: string };
const { hostname, port } = new URL(upstream);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const server = createServer((incoming, outgoing) => {
  const { method, url: path, rawHeaders: headers } = incoming;
  const sent = sendRequest({ agent, hostname, port, method, path, headers: headers as string[] }, (response) => {
    outgoing.writeHead(response.statusCode as number, response.rawHeaders);
    response.pipe(outgoing);
  });
  incoming.pipe(sent);
});

server.listen(0, '127.0.0.1', () => report(server));
