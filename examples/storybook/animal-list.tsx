import { useEffect, useState } from 'react';
import { type Animal, AnimalCard } from './animal-card.tsx';

type State = 'waiting' | 'closed' | readonly Animal[];

const load = async (): Promise<State> => {
  try {
    const response = await fetch('/v1/pets', { headers: { Authorization: 'Bearer demo' } });
    return response.ok ? await response.json() : 'closed';
  } catch {
    return 'closed';
  }
};

export const AnimalList = ({ title = 'Animals' }: { readonly title?: string }) => {
  const [state, setState] = useState<State>('waiting');
  useEffect(() => void load().then(setState), []);
  return (
    <section>
      <h1>{title}</h1>
      {state === 'waiting' && <p role="status">One moment.</p>}
      {state === 'closed' && <p role="alert">The store is closed.</p>}
      {Array.isArray(state) &&
        (state.length === 0 ? (
          <p>No animals here.</p>
        ) : (
          state.map((animal) => <AnimalCard key={animal.id} animal={animal} />)
        ))}
    </section>
  );
};
