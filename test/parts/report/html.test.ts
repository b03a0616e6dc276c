import { expect, test } from 'vitest';
import { toHtml } from '../../../src/parts/report/html.ts';
import { hostileReport, smallReport } from './hostile.ts';

test('a section is a table', () => {
  const html = toHtml(smallReport);
  expect(html).toContain('<title>Small: passed</title>');
  expect(html).toContain('<tr class="passed"><td>passed</td><td>one</td><td>fine</td></tr>');
});

test('hostile texts are texts', () => {
  const html = toHtml(hostileReport);
  const body = html.slice(html.indexOf('<body>'));
  const tags = [...body.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(['body', 'h1', 'b', 'p', 'h2', 'table', 'tr', 'th', 'td', 'pre', 'html']));
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const text of ['onmouseover="', '\u0000', '\u001b']) expect(body).not.toContain(text);
});

test('the page loads nothing and runs nothing', () => {
  const html = toHtml(smallReport);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(html).not.toMatch(/<script|<link|<img|src=|href=/);
});
