/** The form of a fault, with the YAML for a scenario file. */

import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { type EffectType, effectTypes, rowOf } from '../../../core/faults/effects.ts';
import {
  Button,
  Check,
  type Choice,
  CopyButton,
  Form,
  FormProblem,
  SelectField,
  TextField,
} from '../parts/controls.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { toYaml } from '../parts/yaml.ts';
import { deleteFault, faults, putFault, service } from '../state/current-world.ts';
import { attempt, notify, rejectionOf } from '../state/notice.ts';
import {
  type Condition,
  type ConditionField,
  conditions,
  type DraftErrors,
  type EffectField,
  type FaultDraft,
  type FieldStyle,
  fieldsOf,
  readDraft,
  toChange,
} from './draft.ts';
import { OperationPicker } from './operation-picker.tsx';

interface FaultDialogProps {
  readonly draft: FaultDraft;
  readonly onClose: () => void;
}

export const FaultDialog = ({ draft: initial, onClose }: FaultDialogProps) => {
  const { form, yaml, problem, save, remove } = useFaultForm(initial, onClose);
  const { draft } = form;
  return (
    <Dialog title={draft.isNew ? 'New fault' : `Edit ${draft.name}`} onClose={onClose} isWide>
      <Form class="stack gap-3" onSubmit={save}>
        <div class="columns gap-4" style={{ '--columns': '3fr 2fr' }}>
          <FaultFields form={form} />
          <ScenarioYaml yaml={yaml} />
        </div>
        <FormProblem text={problem} />
        <DialogActions text={draft.isNew ? 'Add the fault' : 'Save'} onCancel={onClose}>
          {!draft.isNew && (
            <Button text={draft.isBuiltIn ? 'Restore' : 'Delete'} kind="quiet" icon="clear" onClick={remove} />
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
};

/** The state of the form. A missing name is only shown after an attempt to save. */
const useFaultForm = (initial: FaultDraft, onClose: () => void) => {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<FaultDraft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(undefined);
  };
  const { fault, errors } = readDraft(draft);
  const name = draft.name.trim();
  const isTaken = draft.isNew && faults.value.some((other) => other.name === name);
  const allErrors = isTaken ? { ...errors, name: 'is the name of another fault' } : errors;
  const shownErrors = isTried ? allErrors : { ...allErrors, name: isTaken ? allErrors.name : undefined };

  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(allErrors).length > 0) return;
    const rejected = await rejectionOf(() => putFault(name, toChange(draft, fault)));
    if (rejected !== undefined) return setProblem(rejected.message);
    notify(`The fault ${name} is ${draft.enabled ? 'on' : 'saved, and off'}.`);
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (await attempt(() => deleteFault(draft.name), draft.isBuiltIn ? 'Restored, and off.' : 'Deleted.')) onClose();
  };

  const form: DraftForm = { draft, errors: shownErrors, set };
  return { form, yaml: toYaml({ faults: [fault] }), problem, save, remove };
};

const nameStyle: FieldStyle = { kind: 'text', label: 'Name', placeholder: 'key-expires' };

const FaultFields = ({ form }: FormProps) => {
  const { draft, set } = form;
  return (
    <div class="stack gap-2 fields">
      <DraftField form={form} name="name" style={nameStyle} disabled={!draft.isNew} isRequired />
      <EffectChoice form={form} />
      <Fields form={form} fields={fieldsOf(draft.effect)} />
      <h3>On which requests</h3>
      <OperationPicker picked={draft.operations} onChange={(operations) => set({ operations })} />
      <Conditions form={form} part="on" title="Method, path, query, headers, body" />
      <Conditions form={form} part="when" title="Which of them, and when" />
      <Check text="Switched on" isOn={draft.enabled} onChange={(isOn) => set({ enabled: isOn })} />
    </div>
  );
};

const ScenarioYaml = ({ yaml }: { readonly yaml: string }) => (
  <section class="yaml stack" aria-label="In a scenario file">
    <h3>In a scenario file</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <section class="code" tabIndex={0} aria-label="YAML">
      {yaml}
    </section>
    <CopyButton text="Copy the YAML" copy={() => yaml} kind="quiet" done="The YAML is copied." />
  </section>
);

/** Open from the beginning if the draft has one of the fields, and then as the reader leaves it. */
const Conditions = ({ form, part, title }: FormProps & { readonly part: 'on' | 'when'; readonly title: string }) => {
  const fields = conditionFields.filter(
    ([name, condition]) =>
      condition.part === part && (name !== 'services' || (service.value?.services?.length ?? 0) > 1),
  );
  const [isOpen] = useState(() => fields.some(([name]) => form.draft[name] !== ''));
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Fields form={form} fields={fields} />
    </details>
  );
};

const conditionFields = Object.entries(conditions) as unknown as readonly (readonly [ConditionField, Condition])[];

/** The choice of an effect. A fault of tokens is listed only if it is one: it is of no use with conditions of its own. */
const EffectChoice = ({ form: { draft, set } }: FormProps) => (
  <SelectField
    label="Effect"
    value={draft.effect}
    choices={effectTypes
      .filter((type) => type !== 'token' || draft.effect === 'token')
      .map((type) => [type, rowOf(type).title] as const)}
    onInput={(effect) => set({ effect: effect as EffectType } as Partial<FaultDraft>)}
  />
);

/** The lines of a field that has several. */
const rowsOf: Readonly<Record<string, number>> = { json: 4, headers: 2, example: 1 };

/** Fields of an effect, or conditions: short ones stand side by side, before the others. */
const Fields = ({ form, fields }: FormProps & { readonly fields: readonly (readonly [TextName, FieldStyle])[] }) => {
  const [short, long] = [false, true].map((isLong) =>
    fields
      .filter(([, { kind }]) => kind in rowsOf === isLong)
      .map(([name, style]) => <DraftField key={name} form={form} name={name} style={style} />),
  );
  return (
    <>
      {short?.length !== 0 && <div class="side-by-side">{short}</div>}
      {long}
    </>
  );
};

interface DraftFieldProps extends FormProps, Pick<ComponentProps<typeof TextField>, 'disabled' | 'isRequired'> {
  readonly name: TextName;
  readonly style: FieldStyle;
}

const DraftField = ({ form: { draft, errors, set }, name, style, ...more }: DraftFieldProps) => {
  const { kind, label, hint, placeholder = kind === 'headers' ? 'retry-after: 1' : undefined } = style;
  const common = {
    ...{ ...more, label, hint, placeholder, value: draft[name], error: errors[name] },
    onInput: (value: string) => set({ [name]: value } as Partial<FaultDraft>),
  };
  switch (kind) {
    case 'choice':
      return <SelectField {...common} choices={choicesOf(style)} />;
    case 'count':
      return <TextField {...common} type="number" />;
    case 'json':
    case 'headers':
      return <TextField {...common} rows={rowsOf[kind]} isCode />;
    default:
      return <TextField {...common} />;
  }
};

const choicesOf = ({ values = [], usual }: FieldStyle): readonly Choice[] =>
  usual === undefined ? values : [['', `as usual: ${usual}`], ...values];

interface DraftForm {
  readonly draft: FaultDraft;
  readonly errors: DraftErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

interface FormProps {
  readonly form: DraftForm;
}

type TextName = 'name' | ConditionField | EffectField;
