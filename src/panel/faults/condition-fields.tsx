import { service } from '../state/world.ts';
import type { FaultDraft } from './draft.ts';
import { type DraftForm, DraftText } from './draft-field.tsx';

interface ConditionFieldsProps {
  readonly form: DraftForm;
}

/** The conditions on a request, besides its operation. Open if the draft has one. */
export const RequestConditions = ({ form }: ConditionFieldsProps) => (
  <details open={hasAny(form.draft, ['services', 'methods', 'paths', 'query', 'header', 'requestBody'])}>
    <summary>Method, path, query, headers, body</summary>
    {(service.value?.services?.length ?? 0) > 1 && (
      <DraftText form={form} name="services" label="Service" placeholder={service.value?.services?.[0]?.name} />
    )}
    <div class="pair">
      <DraftText form={form} name="methods" label="Method" placeholder="GET, POST" />
      <DraftText
        form={form}
        name="paths"
        label="Path"
        placeholder="/orders/*"
        hint="Below the base path. * stands for anything."
      />
    </div>
    <DraftText form={form} name="query" label="Query" rows={2} isCode placeholder="status: sold" />
    <DraftText form={form} name="header" label="Headers" rows={2} isCode placeholder="user-agent: *Mobile*" />
    <DraftText
      form={form}
      name="requestBody"
      label="Part of the body"
      rows={3}
      isCode
      placeholder={'{ "status": "sold" }'}
    />
  </details>
);

/** The conditions on the count and the time. Open if the draft has one. */
export const TimingConditions = ({ form }: ConditionFieldsProps) => (
  <details open={hasAny(form.draft, ['after', 'every', 'first', 'chance', 'from', 'for'])}>
    <summary>Which of them, and when</summary>
    <div class="triple">
      <DraftText form={form} name="after" label="After" type="number" hint="Skip this many." />
      <DraftText form={form} name="every" label="Every" type="number" hint="Then each nth." />
      <DraftText form={form} name="first" label="First" type="number" hint="At most this many." />
      <DraftText form={form} name="chance" label="Chance" hint="From 0 to 1." />
      <DraftText form={form} name="from" label="From" hint="For example 30s, counted from switching it on." />
      <DraftText form={form} name="for" label="For" hint="For example 10s." />
    </div>
  </details>
);

const hasAny = (draft: FaultDraft, fields: readonly (keyof FaultDraft)[]): boolean =>
  fields.some((field) => draft[field] !== '');
