import { constants } from 'node:fs';

/** The flags of `open` for a new file: it fails if there is anything of this name. So nothing is written through a link, and no pipe is waited for. */
export const newFile: number = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
