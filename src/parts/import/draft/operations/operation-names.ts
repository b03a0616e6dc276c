/** Names and summaries of operations. */

import { decodePercent } from '../../../../core/http/http.ts';
import { isPlural } from '../../../../core/primitives/words.ts';
import {
  camelCase,
  draftedWords,
  sentence,
  singularWords,
  type UniqueNames,
  withArticle,
} from '../paths/path-words.ts';
import { isParameter, nounOf, type PathPart } from '../paths/paths.ts';
import { isVerbWord } from '../paths/segment.ts';
import type { DraftOperation } from './operations.ts';

/** What a path is: items in a list, one of them, or something else. */
export type PathKind = 'collection' | 'item' | 'other';

const itemVerbs: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'head'],
  ['PUT', 'replace'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
  ['POST', 'post'],
]);

/** The words of the operation's name, the verb first. */
export const operationWords = ({ at, method, responses }: DraftOperation, kind: PathKind): readonly string[] => {
  const verb = itemVerbs.get(method) as string;
  const noun = nounOf(at.segments);
  const owner = parentWords(at.segments);
  if (kind === 'item') return [verb, ...owner, ...singularWords(noun)];
  if (kind === 'collection') {
    if (method === 'POST') return ['create', ...owner, ...singularWords(noun)];
    return [method === 'GET' ? 'list' : verb, ...owner, ...noun];
  }
  return otherWords(at.segments, verb, method === 'POST' && responses.has(201));
};

const otherWords = (segments: readonly PathPart[], verb: string, isCreation: boolean): readonly string[] => {
  const own = nounOf(segments);
  const before = segments.at(-2);
  const isOfItem = isParameter(before);
  const [first = ''] = own;
  if (first === '') return [verb, 'root'];
  // `cancel` of an order, `search` of books.
  if (isVerbWord(first) || (isOfItem && verb === 'post' && !isPlural(own.at(-1) ?? '') && !isCreation)) {
    const target = isOfItem ? parentWords(segments) : pluralBefore(before);
    return [first, ...target, ...own.slice(1)];
  }
  if (isCreation || (verb === 'post' && isPlural(own.at(-1) ?? '')))
    return ['create', ...parentWords(segments), ...singularWords(own)];
  const scope = isOfItem ? parentWords(segments) : wordsBefore(before);
  return [verb, ...scope, ...own];
};

const wordsBefore = (segment: PathPart | undefined): readonly string[] =>
  segment === undefined || isParameter(segment) ? [] : draftedWords(decodePercent(segment.literal));

const pluralBefore = (segment: PathPart | undefined): readonly string[] => {
  const words = wordsBefore(segment);
  return isPlural(words.at(-1) ?? '') ? words : [];
};

/** The item that it belongs to: of `/users/{id}/posts/{postId}`, the user. */
export const parentWords = (segments: readonly PathPart[]): readonly string[] => {
  const own = segments.findLastIndex((segment) => !isParameter(segment));
  const before = segments.slice(0, own);
  return own > 0 && isParameter(before.at(-1)) ? singularWords(nounOf(before)) : [];
};

/** `all`: the words of the whole path, where the name is taken. */
export const operationIdFrom = (words: readonly string[], segments: readonly PathPart[], used: UniqueNames): string => {
  const all = segments.flatMap((segment) => (isParameter(segment) ? [] : draftedWords(decodePercent(segment.literal))));
  return used.take(camelCase(words), camelCase([words[0] ?? 'get', ...all]));
};

export const summaryOf = (words: readonly string[], kind: PathKind): string => {
  const [verb = '', ...rest] = words;
  const isOne = kind === 'item' || verb === 'create' || rest.length === 0 || !isPlural(rest.at(-1) ?? '');
  return rest.length > 0 && isOne && (kind !== 'other' || verb === 'create')
    ? sentence([verb, ...withArticle(rest)])
    : sentence(words);
};

/** What the source calls it, unless that is only its address. */
export const titleIn = ({ requests }: DraftOperation): string | undefined =>
  requests
    .map(({ seen }) => seen.title?.trim().replace(/\s+/g, ' ') ?? '')
    .find((title) => title !== '' && title.length <= 120 && !isAddress(title));

const isAddress = (title: string): boolean =>
  /[/{}]|^(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/.test(title) || /^(?:new request|untitled)/i.test(title);
