/** The form of a fault, with the YAML that a scenario file would say it in. */
import { useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { toYaml } from '../parts/yaml.ts';
import { deleteFault, putFault } from '../state/actions.ts';
import { attempt, messageOf, notify } from '../state/notice.ts';
import { faults, service } from '../state/world.ts';
import { type FaultDraft, readDraft, toChange } from './draft.ts';
import { EffectFields } from './effect-fields.tsx';
import { effectNames, effectTitles } from './effects.ts';
import { OperationPicker } from './operation-picker.tsx';

interface FaultDialogProps {
  readonly draft: FaultDraft;
  readonly onClose: () => void;
}

export const FaultDialog = ({ draft: initial, onClose }: FaultDialogProps) => {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<FaultDraft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(undefined);
  };
  const { fault, errors } = readDraft(draft);
  const isTaken = draft.isNew && faults.value.some(({ name }) => name === draft.name.trim());
  const allErrors = isTaken ? { ...errors, name: 'is the name of another fault' } : errors;
  const shownErrors = isTried ? allErrors : { ...allErrors, name: isTaken ? allErrors.name : undefined };
  const yaml = toYaml({ faults: [fault] });

  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(allErrors).length > 0) return;
    try {
      await putFault(draft.name.trim(), toChange(draft, fault));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
      return;
    }
    notify(`The fault ${draft.name.trim()} is ${draft.enabled ? 'on' : 'saved, and off'}.`);
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (await attempt(() => deleteFault(draft.name), draft.isBuiltIn ? 'As it came, and off.' : 'Deleted.')) onClose();
  };

  return (
    <Dialog title={titleOf(draft)} onClose={onClose} isWide>
      <form
        class="fault-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="fields">
          <TextField
            label="Name"
            value={draft.name}
            disabled={!draft.isNew}
            onInput={(name) => set({ name })}
            placeholder="key-expires"
            error={shownErrors.name}
            isRequired
          />
          <SelectField
            label="Effect"
            value={draft.effect}
            choices={effectNames.map((name) => [name, effectTitles[name]] as const)}
            onChange={(effect) => set({ effect: effect as FaultDraft['effect'] })}
          />
          <EffectFields draft={draft} errors={shownErrors} set={set} />
          <h3>On which requests</h3>
          <OperationPicker
            operations={service.value?.operations ?? []}
            picked={draft.operations}
            onChange={(operations) => set({ operations })}
          />
          <details open={hasAny(draft, ['methods', 'paths', 'query', 'header', 'requestBody'])}>
            <summary>Method, path, query, headers, body</summary>
            <div class="pair">
              <TextField
                label="Method"
                value={draft.methods}
                onInput={(methods) => set({ methods })}
                placeholder="GET, POST"
              />
              <TextField
                label="Path"
                value={draft.paths}
                onInput={(paths) => set({ paths })}
                placeholder="/orders/*"
                hint="Below the base path. * stands for anything."
              />
            </div>
            <TextField
              label="Query"
              rows={2}
              isCode
              value={draft.query}
              onInput={(query) => set({ query })}
              placeholder="status: sold"
              error={shownErrors.query}
            />
            <TextField
              label="Headers"
              rows={2}
              isCode
              value={draft.header}
              onInput={(header) => set({ header })}
              placeholder="user-agent: *Mobile*"
              error={shownErrors.header}
            />
            <TextField
              label="Part of the body"
              rows={3}
              isCode
              value={draft.requestBody}
              onInput={(requestBody) => set({ requestBody })}
              placeholder={'{ "status": "sold" }'}
              error={shownErrors.requestBody}
            />
          </details>
          <details open={hasAny(draft, ['after', 'every', 'first', 'chance', 'from', 'for'])}>
            <summary>Which of them, and when</summary>
            <div class="triple">
              <TextField
                label="After"
                type="number"
                value={draft.after}
                onInput={(after) => set({ after })}
                hint="Skip so many."
              />
              <TextField
                label="Every"
                type="number"
                value={draft.every}
                onInput={(every) => set({ every })}
                hint="Then each nth."
              />
              <TextField
                label="First"
                type="number"
                value={draft.first}
                onInput={(first) => set({ first })}
                hint="So many in all."
              />
              <TextField
                label="Chance"
                value={draft.chance}
                onInput={(chance) => set({ chance })}
                hint="From 0 to 1."
                error={shownErrors.chance}
              />
              <TextField label="From" value={draft.from} onInput={(from) => set({ from })} hint="30s after it is on." />
              <TextField label="For" value={draft.for} onInput={(value) => set({ for: value })} hint="10s long." />
            </div>
          </details>
          <label class="check">
            <input
              type="checkbox"
              checked={draft.enabled}
              onChange={(event) => set({ enabled: event.currentTarget.checked })}
            />
            Switched on
          </label>
        </div>
        <section class="yaml" aria-label="In a scenario file">
          <h3>In a scenario file</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section class="code" tabIndex={0} aria-label="YAML">
            {yaml}
          </section>
          <CopyButton text={() => yaml} kind="quiet" done="The YAML is copied.">
            Copy the YAML
          </CopyButton>
        </section>
        <footer class="actions">
          {!draft.isNew && (
            <Button kind="quiet" icon="clear" onClick={() => void remove()}>
              {draft.isBuiltIn ? 'Restore' : 'Delete'}
            </Button>
          )}
          {problem !== undefined && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
          <span class="spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            {draft.isNew ? 'Add the fault' : 'Save'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};

const titleOf = ({ isNew, name }: FaultDraft): string => (isNew ? 'A fault of your own' : `Edit ${name}`);

const hasAny = (draft: FaultDraft, fields: readonly (keyof FaultDraft)[]): boolean =>
  fields.some((field) => draft[field] !== '');
