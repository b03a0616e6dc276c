const ticks = 4;

/** A process that was busy has not read the answer, which may be there: only the time in which it reads counts. */
export const withTimeout = <Value>(promise: Promise<Value>, timeoutMs: number, onTimeout: () => void): Promise<Value> =>
  new Promise((resolve, reject) => {
    let left = ticks;
    const tick = (): void => {
      left--;
      if (left > 0) {
        timer = setTimeout(tick, timeoutMs / ticks);
        return;
      }
      reject(new Error(`no response within ${Math.round(timeoutMs)} ms`));
      onTimeout();
    };
    let timer = setTimeout(tick, timeoutMs / ticks);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
