/** Keeps what a browser executes apart from the control API, which has the same origin: it is sandboxed, and text of a request is never markup in it. */

import { essenceOf } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';

const executable = /^(?:text\/(?:html|xml|xsl)|application\/xml|multipart\/x-mixed-replace|.+\+xml)$/s;

/**
 * Whether a browser executes it: HTML and XML. Browsers take the last of several types (Fetch, section 2.2.2), and Chromium ignores what
 * follows a space or a bracket.
 */
export const isExecutable = (mediaType: string): boolean =>
  mediaType !== 'application/json' &&
  mediaType.split(',').some((part) => executable.test(essenceOf(part).replace(/[\s(].*$/s, '')));

/** `sandbox` without permissions: no scripts, no forms, and an origin of its own. It is sent beside any other policy. */
export const sandboxHeaders: readonly string[] = ['Content-Security-Policy', 'sandbox'];

/** A browser must not take JSON or text for a page because of its content. On every response. */
export const nosniffHeaders: readonly string[] = ['X-Content-Type-Options', 'nosniff'];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** The text of a body as it is sent. What the document gives (the value itself), XML and pages are markup on purpose; JSON spells `<` otherwise. */
export const withoutForeignMarkup = (text: string, value: Json, mediaType: string): string =>
  !isExecutable(mediaType) || text === value || /^<[!?]/.test(text) ? text : text.replaceAll('<', '\\u003c');
