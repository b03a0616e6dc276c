/**
 * Derives the effects of an action from its name: `cancel` sets the status `cancelled`, `favorite` the flag `favorited`, `publish`
 * `publishedAt`. DELETE and an opposite verb revert it.
 */

import type { StatedChange } from '../../core/lifecycles/stated-changes.ts';
import { remembered } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { lastWord, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, ItemBinding, PropertyEffect, SentValue } from '../../core/service/binding.ts';
import type { Source } from '../../openapi/document/source.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { sentBy } from '../../openapi/resources/bind/request-mapping.ts';
import { itemPathsOf, type ResourceGroup, type Role, type Specs } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isSimilar, ofEach, timeFormOf } from '../../openapi/resources/describe/item-schema.ts';
import { lastSegment, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { isNumeric, type Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { doersIn } from '../accounts/index.ts';
import { listedIn } from '../sayings/described-texts.ts';
import { wordLists } from '../words/index.ts';
import {
  coreOfTime,
  flagFormsOf,
  flagsNamedAfter,
  isCounterOf,
  isTimeOf,
  otherStatesOf,
  participlesOf,
  revertedBy,
  verbsIn,
} from './action-verbs.ts';
import { effectsOfPath, isDoerOf, isTargetOf, listChangesIn, withVerbNames } from './sent-effects.ts';

/** Returns a function that tells whether an operation changes the item that its path names, as `/orders/{id}/cancel` does. */
export const changesItemIn = ({
  groups,
  schemas,
}: {
  readonly groups: readonly ResourceGroup[];
  readonly schemas: SchemaSet;
}): ((candidate: UnboundOperation) => boolean) => {
  const byItemPath = new Map(groups.flatMap((group) => itemPathsOf(group).map((path) => [path, group] as const)));
  return (candidate) => {
    const owner = byItemPath.get(candidate.path.above);
    return owner !== undefined && effectsOf(candidate, owner.itemSchema, schemas).length > 0;
  };
};

/** The properties with the status: `status`, `state`, else the only one with such an end, as `processing_status`. */
const statesIn = ofEach(({ properties }): readonly string[] => {
  const all = [...properties].filter((name) => wordLists.states.has(lastWord(name)));
  const own = all.filter(wordLists.states.has);
  return own.length > 0 || all.length > 1 ? own : all;
});

/** The effects of the action; empty if its name, or the verb that is known, does not state any. */
export const effectsOf = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
  known?: string,
): readonly PropertyEffect[] => {
  const owners = ownersIn(itemSchema);
  const ended = effectsOfPath(candidate, itemSchema);
  if (ended.length > 0) return ended;
  const toggled = toggledBy(candidate.path.noun, owners);
  if (toggled !== undefined) return [{ path: pathTo(toggled), to: { type: 'toggle' } }];
  const { verbs, isReset } = directionOf(candidate, known);
  for (const verb of verbs) {
    const state = isReset
      ? undefined
      : (stateOf(participlesOf(verb), owners, schemas) ?? stateOf(new Set(otherStatesOf(verb)), owners, schemas));
    const marks = marksOf(itemSchema)[isReset ? 'reset' : 'set'](verb);
    const isFlagged = marks.some(({ to }) => to.type === 'value' && typeof to.value === 'boolean');
    if (state !== undefined) return [state, ...marks];
    if (marks.length > 0) return isReset || isFlagged ? marks : [...freeStateOf(verbs, itemSchema, schemas), ...marks];
  }
  if (isReset) return [];
  const moved = movedBy(candidate, itemSchema, schemas);
  return moved.length > 0 ? moved : freeStateOf(verbs, itemSchema, schemas);
};

/** The flag of `toggle-active` or `favorite-toggle`; of `toggle` and `toggle-status`, the only one. */
const toggledBy = (segment: string, owners: readonly [Owner, ...Owner[]]): Found | undefined => {
  const [, before, behind] = /^(.*)toggle(.*?)(?:status|state)?$/.exec(plainName(segment)) ?? [];
  if (before === undefined) return undefined;
  const word = `${before}${behind}`;
  const forms = new Set([word, ...participlesOf(word)]);
  return onlyFlag(owners, (one) => word === '' || flagFormsOf(plainName(one)).some((form) => forms.has(form)));
};

/** The verbs of an action, and whether it takes back what they say. */
const directionOf = (
  candidate: UnboundOperation,
  path = candidate.path.erased.replace(/\/\{\}$/, ''),
): { readonly verbs: readonly string[]; readonly isReset: boolean } => {
  const verbs = verbsIn(path);
  const isDeletion = candidate.operation.method === 'DELETE';
  return { verbs, isReset: isDeletion ? !doesItself(candidate, verbs) : revertsItself(candidate, verbs) };
};

/** Whether an operation answers an invitation that has no state: what is accepted or declined is no longer there. */
export const isAnswer = (
  candidate: UnboundOperation,
  { itemSchema, noun }: Pick<ResourceGroup, 'itemSchema' | 'noun'>,
  schemas: SchemaSet,
): boolean => {
  const answers = directionOf(candidate).verbs.some(wordLists.answers.has);
  return (
    answers && wordLists.invitations.ends(singularOf(noun)) && effectsOf(candidate, itemSchema, schemas).length === 0
  );
};

/** What it does by the first word of its text, else by its name: `FavoritesController_remove`. */
const firstOfText = ({ firstWord, title }: UnboundOperation): string => {
  const words = wordsOf(firstWord || title);
  return words.find(wordLists.deleteVerbs.has) ?? words[0] ?? '';
};

/** Whether its description says the opposite of its path: `PUT /releases/{id}/lock` "Unlock a release". */
const revertsItself = (candidate: UnboundOperation, verbs: readonly string[]) =>
  verbsIn(firstOfText(candidate)).some((verb) => revertedBy(verb).some((other) => verbs.includes(other)));

/** Whether a DELETE does what its path says, by its description: `DELETE /releases/{id}/yank` "Yanks a release". */
const doesItself = (candidate: UnboundOperation, verbs: readonly string[]) => {
  const first = firstOfText(candidate);
  return verbs.some((verb) => first === verb || verbsIn(first).includes(verb));
};

/** The state after a DELETE that does something else, in its own words: `Cancels a subscription`. */
const endOf = (
  { firstWord }: UnboundOperation,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): PropertyEffect | undefined => {
  const verbs = verbsIn(firstWord).filter((verb) => !wordLists.deleteVerbs.starts(verb));
  const owners = ownersIn(itemSchema);
  return verbs.map((verb) => stateOf(participlesOf(verb), owners, schemas)).find((state) => state !== undefined);
};

/** The role of the action that another one beside it reverts: that of `/assign` for `/unassign`. */
const revertedIn = (group: ResourceGroup, candidate: UnboundOperation): Role | undefined => {
  const { erased, above } = candidate.path;
  const [verb = ''] = verbsIn(erased);
  return revertedBy(verb)
    .flatMap((reverted) => rolesByVerb(group).get(`${above}/${reverted}`) ?? [])
    .at(0);
};

/** The roles by the path with each verb that its last segment may mean: an item may have thousands of actions. */
const rolesByVerb = ofEach(({ roles }: ResourceGroup): ReadonlyMap<string, Role> => {
  const byVerb = new Map<string, Role>();
  for (const role of roles) {
    const { erased, above } = role.candidate.path;
    for (const verb of verbsIn(erased).map((verb) => `${above}/${verb}`)) if (!byVerb.has(verb)) byVerb.set(verb, role);
  }
  return byVerb;
});

/** Removes the properties, where the item can be without them. */
const removed = (names: Iterable<string>, { typesOf, required }: ItemSchema): readonly PropertyEffect[] =>
  [...names].flatMap((name): readonly PropertyEffect[] => {
    const isNullable = typesOf(name)?.has('null') === true;
    if (!isNullable && required.includes(name)) return [];
    return [{ path: [name], to: { type: 'value', value: isNullable ? null : undefined } }];
  });

/** The item, or an object below it. */
interface Owner {
  readonly path: readonly string[];
  readonly itemSchema: ItemSchema;
}

/** The item, then the objects that are its properties. */
const ownersIn = ofEach((itemSchema): readonly [Owner, ...Owner[]] => {
  const nested = [...itemSchema.properties].flatMap((name): readonly Owner[] => {
    const inner = itemSchema.innerOf(name);
    return inner === undefined ? [] : [{ path: [name], itemSchema: inner }];
  });
  return [{ path: [], itemSchema }, ...nested];
});

interface Found {
  readonly owner: Owner;
  readonly name: string;
}

/** The properties that may be a mark of any verb. */
const marksIn = ofEach((itemSchema) => {
  const all = [...itemSchema.properties];
  const isFlag = (types: ReturnType<ItemSchema['typesOf']>) => types?.has('boolean') === true && !types.has('string');
  return {
    flags: all.filter((name) => isFlag(itemSchema.typesOf(name))),
    times: all.filter((name) => coreOfTime(plainName(name)) !== plainName(name)),
    numbers: all.filter((name) => isNumeric(itemSchema.typesOf(name))),
  };
});

/** The only flag that fits, in the item before the objects below it; undefined if there are none or several. */
const onlyFlag = (
  [item, ...nested]: readonly [Owner, ...Owner[]],
  fits: (name: string) => boolean,
): Found | undefined => {
  const search = (owners: readonly Owner[]): readonly Found[] =>
    owners.flatMap((owner) =>
      marksIn(owner.itemSchema)
        .flags.filter(fits)
        .map((name) => ({ owner, name })),
    );
  const direct = search([item]);
  return theOnly(direct.length > 0 ? direct : search(nested));
};

/** What verbs mark of an item, and what they take back. */
const marksOf = ofEach((itemSchema) => {
  const owners = ownersIn(itemSchema);
  return {
    set: remembered((verb) => markOf(verb, false, owners)),
    reset: remembered((verb) => markOf(verb, true, owners)),
  };
});

/** The flag of the verb or of a verb that it reverts, with the time and the counters next to it. */
const markOf = (verb: string, isReset: boolean, owners: readonly [Owner, ...Owner[]]): readonly PropertyEffect[] => {
  // What is read is not `unread`.
  const reverts = [...revertedBy(verb), `un${verb}`];
  const named = [{ verb, isSet: !isReset }, ...reverts.map((other) => ({ verb: other, isSet: isReset }))];
  const others = named.flatMap(({ verb, isSet }) => otherStatesOf(verb).map((other) => ({ verb: other, isSet })));
  const meanings = [...named, ...others];
  const firstOf = <One>(found: (meaning: Meaning) => readonly One[]): readonly One[] =>
    meanings.map(found).find((list) => list.length > 0) ?? [];
  const flagOf = (
    formsOf: (verb: string) => ReadonlySet<string>,
    isOf: (name: string, forms: ReadonlySet<string>, verb: string) => boolean,
  ) =>
    firstOf(({ verb: name, isSet }) => {
      const forms = formsOf(name);
      const found = onlyFlag(owners, (one) => isOf(one, forms, name));
      return found === undefined ? [] : [{ found, isSet }];
    })[0];
  const flag =
    flagOf(flagsNamedAfter, (one, forms) => flagFormsOf(plainName(one)).some((form) => forms.has(form))) ??
    // `discussion_locked`, but not `trash_after_scan`
    flagOf(participlesOf, (one, forms, name) => lastWord(one) !== name && forms.has(lastWord(one)));
  const owner = flag?.found.owner ?? owners.find(({ path: [name] }) => name === 'attributes') ?? owners[0];
  const changed = flag && pathTo(flag.found);
  const times = firstOf(({ verb, isSet }) => timesOf(owner, isSet, (name) => isTimeOf(name, verb)));
  // `readAt` beside `isRead`
  const forms = flag === undefined ? [] : flagFormsOf(plainName(flag.found.name));
  const timesOfFlag = timesOf(owner, flag?.isSet === true, (name) => forms.includes(coreOfTime(name)));
  return [
    ...(flag === undefined ? [] : [{ path: pathTo(flag.found), to: { type: 'value', value: flag.isSet } as const }]),
    ...(times.length > 0 ? times : timesOfFlag),
    ...firstOf((meaning) => countersOf(meaning, owner, changed)),
    ...(isReset ? [] : emptied(owner, `un${verb}`)),
  ];
};

const pathTo = ({ owner, name }: Found): readonly string[] => [...owner.path, name];

interface Meaning {
  readonly verb: string;
  /** Whether the action does what the verb states, and not the opposite. */
  readonly isSet: boolean;
}

/** The times that are those of what is set, or not any more. */
const timesOf = (owner: Owner, isSet: boolean, isOf: (plain: string) => boolean): readonly PropertyEffect[] => {
  const { itemSchema } = owner;
  return marksIn(itemSchema).times.flatMap((name): readonly PropertyEffect[] => {
    const form = isOf(plainName(name)) ? timeFormOf(itemSchema, name) : undefined;
    if (form === undefined) return [];
    if (isSet) return [{ path: [...owner.path, name], to: { type: 'time', form } }];
    return removed([name], itemSchema).map(({ to }) => ({ path: [...owner.path, name], to }));
  });
};

const countersOf = (
  { verb, isSet }: Meaning,
  owner: Owner,
  changed: readonly string[] | undefined,
): readonly PropertyEffect[] =>
  marksIn(owner.itemSchema).numbers.flatMap((name): readonly PropertyEffect[] => {
    if (!isCounterOf(plainName(name), verb)) return [];
    return [{ path: [...owner.path, name], to: { type: 'add', amount: isSet ? 1 : -1, minimum: 0, changed } }];
  });

/** Sets a count of what is not done to 0: `unread_count`. */
const emptied = ({ itemSchema, path }: Owner, undone: string): readonly PropertyEffect[] =>
  marksIn(itemSchema)
    .numbers.filter((name) => wordLists.countEnds.withoutEnd(plainName(name)) === undone)
    .map((name) => ({ path: [...path, name], to: { type: 'value', value: 0 } }));

/** Returns undefined unless exactly one value fits. A DELETE reverts something, but its name does not state the new value. */
const stateOf = (
  forms: ReadonlySet<string>,
  owners: readonly [Owner, ...Owner[]],
  schemas: SchemaSet,
): PropertyEffect | undefined => {
  const [item, ...nested] = owners;
  // The status of another object, such as a payment, is not that of the item.
  const own = [item, ...nested.filter(({ path: [name] }) => plainName(name as string) === 'attributes')];
  const fitting = own.flatMap((owner) =>
    statesIn(owner.itemSchema)
      .flatMap((name) => textsListed(owner.itemSchema, name, schemas).map((value) => ({ owner, name, value })))
      .filter(({ value }) => forms.has(plainName(value))),
  );
  const only = theOnly(fitting);
  return only && { path: pathTo(only), to: { type: 'value', value: only.value } };
};

const usualStateOf = (verb: string): string | undefined =>
  wordLists.settling.has(verb) ? [...participlesOf(verb)][1] : wordLists.statesAfter.of(verb)[0];

/** The usual state after the first verb that has one, in a status of any text, as the example has it. */
const freeStateOf = (
  verbs: readonly string[],
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): readonly PropertyEffect[] => {
  const verb = verbs.find((one) => usualStateOf(one) !== undefined) ?? '';
  const state = usualStateOf(verb);
  const name = theOnly(statesIn(itemSchema));
  if (state === undefined || name === undefined || !itemSchema.typesOf(name)?.has('string')) return [];
  const parts = schemas.partsOf(itemSchema.schemaOf(name) as Schema, 'some');
  const isFree = parts.every(
    (part) =>
      (['enum', 'const', 'pattern', 'format'] as const).every((keyword) => part[keyword] === undefined) &&
      listedIn(part.description ?? '') === undefined &&
      (part.maxLength ?? Number.POSITIVE_INFINITY) >= state.length,
  );
  const example = String(
    parts.flatMap((part) => [part.example, ...(part.examples ?? [])]).find((one) => one !== undefined) ?? '',
  );
  const value = otherStatesOf(verb).includes(plainName(example)) ? example : writtenLike(example, state);
  return isFree ? [{ path: [name], to: { type: 'value', value } }] : [];
};

/** Writes a word in the case of an example: `CANCELLED` beside `PENDING`, `Cancelled` beside `Pending`. */
const writtenLike = (example: string, word: string): string => {
  if (!/[A-Z]/.test(example)) return word;
  return /[a-z]/.test(example) ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word.toUpperCase();
};

const textsListed = (itemSchema: ItemSchema, name: string, schemas: SchemaSet): readonly string[] => {
  const schema = itemSchema.schemaOf(name);
  const parts = schema === undefined ? [] : schemas.partsOf(schema, 'some');
  return [
    ...new Set(parts.flatMap((part) => part.enum ?? part.const ?? listedIn(part.description ?? '') ?? [])),
  ].filter((value) => typeof value === 'string');
};

/**
 * `POST /accounts/{id}/deposit` with `{ "amount": 50 }` adds to the `balance` of the account. Returns undefined unless one number of the
 * item is held, and one other number is sent.
 */
const movedBy = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): readonly PropertyEffect[] => {
  const { erased } = candidate.path;
  const [first = '', ...rest] = wordsOf(lastSegment(erased));
  // `adjust-stock`
  const verbs = [...verbsIn(erased), ...(wordLists.held.has(rest.join('')) ? [first] : [])];
  const isAdjusted = verbs.some(wordLists.adjusting.has);
  const sign = isAdjusted || verbs.some(wordLists.adding.has) ? 1 : verbs.some(wordLists.taking.has) ? -1 : undefined;
  if (sign === undefined) return [];
  const name = theOnly(
    [...itemSchema.properties].filter((one) => wordLists.held.has(one) && isNumeric(itemSchema.typesOf(one))),
  );
  const amounts = isAdjusted ? wordLists.deltas : wordLists.amounts;
  const isAmount = (one: string) => amounts.has(one) && !itemSchema.properties.has(one);
  const { bodyKey, operation, parameterKeys } = candidate;
  const properties = bodyKey === undefined ? [] : [...schemas.propertiesIn(schemas.partsOf({ $ref: bodyKey }, 'all'))];
  const from = theOnly([
    ...properties.flatMap(([one, list]): readonly SentValue[] =>
      isAmount(one) && isNumeric(schemas.typesOfAll(list)) ? [{ body: [one] }] : [],
    ),
    ...operation.parameters.flatMap(({ name: one, in: location }, parameter): readonly SentValue[] => {
      const types = schemas.typesOf({ $ref: parameterKeys[parameter] as string });
      return location === 'query' && isAmount(one) && isNumeric(types) ? [{ parameter }] : [];
    }),
  ]);
  return name === undefined || from === undefined ? [] : [{ path: [name], to: { type: 'add-sent', from, sign } }];
};

/** A parameter that the operation does not have is reported. */
const statedEffects = (
  changes: readonly StatedChange[],
  { operation }: UnboundOperation,
  itemSchema: ItemSchema,
  source: Source,
): readonly PropertyEffect[] =>
  changes.flatMap(({ name, pointer, to }): readonly PropertyEffect[] => {
    const path = itemSchema.properties.has(name) ? [name] : name.split('.');
    switch (to.type) {
      case 'value':
        return [{ path, to }];
      case 'add':
        return [{ path, to: { ...to, minimum: undefined, changed: undefined } }];
      case 'now':
        return [{ path, to: { type: 'time', form: timeFormOf(itemSchema, name) ?? 'date-time' } }];
      case 'from': {
        if (to.source === 'body') return [{ path, to: { type: 'sent', from: { body: to.name.split('.') } } }];
        const parameter = operation.parameters.findIndex(
          (candidate) => candidate.in === to.source && candidate.name === to.name,
        );
        if (parameter >= 0) return [{ path, to: { type: 'sent', from: { parameter } } }];
        const message = `the operation has no ${to.source} parameter "${to.name}"; the property is not set`;
        source.report(`${pointer}/$from`, message, 'VIV_X_VIVARIUM_INVALID');
        return [];
      }
      default:
        return to satisfies never;
    }
  });

/** Adds what actions and changes set beside what they are sent, and what a DELETE changes in place of deleting. */
export const effectsOfBound = (specs: Specs, binder: Binder) => {
  const doers = doersIn(specs);
  return (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    const { action } = binding;
    if (role.part !== undefined || action === 'list' || action === 'create' || action === 'read') return binding;
    if (binding.action === 'act') return acting(binding, role, group, { ...binder, doers });
    if (binding.action !== 'delete')
      return { ...binding, effects: effectsOfSent(role.candidate, group, binder, action) };
    const end = endOfDeleted(binding, role, group, binder);
    return end === undefined ? binding : { ...binding, action: 'act', effects: [end] };
  };
};

const acting = (
  binding: ItemBinding,
  { candidate, effects: known = [] }: Role,
  group: ResourceGroup,
  { doers, ...binder }: Binder & { readonly doers: ReturnType<typeof doersIn> },
): ItemBinding => {
  const { schemas, compilation } = binder;
  const stated = candidate.hint?.set;
  if (stated !== undefined) {
    const effects = statedEffects(stated, candidate, group.itemSchema, compilation.source);
    return { ...binding, effects, areEffectsStated: true };
  }
  const effects = [
    ...(known.length > 0 ? known : impliedEffects(candidate, group, binder)),
    ...effectsOfSent(candidate, group, binder, 'act'),
  ];
  const isEnd = group.kind === 'list' && effects.length === 0 && isAnswer(candidate, group, schemas);
  const mapping = withVerbNames(binding.mapping, candidate, group, binder);
  const { verbs, isReset } = directionOf(candidate);
  const done = isReset ? [] : verbs.flatMap((verb) => [...participlesOf(verb)].map((one) => `${one}by`));
  const makers = doers(group, done);
  return { ...binding, mapping, effects, ...(makers.length > 0 && { makers }), action: isEnd ? 'delete' : 'act' };
};

/** What a request does beside what it sets: `add_labels`, `state_event`, and in a change `edited_at`, and `closed_at` with a status. */
const effectsOfSent = (
  { bodyKey }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { describe, schemas }: Binder,
  action: ItemBinding['action'],
): readonly PropertyEffect[] => {
  if (bodyKey === undefined) return [];
  const sent = describe(bodyKey);
  const owners = ownersIn(itemSchema);
  const changes = action === 'act' ? [] : [...marksOf(itemSchema).set('edit'), ...timesOfStates(sent, itemSchema)];
  return [...changes, ...listChangesIn(sent, itemSchema), ...eventsIn(sent, owners, schemas)];
};

/** `state_event: close` does what the path `/close` does. */
const eventsIn = (
  sent: ItemSchema,
  owners: readonly [Owner, ...Owner[]],
  schemas: SchemaSet,
): readonly PropertyEffect[] =>
  [...sent.properties].flatMap((name): readonly PropertyEffect[] => {
    if (!wordLists.transitions.has(lastWord(name)) || owners[0].itemSchema.properties.has(name)) return [];
    const verbs = textsListed(sent, name, schemas);
    return verbs.flatMap((verb) => {
      const is = plainName(verb);
      const { itemSchema } = owners[0];
      const known = stateOf(participlesOf(is), owners, schemas) ?? stateOf(new Set(otherStatesOf(is)), owners, schemas);
      const states = known === undefined ? freeStateOf([is], itemSchema, schemas) : [known];
      const effects = states.length === 0 ? [] : [...states, ...marksOf(itemSchema).set(is)];
      return effects.map((effect) => ({ ...effect, when: { from: { body: [name] }, is } }));
    });
  });

/** `PATCH` with `{ "status": "closed" }` sets `closed_at`. */
const timesOfStates = (sent: ItemSchema, itemSchema: ItemSchema): readonly PropertyEffect[] =>
  statesIn(itemSchema)
    .filter((name) => sent.properties.has(name))
    .flatMap((name) =>
      marksIn(itemSchema).times.flatMap((time): readonly PropertyEffect[] => {
        const [is, form] = [coreOfTime(plainName(time)), timeFormOf(itemSchema, time)];
        const isOwn = wordLists.created.has(time) || wordLists.updated.has(time) || sent.properties.has(time);
        if (form === undefined || isOwn || !wordLists.happened.has(is)) return [];
        return [{ path: [time], to: { type: 'time', form }, when: { from: { body: [name] }, is } }];
      }),
    );

/** What a DELETE does instead, whose response shows the item. */
const endOfDeleted = (
  { bulk }: ItemBinding,
  { candidate, shape }: Role,
  { kind, itemSchema }: ResourceGroup,
  { describe, schemas }: Binder,
): PropertyEffect | undefined => {
  const isAlone = bulk === undefined && kind === 'list' && candidate.hint === undefined;
  const isShown = shape !== undefined && isSimilar(describe(shape.key), itemSchema);
  return isAlone && isShown ? endOf(candidate, itemSchema, schemas) : undefined;
};

/** The implied effects of its name, and the opposite of what an action beside it sets: `/tickets/{id}/unassign` removes the assignee. */
const impliedEffects = (candidate: UnboundOperation, group: ResourceGroup, binder: Binder): ItemBinding['effects'] => {
  const { itemSchema, idProperty } = group;
  const own = effectsOf(candidate, itemSchema, binder.schemas);
  const { verbs, isReset } = directionOf(candidate);
  const undone = isReset ? verbs : verbs.flatMap(revertedBy);
  const ofVerbs = [...itemSchema.properties].filter((name) =>
    undone.some((verb) => isTargetOf(name, verb) || isDoerOf(name, verb)),
  );
  const reverted = revertedIn(group, candidate);
  const sent = reverted === undefined || own.length > 0 ? [] : sentBy(reverted.candidate, group, binder).names.values();
  const changed = new Set([idProperty, ...own.map(({ path: [name] }) => name)]);
  const all = new Set([...sent, ...ofVerbs]);
  return [
    ...own,
    ...removed(
      [...all].filter((name) => !changed.has(name)),
      itemSchema,
    ),
  ];
};
