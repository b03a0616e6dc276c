import { useState } from 'preact/hooks';
import {
  type ApiError,
  type CollectionInfo,
  call,
  type JsonObject,
  segment,
  unescapePointer,
} from '../api/panel-client.ts';
import { Button, type Choice, Field } from '../parts/controls.tsx';
import { FormDialog, useClose } from '../parts/dialog.tsx';
import { worldPath } from '../state/current-world.ts';
import { attempt, notify } from '../state/notice.ts';
import type { ItemField } from './form-schema.ts';
import {
  draftFrom,
  type ItemDraft,
  type ItemErrors,
  isDemanded,
  otherTexts,
  parentText,
  readItem,
  withParent,
} from './item-draft.ts';
import { keyOf, titleOf } from './shown-collections.ts';

interface ItemDialogProps {
  readonly info: CollectionInfo;
  readonly fields: readonly ItemField[];
  /** The item that is changed; a new one is undefined. */
  readonly item: JsonObject | undefined;
  readonly onChanged: () => void;
}

export const ItemDialog = ({ info, fields, item, onChanged }: ItemDialogProps) => {
  const close = useClose();
  const [draft, setDraft] = useState(() => draftFrom(info, fields, item));
  const [errors, setErrors] = useState<ItemErrors>({});
  const path = worldPath(`/collections/${segment(info.name)}`);
  const isNew = item === undefined;
  const save = async (): Promise<boolean> => {
    const read = readItem(info, fields, draft, item);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return false;
    if (isNew && info.kind === 'list') await call('POST', path, read.item);
    else await call('PUT', `${path}/${keyOf(info, item ?? read.item)}`, read.item);
    notify(isNew ? 'The item is added.' : 'The item is saved.');
    onChanged();
    return true;
  };
  const remove = async (edited: JsonObject) => {
    if (!(await attempt(() => call('DELETE', `${path}/${keyOf(info, edited)}`), 'The item is deleted.'))) return;
    onChanged();
    close();
  };
  const showRejection = (rejection: ApiError): string | undefined => {
    const { atFields, rest } = splitProblems(rejection, fields);
    setErrors(atFields);
    return rest;
  };
  return (
    <FormDialog
      title={isNew ? `Add to ${info.name}` : `Edit ${titleOf(info, item)}`}
      action={isNew ? 'Add' : 'Save'}
      more={!isNew && <Button text="Delete" kind="quiet" icon="clear" onClick={() => remove(item)} />}
      onSubmit={save}
      onRejected={showRejection}
    >
      <ItemFields {...{ info, fields, isNew, draft, errors, setDraft }} />
    </FormDialog>
  );
};

interface ItemFieldsProps extends Pick<ItemDialogProps, 'info' | 'fields'> {
  readonly isNew: boolean;
  readonly draft: ItemDraft;
  readonly errors: ItemErrors;
  readonly setDraft: (draft: ItemDraft) => void;
}

const ItemFields = ({ info, fields, isNew, draft, errors, setDraft }: ItemFieldsProps) => {
  const textOf = (name: string) => ({
    value: draft[name] ?? '',
    error: errors[name],
    onInput: (text: string): void => setDraft({ ...draft, [name]: text }),
  });
  const others = textOf(otherTexts);
  return (
    <>
      {info.parents.map((name) => (
        <Field
          key={name}
          label={name}
          hint={info.kind === 'singleton' ? 'In the path of the item: each has one.' : 'The parent of the item.'}
          disabled={!isNew}
          {...textOf(parentText(name))}
          onInput={(text) => setDraft(withParent(draft, name, text))}
        />
      ))}
      {fields.map((field) => (
        <Field
          {...describeField(field, info, { isNew })}
          key={field.name}
          choices={choicesOf(field, draft[field.name])}
          {...textOf(field.name)}
        />
      ))}
      {(others.value !== '' || others.error !== undefined) && (
        <Field label="Other properties" rows={4} isCode {...others} />
      )}
    </>
  );
};

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
    if (first === '$parent') atFields[parentText(String(parts[1]))] = message;
    else if (names.has(first)) atFields[first] = message;
    else rest.push(message);
  }
  if (error.problems.length === 0) rest.push(error.message);
  return { atFields, rest: rest.length === 0 ? undefined : rest.join(' ') };
};

/** What the field of a property says beside its value. */
const describeField = (field: ItemField, info: CollectionInfo, { isNew }: { readonly isNew: boolean }) => {
  const { name, isRequired, isReadOnly, type, description, rules, isNullable } = field;
  const isOwnId = name === info.id;
  const hints = [
    isOwnId && isNew && 'Empty: the next one.',
    isReadOnly && isRequired && isNew && !isOwnId && 'Empty: the service sets it.',
    ...[description, rules],
    isReadOnly && 'read-only for clients',
    isNullable && 'null is allowed',
  ];
  return {
    label: name,
    hint: hints.filter(Boolean).join(' · '),
    isRequired: isDemanded(info, field, { isNew }),
    disabled: isOwnId && !isNew,
    ...(type === 'json' && { rows: 3, isCode: true }),
  };
};

const choicesOf = ({ choices, type }: ItemField, value: string | undefined): readonly Choice[] | undefined => {
  const listed = choices.length > 0 ? choices.map(String) : type === 'boolean' ? ['true', 'false'] : [];
  return listed.length === 0 ? undefined : [['', 'none'], ...new Set([...listed, ...(value ? [value] : [])])];
};
