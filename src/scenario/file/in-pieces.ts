/** The length of a piece in characters: long enough to be written fast, short enough that nobody waits for it. */
export const pieceLength = 32_768;

/** Joins short parts of a text to pieces that are written at once. */
export function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
