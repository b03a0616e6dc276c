/** The door of the part: agents over HTTP, and over standard input and output. */
export { createMcpHttpHandler } from './http-handler.ts';
export { serveOverStdio } from './serve-stdio.ts';
