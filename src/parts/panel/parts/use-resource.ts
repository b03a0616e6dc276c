/** Loads data from the control API, and again when a dependency changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  call,
  type JsonObject,
  type List,
  type LoginInfo,
  type ScenarioSummary,
  type Upstreams,
} from '../api/panel-client.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { attempt, messageOf } from '../state/notice.ts';
import { documents, loadDocument } from '../state/panel-document.ts';
import { entries } from '../state/traffic.ts';

/** The previous value is kept until the next one is loaded. */
export const useResource = <Value>(load: () => Promise<Value>, dependencies: readonly unknown[]) => {
  const [state, setState] = useState<{ value?: Value; error?: string }>({});
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const own = ++latest.current;
    load().then(
      (value) => {
        if (own === latest.current) setState({ value });
      },
      (error) => {
        if (own === latest.current) setState({ error: messageOf(error) });
      },
    );
  }, [...dependencies, turn]);
  return { ...state, reload: (): void => setTurn((before) => before + 1) };
};

export const useCall = <Value>(path: string, ...dependencies: readonly unknown[]) =>
  useResource(() => call<Value>('GET', path), [path, ...dependencies]);

/** The scenarios of the server; none until they are loaded. */
export const useScenarios = (): readonly ScenarioSummary[] | undefined =>
  useCall<List<ScenarioSummary>>('/scenarios').value?.items;

/** Who is logged in, with the last call of the issuer too. */
export const useLogin = () => {
  const last = entries.value.findLast(({ operation }) => operation?.startsWith('oidc.'));
  return useCall<LoginInfo>(worldPath('/login'), revision.value, last);
};

/** The real services of the present world, and what changes them. */
export const useUpstreams = () => {
  const { value, reload } = useCall<Upstreams>(worldPath('/upstream'), revision.value);
  const change = (body: object) => void attempt(() => call('PUT', worldPath('/upstream'), body)).then(reload);
  return [value, change] as const;
};

/** The document of one of several services, or of the only one; undefined until it is loaded. */
export const useDocument = (service = ''): JsonObject | undefined => {
  useEffect(() => void attempt(() => loadDocument(service)), [service]);
  return documents.value.get(service);
};
