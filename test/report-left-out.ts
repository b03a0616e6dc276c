/** Reports in one line which tests `npm test` leaves out. */
import type { Reporter } from 'vitest/node';

export const leftOutTests: Reporter = {
  onTestRunEnd: (modules) => {
    const projects = new Set(modules.map(({ project }) => project.name));
    if (projects.has('quick') && !projects.has('thorough'))
      console.log(
        'Left out: the panel in a browser, the pages of docs/, the package, memory, commands in processes of their own and how these end, stores that fail, the fixtures for test runners, many documents, hostile input, random input. `npm run test:all` runs them too.',
      );
  },
};
