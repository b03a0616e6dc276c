/** The words of an action, and the names of flags, times and counters that belong to its verb. */
import { describe, expect, test } from 'vitest';
import {
  isCounterOf,
  isFlagOf,
  isTimeOf,
  participlesOf,
  revertedBy,
  verbsIn,
} from '../../../src/parts/effects/action-verbs.ts';

test.each<[string, readonly string[]]>([
  ['/posts/{}/archive', ['archive']],
  ['/posts/{}/archive/', ['archive']],
  ['/posts/{}/:archive', ['archive']],
  ['/posts/{}/likes', ['likes', 'like']],
  ['/posts/{}/mark-as-read', ['markasread', 'read']],
  ['/posts/{}/mark_read', ['markread', 'read']],
  ['/posts/{}/make-public', ['makepublic', 'public']],
  ['/posts/{}/setDone', ['setdone', 'done']],
  ['/posts/{}/reset', ['reset']],
  ['/posts/{}/set-up', ['setup']],
  ['/posts/{}/benchmark-all', ['benchmarkall', 'benchmark']],
  ['/', ['']],
])('the verbs in %s are %j', (path, verbs) => {
  expect(verbsIn(path)).toEqual(verbs);
});

test.each<[string, readonly string[]]>([
  ['unlock', ['lock']],
  ['unfollow', ['follow']],
  ['undo', []],
  ['rerunlock', []],
  ['close', ['open']],
  ['deactivate', ['activate']],
  ['disable', ['enable']],
  ['hide', ['show']],
  ['leave', ['join']],
  ['open', ['close']],
  ['reinstate', ['suspend']],
  ['reopen', ['close', 'complete', 'resolve']],
  ['restore', ['delete', 'archive', 'trash', 'remove', 'withdraw', 'yank']],
  ['resume', ['pause', 'suspend']],
  ['show', ['hide']],
  ['start', ['stop', 'pause']],
  ['stop', ['start']],
  ['archive', []],
  ['constructor', []],
])('%s reverts %j', (verb, others) => {
  expect(revertedBy(verb)).toEqual(others);
});

test.each<[string, readonly string[]]>([
  ['archive', ['archive', 'archived']],
  ['publish', ['publish', 'published', 'publishhed']],
  ['cancel', ['cancel', 'canceled', 'cancelled']],
  ['verify', ['verify', 'verified']],
  ['deploy', ['deploy', 'deployed', 'deployyed']],
  ['activate', ['activate', 'activated', 'active']],
  ['freeze', ['freeze', 'frozen']],
  ['hide', ['hide', 'hidden']],
  ['hold', ['hold', 'held']],
  ['pay', ['pay', 'paid']],
  ['send', ['send', 'sent']],
  ['withdraw', ['withdraw', 'withdrawn']],
])('the states after %s are %j', (verb, forms) => {
  expect([...participlesOf(verb)]).toEqual(forms);
});

describe('a flag', () => {
  test.each([
    ['archived', 'archive'],
    ['isarchived', 'archive'],
    ['hasstarred', 'star'],
    ['viewerhasstarred', 'star'],
    ['userisfollowing', 'follow'],
    ['currentuserhasliked', 'like'],
    ['mehasliked', 'like'],
    ['likedbyme', 'like'],
    ['likedbyyou', 'like'],
    ['likedbyuser', 'like'],
    ['likedbyviewer', 'like'],
    ['isstarredbycurrentuser', 'star'],
    ['following', 'follow'],
    ['archiving', 'archive'],
    ['seeing', 'see'],
    ['member', 'join'],
    ['ismember', 'join'],
    ['visible', 'show'],
    ['running', 'start'],
  ])('%s is that of %s', (name, verb) => {
    expect(isFlagOf(name, verb)).toBe(true);
  });

  test.each([
    ['archivedposts', 'archive'],
    ['likedbymeans', 'like'],
    ['thisarchived', 'archive'],
    ['archiveing', 'archive'],
    ['running', 'run'],
    ['member', 'archive'],
    ['isdo', 'doing'],
  ])('%s is not that of %s', (name, verb) => {
    expect(isFlagOf(name, verb)).toBe(false);
  });
});

describe('a time', () => {
  test.each([
    ['publishedat', 'publish'],
    ['archivedon', 'archive'],
    ['archiveddate', 'archive'],
    ['archivedtime', 'archive'],
    ['archiveddatetime', 'archive'],
    ['archivedtimestamp', 'archive'],
    ['dateclosed', 'close'],
    ['timeclosed', 'close'],
    ['readat', 'read'],
  ])('%s is that of %s', (name, verb) => {
    expect(isTimeOf(name, verb)).toBe(true);
  });

  test.each([
    ['published', 'publish'],
    ['publishdate', 'publish'],
    ['createdat', 'publish'],
    ['updateclosed', 'close'],
    ['archivedatplace', 'archive'],
  ])('%s is not that of %s', (name, verb) => {
    expect(isTimeOf(name, verb)).toBe(false);
  });
});

describe('a counter', () => {
  test.each([
    ['likes', 'like'],
    ['likecount', 'like'],
    ['likescounter', 'like'],
    ['likestotal', 'like'],
    ['likenumber', 'like'],
    ['numlikes', 'like'],
    ['numberoflikes', 'like'],
    ['totallikes', 'like'],
    ['countlikes', 'like'],
    ['countoflikes', 'like'],
    ['nblikes', 'like'],
    ['followers', 'follow'],
    ['numfollowers', 'follow'],
    ['subscribercount', 'subscribe'],
    ['likedcount', 'like'],
    ['watches', 'watch'],
    ['numwatches', 'watch'],
    ['passes', 'pass'],
    ['boxes', 'box'],
    ['pushes', 'push'],
    ['votes', 'upvote'],
    ['votecount', 'downvote'],
    ['favs', 'favorite'],
    ['stargazercount', 'star'],
  ])('%s is that of %s', (name, verb) => {
    expect(isCounterOf(name, verb)).toBe(true);
  });

  test.each([
    ['like', 'like'],
    ['views', 'like'],
    ['likescountry', 'like'],
    ['enumlikes', 'like'],
    ['follower', 'follow'],
    ['followes', 'follow'],
    ['votes', 'like'],
  ])('%s is not that of %s', (name, verb) => {
    expect(isCounterOf(name, verb)).toBe(false);
  });
});
