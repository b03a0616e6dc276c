/** A client of a service whose `GET /a` has the content that a test documents. */
import { afterEach } from 'vitest';
import { createVivarium, type Fetch, type Vivarium } from '../../../src/index.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf } from '../../openapi/documents.ts';

interface Documented {
  readonly headers?: object;
  readonly parameters?: readonly object[];
  readonly components?: object;
  /** Beside `/a`. */
  readonly paths?: object;
  /** The content of an error. */
  readonly 400?: object;
}

const opened: Vivarium[] = [];
afterEach(async () => {
  for (const vivarium of opened.splice(0)) await vivarium.close();
});

export const createFetchOf = async (
  content: object,
  { headers = {}, parameters = [], components = {}, paths = {}, 400: refused }: Documented = {},
): Promise<{ readonly fetch: Fetch; readonly problems: readonly unknown[] }> => {
  const responses = {
    200: { description: 'Fine.', content, headers },
    ...(refused && { 400: { description: 'No.', content: refused } }),
  };
  const document = documentOf({ '/a': { get: { parameters, responses } }, ...paths }, { components });
  const vivarium = await createVivarium({ document, scenario: {} });
  opened.push(vivarium);
  return { fetch: vivarium.world('test').fetch, problems: compileService(document).problems };
};
