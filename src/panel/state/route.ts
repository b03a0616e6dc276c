/** The route of the present view, `#/{world}/{view}/{rest}?{query}`, so that a link leads back to it. */
import { computed, signal } from '@preact/signals';

export const views = ['traffic', 'faults', 'data', 'worlds', 'clock', 'interface', 'demo'] as const;
export type View = (typeof views)[number];

export interface Route {
  readonly world: string;
  readonly view: View;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const readRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [world = '', view = '', ...rest] = path.split('/').map(decode);
  return {
    world: world === '' ? 'default' : world,
    view: views.find((known) => known === view) ?? 'traffic',
    rest: rest.filter((part) => part !== ''),
    query: new URLSearchParams(query),
  };
};

export const route = signal<Route>(readRoute(location.hash));
/** A separate signal, so that users of the world do not follow every step within it. */
export const worldName = computed(() => route.value.world);
export const view = computed(() => route.value.view);

addEventListener('hashchange', () => {
  route.value = readRoute(location.hash);
});

/** The address of a view of the present world. */
export const linkTo = (target: View, rest: readonly (string | number)[] = [], query = ''): string =>
  linkToWorld(worldName.value, target, rest, query);

export const linkToWorld = (world: string, target: View, rest: readonly (string | number)[] = [], query = ''): string =>
  `#/${[world, target, ...rest].map((part) => encodeURIComponent(part)).join('/')}${query === '' ? '' : `?${query}`}`;

export const goTo = (link: string): void => {
  location.hash = link;
};
