import { useCallback, useEffect, useRef, useState } from 'react';

export type Result<Data> =
  | { readonly state: 'loading' }
  | { readonly state: 'done'; readonly data: Data }
  | { readonly state: 'failed'; readonly error: unknown };

/** The result of a request, and a function that sends it again. The response to an earlier request is ignored. */
export const useRequest = <Data>(send: (signal: AbortSignal) => Promise<Data>): readonly [Result<Data>, () => void] => {
  const [result, setResult] = useState<Result<Data>>({ state: 'loading' });
  const current = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    const show = (next: Result<Data>): void => {
      if (!abort.signal.aborted) setResult(next);
    };
    show({ state: 'loading' });
    send(abort.signal).then(
      (data) => show({ state: 'done', data }),
      (error: unknown) => show({ state: 'failed', error }),
    );
  }, [send]);
  useEffect(() => {
    start();
    return () => current.current?.abort();
  }, [start]);
  return [result, start];
};
