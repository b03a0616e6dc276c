/** Checks of values against the document's schemas, by the validator. Each is compiled once, on first use or before. */
import type { Check, Problem } from '../../core/service/check.ts';
import type { Source } from '../document/source.ts';
import { toDoubles } from '../schema/bigint-to-double.ts';
import { testerOf } from '../schema/pattern.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { RawError } from './messages.ts';
import { problemsFrom } from './problems.ts';
import type { AskBranch } from './union-problems.ts';

export interface Checks {
  /** The same check for the same key. It may be called once `load` has resolved. */
  readonly checkFor: (key: string) => Check;
  readonly load: () => Promise<void>;
  /** Compiles the next check that is not compiled yet; false when none is left. */
  readonly warmNext: () => boolean;
}

type Validate = ((value: unknown) => boolean) & { errors?: readonly RawError[] | null };

/** What is used of the validator; it is imported only when it is needed. */
interface Validator {
  addSchema(schema: object, key: string): unknown;
  getSchema(key: string): unknown;
}

const nothing: readonly Problem[] = [];
/** Unions inside unions are looked into this deep: each level asks every branch again. */
const maxUnions = 6;
const misfit: Problem = { pointer: '', rule: 'anyOf', message: 'must fit one of the documented alternatives' };

export const createChecks = (schemas: SchemaSet, source: Source): Checks => {
  let validator: Validator | undefined;
  let loading: Promise<void> | undefined;
  const added = new Set<string>();
  const compiled = new Map<string, Validate>();
  const checks = new Map<string, Check>();
  const cold: string[] = [];

  const compile = (key: string): Validate => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    if (validator === undefined) throw new Error('a check was called before service.ready() or service.checksReady()');
    const validate = compileKey(validator, key) ?? (() => true);
    compiled.set(key, validate);
    return validate;
  };

  const compileKey = (ajv: Validator, key: string): Validate | undefined => {
    for (const { entry, schema } of schemas.reachable(key)) {
      if (added.has(entry.key)) continue;
      added.add(entry.key);
      ajv.addSchema(typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema, entry.key);
    }
    try {
      return ajv.getSchema(key) as Validate;
    } catch (error) {
      source.report(
        schemas.get(key).entry.pointer,
        `values are not checked: the schema cannot be compiled (${(error as Error).message})`,
      );
      return undefined;
    }
  };

  let asking = 0;
  const ask: AskBranch = (key, part) => {
    const validate = compile(key);
    if (validate(part)) return { errorCount: 0, problems: nothing };
    const errors = validate.errors ?? [];
    if (asking === maxUnions) return { errorCount: errors.length, problems: [misfit] };
    asking++;
    const problems = problemsFrom(errors, ask);
    asking--;
    return { errorCount: errors.length, problems };
  };

  const checkFor = (key: string): Check => {
    const known = checks.get(key);
    if (known !== undefined) return known;
    let validate: Validate | undefined;
    const check: Check = (value) => {
      validate ??= compile(key);
      if (validate(value)) return nothing;
      // Only now is it worth looking for integers that the validator does not take.
      const shadow = toDoubles(value);
      if (shadow !== value && validate(shadow)) return nothing;
      return problemsFrom(validate.errors ?? [], ask);
    };
    checks.set(key, check);
    cold.push(key);
    return check;
  };

  return {
    checkFor,
    load: () => {
      loading ??= loadValidator().then((loaded) => {
        validator = loaded;
      });
      return loading;
    },
    warmNext: () => {
      const key = cold.shift();
      if (key === undefined) return false;
      compile(key);
      return true;
    },
  };
};

const loadValidator = async (): Promise<Validator> => {
  const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    // A member named `constructor` is there only when the value has one of its own.
    ownProperties: true,
    // Errors carry the value and the schema they are about: a union's errors are told apart by them.
    verbose: true,
    logger: false,
    meta: false,
    validateSchema: false,
    // A branch of a union is then a function of its own, that can be asked again.
    inlineRefs: false,
    multipleOfPrecision: 6,
    code: { regExp: Object.assign(testerOf, { code: 'testerOf' }) },
  });
  formats.default.default(ajv);
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  });
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  });
  return ajv;
};
