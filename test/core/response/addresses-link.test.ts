import { describe, expect, test } from 'vitest';
import { linkHeader, selfLink, successorLink } from '../../../src/core/response/addresses.ts';
import type { ResponseHeader } from '../../../src/core/service/operation.ts';
import { requestOf } from '../helpers.ts';

test('links of a page are separated by commas', () => {
  expect(linkHeader([{ href: '/users?page=2', rel: 'next' }])).toBe('</users?page=2>; rel="next"');
  expect(
    linkHeader([
      { href: '/users?page=1', rel: 'prev' },
      { href: '/users?page=3', rel: 'next' },
    ]),
  ).toBe('</users?page=1>; rel="prev", </users?page=3>; rel="next"');
});

test('a page without links has no header', () => {
  expect(linkHeader([])).toBeUndefined();
});

describe('a link to the requested resource', () => {
  /** `accepted`: the values that the schema of the header accepts. */
  const linkTo = (target: string, accepted: RegExp): string => {
    const header: ResponseHeader = {
      name: 'Link',
      required: false,
      generate: () => '',
      check: (value) => (accepted.test(String(value)) ? [] : [{ pointer: '', rule: 'pattern', message: 'is wrong' }]),
    };
    return selfLink(requestOf('GET', target, { pathPrefix: '/~ada', headers: { host: 'mock' } }), header);
  };

  test('contains the prefix of the world and the query', () => {
    expect(linkTo('/users', /./)).toBe('</~ada/users>; rel="self"');
    expect(linkTo('/users?a=1', /./)).toBe('</~ada/users?a=1>; rel="self"');
  });

  test('is absolute, or a URL alone, if the schema accepts nothing else', () => {
    expect(linkTo('/users?a=1', /^<http:/)).toBe('<http://mock/~ada/users?a=1>; rel="self"');
    expect(linkTo('/users?a=1', /^http:/)).toBe('http://mock/~ada/users?a=1');
    expect(linkTo('/users', /^nothing$/)).toBe('</~ada/users>; rel="self"');
  });
});

test('a link to the successor version has the base path, and the values of the path, encoded', () => {
  const request = requestOf('GET', '/v1/users/a%2Fb', { pathPrefix: '/~ada' });
  const context = { request, apiPath: { base: '/api', path: '' }, pathValues: new Map([['id', 'a%2Fb']]) };
  expect(successorLink('/v2/people/{id}', context)).toBe('</~ada/api/v2/people/a%2Fb>; rel="successor-version"');
});
