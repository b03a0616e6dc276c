import { cookiesOf, decodePercent, headerOf } from '../../core/http/http.ts';
import type { Parameter, ParameterSource } from '../../core/service/operation.ts';

/** A parameter's text, decoded from the URL; undefined where it was not sent. */
export const rawText = (source: ParameterSource, name: string, where: Parameter['in']): string | undefined => {
  if (where === 'query') return source.query?.get(name) ?? undefined;
  const [text] = sentTexts(source, name, where);
  return text === undefined || where === 'header' ? text : decodePercent(text);
};

/** A parameter's texts as they were sent, percent-encoded: so that a separator is told from one that belongs to a value. */
export const sentTexts = (source: ParameterSource, name: string, where: Parameter['in']): readonly string[] => {
  switch (where) {
    case 'path': {
      const text = source.path.get(name);
      return text === undefined ? [] : [text];
    }
    case 'query':
      return source.query?.has(name) ? queryTexts(source.rawQuery, name) : [];
    case 'header': {
      const text = headerOf(source.headers, name.toLowerCase());
      return text === undefined ? [] : [text];
    }
    case 'cookie':
      return cookiesOf(source.headers, name);
    default:
      return where satisfies never;
  }
};

const queryTexts = (query: string, name: string): readonly string[] =>
  query.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    return decodePercent(key.replaceAll('+', ' ')) === name ? [equals < 0 ? '' : pair.slice(equals + 1)] : [];
  });
