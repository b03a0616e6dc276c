/**
 * Keeps content that a browser executes apart from the control API, which has the same origin as the service: such content
 * is sandboxed, and text from a request is never markup in it.
 */

import { essenceOf } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';

const executable = /^(?:text\/(?:html|xml|xsl)|application\/xml|multipart\/x-mixed-replace|.+\+xml)$/s;

/**
 * HTML, XHTML, SVG, and XML of any kind. Browsers take the last of several media types (Fetch, section 2.2.2), so each counts.
 * Chromium ignores everything after a space or a bracket: to it, `text/html x` and `text/html(x)` are HTML.
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

/** Escapes a text for the content and the attributes of HTML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);

/**
 * The text of a body as it is sent. Text that the document gives (`text` is the value itself) and XML that was written for a
 * schema, or a page that shows a value, are markup on purpose; any other body of such a type is JSON, whose `<` has another spelling.
 */
export const withoutForeignMarkup = (text: string, value: Json, mediaType: string): string =>
  !isExecutable(mediaType) || text === value || /^<[!?]/.test(text) ? text : text.replaceAll('<', '\\u003c');
