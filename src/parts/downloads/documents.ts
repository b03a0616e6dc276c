/** Empty office documents and books: ZIP archives of XML. */
import { zipOf } from './archives.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Sheet {
  readonly part: string;
  readonly type: string;
  readonly text: string;
}

/** An Office Open XML package (ECMA-376): its first part is the document. */
const ooxml = (parts: readonly [Sheet, ...Sheet[]], within = ''): string => {
  const [main, ...others] = parts;
  const overrides = parts.map(
    ({ part, type }) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  const folder = main.part.slice(0, main.part.indexOf('/') + 1);
  const relations = (target: string, type: string): string =>
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zipOf([
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relations(main.part, 'officeDocument')],
    ...parts.map(({ part, text }) => [part, `${xml}${text}`] as const),
    ...others.map(
      ({ part }) =>
        [
          `${folder}_rels/${main.part.slice(folder.length)}.rels`,
          relations(part.slice(folder.length), within),
        ] as const,
    ),
  ]);
};

export const wordDocument = (): string =>
  ooxml([
    {
      part: 'word/document.xml',
      type: 'wordprocessingml.document.main',
      text: '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>',
    },
  ]);

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const spreadsheet = (): string =>
  ooxml(
    [
      {
        part: 'xl/workbook.xml',
        type: 'spreadsheetml.sheet.main',
        text: `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      {
        part: 'xl/worksheets/sheet1.xml',
        type: 'spreadsheetml.worksheet',
        text: `<worksheet xmlns="${sheets}"><sheetData/></worksheet>`,
      },
    ],
    'worksheet',
  );

export const presentation = (): string =>
  ooxml([
    {
      part: 'ppt/presentation.xml',
      type: 'presentationml.presentation.main',
      text: '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
    },
  ]);

/** An OpenDocument file: `text`, `spreadsheet` and so on. */
export const openDocument = (mediaType: string, kind: string): string => {
  const name = (space: string): string => `urn:oasis:names:tc:opendocument:xmlns:${space}:1.0`;
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

export const book = (): string =>
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
