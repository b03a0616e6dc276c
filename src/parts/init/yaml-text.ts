/** A text as YAML: quoted if YAML would read the plain word as something else than a string. */
export const yamlText = (text: string): string =>
  /^[A-Za-z][\w./-]*$/.test(text) && !reserved.test(text) ? text : JSON.stringify(text);

const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;
