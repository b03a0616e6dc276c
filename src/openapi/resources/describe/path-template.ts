/** Path templates as resources see them: `/users/{userId}/posts` holds what `/users/{userId}/posts/{postId}` is one of. */

export interface PathShape {
  /** The template with the names of its parameters erased: templates that differ in them only are the same path. */
  readonly erased: string;
  /** In the order in which they stand, each filling a segment. */
  readonly parameters: readonly string[];
  /** The last segment that is no parameter; empty where there is none. */
  readonly noun: string;
  readonly endsInParameter: boolean;
}

/** What is no part of a resource's name: a slash at the end, a suffix that names a format. */
const normalise = (template: string): string =>
  template
    .replace(/\/+$/, '')
    .replace(/\.(json|xml)$/, '')
    // OData names an item in brackets: `/Products('{id}')` is one of `/Products`.
    .replaceAll(/(?<=[^/{}]+)\(('?)(\{[^{}]+\})\1\)(?=\/|$)/g, '/$2')
    // A verb behind a colon is asked of what stands before it: `/orders/{id}:cancel`.
    .replace(/(?<=[^/]):(?=[a-zA-Z]+$)/, '/:');

export const pathShapeOf = (template: string): PathShape => {
  const segments = normalise(template).split('/').slice(1);
  const parameters = segments.flatMap((segment) => parameterIn(segment) ?? []);
  return {
    erased: segments.map((segment) => `/${parameterIn(segment) === undefined ? segment : '{}'}`).join(''),
    parameters,
    noun: segments.findLast((segment) => !segment.includes('{')) ?? '',
    endsInParameter: parameterIn(segments.at(-1) ?? '') !== undefined,
  };
};

/** The parameter that a segment is; undefined where it is, or holds, anything else. */
const parameterIn = (segment: string): string | undefined => /^\{([^{}]+)\}$/.exec(segment)?.[1];

/** Whether it ends in a verb behind a colon. */
export const isVerb = (erased: string): boolean => /\/:[^/]+$/.test(erased);

/** The path that an item path's collection would have, and the one that an inner path is inside of. */
export const parentPath = (erased: string): string => erased.slice(0, Math.max(0, erased.lastIndexOf('/')));

export const countParameters = (erased: string): number =>
  erased.split('/').filter((segment) => segment === '{}').length;

/** The segment before the parameter at this place: what it is an id of. */
export const nounBefore = (template: string, parameter: string): string => {
  const segments = normalise(template).split('/');
  const at = segments.indexOf(`{${parameter}}`);
  const before = segments[at - 1] ?? '';
  return before.includes('{') ? '' : before;
};
