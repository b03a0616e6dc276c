import { useState } from 'preact/hooks';
import type { OperationInfo } from '../api/types.ts';
import { Check, Search } from '../parts/controls.tsx';
import { Method } from '../parts/marks.tsx';
import { containsWords } from '../state/contains-words.ts';

interface OperationPickerProps {
  readonly operations: readonly OperationInfo[];
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Longer lists have a search. */
const searched = 8;

export const OperationPicker = ({ operations, picked, onChange }: OperationPickerProps) => {
  const [text, setText] = useState('');
  const shown = operations.filter(({ operation, method, path }) => containsWords([operation, method, path], text));
  // Only the first operations of a large document are shown. The search finds the others.
  const listed = shown.slice(0, 200);
  return (
    <fieldset class="picker stack">
      <legend>{picked.length === 0 ? 'All operations' : `Only ${picked.join(', ')}`}</legend>
      {operations.length > searched && <Search label="Find an operation" text={text} onText={setText} />}
      <ul class="framed">
        {listed.map(({ operation, method, path }) => (
          <li key={operation}>
            <Check
              isOn={picked.includes(operation)}
              onChange={(isOn) =>
                onChange(isOn ? [...picked, operation] : picked.filter((other) => other !== operation))
              }
            >
              <b>{operation}</b>
              <span class="quiet">
                <Method method={method} /> {path}
              </span>
            </Check>
          </li>
        ))}
      </ul>
      {listed.length < shown.length && <p class="quiet">{shown.length - listed.length} more: search for them.</p>}
    </fieldset>
  );
};
