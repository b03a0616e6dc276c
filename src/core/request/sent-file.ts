/** A file that a request sends, and the facts about it that the properties of an upload repeat. */

import { contentOf, type HttpRequest, headerOf, isJsonType } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';
import type { SentFile } from '../service/operation.ts';

/** A body that is a file as a whole; undefined for JSON and for forms. */
export const fileIn = ({ body, headers }: HttpRequest, mediaType: string | undefined): SentFile | undefined => {
  const isFile = mediaType !== undefined && !isJsonType(mediaType) && !isForm(mediaType);
  const sent = isFile ? contentOf(body) : undefined;
  if (sent === undefined) return undefined;
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const [, quoted, plain] =
    /;\s*filename\s*=\s*(?:"([^"\\]*)"|([^\s;"]+))/i.exec(headerOf(headers, 'content-disposition') ?? '') ?? [];
  return { name: quoted ?? plain, type: mediaType as string, size: bytes.length, bytes };
};

const isForm = (mediaType: string): boolean =>
  mediaType.startsWith('multipart/') || mediaType === 'application/x-www-form-urlencoded';

/** What these properties of one object state about a file, by name. */
export const factsAbout = (properties: Iterable<string>, file: SentFile): ReadonlyMap<string, Json> => {
  const facts = new Map<string, Json>();
  let [name, hasType]: [string | undefined, boolean] = [undefined, false];
  for (const property of properties) {
    const fact = factAbout(property, file);
    if (fact !== undefined) facts.set(property, fact);
    if (plainName(property) === 'name') name = property;
    hasType ||= fact === file.type;
  }
  // What has the type of a file is one, and its name is that of the file.
  if (name !== undefined && hasType && file.name !== undefined) facts.set(name, file.name);
  return facts;
};

/** What a property of this name states about a file; undefined for other properties. */
const factAbout = (property: string, { name, type, size }: SentFile): Json | undefined => {
  switch (plainName(property)) {
    case 'filename':
    case 'originalname':
    case 'originalfilename':
      return name;
    case 'size':
    case 'bytes':
    case 'filesize':
    case 'sizebytes':
    case 'sizeinbytes':
    case 'contentlength':
      return size;
    case 'mime':
    case 'mimetype':
    case 'filetype':
    case 'contenttype':
    case 'mediatype':
      return type;
    case 'ext':
    case 'extension':
    case 'fileextension':
      return name === undefined ? undefined : /\.[^./\\]+$/.exec(name)?.[0];
    default:
      return undefined;
  }
};
