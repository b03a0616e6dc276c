/** Path templates: `/users/{userId}/posts` is the collection of `/users/{userId}/posts/{postId}`. */
import { remembered } from '../../../core/primitives/lazy.ts';
import { type Meanings, meaningOf, wordLists } from '../../../parts/words/index.ts';

export interface PathShape {
  /** The template without parameter names. Templates that differ only in these are the same path. */
  readonly erased: string;
  /** The parameters that fill a whole segment, in order. */
  readonly parameters: readonly string[];
  /** The last literal segment; empty if there is none. */
  readonly noun: string;
  readonly endsInParameter: boolean;
}

/** Removes a trailing slash, and from each segment the suffix of a format: `.json`, `.{format}`, `{extension}`. */
const normalise = remembered((template) =>
  template
    .replace(/\/+$/, '')
    .replaceAll(/(?<=[^/])\.(json|xml|php|aspx|\{[^{}/]*format\}|(?<=[^{}/]\.)\{ext(ension)?\})(?=\/|$)/gi, '')
    .replaceAll(/(?<=\})\{[^{}/]*(format|ext|extension)\}(?=\/|$)/gi, '')
    // OData has the id in parentheses: `/Products('{id}')` is an item of `/Products`.
    .replaceAll(/(?<=[^/{}]+)\(('?)(\{[^{}]+\})\1\)(?=\/|$)/g, '/$2')
    // A verb after a colon is an action on the resource before it: `/orders/{id}:cancel`.
    .replace(/(?<=[^/]):(?=[a-zA-Z]+$)/, '/:'),
);

export const segmentsOf = remembered((template): readonly string[] => normalise(template).split('/').slice(1));

export const pathShapeOf = (template: string): PathShape => shapeOf(segmentsOf(template));

export const shapeOf = (segments: readonly string[]): PathShape => {
  const parameters = segments.flatMap((segment) => parameterIn(segment) ?? []);
  const erased = segments.map((segment) => `/${parameterIn(segment) === undefined ? segment : '{}'}`).join('');
  return {
    erased,
    parameters,
    noun: nounOf(erased),
    endsInParameter: parameterIn(segments.at(-1) ?? '') !== undefined,
  };
};

/** The parameter that fills the segment; undefined if the segment contains anything else. */
export const parameterIn = (segment: string): string | undefined => /^\{([^{}]+)\}$/.exec(segment)?.[1];

/** Whether it ends in a verb after a colon. */
export const isVerb = (erased: string): boolean => /\/:[^/]+$/.test(erased);

/** The path without its last segment: the collection of an item, or the parent of a nested path. */
export const parentPath = (erased: string): string => erased.slice(0, Math.max(0, erased.lastIndexOf('/')));

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The last literal segment; empty if there is none. */
export const nounOf = (path: string): string => path.split('/').findLast((segment) => !segment.includes('{')) ?? '';

/** The path up to its parameter of this number; with 0, the beginning of every path. */
export const pathThrough = (erased: string, count: number): string =>
  count === 0 ? '' : `${erased.split('{}').slice(0, count).join('{}')}{}`;

/** The segment before a parameter: the noun that the parameter identifies. */
export const nounBefore = (template: string, parameter: string): string => {
  const segments = normalise(template).split('/');
  const index = segments.indexOf(`{${parameter}}`);
  const before = segments[index - 1] ?? '';
  return before.includes('{') ? '' : before;
};

/** What a verb in a path stands for. */
export type VerbEffect = 'list' | 'read' | 'create' | 'save' | 'update' | 'delete' | 'act';

/** What the verbs may mean, the most likely first; also those of documents in Spanish, Portuguese and French. */
const meanings: Meanings<readonly VerbEffect[]> = [
  [['list'], 'listVerbs'],
  [['read', 'list'], 'readOrListVerbs'],
  [['list', 'read'], 'listOrReadVerbs'],
  [['read'], 'readVerbs'],
  [['create'], 'createVerbs'],
  [['act', 'create'], 'actOrCreateVerbs'],
  [['save'], 'saveVerbs'],
  [['update'], 'updateVerbs'],
  [['delete'], 'deleteVerbs'],
];
/** What a word means as a verb; undefined: it is none. */
export const effectsOfVerb = (word: string): readonly VerbEffect[] | undefined => meaningOf(word, meanings);
export const verbsInOrder = meanings.flatMap(([, words]) => wordLists[words].all);
