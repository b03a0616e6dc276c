import { useEffect } from 'preact/hooks';
import {
  isObject,
  type Json,
  type JsonObject,
  type OperationCoverage,
  type OperationInfo,
} from '../api/panel-client.ts';
import { headerLines } from '../faults/draft.ts';
import { Button, Field, Form, Switch, useTexts } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/format-values.ts';
import { BodyView, JsonView } from '../parts/json-view.tsx';
import { Mark, Method } from '../parts/marks.tsx';
import { SentOutcome, useSending } from '../parts/sending.tsx';
import { useDocument, useUpstreams } from '../parts/use-resource.ts';
import { service, world } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { listOf, operationIn, resolve, textOf } from '../state/panel-document.ts';
import { type Draft, draftFor } from '../state/sent-request.ts';
import { isForwarded, upstreamOf, withForwarded } from '../state/upstream-state.ts';
import { goTo, linkTo } from '../state/view-route.ts';
import { describe, SchemaView } from './schema-view.tsx';

interface OperationDetailProps {
  readonly info: OperationInfo;
  readonly coverage: OperationCoverage | undefined;
}

export const OperationDetail = ({ info, coverage }: OperationDetailProps) => {
  const document = useDocument(info.service);
  const operation = document === undefined ? {} : operationIn(document, info);
  return (
    <article class="operation stack gap-3" aria-label={info.operation}>
      <header class="beside">
        <span class="narrow-only">
          <Button kind="quiet" icon="back" label="Back to the operations" onClick={() => goTo(linkTo('interface'))} />
        </span>
        <h2 class="beside grow">
          <Method method={info.method} /> <span class="path detail-path">{info.path}</span>
        </h2>
      </header>
      <Facts info={info} summary={textOf(operation.summary)} />
      {textOf(operation.description) !== '' && (
        <p class="prose">
          <Prose text={textOf(operation.description)} />
        </p>
      )}
      <Served info={info} />
      <TryIt key={info.operation} info={info} />
      {document !== undefined && (
        <>
          <Parameters document={document} operation={operation} coverage={coverage} />
          <RequestBody document={document} operation={operation} />
          <Responses document={document} operation={operation} coverage={coverage} />
        </>
      )}
      {coverage !== undefined && <Unseen coverage={coverage} />}
    </article>
  );
};

const Facts = ({ info, summary }: { readonly info: OperationInfo; readonly summary: string }) => {
  const isRemoved = world.value?.removed.includes(info.operation) === true;
  return (
    <p class="flow facts">
      <code>{info.operation}</code>
      {summary !== '' && <span>{summary}</span>}
      {info.deprecated && <Mark kind="violation" icon="warning" text="deprecated" />}
      {info.sunset !== null && (
        <Mark
          kind={isRemoved ? 'violation' : undefined}
          icon="clock"
          text={`${isRemoved ? 'removed' : 'to be removed'} ${formatDateTime(info.sunset)}`}
        />
      )}
      {info.stability !== null && <Mark text={info.stability} />}
    </p>
  );
};

const Served = ({ info }: { readonly info: OperationInfo }) => (
  <section aria-label="How it is served">
    <h3>How it is served</h3>
    <p>
      {info.collection === null || info.action === null ? (
        <b>Stateless</b>
      ) : (
        <>
          <b>{info.action}</b> on the collection <a href={linkTo('data', [info.collection])}>{info.collection}</a>
        </>
      )}
      . <span class="quiet">{info.reason}</span>
    </p>
    <ForwardSwitch info={info} />
  </section>
);

interface PartProps {
  readonly document: JsonObject;
  readonly operation: JsonObject;
  readonly coverage?: OperationCoverage | undefined;
}

const Seen = ({ count }: { readonly count: number | undefined }) =>
  count === undefined ? null : count === 0 ? (
    <Mark kind="violation" text="never exercised" />
  ) : (
    <Mark kind="good" icon="check" text={`${count} ×`} />
  );

const Parameters = ({ document, operation, coverage }: PartProps) => {
  const parameters = listOf(operation.parameters).map((parameter) => resolve(document, parameter));
  if (parameters.length === 0) return null;
  return (
    <section aria-label="Parameters">
      <h3>Parameters</h3>
      <ul class="lines">
        {parameters.map((parameter) => {
          const [name, place] = [textOf(parameter.name), textOf(parameter.in)];
          const values = Object.entries(coverage?.values[`${place}.${name}`] ?? {});
          return (
            <li key={`${place} ${name}`}>
              <span>
                <code>{name}</code> <span class="quiet">in {place}</span>{' '}
                <span class="schema-type">{describe(document, parameter.schema, 0)}</span>{' '}
                {parameter.required === true && <Mark text="required" />}{' '}
                {parameter.deprecated === true && <Mark kind="violation" text="deprecated" />}
                <span class="quiet block">
                  <Prose text={textOf(parameter.description)} />
                </span>
                {values.length > 0 && (
                  <span class="marks">
                    {values.map(([value, count]) => (
                      <Mark
                        key={value}
                        kind={count === 0 ? 'violation' : 'good'}
                        text={`${value}: ${count === 0 ? 'never' : `${count} ×`}`}
                      />
                    ))}
                  </span>
                )}
              </span>
              <Seen count={coverage?.parameters[`${place}.${name}`]} />
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const RequestBody = ({ document, operation }: PartProps) => {
  const body = resolve(document, operation.requestBody);
  if (!isObject(body.content)) return null;
  return (
    <section aria-label="Request body">
      <h3>Request body {body.required === true && <Mark text="required" />}</h3>
      <Content document={document} content={body.content} />
    </section>
  );
};

const Responses = ({ document, operation, coverage }: PartProps) => {
  const responses = Object.entries(resolve(document, operation.responses));
  return (
    <section aria-label="Responses">
      <h3>Responses</h3>
      {responses.map(([status, value]) => {
        const response = resolve(document, value);
        return (
          <details key={status} class="response">
            <summary>
              <b>{status}</b> {textOf(response.description)} <Seen count={coverage?.statuses[status]} />
            </summary>
            {isObject(response.content) ? (
              <Content document={document} content={response.content} />
            ) : (
              <p class="quiet">No body.</p>
            )}
          </details>
        );
      })}
    </section>
  );
};

const Content = ({ document, content }: { readonly document: JsonObject; readonly content: JsonObject }) => (
  <>
    {Object.entries(content).map(([type, definition]) => {
      const media = resolve(document, definition);
      return (
        <div key={type} class="content">
          <p class="quiet">
            <code>{type}</code>
          </p>
          <SchemaView document={document} schema={media.schema} />
          {examplesOf(document, media).map(([name, value]) => (
            <details key={name}>
              <summary>Example: {name}</summary>
              <JsonView value={value} label={`Example ${name}`} />
            </details>
          ))}
        </div>
      );
    })}
  </>
);

const examplesOf = (document: JsonObject, media: JsonObject): readonly (readonly [string, Json])[] => {
  const named = Object.entries(resolve(document, media.examples)).flatMap(([name, example]) => {
    const { summary, value } = resolve(document, example);
    return value === undefined ? [] : [[textOf(summary) || name, value] as const];
  });
  return media.example === undefined ? named : [['of the media type', media.example] as const, ...named];
};

const Unseen = ({ coverage }: { readonly coverage: OperationCoverage }) => (
  <section aria-label="Never exercised">
    <h3>Never exercised</h3>
    {coverage.unseen.length === 0 ? (
      <Mark kind="good" icon="check" text="Every documented part was exercised." />
    ) : (
      <p class="marks">
        {coverage.unseen.map((part) => (
          <Mark key={part} kind="violation" text={part} />
        ))}
      </p>
    )}
    <Met title="Met although undocumented" counts={coverage.undocumented} />
    <Met
      title="Query parameters that are ignored, since the document does not have them"
      counts={coverage.unknownParameters}
    />
  </section>
);

const Met = ({ title, counts }: { readonly title: string; readonly counts: OperationCoverage['undocumented'] }) => {
  const met = Object.entries(counts).map(([name, count]) => `${name} (${count} ×)`);
  return met.length === 0 ? null : (
    <p class="quiet">
      {title}: {met.join(', ')}
    </p>
  );
};

/** A description of the document. Only code of its Markdown is formatted; the rest is shown as text. */
const Prose = ({ text }: { readonly text: string }) => (
  <>
    {text
      .trim()
      .split(/(`[^`\n]+`)/)
      .map((part, index) =>
        part.startsWith('`') && part.length > 2 ? <code key={index}>{part.slice(1, -1)}</code> : part,
      )}
  </>
);

const ForwardSwitch = ({ info }: { readonly info: OperationInfo }) => {
  const [value, put] = useUpstreams();
  const upstream = value && upstreamOf(value, info);
  if (value === undefined || upstream === undefined) return null;
  const isOn = isForwarded(upstream, info);
  const change = (isForwardedNow: boolean) =>
    put(withForwarded(value, info, service.value?.operations ?? [], isForwardedNow));
  return (
    <p class="flow gap-2 forward">
      <Switch isOn={isOn} label="Forward to the real service" onChange={change} />
      <span>
        {isOn ? 'Forwarded to' : 'Simulated, not forwarded to'} <code>{upstream.url}</code>
        {upstream.forward === 'unknown' && <span class="quiet"> (what the simulation cannot serve is forwarded)</span>}
      </span>
    </p>
  );
};

const TryIt = ({ info }: { readonly info: OperationInfo }) => {
  const { texts, set, field } = useTexts({ method: '', path: '', headers: '', body: '' });
  const { method, body } = texts;
  const [sending, send] = useSending();
  const load = (): Promise<boolean> =>
    attempt(async () => {
      const made = await draftFor(info);
      set({ ...made, headers: headerLines.write(made.headers) });
    });
  useEffect(() => {
    void load();
  }, []);
  const readHeaders = () => (headerLines.read(texts.headers, () => {}) ?? {}) as Draft['headers'];
  if (method === '') return null;
  return (
    <section class="try framed large" aria-label="Try it">
      <h3>Try it</h3>
      <Form class="stack gap-2" onSubmit={() => send(async () => ({ ...texts, headers: readHeaders() }))}>
        <Field label={`${method} path`} isCode {...field('path')} />
        <Field label="Headers" rows={2} isCode {...field('headers')} />
        {(body !== '' || (method !== 'GET' && method !== 'DELETE')) && (
          <Field label="Body" rows={Math.min(12, body.split('\n').length + 1)} isCode {...field('body')} />
        )}
        <div class="flow">
          <Button text="Send" kind="main" icon="send" />
          <Button text="Start again" kind="quiet" onClick={load} />
        </div>
      </Form>
      <div role="status">
        {sending !== undefined && (
          <p class="flow facts">
            <SentOutcome sending={sending} why="Why this response" />
          </p>
        )}
        {sending?.sent?.body !== undefined && <BodyView value={sending.sent.body} label="Response body" />}
      </div>
    </section>
  );
};
