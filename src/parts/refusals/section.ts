/** Refusals in a scenario file. */
import { anyJson, count, map, text } from '../../scenario/document/schema-values.ts';

const refusal = () =>
  map('a map', {
    status: count(400, 599).optional().describe('The status. Default: that of the document.'),
    message: text().optional().describe('The message, in which `$message` stands for the specific one.'),
    body: anyJson()
      .optional()
      .describe(
        'The whole body. `$message` in a text stands for the message, `{ $from: path.id }` for a part of the request.',
      ),
  }).optional();

export const refusalsSchema = () =>
  map('a map', {
    credential: refusal().describe('The response to a missing or rejected credential.'),
    item: refusal().describe('The response to an item that does not exist.'),
    request: refusal().describe('The response to a request that breaks the interface.'),
    conflict: refusal().describe('The response to an item that exists already, or a conflict of another kind.'),
    path: refusal().describe('The response to a path that the document does not have.'),
    method: refusal().describe('The response to a method that the path does not have.'),
  });
