import { useId, useState } from 'preact/hooks';
import { isObject, type Json } from '../api/exact-json.ts';
import type { Fault } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { plural } from '../parts/format-values.ts';
import { Switch } from '../parts/switch.tsx';
import { service } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { putFault, switchFault } from '../state/panel-actions.ts';
import { draftOf, oneOrMore, toList } from './draft.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { OperationPicker } from './operation-picker.tsx';

export const FaultRow = ({ fault }: { readonly fault: Fault }) => {
  const [open, setOpen] = useState<'edit' | 'restrict' | undefined>(undefined);
  const id = useId();
  const { name, description, enabled, fired } = fault;
  const scope = scopeOf(fault);
  const close = (): void => setOpen(undefined);
  return (
    <li class={enabled ? 'fault-row on' : 'fault-row'}>
      <Switch isOn={enabled} label={name} describedBy={id} onChange={(isOn) => void switchFault(name, isOn)} />
      <div class="fault-text">
        <b>{name}</b>
        <span class="quiet" id={id}>
          {description}
        </span>
        {(scope !== '' || fired > 0) && (
          <span class="fault-scope">
            {scope !== '' && <span class="mark framed">{scope}</span>}
            {fired > 0 && <span class="quiet">shaped {plural(fired, 'response')}</span>}
          </span>
        )}
      </div>
      <span class="pair">
        <Button
          kind="quiet"
          icon="filter"
          label={`Restrict ${name} to operations`}
          onClick={() => setOpen('restrict')}
        />
        <Button kind="quiet" icon="edit" label={`Edit ${name}`} onClick={() => setOpen('edit')} />
      </span>
      {open === 'edit' && <FaultDialog draft={draftOf(fault)} onClose={close} />}
      {open === 'restrict' && <RestrictDialog fault={fault} onClose={close} />}
    </li>
  );
};

/** A short description of the requests that the fault affects; empty for all. */
export const scopeOf = ({ on, when }: Fault): string => {
  const parts = [
    ...(on?.operation === undefined ? [] : [`only ${toList(on.operation).join(', ')}`]),
    ...(on?.method === undefined ? [] : [toList(on.method).join(', ')]),
    ...(on?.path === undefined ? [] : [toList(on.path).join(', ')]),
    ...(['query', 'header', 'body'] as const).flatMap((part) => (on?.[part] === undefined ? [] : [`by ${part}`])),
    ...Object.entries(when ?? {}).map(([name, value]) => `${name} ${show(value)}`),
  ];
  return parts.join(' · ');
};

const show = (value: Json | undefined): string => (isObject(value) ? '…' : String(value));

/** Selects the operations that a fault affects. Its other conditions are kept. */
const RestrictDialog = ({ fault, onClose }: { readonly fault: Fault; readonly onClose: () => void }) => {
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
