/** Facts about a file that a form contains, which the properties of an upload repeat. */

import type { Json } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import type { SentFile } from '../service/operation.ts';

/** What a property of this name states about a file; undefined for other properties. */
export const factAbout = (property: string, { name, type, size }: SentFile): Json | undefined => {
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
    case 'mimetype':
    case 'contenttype':
    case 'mediatype':
      return type;
    default:
      return undefined;
  }
};
