/** Bodies of forms, whose sources tell only their fields. */
import type { SeenBody } from '../recording/recording.ts';

export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
}

export const formBody = (fields: readonly FormField[]): SeenBody | undefined => {
  if (fields.length === 0) return undefined;
  const form = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  return { text: form.toString(), isBase64: false, type: 'application/x-www-form-urlencoded' };
};

export const multipartBody = (fields: readonly FormField[]): SeenBody | undefined => {
  if (fields.length === 0) return undefined;
  let boundary = 'form';
  while (fields.some(({ value }) => value.includes(boundary))) boundary += '-';
  const parts = fields.map(({ name, value, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
    const contentType = type === undefined ? '' : `\r\nContent-Type: ${type.replaceAll(/[\r\n]/g, '')}`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}${contentType}\r\n\r\n${value}\r\n`;
  });
  return {
    text: `${parts.join('')}--${boundary}--\r\n`,
    isBase64: false,
    type: `multipart/form-data; boundary=${boundary}`,
  };
};

/** Escapes a name in a form as a browser does. */
const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
