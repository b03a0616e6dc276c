/** The words of an action: its verb, the verbs that it reverts, and the names of flags, times and counters that belong to a verb. */

import { plainName, singular } from '../../core/primitives/singular.ts';

/** The verbs that the last segment of a path may mean, in plain form, the most literal first: `mark-as-read` may be `read`. */
export const verbsIn = (path: string): readonly string[] => {
  const segment = path.split(/[/:]/).findLast((part) => part !== '') ?? '';
  const word = plainName(segment);
  const marked = /^(?:mark(?:as)?|make|set)(.{3,})$/.exec(word)?.[1];
  const noun = plainName(singular(segment));
  // `read-all`, `mark-all-as-read`
  const ofAll = /^(?:markall(?:as)?(.{3,})|(.{3,})all)$/.exec(word);
  const found = [word, marked, noun, ofAll?.[1] ?? ofAll?.[2]];
  return [...new Set(found.filter((verb) => verb !== undefined))];
};

/** Verbs that revert others. Further ones begin with `un`. */
const reverted: Readonly<Record<string, readonly string[]>> = {
  close: ['open'],
  incomplete: ['complete'],
  deactivate: ['activate'],
  detach: ['attach'],
  disable: ['enable'],
  disconnect: ['connect'],
  hide: ['show'],
  leave: ['join'],
  open: ['close'],
  publish: ['draft'],
  reinstate: ['suspend'],
  reopen: ['close', 'complete', 'resolve'],
  restore: ['delete', 'archive', 'trash', 'remove'],
  resume: ['pause', 'suspend'],
  show: ['hide'],
  start: ['stop', 'pause'],
  stop: ['start'],
};

/** The verbs that a verb reverts: `unlock` reverts `lock`. */
export const revertedBy = (verb: string): readonly string[] => {
  const other = /^un(.{3,})/.exec(verb)?.[1];
  return [...(lookUp(reverted, verb) ?? []), ...(other === undefined ? [] : [other])];
};

/** Irregular participles. */
const irregular: Readonly<Record<string, string>> = {
  freeze: 'frozen',
  hide: 'hidden',
  hold: 'held',
  pay: 'paid',
  send: 'sent',
  withdraw: 'withdrawn',
};

/** The participles of the verb, and the verb itself, since some states have its form (`open`, `complete`). */
export const participlesOf = (verb: string): ReadonlySet<string> => {
  const forms = [verb];
  const irregularForm = lookUp(irregular, verb);
  if (irregularForm !== undefined) forms.push(irregularForm);
  else if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1)}ed`);
  if (verb.endsWith('ivate')) forms.push(`${verb.slice(0, -3)}e`);
  return new Set(forms);
};

/** Other names of the state after the verb, if none has that of the verb: a task that is completed is `done`, one that is cancelled `canceling`. */
export const otherStatesOf = (verb: string): readonly string[] => [
  ...(lookUp(otherStates, verb) ?? []),
  ...[usualStateOf(verb) ?? []].flat().filter((state) => !participlesOf(verb).has(state)),
];

const otherStates: Readonly<Record<string, readonly string[]>> = {
  cancel: ['canceling', 'cancelling'],
  checkin: ['checkedin'],
  checkout: ['checkedout'],
  complete: ['done', 'finished'],
  finalize: ['open', 'issued', 'final'],
  finish: ['done', 'completed'],
  issue: ['open'],
  reopen: ['open', 'opened'],
  ship: ['shipped', 'dispatched'],
  unpublish: ['draft'],
};

/** The state after the usual verbs. */
const usualStates: Readonly<Record<string, string>> = {
  ...{ accept: 'accepted', activate: 'active', approve: 'approved', archive: 'archived', cancel: 'cancelled' },
  ...{ close: 'closed', complete: 'completed', confirm: 'confirmed', deactivate: 'inactive', decline: 'declined' },
  ...{ deliver: 'delivered', finish: 'finished', pause: 'paused', publish: 'published', refund: 'refunded' },
  ...{ reactivate: 'active', reject: 'rejected', reopen: 'open', resolve: 'resolved', resume: 'active' },
  ...{ revoke: 'revoked', ship: 'shipped', suspend: 'suspended', terminate: 'terminated', unarchive: 'active' },
  ...{ unpublish: 'draft', unsuspend: 'active', void: 'voided', expire: 'expired', block: 'blocked' },
  ...{ submit: 'submitted', unblock: 'active', verify: 'verified', withdraw: 'withdrawn' },
};

export const usualStateOf = (verb: string): string | undefined => lookUp(usualStates, verb);

/** Other names of flags. */
const adjectives: Readonly<Record<string, readonly string[]>> = {
  join: ['member'],
  show: ['visible'],
  start: ['running'],
};

/** Whether a flag in plain form has the name of the verb: `favorited`, `isArchived`, `following`, `likedByMe`, `viewerHasStarred`. */
export const isFlagOf = (name: string, verb: string): boolean => {
  const forms = new Set([...participlesOf(verb), gerundOf(verb), ...(lookUp(adjectives, verb) ?? [])]);
  const core = name.replace(/(by(me|you|user|viewer|currentuser))$/, '');
  return [name, core, core.replace(/^((viewer|user|currentuser|me)?(is|has))(?=.{3})/, '')].some((form) =>
    forms.has(form),
  );
};

/** `archiving`, `following`. */
const gerundOf = (verb: string): string => `${verb.replace(/(?<=[^e])e$/, '')}ing`;

/** Whether a time in plain form is that of the verb: `publishedAt`, `archived_on`, `dateClosed`. */
export const isTimeOf = (name: string, verb: string): boolean => {
  const core = name.replace(/(at|on|date|time|datetime|timestamp)$/, '').replace(/^(date|time)/, '');
  return core !== name && core !== verb && participlesOf(verb).has(core);
};

/** Whether a number in plain form counts how often the verb happened: `favoritesCount`, `likes`, `num_followers`. */
export const isCounterOf = (name: string, verb: string): boolean => {
  const nouns = [verb, agentOf(verb), ...(lookUp(countedNouns, verb) ?? [])];
  const plurals = nouns.flatMap((noun) => [`${noun}s`, ...(/(s|x|ch|sh)$/.test(noun) ? [`${noun}es`] : [])]);
  if (plurals.includes(name)) return true;
  const core = name.replace(/(count|counter|total|number)$/, '').replace(/^(numberof|num|total|countof|count|nb)/, '');
  return core !== name && [...nouns, ...plurals, ...participlesOf(verb)].includes(core);
};

/** Other names of what is counted. */
const countedNouns: Readonly<Record<string, readonly string[]>> = {
  downvote: ['vote'],
  favorite: ['fav'],
  star: ['stargazer'],
  upvote: ['vote'],
};

/** Who does it: `follower`, `subscriber`. */
const agentOf = (verb: string): string => (verb.endsWith('e') ? `${verb}r` : `${verb}er`);

const lookUp = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
