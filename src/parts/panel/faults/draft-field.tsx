import type { ComponentProps } from 'preact';
import { SelectField, TextField } from '../parts/field.tsx';
import type { DraftErrors, FaultDraft } from './draft.ts';

/** The draft of a form, with the errors of its fields. */
export interface DraftForm {
  readonly draft: FaultDraft;
  readonly errors: DraftErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

type Bound = 'value' | 'error' | 'onInput' | 'onChange';

type TextName = {
  [Name in keyof FaultDraft]: string extends FaultDraft[Name] ? Name : never;
}[keyof FaultDraft];

interface FormField {
  readonly form: DraftForm;
  readonly name: TextName;
}

/** A text field of a draft, with its value and its error. */
export const DraftText = ({
  form: { draft, errors, set },
  name,
  ...field
}: FormField & Omit<ComponentProps<typeof TextField>, Bound>) => (
  <TextField
    {...field}
    value={draft[name]}
    error={errors[name]}
    onInput={(value) => set({ [name]: value } as Partial<FaultDraft>)}
  />
);

/** A selection of a draft, with its value. */
export const DraftSelect = ({
  form: { draft, set },
  name,
  ...field
}: FormField & Omit<ComponentProps<typeof SelectField>, Bound>) => (
  <SelectField {...field} value={draft[name]} onChange={(value) => set({ [name]: value } as Partial<FaultDraft>)} />
);
