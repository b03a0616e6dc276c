import { useCallback } from 'react';
import { Loaded } from './loaded.tsx';
import type { Store } from './store.ts';
import { useRequest } from './use-request.ts';

export interface AnimalDetailsProps {
  readonly store: Store;
  readonly id: number;
  readonly onClose: () => void;
}

export const AnimalDetails = ({ store, id, onClose }: AnimalDetailsProps) => {
  const get = useCallback((signal: AbortSignal) => store.get(id, signal), [store, id]);
  const [animal, reload] = useRequest(get);
  return (
    <section aria-label="Details" className="card">
      <Loaded result={animal} onRetry={reload}>
        {({ name, categoryId, status }) => (
          <>
            <h2>{name}</h2>
            <p>
              Number {id}, category {categoryId}, {status ?? 'without a status'}
            </p>
          </>
        )}
      </Loaded>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
};
