import { Method } from '../parts/marks.tsx';
import { Picker } from '../parts/picker.tsx';
import { service } from '../state/current-world.ts';

interface OperationPickerProps {
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

export const OperationPicker = ({ picked, onChange }: OperationPickerProps) => (
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
