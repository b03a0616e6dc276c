/** The whole of it: checks, faults, journal, worlds. Options as JSON in the first argument. */
import { createVivarium, type VivariumOptions } from '../../src/index.ts';
import { reportUrl } from './report.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as VivariumOptions;
const vivarium = await createVivarium(options);
const { url } = await vivarium.listen({ port: 0 });
reportUrl(url);
