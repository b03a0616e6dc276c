/** Finds the property that identifies an item: by the name and the type of the path parameter, else by a usual name. */

import { remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import {
  endsInNoun,
  foreignSingulars,
  isSameNoun,
  lastWord,
  plainName,
  singularOf,
  wordsOf,
} from '../../../core/primitives/words.ts';
import type { JsonType } from '../../../core/service/check.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { firstOf, mayBeNumber } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { attributesAt, type ItemSchema } from './item-schema.ts';
import { isUsualWrapper } from './locate-items.ts';
import { namesIn } from './property-names.ts';
import { pathParameterOf, positionInPath, type UnboundOperation } from './unbound-operation.ts';

export interface IdParameter {
  readonly name: string;
  /** If it is undefined, its schema does not restrict them. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  /** Its description. */
  readonly text?: string | undefined;
}

interface FoundId {
  readonly property: string;
  /** Other properties that the parameter may contain: `{id_or_slug}`. */
  readonly aliases: readonly string[];
  /** Whether the name of the property states that it is the id. */
  readonly isNamed: boolean;
}

/** A parameter without a declaration accepts anything. */
export const idParameterFor = (candidate: UnboundOperation, name: string, schemas: SchemaSet): IdParameter => {
  const key = pathParameterOf(candidate, name)?.key;
  const schema = key === undefined ? true : { $ref: key };
  const parts = schemas.partsOf(schema, 'some');
  const [format, pattern] = [firstOf(parts, 'format'), firstOf(parts, 'pattern')];
  const said = candidate.parameterTexts[positionInPath(candidate, name)];
  const text = said || (/\bID or \w/.test(candidate.description) ? candidate.description : undefined);
  return { name, types: schemas.typesOf(schema), format, pattern, text };
};

/** Names that state an id, beside those that are looked for first: `id`, `pk` and `_id`. */
const statedIds = (): readonly string[] => wordLists.ids.all.slice(3);

/** Returns undefined if no property identifies an item, or if those that could do not fit the parameter. */
export const findId = (itemSchema: ItemSchema, noun: string, parameter?: IdParameter): FoundId | undefined => {
  const all = namesIn(itemSchema).scalars;
  const isFit = (name: string) => mayContain(itemSchema, name, parameter);
  const stated = [...all].filter((name) => isFit(name) || isPlainText(itemSchema, name));
  // `/contacts/{contact}` identifies the contact, not a property `contact` of it.
  const isThing = parameter !== undefined && isSameNoun(parameter.name, noun);
  const own = isThing || isChoice(parameter?.name) ? undefined : parameter?.name;
  const isId = lastWord(parameter?.name ?? '') === 'id';
  // The name of the parameter decides before its type, and its type before the usual names.
  const isAnyText = parameter?.types === undefined || parameter.types.has('string');
  const typed = isAnyText ? stated : stated.filter(isFit);
  const among = (names: readonly string[]): string | undefined =>
    (own ? endOf(own, noun, names) : undefined) ??
    names.find((name) => name === 'id') ??
    names.find((name) => name.toLowerCase() === 'id') ??
    names.find((name) => name === 'pk') ??
    names.find((name) => isIdAfter(name, noun)) ??
    names.find((name) => isIdAfter(name, itemSchema.name ?? ''));
  const named =
    (own ? namedBy(own, noun, stated) : undefined) ??
    among(typed) ??
    (isAnyText ? undefined : among(stated)) ??
    firstNamed(statedIds().slice(0, 1), stated) ??
    stated.find((name) => plainName(name) === 'id') ??
    // `{id}` need not contain a `key`.
    firstNamed(
      statedIds().filter((name) => !(isId && wordLists.possibleIds.all.includes(name))),
      typed,
    ) ??
    (isId ? firstNamed(wordLists.generalIds.all, typed) : undefined);
  if (named !== undefined) {
    // `/realms/{realm}` may contain the text `realm` of one, and `/revisions/{revision}` the number.
    const alias = isThing ? stated.find((name) => plainName(name) === plainName(parameter.name)) : undefined;
    const types = alias === undefined ? undefined : itemSchema.typesOf(alias);
    const isNumber = alias !== undefined && wordLists.numbered.has(alias) && types?.has('integer');
    const isBeside = alias !== undefined && alias !== named && (isNumber || types?.has('string'));
    const global = parameter && isAnyText ? stated.find((name) => isGlobal(name, named, itemSchema)) : undefined;
    const told = toldIn(parameter, stated).filter((name) => itemSchema.typesOf(name)?.has('string') !== false);
    const known = parameter && textIdOf(itemSchema, named, parameter);
    const aliases = [isBeside ? alias : undefined, global, ...told, known].filter((name) => name !== undefined);
    return { property: named, aliases: [...new Set(aliases)].filter((name) => name !== named), isNamed: true };
  }
  // `/floating_ips/{floating_ip}` has the `ip`.
  const ending = isThing && wordsOf(parameter.name).length > 1 ? lastWord(parameter.name) : undefined;
  const end = stated.find((name) => plainName(name) === ending);
  const possible = [...all].filter((name) => isFit(name) && !isOther(itemSchema, name, parameter));
  const usual =
    (isThing ? stated.find((name) => isSameNoun(name, noun)) : undefined) ??
    firstNamed(wordLists.possibleIds.all, possible);
  const property = end ?? usual;
  const told = toldIn(parameter, stated).filter((name) => name !== property);
  return property === undefined ? undefined : { property, aliases: told, isNamed: property !== usual };
};

/** Whether people choose such a text, by which an item is known beside its id. */
export const isKeyName = (name: string): boolean => wordLists.keyNames.has(name);

/** Whether a name is the id of something else: `user_id` of members. */
export const refersToOther = (name: string, noun: string): boolean => {
  const words = wordsOf(name);
  const stem = words.slice(0, -1).join('');
  return isIdName(words.at(-1) ?? '') && stem !== '' && !isSameNoun(stem, noun);
};

/** The text that a path names beside an id that is a number: the `num` of a version for `{version}`, the `name` of a tag for `{tag}`. */
export const textIdOf = (itemSchema: ItemSchema, id: string, parameter: IdParameter): string | undefined => {
  const { name, types } = parameter;
  const [own, taken] = [itemSchema.typesOf(id), types ?? new Set()];
  if (own?.has('integer') !== true || own.has('string') || !taken.has('string') || taken.has('integer'))
    return undefined;
  const isText = (one: string) => itemSchema.typesOf(one)?.has('string') === true && itemSchema.isScalar(one);
  return isIdName(lastWord(name)) && !wordLists.thingKeys.has(name)
    ? undefined
    : firstNamed([plainName(name), ...wordLists.textIds.all], [...itemSchema.properties].filter(isText));
};

const idWord = /^((u|uu|gu)?id|identifier)$/;

/** Whether a name is two: `{idOrSlug}`. */
const isChoice = (name = '') => wordsOf(name).includes('or', 1);

/** The other properties that its name or its text names: `{idOrSlug}`, `ID or slug of the organization`, `name of the organization`. */
const toldIn = (parameter: IdParameter | undefined, names: readonly string[]): readonly string[] => {
  const { types, name: own = '', text: described } = parameter ?? {};
  if (types?.has('string') === false) return [];
  // A number or a text.
  const keys = types?.has('integer') ? names.filter(wordLists.thingKeys.has) : [];
  const isNamed = isChoice(own);
  const said = isNamed ? wordsOf(own).join(' ') : described;
  if (said === undefined) return keys;
  // `ID (or slug)`, `id/slug`, `ID (UUID) or slug`
  const text = said
    .slice(0, 200)
    .toLowerCase()
    .replace(/ ?(\(or|[/|]) ?/g, ' or ')
    .replace(/ \(\w+\)|`|url.encoded /g, '');
  const sentence = text.replace(/\..*/s, '');
  const parts = sentence.includes(' or ') ? sentence.split(/(?:,? or |, )(?:(?:the|its|an?) )?/) : [text];
  const isWord = (word = '') => idWord.test(word) || names.some((name) => plainName(name) === word);
  const told = parts.map((part, index) => {
    const words = part.replace(/^the | of .*/gs, '').match(/\w+/g) ?? [];
    const [first, last] = [words[0], words.at(-1)];
    return [words.join(''), first, last].find(isWord) ?? (index === 0 ? last : first);
  });
  // `Login name of the user`
  const isOne = parts.length === 1 && /^(?:the )?\w+(?: \w+)? of (?:the|an?) /.test(text) && told.every(isWord);
  const isId = parts.length > 1 && told.some((word = '') => idWord.test(word));
  if (!isNamed && !isOne && !isId) return keys;
  // An account may have its name as `username`.
  const isTold = (name: string) =>
    told.some((word = '-') =>
      wordLists.joinedTexts.has(name) ? word !== 'name' && plainName(name).includes(word) : word === plainName(name),
    );
  return names.filter((name) => isTold(name) || (told.includes('name') && Object.hasOwn(otherNames, name)));
};

/** Whether clients use it, too: the `documentId` of Strapi, the `_id` of MongoDB, and a `uuid` beside a number. */
const isGlobal = (name: string, id: string, { typesOf }: ItemSchema) => {
  const plain = plainName(name);
  const isText = (one: string) => typesOf(one)?.has('string') === true;
  const isOfNumber = () => /^(uuid|guid)$/.test(plain) && !isText(id);
  return name !== id && (plain === 'documentid' || name === '_id' || isOfNumber()) && isText(name);
};

/**
 * The path to the id in an object of the item with the name of the parameter: `metadata.name` for `{name}`, `user.id` for
 * `{user_id}`. An item that is one object has the id of it: `{ "tax": { "id": 7 } }`.
 */
export const findInnerId = (
  itemSchema: ItemSchema,
  noun: string,
  parameter: IdParameter | undefined,
): string | undefined => {
  if (parameter === undefined) return undefined;
  const [plain, last] = [plainName(parameter.name), lastWord(parameter.name)];
  for (const name of itemSchema.properties) {
    const isNamed = plain === `${plainName(name)}${last}`;
    const wanted = isNamed
      ? [last, plain]
      : wordLists.identities.has(name) || isUsualWrapper(name)
        ? [plain, last]
        : [];
    const inner = wanted.length === 0 ? undefined : itemSchema.innerOf(name);
    const names = inner === undefined ? [] : [...inner.properties].filter(inner.isScalar);
    const found = wanted.flatMap((want) => names.find((one) => plainName(one) === want) ?? [])[0];
    if (found !== undefined) return `${name}.${found}`;
  }
  const only = theOnly([...itemSchema.properties]) ?? attributesAt(itemSchema);
  const content = only === undefined ? undefined : itemSchema.innerOf(only);
  const own = content && findId(content, noun, parameter);
  return own?.isNamed ? `${only}.${own.property}` : undefined;
};

const firstNamed = (wanted: readonly string[], names: readonly string[]): string | undefined => {
  const plain = names.map(plainName);
  const all = new Set([...names, ...plain]);
  const found = wanted.find((want) => all.has(want));
  return found === undefined || names.includes(found) ? found : names[plain.indexOf(found)];
};

/** Other names for the name of an account, and for the number of an issue. */
const otherNames: Readonly<Record<string, string>> = { username: 'login', login: 'username', index: 'number' };

/** The property with the name of the parameter, or with the rest of it after the noun: `token` for `{financial_account_token}`. */
const namedBy = (parameter: string, noun: string, names: readonly string[]): string | undefined => {
  const [plain, last, rest] = [plainName(parameter), withIdLast(parameter), afterNoun(parameter, noun)];
  return (
    names.find((name) => name === parameter) ??
    names.find((name) => plainName(name) === plain) ??
    names.find((name) => withIdLast(name) === last) ??
    names.find((name) => plainName(name) === otherNames[plain]) ??
    names.find((name) => plainName(name) === rest)
  );
};

/** `id_product` and `productId` are the same name. */
const withIdLast = remembered((name) => {
  const [first, ...rest] = wordsOf(name);
  return first === 'id' && rest.length > 0 ? `${rest.join('')}id` : plainName(name);
});

/** The name without the noun with which it begins: that of the collection, or its last words. */
const afterNoun = (parameter: string, noun: string): string | undefined => {
  const words = wordsOf(parameter);
  for (let end = words.length - 1; end > 0; end--) {
    const begin = words.slice(0, end).join('');
    if (endsInNoun(begin, noun) || endsInNoun(noun, begin)) return words.slice(end).join('');
  }
  const [plain, owner] = [plainName(parameter), singularOf(noun)];
  return owner.length > 2 && plain.length > owner.length && plain.startsWith(owner)
    ? plain.slice(owner.length)
    : undefined;
};

/** The longest property with which the name of the parameter ends, and which refers to nothing else. */
const endOf = (parameter: string, noun: string, names: readonly string[]): string | undefined => {
  const [plain, last] = [plainName(parameter), lastWord(parameter)];
  const isReference = (name: string) => {
    const words = wordsOf(name);
    const owner = words.slice(0, -1).join('');
    return owner !== '' && (isIdName(words.at(-1) as string) || words.at(-1) === 'token') && !endsInNoun(noun, owner);
  };
  return names
    .filter(
      (name) =>
        name.toLowerCase() === last ||
        (plainName(name).length > 3 && plain.endsWith(plainName(name)) && !isReference(name)),
    )
    .toSorted((left, right) => plainName(right).length - plainName(left).length)[0];
};

/** Whether a name is an id after a noun: `userId` of `users`, and of `ProjectsUsers`; `docId` of `documents`, `id_tema` of `temas`, `idAutor` of `autores`. */
const isIdAfter = (name: string, noun: string) => {
  // Without the first anchor, a long name would take the square of its length.
  const owner = /^(.{3,})id$/.exec(withIdLast(name))?.[1];
  if (owner === undefined) return false;
  const plain = plainName(noun);
  const own = singularOf(noun);
  return (
    own.endsWith(owner) ||
    own.startsWith(owner) ||
    singularOf(owner) === own ||
    (plain.endsWith('s') && foreignSingulars(plain).includes(owner))
  );
};

/** Formats of texts that no client uses as an id. */
const timeFormats: ReadonlySet<string> = new Set(['date', 'date-time', 'time', 'duration']);

/** Whether a value of the property may be in the path. An integer can be shown as text, in the path and in the item. */
const mayContain = (itemSchema: ItemSchema, name: string, parameter: IdParameter | undefined) => {
  const types = itemSchema.typesOf(name);
  if (types === undefined) return true;
  const isText = types.has('string');
  const isNumber = mayBeNumber(types);
  if (!(isText || isNumber) || parameter?.types === undefined) return isText || isNumber;
  if (!parameter.types.has('string')) return isNumber;
  return parameter.format !== 'uuid' || (isText && itemSchema.formatOf(name) === 'uuid');
};

/** Whether its texts may be of any format, also of that of the parameter. */
const isPlainText = ({ typesOf, formatOf }: ItemSchema, name: string) =>
  typesOf(name)?.has('string') === true && !isRestricting(formatOf(name));

/** Whether a property is a time, or a text with another pattern than the parameter: `{key_id}` is not the `token`. */
const isOther = ({ formatOf, patternOf }: ItemSchema, name: string, parameter: IdParameter | undefined) => {
  if (parameter?.types === undefined) return false;
  const pattern = patternOf(name);
  const hasOtherPattern = pattern !== undefined && parameter.pattern !== undefined && pattern !== parameter.pattern;
  return (hasOtherPattern && lastWord(parameter.name) === 'id') || timeFormats.has(formatOf(name) ?? '');
};

/** Whether texts of the format are neither integers nor UUIDs. */
const isRestricting = (format: string | undefined) =>
  format !== undefined && /^(uuid|uri|url|e-?mail|date|time|duration|hostname|ip)/.test(format);
