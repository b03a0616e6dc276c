/** The writes of switches: the page shows their results at once, before the server has them. */

let last: Promise<unknown> = Promise.resolve();
let started = 0;
let ended = 0;

export const isWriting = (): boolean => started > ended;

/** Sends writes one after the other, so that two clicks in a row cannot overtake each other. */
export const inOrder = <Result>(write: () => Promise<Result>): Promise<Result> => {
  started++;
  const result = last.then(write, write).finally(() => {
    ended++;
  });
  last = result;
  return result;
};

/** Reads what the server has after all writes. A result from before one of them would undo it on the page. */
export const readAfterWrites = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    await last.catch(() => {});
    const before = started;
    const result = await read();
    if (started === before) return result;
  }
};
