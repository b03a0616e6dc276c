import type { OperationInfo } from '../api/panel-client.ts';
import { Method } from '../parts/marks.tsx';
import { Picker } from '../parts/picker.tsx';

interface OperationPickerProps {
  readonly operations: readonly OperationInfo[];
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

export const OperationPicker = ({ operations, picked, onChange }: OperationPickerProps) => (
  <Picker
    legend={picked.length === 0 ? 'All operations' : `Only ${picked.join(', ')}`}
    find="Find an operation"
    items={operations.map(({ operation, method, path }) => ({
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
