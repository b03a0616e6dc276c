import { useCallback, useState } from 'react';
import { AddAnimal } from './add-animal.tsx';
import { AnimalDetails } from './animal-details.tsx';
import { Loaded } from './loaded.tsx';
import { type Pet, type PetStatus, type Store, statuses } from './store.ts';
import { useRequest } from './use-request.ts';

export const App = ({ store }: { readonly store: Store }) => {
  const [status, setStatus] = useState<PetStatus>();
  const [selected, setSelected] = useState<number>();
  const list = useCallback((signal: AbortSignal) => store.list(status, signal), [store, status]);
  const [animals, reload] = useRequest(list);
  return (
    <>
      <h1>Animal store</h1>
      <AddAnimal store={store} onAdded={reload} />
      {selected !== undefined && (
        <AnimalDetails key={selected} store={store} id={selected} onClose={() => setSelected(undefined)} />
      )}
      <section aria-label="Animals">
        <label>
          Show
          <select
            value={status ?? ''}
            onChange={({ target }) => setStatus(statuses.find((each) => each === target.value))}
          >
            <option value="">all animals</option>
            {statuses.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Loaded result={animals} onRetry={reload}>
          {(pets) =>
            pets.length === 0 ? <p className="note">No animals here.</p> : <List pets={pets} onSelect={setSelected} />
          }
        </Loaded>
      </section>
    </>
  );
};

const List = ({ pets, onSelect }: { readonly pets: readonly Pet[]; readonly onSelect: (id: number) => void }) => (
  <ul>
    {pets.map(({ id, name, status }) => (
      <li key={id}>
        <button type="button" onClick={() => onSelect(id)}>
          {name}
        </button>
        <span className={`status ${status}`}>{status}</span>
      </li>
    ))}
  </ul>
);
