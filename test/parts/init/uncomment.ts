/** The text with every comment that is YAML in place of a comment. */
export const uncomment = (text: string): string =>
  text.replaceAll(/^( *)# (?= *(?:- |[\w".-]+:))(?!yaml-language-server)/gm, '$1');
