import { connect } from 'node:tls';

const timeoutMs = 400;

/** Whether the server at the address of this URL speaks TLS: then it has closed a connection without it. */
export const speaksTls = (url: string): Promise<boolean> => {
  if (!url.startsWith('redis:')) return Promise.resolve(false);
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    // Nothing is sent to it, so its certificate does not matter.
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
      rejectUnauthorized: false,
    });
    const end = (speaks: boolean) => (): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(timeoutMs, end(false)).once('secureConnect', end(true)).once('error', end(false));
  });
};
