/** The properties of a request body that select what a list contains, as if they were parameters of the query: `limit`, `options.count`. */
import type { JsonPath } from '../../../core/primitives/json.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun, plainName } from '../../../core/primitives/words.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { firstOf, type Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { isConditions, isFilterObject, statesConditions } from './filters.ts';
import { type Describe, type ItemSchema, isObject, maxProperties, ofEach } from './item-schema.ts';
import type { ListParameters } from './list-order.ts';
import { isPageContainer, isPageNumber, isPageParameter } from './paging-names.ts';
import type { UnboundOperation } from './unbound-operation.ts';

interface SentParameters {
  /** The parameters of the operation, then those in the body. */
  readonly list: ListParameters;
  /** The paths of those in the body, and of those in a parameter, whose index is first. */
  readonly sent: readonly JsonPath[];
}

/** Whether an object of a request selects a page. */
const isPagingObject = (name: string) => plainName(name) === 'options' || isPageContainer(name);

/** Comparisons that are properties of an object: `{ "age": { "gte": 5 }, "id": { "any_": [1, 2] } }`. */
const comparisons = ['atLeast', 'more', 'atMost', 'less', 'containing'] as const;

/** The page and the order beside conditions, as LoopBack has them: `filter={"where":{...},"limit":5,"order":"name DESC"}`. */
const usualPage: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ...['limit', 'skip', 'offset'].map((name) => [name, { type: 'integer' }] as const),
  ['order', { type: ['string', 'array'] }],
]);

/** Whether an object of conditions states a page, too: `from` and `before` alone are conditions. */
const statesPage = ofEach(({ properties }) =>
  [...properties].some(
    (name) => (wordLists.sizes.has(name) || isPageNumber(name)) && !wordLists.maybeNumbers.has(name),
  ),
);

/** `page`: those that select a page, and no conditions. */
export const parametersOf = (
  candidate: UnboundOperation,
  what: 'all' | 'page',
  { schemas, describe }: { readonly schemas: SchemaSet; readonly describe: Describe },
): SentParameters => {
  const { operation, parameterKeys, parameterExamples, parameterTexts, description, bodyKey } = candidate;
  const selects = what === 'all';
  const parameters = [...operation.parameters] as ListParameters['parameters'][number][];
  const keys = [...parameterKeys];
  const sent: JsonPath[] = [];
  const addFrom = (name: string, key: string, path: JsonPath) => {
    parameters.push({ name, in: 'query', default: undefined, values: undefined });
    keys.push(key);
    sent.push(path);
  };
  const addComparisons = (name: string, inner: ItemSchema, path: readonly string[]) => {
    for (const word of [...inner.properties].slice(0, maxProperties)) {
      const plain = plainName(word);
      const isEqual = wordLists.filterEnds.has(plain);
      const schema = isEqual || comparisons.some((one) => wordLists[one].has(plain)) ? inner.schemaOf(word) : undefined;
      if (schema === undefined) continue;
      const named = isEqual ? name : `${name}_${plain}`;
      addFrom(named, schemas.adopt(schema, inner.key), [...path, word]);
    }
  };
  const read = (owner: ItemSchema, path: readonly string[]): void => {
    for (const name of owner.properties) {
      const schema = owner.schemaOf(name) as Schema;
      const key = schemas.adopt(schema, owner.key);
      if (path.length === 0 && selects && statesConditions(name, schema, schemas)) {
        addFrom(name, key, [name]);
        continue;
      }
      const isOfNoun = selects && isSameNoun(name, candidate.path.noun);
      const isContainer = isPagingObject(name) || isOfNoun || (selects && isFilterObject(name));
      if (path.length === 0 && isContainer && isObject(schema, schemas)) read(describe(key), [name]);
      if (path.length > 0 && selects && isObject(schema, schemas)) addComparisons(name, describe(key), [...path, name]);
      const isList = selects && owner.typesOf(name)?.has('array') === true;
      if (!(selects || isPageParameter(name)) || !(owner.isScalar(name) || isList)) continue;
      const standard = schemas.keywordOf(schema, 'default');
      const isCondition = path.some(isFilterObject) && isPageParameter(name) && !statesPage(owner);
      const named = isCondition ? `filter[${name}]` : name;
      parameters.push({ name: named, in: 'query', default: standard, values: undefined });
      keys.push(key);
      sent.push([...path, name]);
    }
  };
  for (const [index, { name }] of operation.parameters.entries()) {
    const key = parameterKeys[index] as string;
    if (operation.method !== 'GET' || !isConditions(name, { $ref: key }, schemas)) continue;
    const own = describe(key);
    const isSilent = own.properties.size === 0;
    for (const one of isSilent ? usualPage.keys() : own.properties)
      if (usualPage.has(one) || (statesPage(own) && isPageParameter(one)))
        addFrom(one, schemas.adopt((isSilent ? usualPage.get(one) : own.schemaOf(one)) as Schema, key), [index, one]);
  }
  if (bodyKey !== undefined && operation.method !== 'PUT' && operation.method !== 'PATCH') read(describe(bodyKey), []);
  const examples = parameterExamples.map(([first]) => first);
  return { list: { parameters, keys, examples, texts: parameterTexts, said: description }, sent };
};

/** The parameter that is searched for at `/things/search` or `/things/search/{text}`: the only text that means nothing else. */
export const searchedTextOf = (
  { operation, parameterKeys }: UnboundOperation,
  others: readonly Pick<Parameter, 'name' | 'in' | 'values'>[],
  schemas: SchemaSet,
): number | undefined => {
  const [, verb = '', inPath] = /\/([^/{}]+)(?:\/\{([^{}]+)\})?$/.exec(operation.path) ?? [];
  if (!wordLists.searchVerbs.has(verb)) return undefined;
  const texts = operation.parameters.flatMap((parameter, index) => {
    const isOther = others.some(({ name, in: location }) => name === parameter.name && location === parameter.in);
    const parts = schemas.partsOf({ $ref: parameterKeys[index] as string }, 'some');
    const isText = schemas.typesOf({ $ref: parameterKeys[index] as string })?.has('string') ?? false;
    const isPlain = parameter.values === undefined && firstOf(parts, 'format') === undefined;
    const isSent = parameter.in === 'query' || (parameter.in === 'path' && parameter.name === inPath);
    return isOther && isSent && isText && isPlain ? [index] : [];
  });
  return theOnly(texts);
};
