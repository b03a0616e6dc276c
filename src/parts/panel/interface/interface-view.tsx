/** The operations of the document by tag, with the parts that clients have exercised. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { UpstreamView } from '../../../library/world-api.ts';
import type { Coverage, OperationCoverage, OperationInfo } from '../api/panel-client.ts';
import { Check, Search, Switch } from '../parts/controls.tsx';
import { formatCount, plural } from '../parts/format-values.ts';
import { Mark, Method } from '../parts/marks.tsx';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { useCall, useUpstreams } from '../parts/use-resource.ts';
import { queryText } from '../state/address.ts';
import { containsWords } from '../state/contains-words.ts';
import { loadService, service, world, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { arrived } from '../state/traffic.ts';
import { listUpstreams } from '../state/upstream-state.ts';
import { linkTo, route, searchInAddress, setQuery } from '../state/view-route.ts';
import { OperationDetail } from './operation-detail.tsx';

/** The shortest time between two reads of the coverage, which grows with each request. */
const refreshMs = 1000;

export const InterfaceView = () => {
  const { operations, coverage } = useInterface();
  const search = searchInAddress();
  const isUnseenOnly = queryText(route.value.query, 'unseen') === 'true';
  const shown = operations.filter(
    ({ operation, method, path, tags }) =>
      containsWords([operation, method, path, ...tags], search.text) &&
      (!isUnseenOnly || (coverage.get(operation)?.unseen ?? []).length > 0),
  );
  const [asked] = route.value.rest;
  const current = operations.find(({ operation }) => operation === asked);
  return (
    <div class={current === undefined ? 'page interface' : 'page interface open'}>
      <PageHead
        title="Interface"
        text="The operations of the document, how they are served, and which parts clients have exercised."
      />
      <UpstreamSummary />
      <CoverageSummary coverage={[...coverage.values()]} />
      <div class="columns late" style={{ '--columns': '2fr 3fr' }}>
        <div class="operations">
          <div class="toolbar flow">
            <Search class="grow" label="Find an operation" {...search} />
            <Check
              text="Only those that clients have not used in full"
              isOn={isUnseenOnly}
              onChange={(isOn) => setQuery({ unseen: isOn ? 'true' : undefined })}
            />
          </div>
          {[...groupsOf(shown)].map(([title, members]) => (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {members.map((info) => (
                  <OperationLink
                    key={info.operation}
                    info={info}
                    requests={coverage.get(info.operation)?.requests}
                    isCurrent={info === current}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div class="chosen">
          {current === undefined ? (
            <Empty title="Choose an operation">
              <p>Its parameters, schemas and examples are shown here, with a request to try.</p>
            </Empty>
          ) : (
            <OperationDetail key={current.operation} info={current} coverage={coverage.get(current.operation)} />
          )}
        </div>
      </div>
    </div>
  );
};

const useInterface = () => {
  useEffect(() => {
    // The document may have been reloaded.
    void attempt(loadService);
  }, []);
  const { value, reload } = useCall<Coverage>(worldPath('/coverage'));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useSignalEffect(() => {
    if (arrived.value.length === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      reload();
    }, refreshMs);
  });
  return {
    operations: service.value?.operations ?? [],
    coverage: new Map((value?.items ?? []).map((item) => [item.operation, item])),
  };
};

/** Grouped by service, if there are several, and by the first tag, in the order of the document. */
const groupsOf = (operations: readonly OperationInfo[]): ReadonlyMap<string, readonly OperationInfo[]> => {
  const titles = new Map((service.value?.services ?? []).map(({ name, title }) => [name, title]));
  return Map.groupBy(operations, ({ tags: [tag = 'Operations'], service: name }) =>
    titles.size > 1 && name !== undefined ? `${titles.get(name) ?? name}: ${tag}` : tag,
  );
};

interface OperationLinkProps {
  readonly info: OperationInfo;
  readonly requests: number | undefined;
  readonly isCurrent: boolean;
}

const OperationLink = ({ info, requests, isCurrent }: OperationLinkProps) => (
  <li>
    <a
      class="operation-link"
      href={linkTo('interface', [info.operation])}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Method method={info.method} />
      <span class="path code">{info.path}</span>
      <span class="marks">
        {info.deprecated && <Mark kind="violation" text="deprecated" />}
        {world.value?.removed.includes(info.operation) && <Mark kind="violation" text="removed" />}
        {info.stability !== null && <Mark text={info.stability} />}
      </span>
      <span class="quiet small name">{info.operation}</span>
      <span class="quiet small seen">{requests ? `${requests} ×` : 'never'}</span>
    </a>
  </li>
);

const CoverageSummary = ({ coverage }: { readonly coverage: readonly OperationCoverage[] }) => {
  if (coverage.length === 0) return null;
  const uses = coverage
    .flatMap(({ statuses, parameters, values }) => [statuses, parameters, ...Object.values(values)])
    .flatMap((counts) => Object.values(counts));
  const [seen, total] = [uses.filter((count) => count > 0).length, uses.length];
  const called = coverage.filter(({ requests }) => requests > 0).length;
  const share = total === 0 ? 0 : seen / total;
  const text = `${formatCount(seen)} of ${plural(total, 'part')} exercised (${Math.floor(share * 100)} %)`;
  return (
    <section class="stack coverage" aria-label="Coverage">
      <p>
        <b>{text}</b>
        <span class="quiet">
          {' '}
          {formatCount(called)} of {plural(coverage.length, 'operation')} called. A part is a documented status, a
          parameter, or one of its listed values.
        </span>
      </p>
      <progress aria-label={text} value={share} />
    </section>
  );
};

/** What the world does with the real services beside forwarding: it records their responses, and compares them with its own. */
const UpstreamSummary = () => {
  const [value, put] = useUpstreams();
  const upstreams = value === undefined ? [] : listUpstreams(value);
  if (upstreams.length === 0) return null;
  const change = (service: string | undefined, chosen: Partial<UpstreamView>) =>
    put(service === undefined ? chosen : { [service]: chosen });
  return (
    <section class="upstreams" aria-label="The real service">
      {upstreams.map(({ service, upstream: { url, record, compare } }) => {
        const of = service === undefined ? '' : ` of ${service}`;
        return (
          <p key={service ?? ''} class="flow gap-2 forward">
            <span>
              Real service{of} <code>{url}</code>
            </span>
            <span class="beside">
              <Switch
                isOn={record || compare}
                label={`Record responses${of}`}
                onChange={(isOn) => change(service, { record: isOn, ...(!isOn && { compare: false }) })}
              />
              <span>Record</span>
            </span>
            <span class="beside">
              <Switch
                isOn={compare}
                label={`Compare with the simulation${of}`}
                onChange={(isOn) => change(service, { compare: isOn })}
              />
              <span>Compare</span>
            </span>
          </p>
        );
      })}
      <p class="quiet">
        Recorded responses become data of this world. Compared ones are simulated too: where they differ is in the
        traffic.
      </p>
    </section>
  );
};
