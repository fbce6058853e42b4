/** Every served ecosystem, one per line. No other file lists the ecosystems. */
export { cargo } from './cargo/index.ts';
export { composer } from './composer/index.ts';
export { generic } from './generic/index.ts';
export { maven } from './maven/index.ts';
export { npm } from './npm/index.ts';
export { nuget } from './nuget/index.ts';
export { oci } from './oci/index.ts';
export { pypi } from './pypi/index.ts';
export { rubygems } from './rubygems/index.ts';
