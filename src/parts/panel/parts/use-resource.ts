/** Loads data from the control API, and again when a dependency changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type List, type ScenarioSummary, type Upstreams } from '../api/panel-client.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { attempt, messageOf } from '../state/notice.ts';

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

/** The scenarios of the server; undefined until they are loaded. */
export const useScenarios = (): readonly ScenarioSummary[] | undefined =>
  useResource(() => call<List<ScenarioSummary>>('GET', '/scenarios'), []).value?.items;

/** The real services of the present world, and what changes them. */
export const useUpstreams = () => {
  const { value, reload } = useResource(
    () => call<Upstreams>('GET', worldPath('/upstream')),
    [worldPath(), revision.value],
  );
  const change = (body: object): void => void attempt(() => call('PUT', worldPath('/upstream'), body)).then(reload);
  return [value, change] as const;
};
