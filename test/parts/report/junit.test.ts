import { expect, test } from 'vitest';
import { escapeXml, toJunit } from '../../../src/parts/report/junit.ts';
import { hostileReport, hostileTexts, smallReport } from './hostile.ts';

test('a section is a suite, a row is a case, and a row that is only listed is skipped', () => {
  expect(toJunit(smallReport)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Small" tests="2" failures="0" errors="0" skipped="1" time="0">
  <testsuite name="Things" tests="2" failures="0" errors="0" skipped="1" time="0">
    <testcase classname="Small.Things" name="one" time="0"/>
    <testcase classname="Small.Things" name="two" time="0">
      <skipped message="two was not judged"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('hostile texts are well-formed XML 1.0', () => {
  const text = toJunit(hostileReport);
  // Tags, attributes and texts; nothing else.
  const name = '[a-z-]+';
  const attribute = ` ${name}="[^<>&"]*(?:&(?:amp|lt|gt|quot|#39|#10|#9);[^<>&"]*)*"`;
  const tag = `<(?:\\?xml[^>]*\\?|/${name}|${name}(?:${attribute})*/?)>`;
  const content = '[^<>&]|&(?:amp|lt|gt|quot|#39|#10|#9);';
  expect(text).toMatch(new RegExp(`^(?:${tag}|${content})*$`, 'u'));
  // Production [2] of XML 1.0.
  expect(text).toMatch(/^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(text.match(/<failure /g)).toHaveLength(hostileTexts.length);
  expect(text).toContain(`failures="${hostileTexts.length}"`);
});

test('a text is escaped so that a parser reads it again', () => {
  expect(escapeXml('<a & "b">\n\'c\'')).toBe('&lt;a &amp; &quot;b&quot;&gt;&#10;&#39;c&#39;');
  expect(escapeXml('\u0000\ud800\u001b')).toBe('���');
});
