/** Examples of a request and of a response with one name: who sends the one gets the other, as Microcks and others read it. */
import { getProperty, type Json } from '../../core/primitives/json.ts';
import type { Operation, PairedExample } from '../../core/service/operation.ts';
import { namedExamples } from '../document/examples.ts';
import { entriesAt, type Located, type Source } from '../document/source.ts';
import type { CompiledParameter } from './compilation.ts';

type Named = ReadonlyMap<string, Json>;

export const pairedExamples = (
  operation: Located,
  parameters: readonly Pick<CompiledParameter, 'named'>[],
  responses: Operation['responses'],
  source: Source,
): readonly PairedExample[] => {
  const named = [...responses].filter(([, { contents }]) => contents.some(({ examples }) => examples.size > 0));
  if (named.length === 0) return [];
  const bodies = namedBodies(operation, source);
  return named.flatMap(([name, { contents }]) => {
    const status = Number(name);
    if (Number.isNaN(status)) return [];
    const names = new Set(contents.flatMap(({ examples }) => [...examples.keys()]));
    return [...names].flatMap((example): readonly PairedExample[] => {
      const values = parameters.map((one) => one.named.get(example));
      const body = bodies.get(example);
      const isSent = body !== undefined || values.some((value) => value !== undefined);
      return isSent ? [{ name: example, status, parameters: values, body }] : [];
    });
  });
};

const namedBodies = (operation: Located, source: Source): Named => {
  const body = source.resolve(getProperty(operation.value, 'requestBody'), `${operation.pointer}/requestBody`);
  const contents = body === undefined ? [] : entriesAt(getProperty(body.value, 'content'), `${body.pointer}/content`);
  for (const [, content, pointer] of contents) {
    const media = source.resolve(content, pointer);
    const schema = { value: (media && getProperty(media.value, 'schema')) ?? true, pointer: `${pointer}/schema` };
    const named = media && namedExamples(media, schema, source);
    if (named !== undefined && named.size > 0) return named;
  }
  return new Map();
};
