/** For every run: what the server shows is what the sources of the panel say. */
import { buildStalePanel } from '../scripts/build-panel.ts';

export default buildStalePanel;
