/** Requests of a page for itself: scripts, styles, images and fonts are no part of the service. */
import { headerIn, type Seen } from './recording.ts';

export const isAsset = ({ method, path, headers, response, isExample }: Seen): boolean => {
  // What somebody wrote as an example is meant.
  if (isExample === true) return false;
  const purpose = headerIn(headers, 'sec-fetch-dest');
  if (
    (method !== 'GET' && method !== 'HEAD') ||
    response === undefined ||
    response.status >= 300 ||
    purpose === 'empty'
  )
    return false;
  const type = response.body?.type ?? headerIn(response.headers, 'content-type') ?? '';
  if (
    /^(?:text\/(?:html|css|javascript)|application\/(?:x-)?javascript|application\/(?:wasm|manifest\+json)|font\/|application\/font)/i.test(
      type,
    )
  )
    return true;
  return /^(?:image|audio|video)\//i.test(type) && (/\.\w{2,5}$/.test(path) || purpose !== undefined);
};
