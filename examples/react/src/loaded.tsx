import type { ReactNode } from 'react';
import { explain } from './store.ts';
import type { Result } from './use-request.ts';

export interface LoadedProps<Data> {
  readonly result: Result<Data>;
  readonly onRetry: () => void;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a request; until then, or instead, the state of the request. */
export const Loaded = <Data,>({ result, onRetry, children }: LoadedProps<Data>) => {
  if (result.state === 'loading')
    return (
      <p role="status" className="note">
        Loading… <span className="slow">The store is slow today.</span>
      </p>
    );
  if (result.state === 'done') return children(result.data);
  return (
    <p role="alert">
      {explain(result.error)}{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
};
