/** Texts of any length: they are written part by part, so that other requests have their turn. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import { pieceLength } from '../../../scenario/file/in-pieces.ts';
import { startTurn } from '../../../world/turn.ts';
import { nextTurn } from '../../../world/turns.ts';
import { drained } from '../../edge/deliver.ts';

/**
 * Sends parts at the speed of the client, and no longer than its connection exists. `start` writes the status line and the headers: with the
 * length of a text that fits into one piece.
 */
export const sendParts = async (
  response: ServerResponse,
  parts: Iterable<string>,
  isHead: boolean,
  start: (headers?: OutgoingHttpHeaders) => void,
): Promise<void> => {
  let piece = '';
  let isTurnOver = startTurn();
  for (const part of parts) {
    piece += part;
    if (piece.length >= pieceLength) {
      if (!response.headersSent) start();
      if (isHead) break;
      // A fast client takes it at once, without a turn of the event loop.
      if (!response.write(piece)) await drained(response);
      piece = '';
    }
    if (isTurnOver()) {
      await nextTurn();
      isTurnOver = startTurn();
    }
    if (response.destroyed) return;
  }
  if (!response.headersSent) start({ 'Content-Length': Buffer.byteLength(piece) });
  response.end(isHead ? undefined : piece);
};

/** The JSON of `{ items, total }`. `total`: by default the number of items. */
export function* listParts(items: Iterable<Json>, total: number | undefined, indent: number): Generator<string> {
  const newLine = (depth: number): string => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const colon = indent === 0 ? ':' : ': ';
  yield `{${newLine(1)}"items"${colon}[`;
  let separator = newLine(2);
  let count = 0;
  for (const item of items) {
    const text = stringifyJson(item, indent);
    // A text in JSON contains no line breaks: they are between values.
    yield separator + (indent === 0 ? text : text.replaceAll('\n', newLine(2)));
    separator = `,${newLine(2)}`;
    count++;
  }
  yield `${count === 0 ? '' : newLine(1)}],${newLine(1)}"total"${colon}${total ?? count}${newLine(0)}}`;
}
