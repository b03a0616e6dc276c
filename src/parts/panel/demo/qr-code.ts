/** A text as a QR code, to be drawn: the side of the square, and a path of its dark modules. */
import { type Bitmap2D, generate } from 'lean-qr/nano';

/** Readers of codes need an empty edge. */
const edge = 4;

/** Returns undefined for a text that is too long. */
export const qrCode = (text: string): { readonly size: number; readonly path: string } | undefined => {
  let code: Bitmap2D;
  try {
    code = generate(text);
  } catch {
    return undefined;
  }
  const lines = Array.from({ length: code.size }, (_, at) => at);
  const dark = lines.flatMap((y) => lines.flatMap((x) => (code.get(x, y) ? `M${x + edge} ${y + edge}h1v1h-1z` : [])));
  return { size: code.size + 2 * edge, path: dark.join('') };
};
