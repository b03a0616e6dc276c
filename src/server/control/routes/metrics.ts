import { whenReady, withQuery } from '../request/control-request.ts';
import { okText } from '../request/control-response.ts';
import { noQuery } from '../request/schemas.ts';

/** Beside the API: where monitoring systems look for it. */
export const getMetrics = withQuery(noQuery, async ({ context }) => {
  await whenReady(context);
  return okText('text/plain; version=0.0.4; charset=utf-8', context.worlds.metrics.write(context.worlds));
});
