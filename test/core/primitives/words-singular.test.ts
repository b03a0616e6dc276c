import { describe, expect, test } from 'vitest';
import { plainName, singular } from '../../../src/core/primitives/words.ts';

describe('the singular', () => {
  test.each([
    ['items', 'item'],
    ['keys', 'key'],
    ['databases', 'database'],
    ['responses', 'response'],
    ['houses', 'house'],
    ['uses', 'use'],
    ['sizes', 'size'],
    ['devices', 'device'],
    ['categories', 'category'],
    ['ties', 'tie'],
    ['movies', 'movie'],
    ['addresses', 'address'],
    ['processes', 'process'],
    ['statuses', 'status'],
    ['bonuses', 'bonus'],
    ['viruses', 'virus'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['caches', 'cache'],
    ['hashes', 'hash'],
    ['heroes', 'hero'],
    ['shoes', 'shoe'],
    ['shoestrings', 'shoestring'],
    ['videos', 'video'],
    ['apis', 'api'],
    ['schemas', 'schema'],
    ['skus', 'sku'],
    ['aliases', 'alias'],
    ['people', 'person'],
    ['children', 'child'],
    ['women', 'woman'],
    ['analyses', 'analysis'],
    ['indices', 'index'],
    ['indexes', 'index'],
    ['vertices', 'vertex'],
    ['criteria', 'criterion'],
    ['quizzes', 'quiz'],
    ['abuses', 'abuse'],
    ['aches', 'ache'],
    ['calories', 'calorie'],
    ['cookies', 'cookie'],
    ['cpus', 'cpu'],
    ['gpus', 'gpu'],
    ['menus', 'menu'],
    ['niches', 'niche'],
    ['toes', 'toe'],
    ['appendices', 'appendix'],
    ['atlases', 'atlas'],
    ['axes', 'axis'],
    ['biases', 'bias'],
    ['canvases', 'canvas'],
    ['crises', 'crisis'],
    ['diagnoses', 'diagnosis'],
    ['feet', 'foot'],
    ['gases', 'gas'],
    ['halves', 'half'],
    ['hypotheses', 'hypothesis'],
    ['knives', 'knife'],
    ['lenses', 'lens'],
    ['matrices', 'matrix'],
    ['men', 'man'],
    ['mice', 'mouse'],
    ['phenomena', 'phenomenon'],
    ['shelves', 'shelf'],
    ['synopses', 'synopsis'],
    ['teeth', 'tooth'],
    ['theses', 'thesis'],
    ['wolves', 'wolf'],
    ['waltzes', 'waltz'],
    ['tomatoes', 'tomato'],
    ['glasses', 'glass'],
  ])('of %s is %s, and that is its own', (many, one) => {
    expect(singular(many)).toBe(one);
    expect(singular(one)).toBe(one);
  });

  test.each([
    'alias',
    'atlas',
    'axis',
    'bias',
    'canvas',
    'chaos',
    'dns',
    'gas',
    'gps',
    'as',
    'news',
    'series',
    'species',
    'sms',
    'lens',
    'data',
    'is',
    '',
  ])('of %j is itself', (name) => {
    expect(singular(name)).toBe(name);
  });

  test.each([
    ['userAddresses', 'userAddress'],
    ['order_statuses', 'order_status'],
    ['HomePeople', 'HomePerson'],
    ['site-children', 'site-child'],
    ['STATUSES', 'STATUS'],
    ['PEOPLE', 'PERSON'],
    ['URLs', 'URL'],
    ['userIDs', 'userID'],
    ['dagruns', 'dagrun'],
    ['items2', 'items2'],
    ['Straßen', 'Straßen'],
  ])('of %s changes its last word only: %s', (many, one) => {
    expect(singular(many)).toBe(one);
  });
});

test.each(['userId', 'user_id', 'User-ID', 'user.id[]'])('%s is userid in plain', (name) => {
  expect(plainName(name)).toBe('userid');
});

test('a plain name keeps letters and digits of every script', () => {
  expect(plainName('Größe 2')).toBe('größe2');
});
