/** Loads data from the control API, and again when a dependency changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type List, type ScenarioSummary, type Upstreams } from '../api/panel-client.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { attempt, messageOf } from '../state/notice.ts';

export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** The previous value is kept until the next one is loaded. */
export const useResource = <Value>(load: () => Promise<Value>, dependencies: readonly unknown[]): Resource<Value> => {
  const [state, setState] = useState<Omit<Resource<Value>, 'reload'>>({ value: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const own = ++latest.current;
    load().then(
      (value) => {
        if (own === latest.current) setState({ value, error: undefined });
      },
      (error) => {
        if (own === latest.current) setState({ value: undefined, error: messageOf(error) });
      },
    );
  }, [...dependencies, turn]);
  return { ...state, reload: () => setTurn((before) => before + 1) };
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
