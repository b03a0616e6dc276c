/** The name of a header as readers know it: `X-API-Key`. */
export const headerName = (name: string): string =>
  name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace(/\bApi\b/g, 'API');
