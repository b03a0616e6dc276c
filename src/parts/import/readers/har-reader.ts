/** HTTP Archives (HAR 1.2), as browsers, proxies and test tools export them. */
import { getProperty, isJsonObject, type JsonObject } from '../../../core/primitives/json.ts';
import { type KeyTree, keysWith, type Ledger, type SeenPlace } from '../recording/ledger.ts';
import { type Seen, withoutCoding } from '../recording/recording.ts';
import type { ImportSource } from '../recording/recording-source.ts';
import type { ReadBodyFile } from './body-files.ts';
import { archiveFiles, readHarEntry } from './har-entry.ts';
import type { Format } from './known-format.ts';
import { listAt, objectAt } from './values.ts';

const describes = 'describes the recording, not the service';
const ofTool = 'a field of the tool';
const inHeaders = 'repeats a header';

const entryKeys: KeyTree = {
  ...keysWith(describes, 'startedDateTime pageref connection serverIPAddress cache timings comment'),
  time: 'carried',
  ...keysWith(ofTool, 'resourceType _*'),
  request: {
    ...keysWith('carried', 'method url headers'),
    ...keysWith(describes, 'httpVersion headersSize bodySize comment'),
    queryString: 'repeats the URL',
    cookies: inHeaders,
    '_*': ofTool,
    postData: { ...keysWith('carried', 'mimeType text params _file'), comment: describes, '_*': ofTool },
  },
  response: {
    ...keysWith('carried', 'status headers'),
    ...keysWith(describes, 'statusText httpVersion headersSize bodySize comment'),
    ...keysWith(inHeaders, 'cookies redirectURL'),
    '_*': ofTool,
    content: {
      ...keysWith('carried', 'text mimeType encoding _file'),
      ...keysWith(describes, 'size compression comment'),
      '_*': ofTool,
    },
  },
};

const logKeys: KeyTree = {
  ...keysWith(describes, 'version creator browser pages comment'),
  entries: 'decided',
  '_*': ofTool,
};

const key = 'log.entries[]';

export const har: Format = {
  marks: '"log" with "entries" (HAR 1.2)',
  recognises: (value) => Array.isArray(getProperty(objectAt(value, 'log'), 'entries')),
  read: async (sources, ledger) => {
    const filesOf = archiveFiles();
    const seen: Seen[] = [];
    for (const source of sources) seen.push(...(await readHar(source, filesOf(source.name), ledger)));
    return { seen };
  },
};

const readHar = async (source: ImportSource, readFile: ReadBodyFile, ledger: Ledger): Promise<readonly Seen[]> => {
  const log = objectAt(source.value, 'log');
  ledger.tally(log, logKeys, 'log', { source, path: ['log'] });
  for (const name of Object.keys(source.value as JsonObject))
    if (name !== 'log') ledger.leave(name, describes, { source, path: [name] });
  const exchanges: Seen[] = [];
  for (const [index, entry] of listAt(log, 'entries').entries()) {
    const place = { source, path: ['log', 'entries', index] };
    const seen = isJsonObject(entry) ? await readEntry(entry, place, readFile, ledger) : undefined;
    if (!isJsonObject(entry)) ledger.lose(key, 'this is not an entry', place);
    if (seen !== undefined) exchanges.push(seen);
  }
  return exchanges;
};

const readEntry = async (
  entry: JsonObject,
  place: SeenPlace,
  readFile: ReadBodyFile,
  ledger: Ledger,
): Promise<Seen | undefined> => {
  const read = await readHarEntry(entry, readFile);
  if (read.type === 'skipped') {
    ledger.leave(key, read.reason, place);
    return undefined;
  }
  const lose = (reason: string): undefined => ledger.lose(key, reason, place) as undefined;
  if (read.type !== 'exchange') return lose(read.reason);
  if (read.lacks.response) return lose('the body of the response was not saved: export the archive with its content');
  const { method, url, headers, sent, status, responseHeaders, received, ms } = read;
  return {
    ...{ key, place, keys: entryKeys, method, headers, body: sent },
    origin: url.origin,
    path: url.pathname,
    query: url.search.slice(1),
    response: {
      status,
      headers: withoutCoding(responseHeaders),
      body: received,
      ...(ms !== undefined && ms > 0 && { ms }),
    },
  };
};
