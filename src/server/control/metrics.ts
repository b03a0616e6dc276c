import { okText } from './answer.ts';
import { whenReady, withQuery } from './call.ts';
import { noQuery } from './shapes.ts';

/** Beside the API: where monitoring systems look for it. */
export const getMetrics = withQuery(noQuery, async ({ context }) => {
  await whenReady(context);
  return okText('text/plain; version=0.0.4; charset=utf-8', context.worlds.metrics.write(context.worlds));
});
