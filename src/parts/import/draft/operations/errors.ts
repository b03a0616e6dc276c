/** Errors, which a service responds in one structure: a response for each status, and one schema for all. */
import { statusText } from '../../../../core/http/status-text.ts';
import type { JsonObject } from '../../../../core/primitives/json.ts';
import { Contents } from '../bodies/contents.ts';
import { schemaOf } from '../bodies/draft-schema.ts';
import { ValueShape } from '../bodies/value-shape.ts';
import { writeContent } from '../bodies/write-contents.ts';
import { draftedWords, pascalCase, UniqueNames } from '../paths/path-words.ts';
import type { DraftOperation } from './operations.ts';

export interface Errors {
  readonly responses: Readonly<Record<string, JsonObject>>;
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The responses of an operation: those that it had. */
  readonly of: (operation: DraftOperation) => Readonly<Record<string, JsonObject>>;
}

/** `used`: the names of schemas. */
export const errorsOf = (operations: readonly DraftOperation[], used: UniqueNames): Errors => {
  const byStatus = bodiesByStatus(operations);
  const shapes = new Map<string, ValueShape>();
  const references = new Map<ValueShape, string>();
  const names = new Map<string, string>();
  for (const contents of byStatus.values())
    for (const { type, shape } of contents.list()) {
      if (shape?.isObject !== true) continue;
      const name = names.get(type) ?? used.take(/problem/.test(type) ? 'Problem' : 'Error');
      names.set(type, name);
      references.set(shape, name);
      const whole = shapes.get(name) ?? new ValueShape();
      shapes.set(name, whole);
      whole.join(shape);
    }
  const schemas = [...shapes].map(
    ([name, shape]) => [name, schemaOf(shape, { references: new Map(), enums: () => undefined })] as const,
  );
  const responses: Record<string, JsonObject> = {};
  const ofStatus = new Map<number, JsonObject>();
  const taken = new UniqueNames();
  for (const [status, contents] of byStatus) {
    const description = statusText(status);
    const name = taken.take(pascalCase(draftedWords(description)));
    const content = writeContent(contents, { references });
    responses[name] = { description: `${description}.`, ...(content !== undefined && { content }) };
    ofStatus.set(status, { $ref: `#/components/responses/${name}` });
  }
  return {
    responses,
    schemas: Object.fromEntries(schemas),
    of: ({ errors }) => {
      const statuses = [...new Set(errors.map(({ status = 0 }) => status))].sort();
      return Object.fromEntries(statuses.map((status) => [String(status), ofStatus.get(status) as JsonObject]));
    },
  };
};

const bodiesByStatus = (operations: readonly DraftOperation[]): ReadonlyMap<number, Contents> => {
  const byStatus = new Map<number, Contents>();
  for (const { errors } of operations)
    for (const [index, { seen, status = 0 }] of errors.entries()) {
      const contents = byStatus.get(status) ?? new Contents();
      byStatus.set(status, contents);
      contents.add(seen.response?.body, `error ${index}`);
    }
  return new Map([...byStatus].sort(([left], [right]) => left - right));
};
