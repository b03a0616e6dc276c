/** The paths of the document: what each is for, and the names of its parameters. */
import { decodePercent } from '../../../../core/http/http.ts';
import { varySegments } from './parameters-in-paths.ts';
import { PathNode } from './path-tree.ts';
import { camelCase, draftedWords, singularWords, UniqueNames } from './path-words.ts';
import type { Recorded } from './recorded.ts';

export interface DraftPath {
  /** `/books/{bookId}`, below the base path. */
  readonly path: string;
  readonly segments: readonly PathPart[];
  readonly requests: readonly Recorded[];
  /** Whether another segment stands for an item below it. */
  readonly hasItems: boolean;
}

export type PathPart = { readonly literal: string } | VariedSegment;

interface VariedSegment {
  readonly parameter: string;
}

export const isParameter = (segment: PathPart | undefined): segment is VariedSegment =>
  segment !== undefined && 'parameter' in segment;

export const pathsOf = (requests: readonly Recorded[]): readonly DraftPath[] => {
  const root = new PathNode();
  for (const request of requests) root.add(request);
  varySegments(root);
  const paths: DraftPath[] = [];
  collect(root, [], paths);
  return paths;
};

const collect = (node: PathNode, segments: readonly PathPart[], paths: DraftPath[]): void => {
  if (node.requests.length > 0) {
    const hasItems = node.variable !== undefined;
    paths.push({ path: pathOf(segments, node.requests), segments, requests: node.requests, hasItems });
  }
  // Literal ones first, as a reader looks for them, each with what is below it.
  for (const [segment, child] of node.literals) collect(child, [...segments, { literal: segment }], paths);
  if (node.variable === undefined) return;
  collect(node.variable, [...segments, { parameter: parameterName(segments, node.variable.name) }], paths);
};

/** The path, with the slash at the end that most requests have. */
const pathOf = (segments: readonly PathPart[], requests: readonly Recorded[]): string => {
  const closed = requests.filter(({ seen: { path } }) => path.endsWith('/')).length;
  const parts = segments.map((one) => `/${isParameter(one) ? `{${one.parameter}}` : plain(one.literal)}`);
  return `${parts.join('')}${closed > requests.length / 2 || parts.length === 0 ? '/' : ''}`;
};

/** Braces would be a parameter, and a document has no query or fragment in its paths. */
const plain = (segment: string): string => segment.replace(/[{}?#]/g, encodeURIComponent);

/** `stated`: by the source, or by the property that has the values. */
const parameterName = (segments: readonly PathPart[], stated: string | undefined): string => {
  const used = new UniqueNames();
  for (const segment of segments) if (isParameter(segment)) used.take(segment.parameter);
  const noun = singularWords(nounOf(segments));
  return stated !== undefined && /^[A-Za-z_][\w-]{0,60}$/.test(stated)
    ? used.take(stated, camelCase([...noun, ...draftedWords(stated)]))
    : used.take(camelCase([...noun, 'id']));
};

/** The words of the last segment that is no parameter. */
export const nounOf = (segments: readonly PathPart[]): readonly string[] => {
  const last = segments.findLast((segment) => !isParameter(segment));
  return last === undefined || isParameter(last) ? [] : draftedWords(decodePercent(last.literal));
};
