/** The address of a view, `#/{world}/{view}/{rest}?{query}`, so that a link leads back to it with its filter and its selection. */
export const views = ['traffic', 'faults', 'data', 'worlds', 'clock', 'interface', 'login', 'demo', 'allow'] as const;
export type View = (typeof views)[number];

export interface Route {
  readonly world: string;
  readonly view: View;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const viewNamed = (name: string): View | undefined => views.find((known) => known === name);

/** `#/demo` is the view of the default world: a person who writes a link by hand may leave the world out. */
export const readRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const parts = path.split('/').map(decode);
  const [world = '', view = '', ...rest] = viewNamed(path) === undefined ? parts : ['', ...parts];
  return {
    world: world === '' ? 'default' : world,
    view: viewNamed(view) ?? 'traffic',
    rest: rest.filter((part) => part !== ''),
    query: new URLSearchParams(query),
  };
};

export const writeRoute = ({ world, view, rest, query }: Route): string => {
  // These have no meaning in a query, and a person reads the address.
  const text = query.toString().replaceAll(/%(2C|2F|3A|40)/g, (escaped) => decodeURIComponent(escaped));
  return `#/${[world, view, ...rest].map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
};

/** The value of a parameter; empty without it. */
export const queryText = (query: URLSearchParams, name: string): string => query.get(name) ?? '';

/** The prefix selects the world, so that clients only need the base URL. */
export const prefixOf = (world: string): string => (world === 'default' ? '' : `/~${world}`);
