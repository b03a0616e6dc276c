/** Sends any request once more if its response was lost, with a key by which the service can recognise it. */
import { baseUrl, clientOf, useClient } from './animals.ts';

await useClient(
  clientOf(async (path, init) => {
    const headers = { ...init.headers, 'Idempotency-Key': crypto.randomUUID() };
    const send = async (): Promise<Response> => {
      const response = await fetch(baseUrl + path, { ...init, headers });
      return new Response(await response.text(), response);
    };
    return send().catch(send);
  }),
);
