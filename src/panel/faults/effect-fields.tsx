import { SelectField, TextField } from '../parts/field.tsx';
import type { DraftErrors, FaultDraft } from './draft.ts';
import { contractKinds, extremeKinds, transports } from './effects.ts';

interface EffectFieldsProps {
  readonly draft: FaultDraft;
  readonly errors: DraftErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

/** What the chosen effect needs to be known of it. */
export const EffectFields = ({ draft, errors, set }: EffectFieldsProps) => {
  const work = (
    <SelectField
      label="Work"
      value={draft.work}
      choices={[
        ['', draft.effect === 'status' ? 'as usual: skipped' : 'as usual: done'],
        ['done', 'done: the operation is carried out'],
        ['skipped', 'skipped: nothing is changed'],
      ]}
      onChange={(value) => set({ work: value })}
    />
  );
  switch (draft.effect) {
    case 'status':
      return (
        <>
          <div class="pair">
            <TextField
              label="Status"
              type="number"
              value={draft.status}
              onInput={(status) => set({ status })}
              error={errors.status}
            />
            {work}
          </div>
          <TextField
            label="Body"
            rows={4}
            isCode
            value={draft.body}
            onInput={(body) => set({ body })}
            hint="JSON. Empty: the example of the document for this status, else a generated body."
            error={errors.body}
          />
          <TextField
            label="Response headers"
            rows={2}
            isCode
            value={draft.headers}
            onInput={(headers) => set({ headers })}
            placeholder="retry-after: 1"
            error={errors.headers}
          />
        </>
      );
    case 'latency':
      return (
        <TextField
          label="Latency"
          value={draft.latency}
          onInput={(latency) => set({ latency })}
          hint="2s, or 100ms - 900ms, or median 200ms, p99 2s."
        />
      );
    case 'bandwidth':
      return (
        <TextField
          label="Bytes per second"
          value={draft.bandwidth}
          onInput={(bandwidth) => set({ bandwidth })}
          hint="10KB, or 1MiB."
        />
      );
    case 'dribble':
      return (
        <div class="pair">
          <TextField label="Chunks" type="number" value={draft.chunks} onInput={(chunks) => set({ chunks })} />
          <TextField label="Over" value={draft.over} onInput={(over) => set({ over })} hint="2s, or 500ms." />
        </div>
      );
    case 'transport':
      return (
        <div class="pair">
          <SelectField
            label="Transport"
            value={draft.transport}
            choices={transports}
            onChange={(transport) => set({ transport })}
          />
          {work}
        </div>
      );
    case 'contract':
      return (
        <SelectField
          label="Violation"
          value={draft.contract}
          choices={contractKinds}
          onChange={(contract) => set({ contract })}
        />
      );
    case 'extreme':
      return (
        <SelectField
          label="Extreme"
          value={draft.extreme}
          choices={extremeKinds}
          onChange={(extreme) => set({ extreme })}
        />
      );
    default:
      return draft.effect satisfies never;
  }
};
