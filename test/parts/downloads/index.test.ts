/** The files of responses that are downloads, read by other programs than those that write them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleFile } from '../../../src/parts/downloads/index.ts';

const bytesOf = (mediaType: string): Buffer => Buffer.from(sampleFile(mediaType) ?? '', 'base64');

const office = 'application/vnd.openxmlformats-officedocument';

test.each([
  [`${office}.wordprocessingml.document`, 'PK\x03\x04'],
  [`${office}.spreadsheetml.sheet`, 'PK\x03\x04'],
  [`${office}.presentationml.presentation`, 'PK\x03\x04'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'PK\x03\x04'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'PK\x03\x04'],
  ['application/epub+zip', 'PK\x03\x04'],
  ['application/java-archive', 'PK\x03\x04'],
  ['application/msword', '\xd0\xcf\x11\xe0'],
  ['application/vnd.ms-excel', '\xd0\xcf\x11\xe0'],
  ['application/rtf', '{\\rtf1'],
  ['application/x-7z-compressed', '7z\xbc\xaf'],
  ['application/x-rar-compressed', 'Rar!'],
  ['application/x-bzip2', 'BZh'],
  ['application/x-gtar', 'readme.txt'],
  ['image/bmp', 'BM'],
  ['image/tiff', 'II*\0'],
  ['image/vnd.microsoft.icon', '\0\0\x01\0'],
  ['image/x-unknown', '\x89PNG'],
  ['audio/mpeg', '\xff\xfb'],
  ['audio/ogg', 'OggS'],
  ['audio/flac', 'fLaC'],
  ['audio/midi', 'MThd'],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['video/x-msvideo', 'RIFF'],
  ['text/calendar', 'BEGIN:VCALENDAR\r\n'],
  ['text/vcard', 'BEGIN:VCARD\r\n'],
  ['text/vtt', 'WEBVTT\n'],
  ['application/vnd.apple.mpegurl', '#EXTM3U\n'],
  ['font/woff2', 'wOF2'],
  ['application/font-woff', 'wOFF'],
  ['font/otf', 'OTTO'],
  ['font/ttf', '\0\x01\0\0'],
  ['application/wasm', '\0asm'],
])('a file of %s has the signature of its kind', (mediaType, signature) => {
  expect(bytesOf(mediaType).toString('latin1').startsWith(signature)).toBe(true);
});

test.each(['video/mp4', 'video/quicktime', 'audio/x-m4a', 'image/heic', 'video/x-unknown'])(
  '%s is a sequence of boxes',
  (mediaType) => {
    const bytes = bytesOf(mediaType);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    let end = 0;
    while (end < bytes.length) end += bytes.readUInt32BE(end);
    expect(end).toBe(bytes.length);
  },
);

test.each(['application/json', 'text/plain', 'text/csv', 'application/xml', 'application/vnd.acme', 'multipart/mixed'])(
  '%s is no kind of file that is known',
  (mediaType) => {
    expect(sampleFile(mediaType)).toBeUndefined();
  },
);

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'vivarium-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

const run = (command: string, ...args: readonly string[]): string => execFileSync(command, args, { encoding: 'utf8' });

test('tar lists its own file', () => {
  const file = join(folder(), 'a.tar');
  writeFileSync(file, bytesOf('application/x-tar'));
  expect(run('tar', 'tf', file)).toBe('readme.txt\n');
  expect(run('tar', 'xOf', file)).toBe('vivarium\n');
});

/** The names and the stored contents by the central directory (APPNOTE.TXT, 4.3.12). */
const filesOf = (zip: Buffer): ReadonlyMap<string, string> => {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let at = zip.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [size, length, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('latin1', at + 46, at + 46 + length);
    files.set(name, zip.toString('latin1', start + 30 + length, start + 30 + length + size));
    at += 46 + length;
  }
  expect(at).toBe(end);
  return files;
};

test.each([
  ['wordprocessingml.document', 'word/document.xml'],
  ['spreadsheetml.sheet', 'xl/workbook.xml'],
  ['presentationml.presentation', 'ppt/presentation.xml'],
])('a package of %s names its document', (kind, main) => {
  const files = filesOf(bytesOf(`${office}.${kind}`));
  expect(files.get('_rels/.rels')).toContain(`Target="${main}"`);
  expect(files.get('[Content_Types].xml')).toContain(`PartName="/${main}"`);
  expect(files.get(main)).toMatch(/^<\?xml .*>$/);
});
