import { type DraftForm, DraftSelect, DraftText } from './draft-field.tsx';
import { contractKinds, extremeKinds, tokenFlaws, transports } from './effects.ts';

/** The fields of the chosen effect. */
export const EffectFields = ({ form }: { readonly form: DraftForm }) => {
  const { effect } = form.draft;
  switch (effect) {
    case 'status':
      return <StatusFields form={form} />;
    case 'latency':
      return (
        <DraftText form={form} name="latency" label="Latency" hint="2s, or 100ms - 900ms, or median 200ms, p99 2s." />
      );
    case 'bandwidth':
      return <DraftText form={form} name="bandwidth" label="Bytes per second" hint="10KB, or 1MiB." />;
    case 'dribble':
      return (
        <div class="pair">
          <DraftText form={form} name="chunks" label="Chunks" type="number" />
          <DraftText form={form} name="over" label="Over" hint="2s, or 500ms." />
        </div>
      );
    case 'transport':
      return (
        <div class="pair">
          <DraftSelect form={form} name="transport" label="Transport" choices={transports} />
          <WorkField form={form} />
        </div>
      );
    case 'contract':
      return (
        <div class="pair">
          <DraftSelect form={form} name="contract" label="Violation" choices={contractKinds} />
          <DraftText form={form} name="at" label="Place" hint="A JSON Pointer, such as /0/name. Empty: any." />
        </div>
      );
    case 'extreme':
      return <DraftSelect form={form} name="extreme" label="Extreme" choices={extremeKinds} />;
    case 'token':
      return <DraftSelect form={form} name="token" label="Tokens" choices={tokenFlaws} />;
    default:
      return effect satisfies never;
  }
};

const StatusFields = ({ form }: { readonly form: DraftForm }) => (
  <>
    <div class="pair">
      <DraftText form={form} name="status" label="Status" type="number" />
      <WorkField form={form} />
    </div>
    <DraftText
      form={form}
      name="body"
      label="Body"
      rows={4}
      isCode
      hint="JSON. Empty: the example of the document for this status, else a generated body."
    />
    <DraftText form={form} name="example" label="Example" hint="Its name in the document, in place of a body." />
    <DraftText form={form} name="headers" label="Response headers" rows={2} isCode placeholder="retry-after: 1" />
  </>
);

const WorkField = ({ form }: { readonly form: DraftForm }) => (
  <DraftSelect
    form={form}
    name="work"
    label="Work"
    choices={[
      ['', form.draft.effect === 'status' ? 'as usual: skipped' : 'as usual: done'],
      ['done', 'done: the operation is carried out'],
      ['skipped', 'skipped: nothing is changed'],
    ]}
  />
);
