/** An operation before it is bound to a resource. */
import type { Json } from '../../../core/primitives/json.ts';
import type { Operation, Parameter } from '../../../core/service/operation.ts';
import type { CompiledResponse } from '../../operations/responses.ts';
import { ofEach } from './item-schema.ts';
import { type PathShape, pathShapeOf } from './path-template.ts';
import type { XVivarium } from './x-vivarium.ts';

export interface UnboundOperation {
  readonly operation: Operation;
  /** The schema keys of its parameters, by index. */
  readonly parameterKeys: readonly string[];
  /** The examples of its parameters, by index. */
  readonly parameterExamples: readonly (readonly Json[])[];
  /** The descriptions of its parameters, by index. */
  readonly parameterTexts: readonly (string | undefined)[];
  /** Its summary and its description. */
  readonly description: string;
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  /** The schema key of its JSON body, else of its form. */
  readonly bodyKey: string | undefined;
  /** Whether its body is read by the schema of the item, as the document leaves it out. */
  readonly isUnstated?: boolean;
  /** The examples of its body. */
  readonly bodyExamples: readonly Json[];
  /** What it does, in words: its operationId and its summary. */
  readonly title: string;
  /** The first word of its summary, else of its description: `Cancels`. */
  readonly firstWord: string;
  /** The address of its documentation. */
  readonly documentation: string | undefined;
  readonly hint: XVivarium | undefined;
  /** Whether it requires a credential only because the whole document does. */
  readonly isCovered?: boolean;
  /** What `x-vivarium` says of the lifecycle of what it creates, and where. */
  readonly lifecycle?: { readonly raw: Json; readonly pointer: string } | undefined;
  /** If its path contains a verb or no id: how it would be with nouns and the id. */
  readonly verb?: VerbPath | undefined;
  /** The path of the same thing for all, if its own says for whom: `/admin/users`. */
  readonly place?: PathShape;
  /** The path of the parent at whose id it creates: `POST /task/{projectId}`. */
  readonly parent?: { readonly path: string; readonly parameter: string };
}

/** `POST /books/delete/{id}` is `DELETE /books/{id}`. */
interface VerbPath {
  /** If it is undefined, the path has no verb, and the query has the id. */
  readonly word: string | undefined;
  readonly method: string;
  readonly path: PathShape;
  /** The property of the body that has the id of the path. */
  readonly idInBody?: string;
}

/** The method, or the one that the verb in its path stands for. */
export const methodOf = ({ operation, verb }: UnboundOperation): string => verb?.method ?? operation.method;

export const pathOf = ({ operation, verb, place }: UnboundOperation): PathShape =>
  verb?.path ?? place ?? writtenPathOf(operation);

const writtenPathOf = ofEach((operation: Operation) => pathShapeOf(operation.path));

/** Whether it takes a file as a whole. */
export const isUpload = ({ operation: { body }, bodyKey }: UnboundOperation): boolean =>
  bodyKey === undefined && body?.contents.some(({ mediaType }) => /^text|xml$/.test(mediaType)) === false;

/** Whether it takes files beside other properties. */
export const takesFiles = ({ operation: { body } }: UnboundOperation): boolean =>
  body?.contents.some(({ mediaType }) => mediaType.startsWith('multipart/')) === true;

/** A declared path parameter, or one of the query that a verb needs. */
export interface PathParameter {
  readonly parameter: Parameter;
  /** The key of its schema. */
  readonly key: string;
  readonly examples: readonly Json[];
}

/** Returns undefined if the operation does not declare the parameter of its path. */
export const pathParameterOf = (candidate: UnboundOperation, name: string | undefined): PathParameter | undefined => {
  const position = positionInPath(candidate, name);
  const parameter = candidate.operation.parameters[position];
  return (
    parameter && {
      parameter,
      key: candidate.parameterKeys[position] as string,
      examples: candidate.parameterExamples[position] ?? [],
    }
  );
};

/** The index of a path parameter among all parameters of the operation; -1 if it is not declared. */
export const positionInPath = (
  { operation: { parameters }, verb }: UnboundOperation,
  name: string | undefined,
): number => {
  const at = (place: string): number => parameters.findIndex((one) => one.in === place && one.name === name);
  const position = at('path');
  return position === -1 && verb !== undefined ? at('query') : position;
};
