/** The lifecycles of collections: those that `x-vivarium` states, and those of jobs, which pass through their states by themselves. */

import { escapePointer, isJsonObject, type Json } from '../../../core/primitives/json.ts';
import { remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { lastWord } from '../../../core/primitives/words.ts';
import type { CollectionSpec, DeclaredLifecycle, PropertyFacts } from '../../../core/service/collection-facts.ts';
import type { Binder } from '../../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role, Specs } from '../../../openapi/resources/describe/group.ts';
import { timeFormOf } from '../../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../../words/index.ts';
import { failureOf, readLifecycle } from '../core/read-lifecycle.ts';

type Context = Pick<Binder, 'compilation' | 'schemas' | 'describe' | 'shapes'>;

export const withLifecycles = (
  specs: Specs,
  context: Context,
  candidates: readonly UnboundOperation[],
): ((spec: CollectionSpec, group: ResourceGroup) => Partial<CollectionSpec>) => {
  if (context.compilation.stateless) return () => ({});
  const creating = new Set(
    [...specs.keys()].flatMap(({ roles }) => creationsIn(roles).map(({ candidate }) => candidate)),
  );
  for (const { lifecycle, operation } of candidates)
    if (lifecycle !== undefined && ![...creating].some((one) => one.operation === operation))
      context.compilation.source.report(
        lifecycle.pointer,
        'lifecycle belongs to an operation that creates items',
        'VIV_X_VIVARIUM_INVALID',
      );
  return (spec, group) => {
    const factsOf = remembered((name: string) => factsIn(group, name, context));
    return { factsOf, lifecycles: lifecyclesIn(group, { ...spec, factsOf }, context) };
  };
};

const factsIn = ({ itemSchema }: ResourceGroup, name: string, { schemas }: Context): PropertyFacts | undefined => {
  const schema = itemSchema.schemaOf(name);
  if (schema === undefined) return undefined;
  const parts = schemas.partsOf(schema, 'some');
  const listed = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  return { values: listed.length === 0 ? undefined : [...new Set(listed)], time: timeFormOf(itemSchema, name) };
};

const creationsIn = (roles: readonly Role[]): readonly Role[] => roles.filter(({ action }) => action === 'create');

const lifecyclesIn = (group: ResourceGroup, spec: CollectionSpec, context: Context): readonly DeclaredLifecycle[] => {
  const stated = creationsIn(group.roles).flatMap(({ candidate: { lifecycle } }) => lifecycle ?? []);
  if (stated.length === 0) return inferred(group, spec, context);
  const { source } = context.compilation;
  return stated.flatMap(({ raw, pointer }): readonly DeclaredLifecycle[] => {
    if (raw === false) return [];
    // A list of steps, a list of lifecycles, or one of them.
    const isListOfSteps = Array.isArray(raw) && !raw.some((one) => isJsonObject(one) && Object.hasOwn(one, 'steps'));
    const listed: readonly Json[] = isListOfSteps ? [{ steps: raw }] : Array.isArray(raw) ? raw : [raw];
    return listed.flatMap((one, index): readonly DeclaredLifecycle[] => {
      const lifecycle = readLifecycle(one, spec, (path, message, hint) => {
        const below = isListOfSteps ? path.slice(1) : Array.isArray(raw) ? [index, ...path] : path;
        const place = [pointer, ...below.map((part) => escapePointer(String(part)))].join('/');
        source.report(
          place,
          hint === undefined ? message : `${message}. ${hint.replace(/\.$/, '')}`,
          'VIV_X_VIVARIUM_INVALID',
        );
      });
      return lifecycle === undefined ? [] : [{ ...lifecycle, confidence: 'stated', reason: 'Stated by x-vivarium.' }];
    });
  });
};

const inferredMs = 2000;

/** The lifecycle of a job: the client that creates one sees how far it is, cannot set this, and can read it later. */
const inferred = (
  { roles, itemSchema, kind }: ResourceGroup,
  spec: CollectionSpec,
  { describe, shapes }: Context,
): readonly DeclaredLifecycle[] => {
  const creations = creationsIn(roles);
  const isRead = roles.some(({ action, key, isOther }) => action === 'read' && key === 'path' && isOther !== true);
  if (kind !== 'list' || creations.length === 0 || !isRead) return [];
  const found = [...spec.properties].flatMap((property) => {
    if (![wordLists.states, wordLists.phases].some(({ has }) => has(lastWord(property)))) return [];
    const values = spec.factsOf?.(property)?.values ?? [];
    const find = (is: (word: string) => boolean): Json | undefined =>
      values.find((value) => typeof value === 'string' && is(value));
    const { waiting, working, done } = wordLists;
    const isOther = (word: string) => /ing$/i.test(word) && !waiting.has(word);
    const path = [find(waiting.has), find(working.has) ?? find(isOther), find(done.has)];
    return path.every((value) => value !== undefined) ? [{ property, path: path as readonly Json[] }] : [];
  });
  const only = theOnly(found);
  if (only === undefined) return [];
  const { property, path } = only;
  const isSent = creations.some(({ candidate: { bodyKey, operation } }) => {
    const body = bodyKey === undefined ? undefined : shapes.sentIn(bodyKey, '', itemSchema);
    const schema = body?.schemaOf(property);
    const isInBody = schema !== undefined && !(typeof schema === 'object' && schema.readOnly === true);
    return isInBody || operation.parameters.some(({ name }) => name === property);
  });
  const isShown = creations.every(
    ({ candidate: { operation }, shape }) =>
      operation.success?.status === 202 || (shape !== undefined && describe(shape.key).properties.has(property)),
  );
  if (isSent || !isShown) return [];
  const isLast = (at: number) => at === path.length - 1;
  const steps = path.map((is, at) => ({ is, ...(!isLast(at) && { forMs: inferredMs }), set: [] }));
  return [
    {
      ...{ property, steps, failure: failureOf(spec, property), confidence: 'medium' },
      reason: `Its creation cannot set ${property}, and shows it or answers 202: a job goes on by itself, 2s a step.`,
    },
  ];
};
