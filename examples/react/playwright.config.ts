import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  webServer: {
    command: 'npx vite --port 0',
    // Any free port. Playwright passes it to the tests as PAGE_PORT.
    wait: { stdout: /localhost:(?<page_port>\d+)/ },
  },
});
