/** Starts one Chromium for all files: each opens its own contexts in it. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumArguments, findChromium } from './chromium.ts';

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const executablePath = await findChromium();
  const server = await chromium.launchServer({ executablePath, args: [...chromiumArguments] });
  provide('browser', server.wsEndpoint());
  return () => server.close();
};

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: string;
  }
}
