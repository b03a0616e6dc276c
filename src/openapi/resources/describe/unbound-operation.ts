/** An operation before it is bound to a resource, and its path: `/users/{userId}/posts` is the collection of `/users/{userId}/posts/{postId}`. */
import type { Json } from '../../../core/primitives/json.ts';
import { remembered } from '../../../core/primitives/lazy.ts';
import type { Operation, Parameter } from '../../../core/service/operation.ts';
import { type Meanings, meaningOf, wordLists } from '../../../parts/words/index.ts';
import type { CompiledResponse } from '../../operations/responses.ts';
import type { XVivarium } from './x-vivarium.ts';

export interface PathShape {
  /** The template without parameter names. Templates that differ only in these are the same path. */
  readonly erased: string;
  /** `erased` without its last segment: the collection of an item, or the parent of a nested path. */
  readonly above: string;
  /** `erased`, or where that ends in a parameter, `above`. */
  readonly collection: string;
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

export const pathShapeOf = remembered((template): PathShape => shapeOf(segmentsOf(template)));

export const shapeOf = (segments: readonly string[]): PathShape => {
  const names = segments.map(parameterIn);
  const erased = segments.map((segment, index) => `/${names[index] === undefined ? segment : '{}'}`).join('');
  const parameters = names.filter((name) => name !== undefined);
  const [above, endsInParameter] = [parentPath(erased), names.at(-1) !== undefined];
  const collection = endsInParameter ? above : erased;
  return { erased, above, collection, parameters, noun: nounOf(erased), endsInParameter };
};

/** The parameter that fills the segment; undefined if the segment contains anything else. */
export const parameterIn = (segment: string): string | undefined =>
  segment.startsWith('{') ? /^\{([^{}]+)\}$/.exec(segment)?.[1] : undefined;

/** Whether a path ends in a verb after a colon. */
export const isVerb = (erased: string): boolean => /\/:[^/]+$/.test(erased);

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
export const effectsOfVerb = (word: string): readonly VerbEffect[] | undefined => meaningOf(word, meanings);
export const verbsInOrder = meanings.flatMap(([, words]) => wordLists[words].all);

export interface UnboundOperation {
  readonly operation: Operation;
  /** Its method, or the one that the verb in its path stands for. QUERY is `GET`: it reads, by what its body says. */
  readonly method: string;
  /** Its path, or how that would be with nouns and the id in place of a verb, or of the same thing for all. */
  readonly path: PathShape;
  /** The schema keys of its parameters, by index. */
  readonly parameterKeys: readonly string[];
  /** The examples of its parameters, by index. */
  readonly parameterExamples: readonly (readonly Json[])[];
  /** The descriptions of its parameters, by index. */
  readonly parameterTexts: readonly (string | undefined)[];
  /** Its summary and its description. */
  readonly description: string;
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  /** The schema key of its JSON body, else of its form. */
  readonly bodyKey: string | undefined;
  /** Whether its body is read by the schema of the item, as the document leaves it out. */
  readonly isUnstated?: boolean;
  readonly bodyExamples: readonly Json[];
  /** What it does, in words: its operationId and its summary. */
  readonly title: string;
  /** The first word of its summary, else of its description: `Cancels`. */
  readonly firstWord: string;
  /** The address of its documentation. */
  readonly documentation: string | undefined;
  readonly hint: XVivarium | undefined;
  /** Whether it requires a credential only because the whole document does. */
  readonly isCovered?: boolean;
  /** What `x-vivarium` says of the lifecycle of what it creates, and where. */
  readonly lifecycle?: { readonly raw: Json; readonly pointer: string } | undefined;
  /** The verb, if its own path contains one, or no id: `POST /books/delete/{id}` is `DELETE /books/{id}`. */
  readonly verb?: PathVerb | undefined;
  /** Whether its own path says for whom: `/admin/users` is `/users`. */
  readonly isElsewhere?: boolean;
  /** The path of the parent at whose id it creates: `POST /task/{projectId}`. */
  readonly parent?: { readonly path: string; readonly parameter: string };
}

interface PathVerb {
  /** If it is undefined, the path has no verb, and the query has the id. */
  readonly word: string | undefined;
  /** The property of the body that has the id of the path. */
  readonly idInBody?: string;
}

export const isRead = ({ method }: UnboundOperation): boolean => method === 'GET';

/** Whether an operation takes a file as a whole. */
export const isUpload = ({ operation: { body }, bodyKey }: UnboundOperation): boolean =>
  bodyKey === undefined && body?.contents.some(({ mediaType }) => /^text|xml$/.test(mediaType)) === false;

/** Whether an operation takes files beside other properties. */
export const takesFiles = ({ operation: { body } }: UnboundOperation): boolean =>
  body?.contents.some(({ mediaType }) => mediaType.startsWith('multipart/')) === true;

/** A declared path parameter, or one of the query that a verb needs. */
export interface PathParameter {
  readonly parameter: Parameter;
  /** The key of its schema. */
  readonly key: string;
  readonly examples: readonly Json[];
}

/** Returns undefined if the operation does not declare the parameter of its path. */
export const pathParameterOf = (candidate: UnboundOperation, name: string | undefined): PathParameter | undefined => {
  const position = positionInPath(candidate, name);
  const parameter = candidate.operation.parameters[position];
  return (
    parameter && {
      parameter,
      key: candidate.parameterKeys[position] as string,
      examples: candidate.parameterExamples[position] ?? [],
    }
  );
};

/** The index of a path parameter among all parameters of the operation; -1 if it is not declared. */
export const positionInPath = (
  { operation: { parameters }, verb }: UnboundOperation,
  name: string | undefined,
): number => {
  const at = (place: string): number => parameters.findIndex((one) => one.in === place && one.name === name);
  const position = at('path');
  return position === -1 && verb !== undefined ? at('query') : position;
};
