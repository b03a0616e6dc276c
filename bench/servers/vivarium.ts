/** Vivarium with all features: of the package, where `npm run bench` has installed it, else of the sources. The first argument contains options as JSON. */
import type { VivariumOptions } from '../../src/index.ts';
import { importPackage, installedVariable } from '../packed.ts';
import { reportUrl } from './report.ts';

const installed = process.env[installedVariable];
const { createVivarium } = await (installed === undefined ? import('../../src/index.ts') : importPackage(installed));
const options = JSON.parse(process.argv[2] ?? '{}') as VivariumOptions;
const vivarium = await createVivarium(options);
const { url } = await vivarium.listen({ port: 0 });
reportUrl(url);
