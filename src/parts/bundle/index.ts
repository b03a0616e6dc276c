/** Documents of several files: reading them, and making one of them. */
export { bundleFiles } from './bundle.ts';
export { type FileReader, readFiles, type SourceFile, type Text } from './files.ts';
