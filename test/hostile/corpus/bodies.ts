/** Bodies for `POST /v1/pets` of the shipped example, byte by byte. Bodies for hostile schemas are in `../schemas.ts`. */
import { deflateSync, gzipSync } from 'node:zlib';

export interface HostileBody {
  readonly name: string;
  readonly body: string | Uint8Array;
  /** Default: JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `large`: 400, or the end of the connection, because the rest is not read. 201: stored as the pet `a` of category 1. */
  readonly expected: 400 | 201 | 'large';
}

const valid = '"name":"a","categoryId":1';
const nest = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const encoded = (coding: string): Readonly<Record<string, string>> => ({ 'content-encoding': coding });
const typed = (type: string): Readonly<Record<string, string>> => ({ 'content-type': type });

export const hostileBodies: readonly HostileBody[] = [
  { name: 'nothing', body: '', expected: 400 },
  { name: 'an open brace', body: '{', expected: 400 },
  { name: 'null', body: 'null', expected: 400 },
  { name: 'a list', body: '[]', expected: 400 },
  { name: 'a text', body: '"text"', expected: 400 },
  { name: 'two values', body: `{${valid}}{${valid}}`, expected: 400 },
  { name: 'a missing property', body: '{"name":"a"}', expected: 400 },
  { name: 'a number for a text', body: '{"name":1,"categoryId":1}', expected: 400 },
  { name: 'a text for a number', body: '{"name":"a","categoryId":"1"}', expected: 400 },
  { name: 'a fraction', body: '{"name":"a","categoryId":1.5}', expected: 400 },
  { name: 'an integer beyond int64', body: '{"name":"a","categoryId":9223372036854775808}', expected: 400 },
  { name: 'a number beyond double', body: '{"name":"a","categoryId":1e400}', expected: 400 },
  { name: 'a number of a million digits', body: `{"name":"a","categoryId":${'9'.repeat(1_000_000)}}`, expected: 400 },
  { name: 'a huge exponent', body: '{"name":"a","categoryId":1e999999999}', expected: 400 },
  { name: 'NaN', body: '{"name":"a","categoryId":NaN}', expected: 400 },
  { name: 'a value outside of an enum', body: `{${valid},"status":"lost"}`, expected: 400 },
  { name: 'a null status', body: `{${valid},"status":null}`, expected: 400 },
  { name: 'lists nested deeply', body: `{${valid},"x":${nest('[', ']', 5000)}}`, expected: 400 },
  { name: 'objects nested deeply and not closed', body: '{"a":'.repeat(180_000), expected: 400 },
  { name: 'bytes that are not UTF-8', body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), expected: 400 },
  { name: 'an overlong encoding', body: Buffer.from('{"name":"\xc0\xaf","categoryId":1}', 'latin1'), expected: 400 },
  { name: 'a control character in a text', body: '{"name":"a\nb","categoryId":1}', expected: 400 },
  { name: 'a zero byte at the end', body: `{${valid}}\0`, expected: 400 },
  { name: 'XML', body: `{${valid}}`, headers: typed('text/xml'), expected: 400 },
  { name: 'a broken media type', body: `{${valid}}`, headers: typed('application/json; charset="'), expected: 201 },
  { name: 'a form', body: 'name=a&categoryId=1', headers: typed('application/x-www-form-urlencoded'), expected: 400 },
  {
    name: 'multipart without an end',
    body: '--a\r\n\r\n',
    headers: typed('multipart/form-data; boundary=a'),
    expected: 400,
  },
  { name: 'an unknown coding', body: `{${valid}}`, headers: encoded('zebra'), expected: 400 },
  { name: 'plain text as gzip', body: `{${valid}}`, headers: encoded('gzip'), expected: 400 },
  { name: 'half of a gzip', body: gzipSync(`{${valid}}`).subarray(0, 15), headers: encoded('gzip'), expected: 400 },
  { name: 'a gzip in a gzip', body: gzipSync(gzipSync(`{${valid}}`)), headers: encoded('gzip'), expected: 400 },
  { name: 'a gzip bomb', body: gzipSync(' '.repeat(50_000_000)), headers: encoded('gzip'), expected: 'large' },
  { name: 'a deflate bomb', body: deflateSync(' '.repeat(50_000_000)), headers: encoded('deflate'), expected: 'large' },
  { name: 'two megabytes', body: `{${valid},"x":"${'x'.repeat(2_000_000)}"}`, expected: 'large' },
  {
    name: 'properties of prototypes',
    body: `{${valid},"__proto__":{"status":"sold"},"constructor":{"prototype":1}}`,
    expected: 201,
  },
  { name: 'a property twice', body: `{"name":"b","name":"a","categoryId":1}`, expected: 201 },
  { name: 'a property of a million spaces', body: `{${valid}${' '.repeat(1_000_000)}}`, expected: 201 },
  {
    name: 'fifty thousand properties',
    body: `{${Array.from({ length: 50_000 }, (_, at) => `"p${at}":1,`).join('')}${valid}}`,
    expected: 201,
  },
];
