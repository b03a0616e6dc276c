/** A response of a route: its status, its headers, its body and its delay. */
import { basename, extname } from 'node:path';
import { getProperty, type JsonObject, stringifyJson } from '../../../../core/primitives/json.ts';
import { headerIn, type SeenBody, type SeenHeaders } from '../../recording/recording.ts';
import type { Notes } from '../../stubs/notes.ts';
import { canSend, delayText, noTemplate, templateBody } from '../../stubs/response-effect.ts';
import type { StubDelivery, StubResponse } from '../../stubs/stub.ts';
import type { ReadBodyFile } from '../body-files.ts';
import type { ImportOptions } from '../known-format.ts';
import { flagAt, listAt, numberAt, textAt } from '../values.ts';
import type { Bucket, Buckets } from './buckets.ts';

export interface ReadResponse {
  readonly response: StubResponse;
  readonly delivery: readonly StubDelivery[];
  readonly bucket: Bucket | undefined;
}

export interface ResponseSource {
  readonly buckets: Buckets;
  readonly readFile: ReadBodyFile;
  /** The headers of the environment; those of the response and of its file replace them. */
  readonly headers: SeenHeaders;
  readonly options: ImportOptions;
}

/** @throws Inexpressible */
export const readRouteResponse = async (
  response: JsonObject,
  notes: Notes,
  { headers, ...source }: ResponseSource,
): Promise<ReadResponse> => {
  for (const index of listAt(response, 'callbacks').keys())
    notes.lose('no request is sent after a response', 'callbacks', index);
  const own = readHeaders(response, notes, source.options);
  const body = await readBody(response, notes, { ...source, headers: own });
  const isOther = (name: string): boolean => body.body?.type !== 'text/plain' || !/^content-type$/i.test(name);
  const found = [...own.filter(([name]) => isOther(name)), ...(body.more ?? [])];
  const names = new Set(found.map(([name]) => name.toLowerCase()));
  return {
    response: {
      status: numberAt(response, 'statusCode') ?? 200,
      headers: [...found, ...headers.filter(([name]) => isOther(name) && !names.has(name.toLowerCase()))],
      body: body.body,
    },
    delivery: readDelay(response, notes),
    bucket: body.bucket,
  };
};

/** Reads the headers of a response, or of the environment. */
export const readHeaders = (owner: JsonObject, notes: Notes, { keepTemplates }: ImportOptions): SeenHeaders => {
  return listAt(owner, 'headers').flatMap((header, index) => {
    const at = ['headers', index];
    const name = textAt(header, 'key') ?? '';
    const value = textAt(header, 'value') ?? '';
    if (name === '') notes.leave('an empty header', ...at);
    else if (/^access-control-/i.test(name)) notes.leave('a CORS header, which every start sends', ...at);
    else if (canSend(name, [value], keepTemplates, notes, at)) {
      notes.carry(...at);
      return [[name, value] as const];
    }
    return [];
  });
};

const readDelay = (response: JsonObject, notes: Notes): readonly StubDelivery[] => {
  const ms = numberAt(response, 'latency') ?? 0;
  if (ms <= 0) return [];
  const at = { key: `${notes.key}.latency`, path: [...notes.path, 'latency'] };
  return [{ ...at, suffix: 'delay', effect: { latency: delayText(ms) } }];
};

interface ReadBody {
  readonly body: SeenBody | undefined;
  readonly bucket?: Bucket;
  /** Headers that the body brings. */
  readonly more?: SeenHeaders;
}

const readBody = async (response: JsonObject, notes: Notes, source: ResponseSource): Promise<ReadBody> => {
  const type = headerIn(source.headers, 'content-type');
  const kind = textAt(response, 'bodyType') ?? (textAt(response, 'filePath') ? 'FILE' : 'INLINE');
  for (const [other, key] of bodyKeys)
    if (other !== kind && textAt(response, key)) notes.leave('the body is of another type', key);
  const { keepTemplates } = source.options;
  if (kind === 'FILE' && textAt(response, 'filePath')) return readFileBody(response, type, notes, source);
  const id = textAt(response, 'databucketID') ?? '';
  if (kind === 'DATABUCKET' && id !== '') {
    const bucket = source.buckets.get(id) ?? notes.give('there is no data bucket with this id', 'databucketID');
    return bucketBody(bucket, type, keepTemplates, notes, 'databucketID');
  }
  const text = textAt(response, 'body') ?? '';
  const isPlain = flagAt(response, 'disableTemplating') || !text.includes('{{');
  const bucket = isPlain ? undefined : source.buckets.shownBy(text);
  if (bucket !== undefined) return bucketBody(bucket, type, keepTemplates, notes, 'body');
  const body = { text, isBase64: false, type };
  if (!isPlain) return { body: templateBody(body, keepTemplates, notes, 'body') };
  notes.carry('body');
  return { body: text === '' ? undefined : body };
};

const bodyKeys = [
  ['FILE', 'filePath'],
  ['DATABUCKET', 'databucketID'],
] as const;

const bucketBody = (
  bucket: Bucket,
  type: string | undefined,
  keepTemplates: boolean,
  notes: Notes,
  key: string,
): ReadBody => {
  const body = { text: bucket.text, isBase64: false, type: type ?? 'application/json' };
  const { value } = bucket;
  if (value === undefined && bucket.isTemplate) return { body: templateBody(body, keepTemplates, notes, key) };
  if (value === undefined) return notes.give('the data bucket is not JSON', key);
  notes.carry(key);
  return { body: { ...body, text: stringifyJson(value) }, bucket };
};

const readFileBody = async (
  response: JsonObject,
  type: string | undefined,
  notes: Notes,
  { readFile, options }: Omit<ResponseSource, 'headers'>,
): Promise<ReadBody> => {
  const path = (textAt(response, 'filePath') ?? '').replaceAll('\\', '/');
  if (path.includes('{{')) return notes.give(noTemplate, 'filePath');
  const file = await readFile(path);
  if (typeof file === 'string') return notes.give(file, 'filePath');
  const isTemplate = !file.isBase64 && !flagAt(response, 'disableTemplating') && file.text.includes('{{');
  const guessed = typeOfFile.get(extname(path).toLowerCase());
  const name = basename(path).replaceAll(/[^\w. -]/g, '_');
  const more = [
    ...(type === undefined && guessed !== undefined ? [['Content-Type', guessed] as const] : []),
    ...(getProperty(response, 'sendFileAsBody') === false
      ? [['Content-Disposition', `attachment; filename="${name}"`] as const]
      : []),
  ];
  const body = { ...file, type: type ?? guessed };
  if (isTemplate) return { body: templateBody(body, options.keepTemplates, notes, 'filePath'), more };
  notes.carry('filePath');
  return { body, more };
};

/** The content type of a file, where the response does not state it. */
const typeOfFile: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
  ['.html', 'text/html'],
  ['.txt', 'text/plain'],
  ['.csv', 'text/csv'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.svg', 'image/svg+xml'],
  ['.zip', 'application/zip'],
]);
