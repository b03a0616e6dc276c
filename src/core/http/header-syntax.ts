/** The syntax of headers (RFC 9110, sections 5.1 and 5.5), as Node's HTTP server enforces it: it throws for anything else. */

/** Whether a name is a token (RFC 9110, section 5.6.2), as the names of headers and methods are. */
export const isToken = (name: string): boolean => /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name);

/** Looser than RFC 6265: every name that can be distinguished from its value and from the next cookie. */
export const isCookieName = (name: string): boolean =>
  name !== '' && name === name.trim() && !/[;=]/.test(name) && isHeaderValue(name);

export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** The first value of a header, of names and values that alternate; undefined if there is none. `name` in lower case. */
export const rawHeader = (raw: readonly string[], name: string): string | undefined => {
  for (let index = 0; index < raw.length; index += 2)
    if ((raw[index] as string).toLowerCase() === name) return raw[index + 1];
  return undefined;
};
