/** `GET /_vivarium/pictures/210-40-AM.svg`: needs no token, since it shows nothing but what its address states. */
import { type ControlResponse, problem, respond } from '../../server/control/request/control-call.ts';
import { pictureAt } from './index.ts';

/** Any page may show it, none may run it. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

const unknown =
  'No picture has this address. It is a hue from 0 to 359, a lightness of two digits, and at most two letters: 210-30-AM.svg.';

export const showPicture = (file: string): ControlResponse => {
  const text = pictureAt(file);
  return text === undefined ? problem(404, unknown) : respond('image/svg+xml; charset=utf-8', { text }, headers);
};
