/** What an agent may read: the document, the scenarios, and the pages of this documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../files/package-file.ts';
import { escapeHidden } from '../report/index.ts';
import { objectsOf, textProperty } from './tools/read-json.ts';
import { type AgentTarget, apiPath, callJson } from './tools/tool.ts';
import { visible } from './visible.ts';

interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const json = 'application/json';
const markdown = 'text/markdown';

/** The pages by their names: `faults`. */
const pages = (): readonly string[] =>
  readdirSync(packageFile('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));

export const listResources = async (target: AgentTarget): Promise<readonly ResourceEntry[]> => {
  const [services, scenarios] = await Promise.all([
    callJson(target, { path: '/services' }),
    callJson(target, { path: '/scenarios' }),
  ]);
  return [
    ...objectsOf(services).map((one) =>
      entry('document', one.name as string, `${one.title}: its OpenAPI document`, json),
    ),
    ...objectsOf(scenarios).map((one) =>
      entry(
        'scenarios',
        one.name as string,
        textProperty(one, 'description') ?? 'A scenario: the start of a world',
        json,
      ),
    ),
    ...pages().map((page) => entry('docs', page, `The documentation of Vivarium: ${page}`, markdown)),
  ];
};

const entry = (kind: string, name: string, description: string, mimeType: string): ResourceEntry => ({
  uri: `vivarium://${kind}/${encodeURIComponent(name)}`,
  name: visible(kind === 'docs' ? `docs/${name}.md` : `${kind}/${name}`),
  description: visible(description),
  mimeType,
});

/** Returns undefined if there is no such resource. @throws ConfigError as a call of the control API. */
export const readResource = async (
  uri: string,
  target: AgentTarget,
): Promise<{ readonly mimeType: string; readonly text: string } | undefined> => {
  const [, kind, encoded = ''] = /^vivarium:\/\/([a-z]+)\/([^/]+)$/.exec(uri) ?? [];
  const name = decode(encoded);
  if (name === undefined) return undefined;
  const readJson = async (segments: readonly string[]) => ({
    mimeType: json,
    text: escapeHidden(await target.call({ path: apiPath(segments) })),
  });
  switch (kind) {
    case 'document':
      return readJson(['services', name, 'openapi.json']);
    case 'scenarios':
      return readJson(['scenarios', name]);
    case 'docs':
      return pages().includes(name)
        ? { mimeType: markdown, text: readFileSync(packageFile(`docs/${name}.md`), 'utf8') }
        : undefined;
    default:
      return undefined;
  }
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
