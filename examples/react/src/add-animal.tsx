import { type FormEvent, useState } from 'react';
import { explain, type PetStatus, type Store, statuses } from './store.ts';

export const AddAnimal = ({ store, onAdded }: { readonly store: Store; readonly onAdded: () => void }) => {
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly error: boolean; readonly text: string }>();

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setIsSending(true);
    try {
      const { name } = await store.add({
        name: String(values.get('name')),
        categoryId: Number(values.get('categoryId')),
        status: values.get('status') as PetStatus,
      });
      form.reset();
      setOutcome({ error: false, text: `${name} was added.` });
      onAdded();
    } catch (error) {
      setOutcome({ error: true, text: explain(error) });
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form onSubmit={send} className="card">
      <label>
        Name
        <input name="name" required />
      </label>
      <label>
        Category
        <input name="categoryId" type="number" min="1" required />
      </label>
      <label>
        Status
        <select name="status">
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={isSending}>
        Add
      </button>
      {outcome && <p role={outcome.error ? 'alert' : 'status'}>{outcome.text}</p>}
    </form>
  );
};
