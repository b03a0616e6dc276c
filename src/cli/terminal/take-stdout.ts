import { Writable } from 'node:stream';

/** From now on, only the result writes to standard output: what else does, as a handler of the user with `console.log`, writes to standard error. */
export const takeStdout = (): Writable => {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // The reader may have ended.
  process.stdout.on('error', () => {});
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      write(chunk, () => done());
    },
  });
};
