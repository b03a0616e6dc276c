/** A small file of each usual kind, for responses that are downloads. Office documents and books are ZIP archives of XML. */
import { remembered } from '../../core/primitives/lazy.ts';
import { littleEndian, tarOf, zipOf } from './archives.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Part = readonly [path: string, type: string, text: string];

/** An Office Open XML package (ECMA-376): its first part is the document, the others are its sheets. */
const ooxml = (main: Part, ...others: readonly Part[]): string => {
  const overrides = [main, ...others].map(
    ([path, type]) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  const [folder = '', file] = main[0].split(/(?<=\/)/);
  const relations = (target: string, type: string) =>
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zipOf([
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relations(main[0], 'officeDocument')],
    ...[main, ...others].map(([path, , text]) => [path, `${xml}${text}`] as const),
    ...others.map(
      ([path]) => [`${folder}_rels/${file}.rels`, relations(path.slice(folder.length), 'worksheet')] as const,
    ),
  ]);
};

const wordDocument = (): string =>
  ooxml([
    'word/document.xml',
    'wordprocessingml.document.main',
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>',
  ]);

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const spreadsheet = (): string =>
  ooxml(
    [
      'xl/workbook.xml',
      'spreadsheetml.sheet.main',
      `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet', `<worksheet xmlns="${sheets}"><sheetData/></worksheet>`],
  );

const presentation = (): string =>
  ooxml([
    'ppt/presentation.xml',
    'presentationml.presentation.main',
    '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
  ]);

/** An OpenDocument file: `text`, `spreadsheet` and so on. */
const openDocument = (mediaType: string, kind: string): string => {
  const name = (space: string) => `urn:oasis:names:tc:opendocument:xmlns:${space}:1.0`;
  return zipOf([
    ['mimetype', mediaType],
    [
      'META-INF/manifest.xml',
      `${xml}<manifest:manifest xmlns:manifest="${name('manifest')}" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ],
    [
      'content.xml',
      `${xml}<office:document-content xmlns:office="${name('office')}" office:version="1.2"><office:body><office:${kind}/></office:body></office:document-content>`,
    ],
  ]);
};

const book = (): string =>
  zipOf([
    ['mimetype', 'application/epub+zip'],
    [
      'META-INF/container.xml',
      `${xml}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ],
    [
      'book.opf',
      `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">book</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest/><spine/></package>`,
    ],
  ]);

/** The file of a media type in lower case without parameters, in base64; undefined: the media type names no kind of file that is known. */
export const sampleFile = remembered((mediaType): string | undefined => {
  const found = kinds.find(([pattern]) => pattern.test(mediaType));
  return found && btoa(found[1](mediaType));
});

/** What a file holds of which nothing else is known, in base64. */
export const anyFile = 'AAECAwQFBgcICQoLDA0ODw==';

const bytes = (hex: string) => hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
const zeros = (count: number) => '\0'.repeat(count);
const text = 'vivarium\n';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#2f8f6f"/></svg>';

const png = atob(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPQ78/HihiGlgQAV3tLQT+9PAcAAAAASUVORK5CYII=',
);

const jpeg = atob(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/' +
    'wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
);

/** One empty page. */
const pdf = (): string => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${file}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
};

/** A box of the ISO base media file format (ISO 14496-12). */
const box = (type: string, content: string) =>
  `${[...littleEndian(content.length + 8, 4)].reverse().join('')}${type}${content}`;

/** A film without a track. */
const movie = (brand: string): string => {
  const matrix = bytes(`00010000${'00'.repeat(12)}00010000${'00'.repeat(12)}40000000`);
  const header = `${zeros(12)}${bytes('000003e8')}${zeros(4)}${bytes('000100000100')}${zeros(10)}${matrix}${zeros(24)}${bytes('00000001')}`;
  return box('ftyp', `${brand}\0\0\x02\0${brand}isom`) + box('moov', box('mvhd', header));
};

const riff = (content: string) => `RIFF${littleEndian(content.length, 4)}${content}`;

/** One pixel. */
const bitmap = () =>
  `BM${littleEndian(58, 4)}${zeros(4)}${littleEndian(54, 4)}${littleEndian(40, 4)}${littleEndian(1, 4).repeat(2)}${bytes('01001800')}${zeros(4)}${littleEndian(4, 4)}${zeros(16)}${bytes('6f8f2f00')}`;

const icon = () =>
  `${bytes('000001000100080800000100')}\x18\0${littleEndian(png.length, 4)}${littleEndian(22, 4)}${png}`;

/** One black pixel (TIFF 6.0, bilevel). */
const tiff = (): string => {
  const stripOffsets = 0x111;
  const tags = [0x100, 0x101, 0x103, 0x106, stripOffsets, 0x116, 0x117];
  const fields = tags.map(
    (tag) => `${littleEndian(tag, 2)}${bytes('030001000000')}${littleEndian(tag === stripOffsets ? 8 : 1, 4)}`,
  );
  return `II*\0${littleEndian(10, 4)}\0\0${littleEndian(tags.length, 2)}${fields.join('')}${zeros(4)}`;
};

/** A silent frame of 26 ms (ISO 11172-3): 32 kbit/s, 44.1 kHz, mono. */
const mp3 = () => `${bytes('fffb10c0')}${zeros(100)}`;

/** The header of a font without tables, which shows its kind. */
const font = (signature: string) => `${signature}${zeros(44)}`;

const ebml = (kind: string): string => {
  const content = `${bytes('42868101')}${bytes('42f78101')}${bytes('42f28104')}${bytes('42f38108')}${bytes('4282')}${String.fromCharCode(0x80 + kind.length)}${kind}${bytes('42878104')}${bytes('42858102')}`;
  return `${bytes('1a45dfa3')}${String.fromCharCode(0x80 + content.length)}${content}${bytes('18538067')}\x80`;
};

/** The header of a Compound File (MS-CFB), as Office before 2007 wrote. */
const compound = () =>
  `${bytes('d0cf11e0a1b11ae1')}${zeros(16)}${bytes('3e000300feff09000600')}${zeros(10)}${bytes('01000000')}`.padEnd(
    512,
    '\xff',
  );

/** Text of a format with lines of its own, each of which ends with a carriage return too. */
const lines = (...all: readonly string[]) => all.map((line) => `${line}\r\n`).join('');

const calendar = (): string =>
  lines(
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vivarium//EN', 'BEGIN:VEVENT', 'UID:1@example.com'],
    ...['DTSTAMP:20300101T090000Z', 'DTSTART:20300102T090000Z', 'DTEND:20300102T100000Z', 'SUMMARY:Review'],
    ...['END:VEVENT', 'END:VCALENDAR'],
  );

const card = (): string => lines('BEGIN:VCARD', 'VERSION:4.0', 'FN:Ada Lovelace', 'EMAIL:ada@example.com', 'END:VCARD');

/** The first pattern that matches the media type applies. */
const kinds: readonly (readonly [RegExp, (mediaType: string) => string])[] = [
  [/wordprocessingml|ms-word\.|(^|\/)docx$/, wordDocument],
  [/spreadsheetml|ms-excel\.sheet|(^|\/)xlsx$/, spreadsheet],
  [/presentationml|ms-powerpoint\.|(^|\/)pptx$/, presentation],
  [/msword|ms-(excel|powerpoint|project|outlook)|x-(msi|ole)|(^|\/)(doc|ppt|xls)$/, compound],
  [/opendocument\.\w+/, (type) => openDocument(type, /opendocument\.(\w+)/.exec(type)?.[1] ?? 'text')],
  [/epub/, book],
  [/^application\/(x-)?pdf$/, pdf],
  [
    /^application\/(x-)?zip(-compressed)?$|[/.+-]zip$|java-archive|pkpass|android\.package|google-earth\.kmz/,
    () => zipOf([['readme.txt', text]]),
  ],
  [/gzip|[/-]gz$|tar\+gz|tgz/, () => atob('H4sIAAAAAAAAAyvLLEssyizN5QIA5nGEQQkAAAA=')],
  [/^application\/(x-)?(g|us)?tar$/, () => tarOf('readme.txt', text)],
  [/[/-]7z/, () => `${bytes('377abcaf271c00048d9bd50f')}${zeros(20)}`],
  [/[/.-]rar(-compressed)?$/, () => bytes('526172211a0701003392b5e50a01050600050101808000b8ed8ed1')],
  [/bzip/, () => bytes('425a683917724538509000000000')],
  [/[/-]xz$/, () => bytes('fd377a585a000004e6d6b446000000001cdf44211fb6f37d010000000004595a')],
  [/zstd/, () => bytes('28b52ffd240001000099e9d851')],
  [/[/-]rtf$/, () => '{\\rtf1\\ansi Vivarium.\\par}\n'],
  [/postscript/, () => '%!PS\nshowpage\n'],
  [/wasm/, () => bytes('0061736d01000000')],
  [/^text\/(x-)?v?calendar$/, calendar],
  [/^text\/(x-)?(vcard|directory)$/, card],
  [/^text\/vtt$/, () => 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n'],
  [/mpegurl$/, () => '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nsegment0.ts\n#EXT-X-ENDLIST\n'],
  [/sqlite/, () => `SQLite format 3\0${bytes('100001010040202000000001')}`.padEnd(512, '\0')],
  [/parquet/, () => 'PAR1\0\0\0\0PAR1'],
  [/^image\/svg\+xml$/, () => svg],
  [/^(image|application)\/(x-)?p?jpe?g$/, () => jpeg],
  [/^image\/gif$/, () => atob('R0lGODlhAQABAIAAAC+Pb////ywAAAAAAQABAAACAkQBADs=')],
  [/^image\/webp$/, () => atob('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')],
  [/^image\/(x-)?(ms-)?bmp$/, bitmap],
  [/^image\/(x-icon|vnd\.microsoft\.icon|ico)$/, icon],
  [/^image\/tiff?$/, tiff],
  [/^image\/(avif|hei[cf])/, (type) => movie(type.includes('avif') ? 'avif' : 'heic')],
  [/^image\/(?!.*(xml|json)$)|^application\/(x-)?png$/, () => png],
  [
    /^audio\/(x-)?(wav|wave|vnd\.wave)$/,
    () => atob('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=='),
  ],
  [/^(audio|video|application)\/(x-)?(ogg|opus|vorbis)$/, () => `OggS\0\x04${zeros(20)}`],
  [/^audio\/(x-)?flac$/, () => `fLaC${bytes('80000022100010000000000000000ac440f000000000')}${zeros(16)}`],
  [/^audio\/(x-)?aac(p)?$/, () => bytes('fff15040011ffc')],
  [/^audio\/(x-)?midi?$/, () => `MThd${bytes('000000060000000100604d54726b0000000400ff2f00')}`],
  [/^audio\/(x-m4a|mp4|m4a)$/, () => movie('M4A ')],
  [/^(audio|video)\/(x-)?(webm|matroska)$/, (type) => ebml(type.endsWith('webm') ? 'webm' : 'matroska')],
  [/^audio\//, mp3],
  [/^video\/quicktime$/, () => movie('qt  ')],
  [/^video\/(x-)?(msvideo|avi)$/, () => riff(`AVI LIST${littleEndian(4, 4)}hdrl`)],
  [/^video\/(mpeg|mp2t)$/, () => bytes('000001ba210001000180000100000001b9')],
  [/^(video\/|application\/mp4$)/, () => movie('mp42')],
  [/[/-]woff2$/, () => font('wOF2')],
  [/[/-]woff$/, () => font('wOFF')],
  [/^(font|application)\/((x-)?(font-)?(otf|opentype))$/, () => font('OTTO')],
  [/^font\/|[/-](ttf|truetype)$/, () => font('\0\x01\0\0')],
  [/^(application|binary)\/(x-)?(octet-stream|binary|download)$/, () => atob(anyFile)],
];

/** Bytes in base64 become a text of at most some characters. */
type Encode = (base64: string, maxLength: number) => string;

const base64: Encode = (text, maxLength) =>
  text.length > maxLength ? text.slice(0, maxLength - (maxLength % 4)) : text;

/** The encodings by the names of `contentEncoding`, and of the formats of OpenAPI before it. */
const encodings: ReadonlyMap<string, Encode> = new Map<string, Encode>([
  ['base64', base64],
  ['byte', base64],
  [
    'base64url',
    (text, maxLength) => base64(text, maxLength).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ],
  [
    'base16',
    (text, maxLength) =>
      [...atob(text)]
        .map((one) => one.charCodeAt(0).toString(16).padStart(2, '0'))
        .slice(0, maxLength / 2)
        .join(''),
  ],
]);

/** How bytes are written as a text. Undefined: the encoding is unknown. */
export const encodingOf = (name: string): Encode | undefined => encodings.get(name.toLowerCase());
