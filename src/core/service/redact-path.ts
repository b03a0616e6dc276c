/** Redacts secret parameters in paths and URLs. */

import { decodePercent, encodePercent } from '../http/http.ts';
import { redacted, type SecretPath } from './secret-facts.ts';

export interface RedactedPath {
  readonly shown: string;
  /** The values that were redacted, in each form that a text may contain. */
  readonly secrets: readonly string[];
}

/** A shorter one occurs in texts by chance. */
const minSecretLength = 4;

/** The forms of a secret as it may be sent, decoded and encoded; none if it is too short to be searched for. */
export const secretForms = (secret: string): readonly string[] => {
  const decoded = decodePercent(secret);
  return secret.length < minSecretLength ? [] : [...new Set([secret, decoded, encodePercent(decoded)])];
};

export const redactPath = (path: string, templates: readonly SecretPath[]): RedactedPath => {
  if (templates.length === 0) return { shown: path, secrets: nothing };
  const sent = path.split('/');
  const last = sent.length - (sent.at(-1) === '' ? 2 : 1);
  const isAt = (segment: string | undefined, index: number): boolean =>
    segment === undefined || decodePercent(sent[last - index] ?? '') === segment;
  const secrets: string[] = [];
  const shown = [...sent];
  for (const template of templates) {
    if (!template.segments.every(isAt)) continue;
    for (const index of template.secrets) {
      const segment = sent[last - index] ?? '';
      secrets.push(...secretForms(segment));
      if (segment !== '') shown[last - index] = redacted;
    }
  }
  return { shown: shown.join('/'), secrets };
};

/** Redacts the paths in a text, also those of URLs. A template without a fixed segment would fit nearly every path. */
export const redactPathsIn = (text: string, templates: readonly SecretPath[]): string => {
  if (templates.length === 0 || !text.includes('/')) return text;
  const specific = templates.filter(({ segments }) => segments.some((segment) => segment !== undefined));
  return text.replaceAll(word, (path) => (path.includes('/') ? redactPath(path, specific).shown : path));
};

/** Characters that may be in a path, up to the query. A mark that was set before is kept in its path. */
const word = /(?:\[redacted\]|[^\s"'<>?#,;()[\]{}|\\])+/g;

const nothing: readonly never[] = [];
