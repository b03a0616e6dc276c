/** The routes of the control API that parts have. */
import type { Route } from '../server/control/request/control-call.ts';

/** Loads them, with the first call of the control API. */
export const loadRoutes = async (): Promise<readonly Route[]> => {
  const [har, webhooks, upstream, login, toolbar] = await Promise.all([
    import('../parts/har/har.ts'),
    import('../parts/webhooks/load.ts'),
    import('../parts/upstream/load.ts'),
    import('../parts/login/login-routes.ts'),
    import('../parts/toolbar/routes.ts'),
  ]);
  return [
    ...har.harRoutes,
    ...webhooks.webhookRoutes,
    ...upstream.upstreamRoutes,
    ...login.loginRoutes,
    ...toolbar.toolbarRoutes,
  ];
};
