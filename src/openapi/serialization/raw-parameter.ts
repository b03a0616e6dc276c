import { cookiesOf, decodePercent, headerOf } from '../../core/http/http.ts';
import type { Parameter, ParameterSource } from '../../core/service/operation.ts';

/** The percent-decoded text of a parameter. Undefined if it was not sent. */
export const rawText = (source: ParameterSource, name: string, location: Parameter['in']): string | undefined => {
  if (location === 'query') return source.query?.get(name) ?? undefined;
  const [text] = sentTexts(source, name, location);
  return text === undefined || location === 'header' ? text : decodePercent(text);
};

/** The texts of a parameter, still percent-encoded, so that separators can be distinguished from encoded characters of a value. */
export const sentTexts = (source: ParameterSource, name: string, location: Parameter['in']): readonly string[] => {
  switch (location) {
    case 'path': {
      const text = source.path.get(name);
      return text === undefined ? [] : [text];
    }
    case 'query':
      return source.query !== undefined && source.query.get(name) !== null ? queryTexts(source.rawQuery, name) : [];
    case 'header': {
      const text = headerOf(source.headers, name.toLowerCase());
      return text === undefined ? [] : [text];
    }
    case 'cookie':
      return cookiesOf(source.headers, name);
  }
};

const queryTexts = (query: string, name: string): readonly string[] =>
  query.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    return decodePercent(key.replaceAll('+', ' ')) === name ? [equals < 0 ? '' : pair.slice(equals + 1)] : [];
  });
