import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { containsWords } from '../state/contains-words.ts';
import { service } from '../state/current-world.ts';
import { Check, Search } from './controls.tsx';
import { Method } from './marks.tsx';

interface Pickable {
  readonly name: string;
  readonly about: ComponentChildren;
  /** A search finds the entry by these texts, too, beside its name. */
  readonly words: readonly string[];
}

interface PickerProps {
  readonly legend: ComponentChildren;
  /** The label of the search. */
  readonly find: string;
  readonly items: readonly Pickable[];
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Longer lists have a search. */
const searched = 8;

/** A list of which any number can be chosen. */
export const Picker = ({ legend, find, items, picked, onChange }: PickerProps) => {
  const [text, setText] = useState('');
  const found = items.filter(({ name, words }) => containsWords([name, ...words], text));
  // Only the first ones of a long list are shown. The search finds the others.
  const listed = found.slice(0, 200);
  return (
    <fieldset class="picker stack">
      <legend>{legend}</legend>
      {items.length > searched && <Search label={find} text={text} onText={setText} />}
      <ul class="framed">
        {listed.map(({ name, about }) => (
          <li key={name}>
            <Check
              text={
                <>
                  <b>{name}</b>
                  <span class="quiet">{about}</span>
                </>
              }
              isOn={picked.includes(name)}
              onChange={(isOn) => onChange(isOn ? [...picked, name] : picked.filter((other) => other !== name))}
            />
          </li>
        ))}
      </ul>
      {listed.length < found.length && <p class="quiet">{found.length - listed.length} more: search for them.</p>}
    </fieldset>
  );
};

/** A choice of operations; none: all of them. */
export const OperationPicker = ({ picked, onChange }: Pick<PickerProps, 'picked' | 'onChange'>) => (
  <Picker
    legend={picked.length === 0 ? 'All operations' : `Only ${picked.join(', ')}`}
    find="Find an operation"
    items={(service.value?.operations ?? []).map(({ operation, method, path }) => ({
      name: operation,
      about: (
        <>
          <Method method={method} /> {path}
        </>
      ),
      words: [method, path],
    }))}
    picked={picked}
    onChange={onChange}
  />
);
