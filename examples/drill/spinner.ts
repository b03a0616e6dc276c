/** Gives up on a slow response after a while, and forgets to say so: its spinner turns for ever. */
import { baseUrl, clientOf, useClient } from './animals.ts';

await useClient(
  clientOf(
    (path, init) =>
      new Promise((resolve, reject) => {
        const spinner = setInterval(() => {}, 100);
        fetch(baseUrl + path, { ...init, signal: AbortSignal.timeout(1500) }).then(
          (response) => {
            clearInterval(spinner);
            resolve(response);
          },
          (error: Error) => {
            if (error.name === 'TimeoutError') return;
            clearInterval(spinner);
            reject(error);
          },
        );
      }),
  ),
);
