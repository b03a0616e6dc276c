import { useState } from 'preact/hooks';
import {
  type ApiError,
  type CollectionInfo,
  call,
  type JsonObject,
  segment,
  unescapePointer,
} from '../api/panel-client.ts';
import { Button, Form, FormProblem, SelectField, TextField } from '../parts/controls.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { worldPath } from '../state/current-world.ts';
import { attempt, notify, rejectionOf } from '../state/notice.ts';
import type { ItemField } from './form-schema.ts';
import { draftFrom, type ItemDraft, type ItemErrors, isDemanded, readItem, withParent } from './item-draft.ts';
import { keyOf, titleOf } from './shown-collections.ts';

interface ItemDialogProps {
  readonly info: CollectionInfo;
  readonly fields: readonly ItemField[];
  /** The item that is changed; a new one is undefined. */
  readonly item: JsonObject | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export const ItemDialog = (props: ItemDialogProps) => {
  const { info, fields, item, onClose } = props;
  const { form, problem, save, remove } = useItemForm(props);
  return (
    <Dialog title={item === undefined ? `Add to ${info.name}` : `Edit ${titleOf(info, item)}`} onClose={onClose}>
      <Form class="stack gap-2" onSubmit={save}>
        <ItemFields info={info} fields={fields} isNew={item === undefined} form={form} />
        <FormProblem text={problem} />
        <DialogActions text={item === undefined ? 'Add' : 'Save'} onCancel={onClose}>
          {item !== undefined && <Button text="Delete" kind="quiet" icon="clear" onClick={remove} />}
        </DialogActions>
      </Form>
    </Dialog>
  );
};

interface ItemForm {
  readonly draft: ItemDraft;
  readonly errors: ItemErrors;
  readonly setDraft: (draft: ItemDraft) => void;
}

const useItemForm = ({ info, fields, item, onClose, onChanged }: ItemDialogProps) => {
  const [draft, setDraft] = useState(() => draftFrom(info, fields, item));
  const [errors, setErrors] = useState<ItemErrors>({});
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const path = worldPath(`/collections/${segment(info.name)}`);

  const save = async (): Promise<void> => {
    const read = readItem(info, fields, draft, item);
    setErrors(read.errors);
    setProblem(undefined);
    if (Object.keys(read.errors).length > 0) return;
    const rejected = await rejectionOf(() =>
      item === undefined && info.kind === 'list'
        ? call('POST', path, read.item)
        : call('PUT', `${path}/${keyOf(info, item ?? read.item)}`, read.item),
    );
    if (rejected !== undefined) {
      const { atFields, rest } = splitProblems(rejected, fields);
      setErrors(atFields);
      setProblem(rest);
      return;
    }
    notify(item === undefined ? 'The item is added.' : 'The item is saved.');
    onChanged();
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (item === undefined) return;
    if (await attempt(() => call('DELETE', `${path}/${keyOf(info, item)}`), 'The item is deleted.')) {
      onChanged();
      onClose();
    }
  };

  const form: ItemForm = { draft, errors, setDraft };
  return { form, problem, save, remove };
};

interface ItemFieldsProps extends Pick<ItemDialogProps, 'info' | 'fields'> {
  readonly isNew: boolean;
  readonly form: ItemForm;
}

const ItemFields = ({ info, fields, isNew, form: { draft, errors, setDraft } }: ItemFieldsProps) => (
  <>
    {info.parents.map((name) => (
      <TextField
        key={name}
        label={name}
        hint={info.kind === 'singleton' ? 'In the path of the item: each has one.' : 'The parent of the item.'}
        value={draft.parents[name] ?? ''}
        disabled={!isNew}
        error={errors[`$parent/${name}`]}
        onInput={(text) => setDraft(withParent(draft, name, text))}
      />
    ))}
    {fields.map((field) => (
      <PropertyField
        key={field.name}
        field={field}
        info={info}
        isNew={isNew}
        value={draft.texts[field.name] ?? ''}
        error={errors[field.name]}
        onInput={(text) => setDraft({ ...draft, texts: { ...draft.texts, [field.name]: text } })}
      />
    ))}
    {(draft.others !== '' || errors.others !== undefined) && (
      <TextField
        label="Other properties"
        rows={4}
        isCode
        value={draft.others}
        error={errors.others}
        onInput={(others) => setDraft({ ...draft, others })}
      />
    )}
  </>
);

/** Splits the problems into those of fields and the rest, which is shown below the fields. */
const splitProblems = (
  error: ApiError,
  fields: readonly ItemField[],
): { readonly atFields: ItemErrors; readonly rest: string | undefined } => {
  const names = new Set(fields.map(({ name }) => name));
  const atFields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { pointer, message } of error.problems) {
    const parts = pointer.split('/').slice(1).map(unescapePointer);
    const [first = ''] = parts;
    if (first === '$parent') atFields[`$parent/${parts[1]}`] = message;
    else if (names.has(first)) atFields[first] = message;
    else rest.push(message);
  }
  if (error.problems.length === 0) rest.push(error.message);
  return { atFields, rest: rest.length === 0 ? undefined : rest.join(' ') };
};

interface PropertyFieldProps {
  readonly field: ItemField;
  readonly info: CollectionInfo;
  readonly isNew: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (text: string) => void;
}

const PropertyField = ({ field, info, isNew, value, error, onInput }: PropertyFieldProps) => {
  const { name, isRequired, isReadOnly, type, choices, rules, isNullable } = field;
  const isOwnId = name === info.id;
  const hint =
    [
      isOwnId && isNew ? 'Empty: the next one.' : '',
      isReadOnly && isRequired && isNew && !isOwnId ? 'Empty: the service sets it.' : '',
      field.description,
      rules,
      isReadOnly ? 'read-only for clients' : '',
      isNullable ? 'null is allowed' : '',
    ]
      .filter(Boolean)
      .join(' · ') || undefined;
  const common = { label: name, hint, error, isRequired: isDemanded(info, field, { isNew }) };
  const listed =
    choices.length > 0 ? choices.map((choice) => String(choice)) : type === 'boolean' ? ['true', 'false'] : [];
  if (listed.length > 0)
    return (
      <SelectField
        {...common}
        value={value}
        choices={[['', 'none'] as const, ...new Set([...listed, ...(value === '' ? [] : [value])])]}
        onInput={onInput}
      />
    );
  return type === 'json' ? (
    <TextField {...common} rows={3} isCode value={value} onInput={onInput} />
  ) : (
    <TextField {...common} value={value} disabled={isOwnId && !isNew} onInput={onInput} />
  );
};
