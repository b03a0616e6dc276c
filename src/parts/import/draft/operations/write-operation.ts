/** An operation as the document has it. */
import type { JsonObject } from '../../../../core/primitives/json.ts';
import type { ComponentNames, SchemaOptions } from '../bodies/draft-schema.ts';
import { writeContent } from '../bodies/write-contents.ts';
import { UniqueNames } from '../paths/path-words.ts';
import { sentParameters } from './draft-parameters.ts';
import type { Security } from './draft-security.ts';
import type { Errors } from './errors.ts';
import { operationIdFrom, operationWords, type PathKind, summaryOf, titleIn } from './operation-names.ts';
import type { DraftOperation } from './operations.ts';
import { statedCollection } from './stated-collection.ts';
import { successesOf } from './successes.ts';

export interface Shared {
  /** The kinds by path. */
  readonly kinds: ReadonlyMap<string, PathKind>;
  readonly references: ComponentNames;
  readonly errors: Errors;
  readonly security: Security;
  readonly tags: ReadonlyMap<DraftOperation, string>;
}

/** Each operation is written once: its name is then taken. */
export const createOperationWriter = ({ kinds, references, errors, security, tags }: Shared) => {
  const used = new UniqueNames();
  const options: SchemaOptions = { references };
  // The values that a client has sent are not all that it may send.
  const sentOptions: SchemaOptions = { references, enums: () => undefined };
  return (operation: DraftOperation): JsonObject => {
    const { at, requests, sent } = operation;
    const kind = kinds.get(at.path) ?? 'other';
    const words = operationWords(operation, kind);
    const description = requests.find(({ seen }) => seen.description !== undefined)?.seen.description;
    const parameters = sentParameters(operation);
    const content = writeContent(sent, sentOptions, { withExamples: true });
    const own = security.of(operation);
    const tag = tags.get(operation);
    const stated = statedCollection(operation, kinds);
    return {
      operationId: operationIdFrom(words, at.segments, used),
      summary: titleIn(operation) ?? summaryOf(words, kind),
      ...(description !== undefined && { description }),
      ...(tag !== undefined && { tags: [tag] }),
      ...(own !== undefined && { security: own }),
      ...(stated !== undefined && { 'x-vivarium': stated }),
      ...(parameters.length > 0 && { parameters }),
      ...(content !== undefined && { requestBody: { ...(isAlways(operation) && { required: true }), content } }),
      responses: { ...successesOf(operation, kind, options), ...errors.of(operation) },
    };
  };
};

const isAlways = ({ exemplary }: DraftOperation): boolean =>
  exemplary.every(({ seen }) => seen.body !== undefined && seen.isBodyPart !== true);
