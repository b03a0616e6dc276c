/** The Model Context Protocol over standard input and output. */
import { Transform, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { formatSize } from '../../core/primitives/units.ts';
import { markIntegers } from './exact-integers.ts';
import { type AgentOptions, createMcpServer } from './mcp-server.ts';

interface StdioEvents {
  /** The client has sent what is no message, or the connection is broken; as a sentence. */
  readonly onTrouble: (sentence: string) => void;
  /** The client has closed its end. */
  readonly onEnd: () => void;
}

export const serveOverStdio = (options: AgentOptions, stdout: Writable, { onTrouble, onEnd }: StdioEvents): void => {
  const lines = process.stdin.pipe(new MessageLines());
  // What is too long has been rejected.
  const transport = new StdioServerTransport(lines, stdout, { maxBufferSize: Number.POSITIVE_INFINITY });
  const onerror = ({ name, message }: Error) =>
    onTrouble(name === 'ZodError' ? 'The client has sent what is no message of the protocol.' : `${message}.`);
  lines.once('close', onEnd);
  serveStdio(() => createMcpServer(options), { transport, onerror });
};

/** The largest message: as large as a call of the control API. */
const maxMessageBytes = 10 * 1024 * 1024;

const lineFeed = 0x0a;

/** Passes on each line as a whole, with its large integers marked. */
class MessageLines extends Transform {
  readonly #parts: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.#parts.push(chunk.subarray(start, end));
      this.push(`${markIntegers(Buffer.concat(this.#parts.splice(0)).toString())}\n`);
      this.#size = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    this.#parts.push(rest);
    this.#size += rest.length;
    if (this.#size <= maxMessageBytes) done();
    else done(new Error(`The client has sent a message of more than ${formatSize(maxMessageBytes)}`));
  }
}
