/** The plugin for Vite: `vivarium/vite`. The simulation answers at the origin of the dev server. */

import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import type { DevEnvironment, Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite';
import { decodePercent, negotiate, pathBelowBase } from '../../core/http/http.ts';
import { ConfigError, optionInvalid } from '../../core/primitives/config-error.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { isDocumentedPath, isEndpointPath, type Service, servicesOf } from '../../core/service/service.ts';
import { describeTooOld, installedVersion } from '../../files/peer.ts';
import type { VivariumOptions } from '../../library/api.ts';
import { checkArgument, describeValue } from '../../library/read-arguments.ts';
import { isControlPath } from '../../server/edge/edge.ts';
import { splitTarget } from '../../server/edge/read-request.ts';
import { selectWorld } from '../../server/edge/select-world.ts';
import { listProblems } from '../../simulation/load-services.ts';
import { serviceUrlOf } from '../../simulation/simulation.ts';
import { consequences, describeReload } from '../reload/describe-reload.ts';
import { type Hold, type Holder, hold } from './held-simulation.ts';

export interface VivariumPluginOptions extends VivariumOptions {
  /** Whether the pages of the dev server get the toolbar. Default: true. */
  readonly toolbar?: boolean | undefined;
}

/** A plugin for Vite 6 to 8, described without the types of Vite: a project may have any of them. */
export interface VivariumPlugin {
  readonly name: string;
}

/**
 * A plugin for Vite: in `vite` and `vite preview`, the simulation answers the requests below its base path, with the panel and the control
 * API under `/_vivarium`. Its files are watched. A build contains nothing of it.
 *
 * @param options As for `createVivarium`, and `toolbar`.
 * @example
 * export default defineConfig({ plugins: [react(), vivarium({ document: 'api.yaml', base: '/api' })] });
 */
export const vivarium = (options: VivariumPluginOptions = {}): VivariumPlugin => {
  checkArgument(options, { name: 'the options of the plugin', example: "vivarium({ document: 'api.yaml' })" });
  const { toolbar = true, ...own } = options;
  const holds = new Map<DevEnvironment, Hold>();
  let config: ResolvedConfig;
  const plugin = {
    name: 'vivarium',
    apply: 'serve',
    configResolved: (resolved) => {
      config = resolved;
      checkVite(resolved);
      if (typeof toolbar !== 'boolean')
        throw optionInvalid(`option "toolbar" must be true or false, not ${describeValue(toolbar)}`);
    },
    configureServer: async (server) => {
      if (isUnderVitest(server.config)) return;
      const held = await serve(server, own, keyOf(server.config, plugin), holderOf(server));
      holds.set(server.environments.client, held);
    },
    configurePreviewServer: async (server) => {
      const held = await serve(server, own, keyOf(server.config, plugin), holderOf(server));
      server.httpServer.once('close', () => void held.release());
    },
    // Called for each environment of a server that is closed.
    closeBundle: async function () {
      const held = holds.get(this.environment as DevEnvironment);
      holds.delete(this.environment as DevEnvironment);
      await held?.release();
    },
    transform: (code, id) =>
      clientOfVite.test(id) && !isUnderVitest(config) ? `${code}${importInPage(config)}` : undefined,
    // Nuxt leaves the base before it.
    resolveId: (id) => (id.endsWith(pageModule) ? pageModule : undefined),
    load: (id) => (id === pageModule ? `${closeOverlay}${toolbar ? addToolbar : ''}` : undefined),
  } satisfies Plugin;
  return plugin;
};

/** @throws Error if it is too old. */
const checkVite = ({ root, environments }: ResolvedConfig) => {
  if (environments !== undefined) return;
  const version = installedVersion('vite', pathToFileURL(join(root, 'package.json')).href) ?? 'an older one';
  throw new Error(describeTooOld('vite', 'vivarium/vite', version));
};

/** Whether Vitest runs tests in Node.js, which use worlds of their own; a page in its browser mode calls the dev server. */
const isUnderVitest = (config: ResolvedConfig) => {
  const names = config.plugins.map(({ name }) => name);
  if (!names.some((name) => name === 'vitest' || name.startsWith('vitest:'))) return false;
  const { test } = config as { readonly test?: { readonly browser?: { readonly enabled?: boolean } } };
  return test?.browser?.enabled !== true && !names.includes('vitest:browser');
};

const keyOf = ({ root, plugins }: ResolvedConfig, plugin: Plugin) =>
  `${root}:${plugins.filter(({ name }) => name === plugin.name).indexOf(plugin)}`;

type Server = ViteDevServer | PreviewServer;

/** The middlewares of all plugins. */
const ours = new WeakSet<object>();

const serve = async (server: Server, options: VivariumOptions, key: string, holder: Holder): Promise<Hold> => {
  const held = await hold(key, options, holder);
  const { vivarium: served, simulation } = held;
  const { root, publicDir, base, build } = server.config;
  const folders = 'environments' in server ? [root, publicDir] : [join(root, build.outDir)];
  const middleware = served.middleware({ control: true });
  const announce = printAddresses(server, held);
  const handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
    announce(`http${'encrypted' in request.socket ? 's' : ''}://${request.headers.host ?? ''}`);
    if (isForService(simulation.worlds.service, request, { base, folders })) middleware(request, response, next);
    else next();
  };
  // Before Vite's own, of which one answers every preflight; after those of the plugins before this one.
  const { stack } = server.middlewares;
  const others = stack.findIndex((layer) => !ours.has(layer.handle));
  stack.splice(others < 0 ? stack.length : others, 0, { route: '', handle });
  ours.add(handle);
  return held;
};

const announced = new WeakSet<object>();

/** Vite prints its addresses once it listens. Astro and Nuxt print their own: ours follow with the first request. */
const printAddresses = (server: Server, { simulation }: Hold): ((origin: string) => void) => {
  const print = (origin: string) => {
    announced.add(simulation);
    const { logger } = server.config;
    logger.info(addressLine('Mock', `${serviceUrlOf(simulation, origin)}`));
    logger.info(addressLine('Panel', `${origin}/_vivarium/`));
    const problems = listProblems(simulation.sources).length;
    if (problems > 0) logger.info(`  ${formatCount(problems, 'problem')} of the document: npx vivarium check`);
    if (isAtRoot(simulation.worlds.service))
      logger.info(
        "  The service is at the root, so that only requests for paths of the document are its own. base: '/mock' puts a path before them.",
      );
  };
  const printUrls = server.printUrls;
  server.printUrls = function (this: Server) {
    printUrls.call(this);
    const [address] = [...(this.resolvedUrls?.local ?? []), ...(this.resolvedUrls?.network ?? [])];
    if (address !== undefined) print(new URL(address).origin);
  };
  return (origin) => {
    if (!announced.has(simulation)) print(origin);
  };
};

/** A line with an address, in the columns and the colours of Vite's own lines. */
const addressLine = (label: string, address: string) =>
  `  ${styleText('green', '➜')}  ${styleText('bold', label)}:${' '.repeat(Math.max(1, 8 - label.length))}${styleText('cyan', address)}`;

const holderOf = (server: Server): Holder => ({
  onReloaded: (reloaded) => {
    const { logger } = server.config;
    for (const { isWarning, text } of describeReload(reloaded))
      logger[isWarning ? 'warn' : 'info'](text, { timestamp: true });
    if ('environments' in server) server.environments.client.hot.send('vivarium:corrected');
  },
  onFailed: (failure, error) => {
    const message = `${error.message}\n${consequences[failure]}`;
    server.config.logger.error(message, { timestamp: true });
    if ('environments' in server)
      server.environments.client.hot.send({
        type: 'error',
        err: { message, stack: '', plugin: 'vivarium', ...placeOf(error) },
      });
  },
});

const placeOf = (error: Error): { readonly loc?: { file: string; line: number; column: number } } => {
  const [problem] = error instanceof ConfigError ? error.problems : [];
  if (problem?.file === undefined || problem.line === undefined) return {};
  return { loc: { file: problem.file, line: problem.line, column: problem.column ?? 1 } };
};

/** The module that every page of the dev server loads, also one that a framework renders itself, as SvelteKit, Nuxt or Astro do. */
const clientOfVite = /\/vite\/dist\/client\/client\.mjs$/;

const pageModule = '/@vivarium/page';

const importInPage = ({ base }: ResolvedConfig) =>
  `\nimport(/* @vite-ignore */ ${JSON.stringify(`${base}${pageModule.slice(1)}`)});`;

/** Vite closes its overlay with the next change of the app, which a corrected document is not. */
const closeOverlay = `import.meta.hot?.on('vivarium:corrected', () => {
  for (const overlay of document.querySelectorAll('vite-error-overlay'))
    if (overlay.shadowRoot?.querySelector('.plugin')?.textContent?.includes('vivarium')) overlay.close();
});
`;

/** A script that is gone again disturbs no framework that renders the whole page. */
const addToolbar = `const addToolbar = () => {
  if (document.querySelector('script[src$="/_vivarium/toolbar.js"], vivarium-toolbar')) return;
  const script = document.createElement('script');
  script.src = '/_vivarium/toolbar.js';
  script.onload = () => script.remove();
  document.head.append(script);
};
if (document.readyState === 'complete') addToolbar();
else addEventListener('load', addToolbar, { once: true });
`;

interface ViteFiles {
  /** With a slash at both ends. */
  readonly base: string;
  readonly folders: readonly string[];
}

type Request = Pick<IncomingMessage, 'url' | 'headers'>;

const isForService = (service: Service, { url = '', headers }: Request, files: ViteFiles) => {
  const { path: whole } = splitTarget(url);
  if (isControlPath(whole)) return true;
  const { path } = selectWorld(whole, headers);
  const bases = servicesOf(service).flatMap((part) => pathBelowBase(part, path)?.base ?? []);
  if (isEndpointPath(service, path) || bases.some((base) => base !== '')) return true;
  return bases.length > 0 && isDocumentedPath(service, path) && !isNavigation(headers) && !isOfVite(whole, files);
};

/** Whether a service has the paths of the app too. */
const isAtRoot = (service: Service) => servicesOf(service).some(({ basePaths }) => basePaths.includes(''));

const isNavigation = (headers: Request['headers']) =>
  headers['sec-fetch-dest'] === 'document' || prefersHtml(headers.accept);

const prefersHtml = (accept = '') =>
  negotiate([{ mediaType: 'application/json' }, { mediaType: 'text/html' }], { headers: { accept } })?.mediaType ===
  'text/html';

const isOfVite = (path: string, { base, folders }: ViteFiles) => {
  const own = path.startsWith(base) ? path.slice(base.length - 1) : path;
  if (own.startsWith('/@') || own.startsWith('/node_modules/')) return true;
  const file = decodePercent(own);
  return folders.some((folder) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true);
};
