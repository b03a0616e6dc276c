/** Each format with texts that its standard allows and forbids. The generated texts of a format are among the allowed ones. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { textFormats } from '../../../src/openapi/validation/text-formats.ts';
import { cpuMsOf } from '../../hostile/cpu.ts';
import { contentsOf, now } from '../documents.ts';

interface Case {
  readonly format: string;
  readonly source: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** A text that ajv-formats, and so Prism, judges otherwise. */
  readonly otherThanAjv?: string;
}

const words = (list: string) => list.split(' ');

const dates = {
  accepted: ['2030-01-31', '2028-02-29', '2000-02-29', '0000-02-29', '9999-12-31', '2030-04-30'],
  rejected: [
    ...words('2030-02-29 1900-02-29 2030-00-01 2030-13-01 2030-01-00 2030-01-32 2030-04-31 30-01-31 2030-1-31'),
    ...words('2030-01-1 20300131 2030/01/31 2030-031 2030-W05-4 +2030-01-31 2030-01-31Z 2030-01-31T00:00:00Z -'),
    ...['today', ' 2030-01-31', '2030-01-31\n', '২০৩০-01-31', ''],
  ],
};
const times = {
  accepted: [
    ...words('00:00:00Z 23:59:59Z 12:00:00z 12:00:00.5Z 12:00:00.123456789012Z 12:00:00+00:00 12:00:00-00:00'),
    ...words('12:00:00+23:59 12:00:00-01:30 23:59:60Z 23:59:60.25Z 15:59:60-08:00 00:29:60+00:30'),
  ],
  rejected: [
    ...words('24:00:00Z 12:60:00Z 12:00:61Z 12:00:60Z 22:59:60Z 23:58:60Z 23:59:60+01:00 23:59:60-00:30 12:00:00'),
    ...words('12:00Z 12Z 1:00:00Z 12:0:00Z 12:00:0Z 12:00:00.Z 12:00:00,5Z 120000Z 12:00:00+01 12:00:00+0100'),
    ...words('12:00:00+1:00 12:00:00+24:00 12:00:00+01:60 12:00:00UTC T12:00:00Z'),
    ...['12:00:00 Z', '12:00:00\u221201:00', '12:00:00Z\n', ''],
  ],
};
const mails = {
  accepted: [
    ...words('ada@example.com a.b+c@example.com ada@sub.example.co.uk ADA@EXAMPLE.COM ada@localhost'),
    ...words('"a@b"@example.com "a..b"@example.com ""@example.com ada@[192.0.2.1] ada@[IPv6:2001:db8::1] 1@1.de'),
    ...['a@xn--bcher-kva.example', "!#$%&'*+/=?^_`{|}~-@example.com", '"ada lovelace"@example.com'],
    ...['"\\""@example.com', `${'a'.repeat(64)}@example.com`],
  ],
  rejected: [
    ...words('ada @example.com ada@ a@b@example.com .ada@example.com ada.@example.com a..b@example.com'),
    ...words('"ada@example.com a"b"@example.com ada@-example.com ada@example-.com ada@example..com ada@.com'),
    ...words('ada@example.com. ada@exam_ple.com ada@[192.0.2.256] ada@[2001:db8::1] ada@[IPv6:1] ada@192.0.2.1]'),
    'mailto:ada@example.com',
    ...['a b@example.com', '"a\nb"@example.com', 'Ada <ada@example.com>', 'ada@example.com '],
    ...[`${'a'.repeat(65)}@example.com`, `a@${'a'.repeat(64)}.com`, ''],
  ],
};
const references = {
  accepted: [
    ...words('/ /a/b a/b ./a:b ../a ?q=1 #top //example.com/a a;b=c,d a@b /a//b a%20b (a) /a?b?c/d#e?f/g'),
    '',
  ],
  rejected: [
    ...words('/a% /a%zz /{id} /a|b /a"b /a^b <a> #a#b 1:a :a a_b:c //[::1'),
    ...['a b', '\\\\share\\file', '/é', '/a`b', '/a\n'],
  ],
};

const cases: readonly Case[] = [
  { format: 'date', source: 'RFC 3339, 5.6 full-date, 5.7', ...dates },
  { format: 'time', source: 'RFC 3339, 5.6 full-time, 5.7', otherThanAjv: '12:00:00+0100', ...times },
  {
    format: 'date-time',
    source: 'RFC 3339, 5.6 date-time, 5.7, appendix D',
    accepted: [
      ...words('1990-12-31T23:59:60Z 1990-12-31T15:59:60-08:00 2016-06-30T23:59:60.5Z 2017-01-01T08:59:60+09:00'),
      '2030-01-31t12:00:00z',
      ...times.accepted.filter((time) => !time.includes(':60')).map((time) => `2030-01-31T${time}`),
      ...dates.accepted.map((date) => `${date}T12:00:00Z`),
    ],
    rejected: [
      ...words('2030-01-31 2030-01-31T 2030-01-31T12:00:00ZZ 2030-01-31_12:00:00Z 2030-01-31TT12:00:00Z'),
      ...times.rejected.map((time) => `2030-01-31T${time}`),
      ...dates.rejected.filter((date) => date !== '').map((date) => `${date}T12:00:00Z`),
      ...['2030-01-31 12:00:00Z', '20300131T120000Z', '1893456000', 'Thu, 31 Jan 2030 12:00:00 GMT', ''],
      // A leap second is at the end of a month.
      ...words('1990-12-30T23:59:60Z 2017-01-01T23:59:60+00:00'),
    ],
    otherThanAjv: '2030-01-31 12:00:00Z',
  },
  {
    format: 'duration',
    source: 'RFC 3339, appendix A',
    accepted: [...words('P1Y P1M P1D P1W PT1H PT1M PT1S P1Y2M3DT4H5M6S P1YT1S P10W P0D PT0S PT36H P0001Y p1d')],
    rejected: [
      ...words('P PT P1 1D P1YT P1S PT1D P1D2Y PT1S2M P1W2D P1Y2W P-1D -P1D P1.5D PT1.5S P1,5D P1Y1D PT1H1S'),
      ...['P1DT1H1D', 'P 1D', 'P1D ', 'P২D', ''],
    ],
    otherThanAjv: 'PT1H1S',
  },
  { format: 'email', source: 'RFC 5321, 4.1.2 Mailbox, 4.5.3.1.1', otherThanAjv: 'ada@localhost', ...mails },
  {
    format: 'idn-email',
    source: 'RFC 6531, 3.3',
    accepted: [...mails.accepted, 'jürgen@bücher.example', '用户@例え.jp', '"é è"@example.com', 'अ@उदाहरण.भारत'],
    rejected: [...mails.rejected, 'é é@example.com', 'a@é .com', 'a@-é.com', 'a@☃.com'],
  },
  {
    format: 'uri',
    source: 'RFC 3986, 3',
    accepted: [
      ...words('http://example.com https://user:pass@example.com:8080/a/b?c=d#e http://[2001:db8::7]/c'),
      ...words('http://[v1.a:b]/ mailto:a@b.com urn:oasis:names:docbook:4.1 tel:+1-816-555-1212 file:///etc/hosts'),
      ...words('a: http: http:// http://a:/ news:a.b ldap://[::1]/c=GB?one HTTP://EXAMPLE.COM/%7Efoo'),
      ...words('data:text/plain,a%20b a+b.c-1:x http://a.b-.com http://1.2.3.999/'),
      "http://a/!$&'()*+,;=:@",
    ],
    rejected: [
      ...words('1http://a ://a http://a:b/ http://[::1/ http://[::g]/ http://a@b@c/ http://ex%ample'),
      'http://[fe80::1%25en0]/',
      ...references.accepted,
      ...references.rejected
        .filter((text) => text !== 'a b')
        .map((text) => `http:${text.startsWith('/') ? '' : '/'}${text}`)
        .filter((text) => !/^http:\/(1|:|a_b)/.test(text)),
      ...['http://a b', 'http://é.com'],
    ],
  },
  {
    format: 'uri-reference',
    source: 'RFC 3986, 4.1',
    accepted: [...references.accepted, 'http://example.com/a', 'mailto:a@b.com'],
    rejected: references.rejected,
  },
  {
    format: 'url',
    source: 'no standard: an absolute URL with a host',
    accepted: [
      ...words('https://example.com http://localhost:3000/a http://127.0.0.1/ ftp://a/b ws://a?b'),
      'https://é.com/{a}',
      'data:image/svg+xml,%3Csvg/%3E',
    ],
    rejected: ['example.com', '/a', 'http://', 'http:///a', 'http:a', 'mailto:a@b.com', 'http://a b', ''],
    otherThanAjv: 'http://localhost:3000/a',
  },
  {
    format: 'hostname',
    source: 'RFC 1123, 2.1; RFC 952; RFC 1035, 2.3.4; the samples of RFC 3492, 7.1',
    accepted: [
      ...words('example.com localhost a 3com.com a-b.c--d'),
      ...words('xn--nxasmq6b XN--NXASMQ6B.example a.xn--egbpdaj6bu4bxfgehfvwxn'),
      ...words('xn--ihqwcrb4cv8a8dqg056pqjye xn--Proprostnemluvesky-uyb24dma41a xn--4dbcagdahymbxekheh6e0a7fei0b'),
      ...words('xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa xn--3B-ww4c5e180e575a65lsy2b xn--a EXAMPLE.com 1.2.3'),
      ...[`${'a'.repeat(63)}.com`, `${'a.'.repeat(126)}a`],
      // A reserved label that is in use (RFC 5890, 2.3.1).
      'r3---sn-4g5e6n7r.example',
    ],
    rejected: [
      ...words('. .a a. example.com. a..b -a a- a_b a/b a:80 192.0.2.1 [::1] *.a.com'),
      ...['', 'a b', 'é.com', `${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}a`, 'a.com\n'],
    ],
    otherThanAjv: 'example.com.',
  },
  {
    format: 'ipv4',
    source: 'RFC 2673, 3.2, without leading zeros: RFC 3986, 3.2.2, RFC 6943, 3.1.1',
    accepted: ['0.0.0.0', '255.255.255.255', '192.0.2.1', '1.2.3.4'],
    rejected: [
      ...words('256.0.0.1 1.2.3 1.2.3.4.5 01.2.3.4 1.2.3.04 1.2.3.4/24 1.2..4 0x7f.0.0.1 2130706433 1.2.3.-4'),
      ...['1.2.3.4 ', '1.2.3.٤', ''],
    ],
  },
  {
    format: 'ipv6',
    source: 'RFC 4291, 2.2',
    accepted: [
      ...words(':: ::1 1:: 2001:db8::1 1:2:3:4:5:6:7:8 ABCD:EF01:2345:6789:ABCD:EF01:2345:6789 ::ffff:192.0.2.1'),
      ...words('1:2:3:4:5:6:1.2.3.4 1::2:3:4:5:6:7 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 64:ff9b::192.0.2.33 0001::'),
    ],
    rejected: [
      ...words(': ::: 1 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 ::12345 ::g :1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8:'),
      ...words('1:2:3:4::5:6:7:8 ::1.2.3 ::1.2.3.256 1.2.3.4:: ::1.2.3.4:5 1:2:3:4:5:6:7:1.2.3.4 fe80::1%eth0'),
      ...['::1/64', '[::1]', '', ' ::1', '::١'],
    ],
  },
  {
    format: 'uuid',
    source: 'RFC 9562, 4',
    accepted: [
      ...words('123e4567-e89b-42d3-a456-426614174000 00000000-0000-0000-0000-000000000000'),
      ...words('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF 017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    ],
    rejected: [
      ...words('123e4567e89b42d3a456426614174000 {123e4567-e89b-42d3-a456-426614174000}'),
      ...words('urn:uuid:123e4567-e89b-42d3-a456-426614174000 123e4567-e89b-42d3-a456-42661417400'),
      ...words('123e4567-e89b-42d3-a456-4266141740000 123e4567-e89b-42d3-a45-6426614174000'),
      'g23e4567-e89b-42d3-a456-426614174000',
      '',
    ],
    otherThanAjv: 'urn:uuid:123e4567-e89b-42d3-a456-426614174000',
  },
];

const ajv = new Ajv2020({ strict: false });
formatsPlugin.default(ajv);

describe.each(cases)('$format ($source)', ({ format, accepted, rejected, otherThanAjv }) => {
  const isFit = textFormats.get(format) as (text: string) => boolean;

  test('accepts', () => {
    expect(accepted.filter((text) => !isFit(text))).toEqual([]);
  });

  test('rejects', () => {
    expect(rejected.filter(isFit)).toEqual([]);
  });

  test('generated texts are accepted', async () => {
    const { response } = await contentsOf({ type: 'string', format });
    for (let seed = 0; seed < 60; seed++) expect(response.generate({ seed, now })).toSatisfy(isFit);
  });

  test('the difference to ajv-formats is the named one', () => {
    if (otherThanAjv === undefined) return;
    expect([...accepted, ...rejected]).toContain(otherThanAjv);
    expect(ajv.compile({ format })(otherThanAjv)).toBe(!isFit(otherThanAjv));
  });

  test('a long text is judged in proportion to its length', () => {
    const judge = (times: number): void => {
      for (const text of [...accepted, ...rejected.slice(0, 20)]) {
        isFit(text.repeat(times));
        isFit(`${text.slice(0, 5)}${text.slice(-1).repeat(5 * times)}`);
        isFit(`${text}${'.a'.repeat(2.5 * times)}!`);
      }
    };
    judge(1000);
    const [short, long] = [cpuMsOf(() => judge(1000)), cpuMsOf(() => judge(20_000))];
    // Twenty times the length; quadratic work would take four hundred times as long. Short times are inexact.
    expect(long).toBeLessThan(100 * Math.max(short, 5));
  });
});
