/** Before every run: the server must show the panel of the present sources. */
import { buildStalePanel } from '../scripts/build-panel.ts';

export default buildStalePanel;
