import { useState } from 'preact/hooks';
import type { Fault } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { putFault } from '../state/actions.ts';
import { attempt } from '../state/notice.ts';
import { service } from '../state/world.ts';
import { oneOrMore, toList } from './draft.ts';
import { OperationPicker } from './operation-picker.tsx';

/** Selects the operations that a fault affects. Its other conditions are kept. */
export const RestrictDialog = ({ fault, onClose }: { readonly fault: Fault; readonly onClose: () => void }) => {
  const [picked, setPicked] = useState(toList(fault.on?.operation));
  const save = async (): Promise<void> => {
    const { operation: _operation, ...rest } = fault.on ?? {};
    const on = { ...rest, ...(picked.length > 0 && { operation: oneOrMore(picked) }) };
    const change = { enabled: fault.enabled, on: Object.keys(on).length === 0 ? null : on };
    if (await attempt(() => putFault(fault.name, change))) onClose();
  };
  return (
    <Dialog title={`Restrict ${fault.name}`} onClose={onClose}>
      <p class="quiet">Choose the operations that the fault affects. Without any, it affects every request.</p>
      <OperationPicker operations={service.value?.operations ?? []} picked={picked} onChange={setPicked} />
      <footer class="actions">
        {picked.length > 0 && (
          <Button kind="quiet" onClick={() => setPicked([])}>
            All operations
          </Button>
        )}
        <span class="spacer" />
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" onClick={() => void save()}>
          Apply
        </Button>
      </footer>
    </Dialog>
  );
};
