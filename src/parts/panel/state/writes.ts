/** The writes of switches: the page shows their results at once, before the server has them. */

let last: Promise<unknown> = Promise.resolve();
let writing = 0;

export const isWriting = (): boolean => writing > 0;

/** Sends writes one after the other, so that two clicks in a row cannot overtake each other. */
export const inOrder = <Result>(write: () => Promise<Result>): Promise<Result> => {
  writing++;
  const result = last.then(write, write).finally(() => {
    writing--;
  });
  last = result;
  return result;
};

/** Reads what the server has after all writes. A result from before one of them would undo it on the page. */
export const readAfterWrites = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    const before = last;
    await before.catch(() => {});
    const result = await read();
    if (last === before) return result;
  }
};
