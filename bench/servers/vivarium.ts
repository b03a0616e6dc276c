/** Vivarium with all features. The first argument contains options as JSON. */
import { createVivarium, type VivariumOptions } from '../../src/index.ts';
import { reportUrl } from './report.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as VivariumOptions;
const vivarium = await createVivarium(options);
const { url } = await vivarium.listen({ port: 0 });
reportUrl(url);
