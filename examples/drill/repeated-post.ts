/** Sends any request once more if its response was lost: it adds an animal twice. */
import { baseUrl, clientOf, useClient } from './animals.ts';

await useClient(
  clientOf(async (path, init) => {
    const send = async (): Promise<Response> => {
      const response = await fetch(baseUrl + path, init);
      return new Response(await response.text(), response);
    };
    return send().catch(send);
  }),
);
