/** The route of the present view: its address, as signals. */
import { computed, signal } from '@preact/signals';
import { queryText, type Route, readRoute, type View, writeRoute } from './address.ts';

export const route = signal<Route>(readRoute(location.hash));
/** A separate signal, so that users of the world do not follow every step within it. */
export const worldName = computed(() => route.value.world);
export const view = computed(() => route.value.view);

/** The query of each view when it was last shown: its links lead back to the same filter. */
const queries = signal<Readonly<Partial<Record<View, URLSearchParams>>>>({});

const show = (next: Route) => {
  queries.value = { ...queries.peek(), [next.view]: next.query };
  route.value = next;
};
show(route.peek());

addEventListener('hashchange', () => show(readRoute(location.hash)));

export const linkTo = (target: View, rest: readonly (string | number)[] = [], query?: URLSearchParams): string =>
  linkToWorld(worldName.value, target, rest, query);

export const linkToWorld = (
  world: string,
  target: View,
  rest: readonly (string | number)[] = [],
  query = queries.value[target] ?? new URLSearchParams(),
): string => writeRoute({ world, view: target, rest: rest.map(String), query });

export const goTo = (link: string): void => {
  location.hash = link;
};

/** Changes parameters of the address in place, so that Back leaves the view. `undefined` removes one. */
export const setQuery = (change: Readonly<Record<string, string | undefined>>): void => {
  const query = new URLSearchParams(route.peek().query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const next = { ...route.peek(), query };
  show(next);
  try {
    history.replaceState(null, '', writeRoute(next));
  } catch {
    // Browsers limit how often a page may do this, as while a key is held down. The next change catches up.
  }
};

/** The text of a search that is in the address: what `<Search>` needs of it. `reset`: what another text makes meaningless. */
export const searchInAddress = (reset: Readonly<Record<string, undefined>> = {}) => ({
  text: queryText(route.value.query, 'text'),
  onText: (text: string): void => setQuery({ text: text || undefined, ...reset }),
});
